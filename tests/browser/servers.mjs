// SPDX-License-Identifier: MIT
// Servers of a test's own, which it may end and start again, and an experiment that is being played: of the program and
// in the folder that run.sh names.
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const { BANYAN_PROGRAM: program, BANYAN_SCRATCH: scratch, BANYAN_DEV: dev } = process.env;
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

export const folder = () => mkdtempSync(join(scratch, 'own-'));

/** Starts a program; `matches` is what it prints when it is ready. */
async function start(command, args, options, matches) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options });
  children.add(child);
  child.on('exit', () => children.delete(child));
  let text = '';
  const found = await new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      text += data;
      const match = text.match(matches);
      if (match) resolve(match[0]);
    });
    child.on('exit', () => reject(new Error(`${command} ${args.join(' ')} has ended: ${text}`)));
  });
  return { child, found };
}
async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** A server whose games are in `place`, started there. `base` is its address, also after it was started again. */
export async function serve(place, ...options) {
  const address = /http:\/\/[0-9.]*:\d+/;
  const run = async (port) => start(program, ['serve', '--port', String(port), '--data', join(place, 'games.db'), ...options], { cwd: place }, address);
  let { child, found: server } = await run(0);
  const page = dev && (await start('node', [join(here, '../../apps/web/page/dev.mjs'), '--port', '0', '--server', server], {}, address));
  return {
    base: page ? page.found : server,
    end: (signal) => end(child, signal),
    again: async () => {
      ({ child, found: server } = await run(new URL(server).port));
    },
    close: async () => {
      if (page) await end(page.child, 'SIGTERM');
      await end(child, 'SIGTERM');
    },
  };
}

/** The page with tic-tac-toe, by a program of the tests that stands beside the one under test. */
export async function serveTicTacToe() {
  return (await start(join(dirname(program), 'tic_tac_toe_server'), [join(folder(), 'games.db')], {}, /http:\/\/[0-9.]*:\d+/)).found;
}

/** Asks a server; a refusal fails the test. */
export async function ask(base, method, path, body) {
  const answer = await fetch(`${base}/api${path}`, { method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body && JSON.stringify(body) });
  const text = await answer.text();
  assert(answer.ok, `${method} ${path}: ${text}`);
  return text && JSON.parse(text);
}

/** A folder with an experiment that is finished, one that is being played, and a server in it. */
export async function laboratory() {
  const place = folder();
  const from = join(here, '../../experiments');
  mkdirSync(join(place, 'experiments/results'), { recursive: true });
  copyFileSync(join(from, 'havannah_figure6.toml'), join(place, 'experiments/havannah_figure6.toml'));
  for (const ending of ['games', 'svg']) copyFileSync(join(from, `results/havannah_figure6.${ending}`), join(place, `experiments/results/havannah_figure6.${ending}`));
  writeFileSync(join(place, 'experiments/small.toml'), `title = "Exploration constants"
text = "A small one, for tests."
[players]
known = "uct:iterations=2000"
other = "uct:iterations=2000,k={k}"
[[grid]]
title = "Constants"
game = "havannah:size=4"
a = "other"
b = "known"
k = [0.2, 0.5, 1.0, 2.0]
games = 2000
`);
  const playing = spawn('nice', [program, 'experiment', 'run', 'experiments/small.toml', '--concurrency', '1'], { cwd: place, stdio: 'ignore' });
  children.add(playing);
  playing.on('exit', () => children.delete(playing));
  const { base } = await serve(place);
  while (!(await ask(base, 'GET', '/lab')).experiments.some((experiment) => experiment.running)) await new Promise((resolve) => setTimeout(resolve, 100));
  return { base };
}

/** Ends whatever has been left. */
export async function endAll() {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
}
