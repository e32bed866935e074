// SPDX-License-Identifier: MIT
// Pictures of the page for the docs: `run.sh PROGRAM --screenshots DIR`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ask, endAll, laboratory } from './servers.mjs';

const [target] = process.argv.slice(2);
mkdirSync(target, { recursive: true });
const { base } = await laboratory();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});

async function picture(name, path, prepare = async () => undefined, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${base}/#/${path}`);
  await prepare(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(200); // what was under the pointer looks like the rest again
  await page.screenshot({ path: join(target, `${name}.png`) });
  console.log(`${name}.png`);
  await context.close();
}
const board = (page) => page.waitForSelector('.stage .board');
const begin = async (game, options, seats, more = {}) => (await ask(base, 'POST', '/games', { game, options, seats, seed: 3, auto: false, ...more })).id;
const load = async (game, options, moves, seats = ['human', 'human']) => (await ask(base, 'POST', '/games', { saved: { version: 2, game, options, moves }, seats, auto: false })).id;

/** So many moves of engines, one by one. */
async function step(id, plies) {
  for (;;) {
    const game = await ask(base, 'GET', `/games/${id}`);
    if (game.ply >= plies || game.position.result) return;
    if (!game.thinking) await ask(base, 'POST', `/games/${id}/step`, { revision: game.revision });
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** A game between engines, so far, with a person in place of the first. */
async function under_way(game, options, engine, plies, players = 2) {
  const id = await begin(game, options, Array(players).fill(engine));
  await step(id, plies);
  const { revision } = await ask(base, 'GET', `/games/${id}`);
  await ask(base, 'POST', `/games/${id}/seats`, { seats: ['human', ...Array(players - 1).fill(engine)], revision });
  return id;
}
const tab = (page, name) => page.getByRole('tab', { name }).click();

const samples = {
  havannah: await under_way('havannah', 'size=6', 'rave:r=1000,iterations=4000', 24),
  poly_y: await under_way('poly_y', 'sides=5', 'rave:iterations=2000', 30),
  hive: await under_way('hive', 'expansions=M+L+P', 'alphabeta:iterations=3000', 20),
  cards: await under_way('cards', '', 'uct:iterations=500', 22),
};
for (const [game, id] of Object.entries(samples)) await picture(game, `game/${id}`, board);
const puzzle = await begin('samegame', 'board=1', ['human']);
await picture('samegame', `game/${puzzle}`, board);
await picture('home', '', (page) => page.waitForSelector('.earlier li'));
await picture('new', 'new/havannah', (page) => page.waitForSelector('.preview .board'));

const opening = await load('havannah', 'size=6', ['f6', 'e5', 'g7', 'd6']);
const analysis = async (page) => {
  await board(page);
  await tab(page, 'Analysis');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.facts', { hasText: /playouts\s*[\d.]+ [kM]/ }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.stage .heat').length > 15);
  await page.waitForFunction(() => document.querySelectorAll('.stage .step').length > 2);
};
await picture('analysis', `game/${opening}`, analysis);
await picture('cards-analysis', `game/${samples.cards}`, async (page) => {
  await board(page);
  await tab(page, 'Analysis');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.facts', { hasText: /playouts\s*[\d.]+ [kM]/ }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.stage .heat-badge').length > 2);
});
await picture('guide', 'new/hive', async (page) => {
  await page.getByRole('button', { name: 'Rules' }).click();
  for (const step of [2, 3]) {
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.locator(`.steps i:nth-child(${step}).now`).waitFor();
  }
  await page.locator('.guide-board [data-click=wA1] .hit').click({ force: true });
  await page.waitForSelector('.guide-board .target');
});
const engines = await begin('havannah', 'size=5', ['rave:r=1000,iterations=300', 'rave:r=1000,iterations=300'], { auto: true });
for (let game; !(game = await ask(base, 'GET', `/games/${engines}`)).position.result;) await new Promise((resolve) => setTimeout(resolve, 100));
await ask(base, 'POST', `/games/${engines}/review`, { player: 'rave:r=1000,iterations=10000' });
for (let game; (game = await ask(base, 'GET', `/games/${engines}`)).review.state !== 'done';) await new Promise((resolve) => setTimeout(resolve, 200));
const review = async (page) => {
  await board(page);
  await tab(page, 'Review');
  await page.locator('.key-moves button').last().click();
  await page.waitForSelector('.stage .good');
};
await picture('review', `game/${engines}`, review);
await picture('learn', `game/${engines}`, async (page) => {
  await board(page);
  await tab(page, 'Review');
  await page.getByRole('button', { name: /Learn from the mistakes/ }).first().click();
  await page.locator('.learn', { hasText: 'Find a better move' }).waitFor();
});
for (const [a, options] of [['rave:iterations=300', 'size=4'], ['flat:iterations=300', 'size=3']]) {
  const { id } = await ask(base, 'POST', '/lab/matches', { game: 'havannah', options, a, b: 'uct:iterations=300', games: 40 });
  while ((await ask(base, 'GET', `/lab/matches/${id}`)).running) await new Promise((resolve) => setTimeout(resolve, 200));
}
await ask(base, 'POST', '/lab/matches', { game: 'poly_y', options: 'sides=5,size=4', a: 'rave:iterations=1000', b: 'uct:iterations=1000', games: 200 });
await picture('lab', 'lab', (page) => page.locator('.lab-card.match .interval').nth(2).waitFor(), { viewport: { width: 1280, height: 560 } });
await picture('experiment', 'lab/experiments/havannah_figure6', async (page) => {
  await page.waitForSelector('svg.plot');
  await page.locator('.lab-panel').first().scrollIntoViewIfNeeded();
});
await picture('phone', `game/${samples.poly_y}`, board, { viewport: { width: 390, height: 800 }, hasTouch: true, deviceScaleFactor: 2 });
await picture('dark', `game/${samples.hive}`, board, { colorScheme: 'dark' });
await picture('dark-analysis', `game/${opening}`, analysis, { colorScheme: 'dark' });
await browser.close();
await endAll();
