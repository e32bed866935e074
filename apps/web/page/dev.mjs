// SPDX-License-Identifier: MIT
// Serves dist/ and hands /api on to a running `banyan serve`, so that a change of the page needs no build of the program:
//   node dev.mjs [--port 8081] [--server http://127.0.0.1:8080]
import { createReadStream } from 'node:fs';
import { createServer, request } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const option = (name, standard) => {
  const at = process.argv.indexOf('--' + name);
  return at < 0 ? standard : process.argv[at + 1];
};
const port = Number(option('port', '8081'));
const server = new URL(option('server', 'http://127.0.0.1:8080'));
const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
const files = { '/': ['index.html', 'text/html'], '/index.html': ['index.html', 'text/html'], '/app.js': ['app.js', 'text/javascript'],
                '/app.css': ['app.css', 'text/css'] };
// As the server sets it, so that what would be forbidden there is forbidden here.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; "
  + "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const proxy = createServer((incoming, outgoing) => {
  const path = new URL(incoming.url, 'http://localhost').pathname;
  if (path.startsWith('/api/')) {
    const headers = { ...incoming.headers, host: server.host };
    if (headers.origin) headers.origin = server.origin;
    const forwarded = request({ host: server.hostname, port: server.port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy()); // the server has gone
      outgoing.on('close', () => answer.destroy());
    });
    forwarded.on('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ error: { reason: `no answer from ${server.origin}: ${error.message}` } }));
    });
    incoming.pipe(forwarded);
    return;
  }
  const file = files[path];
  if (!file) {
    outgoing.writeHead(404).end();
    return;
  }
  outgoing.writeHead(200, { 'Content-Type': `${file[1]}; charset=utf-8`, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
  createReadStream(join(dist, file[0])).pipe(outgoing);
}).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${proxy.address().port}/ with the games of ${server.origin}`));
