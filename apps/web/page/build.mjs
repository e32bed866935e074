// SPDX-License-Identifier: MIT
// Builds the page: src/ -> dist/index.html, app.js, app.css. The three files are all there is; the server embeds them.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const dist = process.argv[2] ?? join(here, 'dist');
mkdirSync(dist, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { app: 'src/main.tsx' },
  bundle: true,
  minify: true,
  target: 'es2021',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  outdir: dist,
  logLevel: 'warning',
});
copyFileSync(join(here, 'src/index.html'), join(dist, 'index.html'));

const limit = 300_000;
let total = 0;
for (const name of ['index.html', 'app.js', 'app.css']) {
  const { size } = statSync(join(dist, name));
  total += size;
  console.log(name.padEnd(12) + String(size).padStart(8));
}
console.log('total'.padEnd(12) + String(total).padStart(8));
if (total >= limit) {
  console.error(`the page has ${total} bytes; it is to stay under ${limit}`);
  process.exitCode = 1;
}
