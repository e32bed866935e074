// SPDX-License-Identifier: MIT
// Bundles the tests (they are TypeScript) into a folder of their own and runs them with node's test runner.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'banyan-page-'));
const tests = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
await build({
  entryPoints: tests.map((name) => join(here, name)),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, ['--test', ...readdirSync(out).map((name) => join(out, name))], { stdio: 'inherit' });
rmSync(out, { recursive: true });
process.exitCode = status ?? 1;
