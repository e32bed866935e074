// SPDX-License-Identifier: MIT
// See run.sh. Every test has a browser context of its own; none may leave an error in the console or ask another host.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { strict as assert } from 'node:assert';
import { chromium } from 'playwright-core';
import { panelTests } from './panels.mjs';
import { serveTicTacToe } from './servers.mjs';

const [address, ...wanted] = process.argv.slice(2);
const base = address.replace(/\/$/, '');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tests = [];
const test = (name, run, options = {}) => tests.push({ name, run, options });
const desktop = { width: 1280, height: 800 };

// ---- what tests share

async function request(method, path, body) {
  const answer = await fetch(base + '/api' + path, { method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body && JSON.stringify(body) });
  const json = await answer.json();
  assert(answer.ok, `${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}
/** A game that the server begins, opened on the page. */
async function open(page, game, options, seats, more = {}) {
  const made = await request('POST', '/games', { game, options, seats, seed: 1, ...more });
  await page.goto(`${base}/#/game/${made.id}`);
  await page.waitForSelector('.stage .board');
  return made.id;
}
const state = (id) => request('GET', `/games/${id}`);
const isOver = (page) => page.locator('.status h1.over').count();
/** Waits until somebody clicks next, or nobody does any more. */
const settled = (page) => page.waitForFunction(() => document.querySelector('.board.active, .status h1.over') && !document.querySelector('.thinking.move'));
async function until(condition, what, seconds = 10) {
  for (let i = 0; i < seconds * 20; ++i) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`waited ${seconds} s for ${what}`);
}
/** Makes one move by clicking on what lights up, `pick` of it. */
async function clickMove(page, pick = () => 0) {
  const ply = await page.locator('.ply-count').textContent();
  const changed = async () => (await page.locator('.ply-count').textContent()) !== ply || (await isOver(page)) > 0;
  for (let i = 0; i < 3; ++i) {
    const choice = page.locator('.choice button').first();
    if (await choice.count()) {
      await choice.click();
      break;
    }
    const selecting = await page.locator('.board.selecting').count();
    const lit = page.locator(`.board [data-name].${selecting ? 'target' : 'can'}`);
    const count = await lit.count();
    if (!count) {
      await page.locator('.move').first().click();
      break;
    }
    const element = lit.nth(pick(count, selecting));
    if (await element.evaluate((e) => e instanceof SVGElement)) await element.locator('.hit').click({ force: true });
    else await element.click();
    // Either it was a move, or more clicks are asked for.
    await until(async () => (await changed()) || (await page.locator('.board.selecting, .choice').count()) > 0, 'a click to be understood');
    if (await changed()) return;
  }
  await until(changed, 'a move to be played');
}
async function playToEnd(page, pick, most = 80) {
  for (let i = 0; i < most; ++i) {
    await settled(page);
    if (await isOver(page)) return;
    await clickMove(page, pick);
  }
  assert.fail(`not over after ${most} moves`);
}
const middle = (count) => Math.floor(count / 2);

/** Taking back, a hint, an illegal click, a reload, a file, a link: the same for every game, somewhere in the middle of it. */
async function alongTheWay(page, browser, id) {
  await settled(page);
  const before = await state(id);
  assert(before.ply > 0);
  // What is not lit does nothing.
  const dark = page.locator('.board [data-name]:not(.can)').first();
  if (await dark.count()) {
    await dark.dispatchEvent('click');
    await page.waitForTimeout(80);
    assert.equal((await state(id)).revision, before.revision, 'an illegal click played something');
  }
  // A hint.
  await page.locator('.timeline .hint').click();
  await page.waitForSelector('.hint-badge');
  if (await page.locator('.board [data-name].can').count()) assert(await page.locator('.board .suggested').count() > 0, 'the hint is on the board');
  // Taken back to where the person was to move, and played again.
  await page.getByRole('button', { name: 'Take back' }).click();
  await until(async () => (await state(id)).ply < before.ply, 'the move to be taken back');
  const back = await state(id);
  assert.equal(back.seats[back.position.to_move - 1].player, 'human', 'a person is to move again');
  assert.deepEqual(back.saved.moves, before.saved.moves, 'the moves are still there');
  await page.getByRole('button', { name: 'To the end' }).click();
  await until(async () => (await state(id)).ply === before.ply, 'the moves to be played again');
  await until(async () => (await page.locator('.ply-count').textContent()) === `${before.ply}/${before.ply}`, 'the page to show it');
  // Reloading loses nothing.
  await page.reload();
  await page.waitForSelector('.stage .board');
  assert.equal(await page.locator('.ply-count').textContent(), `${before.ply}/${before.ply}`);
  // A file, loaded by a browser that has never been here.
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('a[download$=".json"]').click()]);
  const text = readFileSync(await download.path());
  assert.deepEqual(JSON.parse(text).moves, before.saved.moves);
  const other = await browser.newContext({ viewport: desktop });
  other.setDefaultTimeout(10_000);
  try {
    const fresh = await other.newPage();
    await fresh.goto(base + '/');
    await fresh.locator('input[type=file]').setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: text });
    await fresh.waitForSelector('.stage .board');
    assert.equal(await fresh.locator('.ply-count').textContent(), `${before.ply}/${before.ply}`);
    // A link.
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForFunction(() => document.querySelector('.link-text')?.value.includes('#/share/'));
    const link = await page.locator('.link-text').inputValue();
    await page.keyboard.press('Escape');
    await fresh.goto('about:blank');
    await fresh.goto(link);
    await fresh.waitForSelector('.stage .board');
    const copy = await state(new URL(fresh.url()).hash.split('/').at(-1));
    assert.notEqual(copy.id, id);
    assert.deepEqual(copy.saved.moves, before.saved.moves);
  } finally {
    await other.close();
  }
}

// ---- five games, each to its end

test('Havannah from the first page to the end', async (page, browser) => {
  await page.goto(base + '/');
  await page.getByRole('link', { name: /^Havannah/ }).click();
  await page.getByLabel('Size').fill('3');
  await page.getByLabel('White').selectOption('human');
  await page.getByLabel('Black').selectOption('own');
  await page.getByLabel('engine').selectOption('uct');
  await page.getByPlaceholder('Search parameters').fill('iterations');
  await page.getByLabel('iterations', { exact: true }).fill('100');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.querySelector('.spec')?.textContent.includes('iterations=100'));
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForSelector('.stage .board');
  const id = new URL(page.url()).hash.split('/').at(-1);
  assert.match((await state(id)).saved.options, /size=3/);
  await clickMove(page, middle);
  await settled(page);
  await clickMove(page);
  await alongTheWay(page, browser, id);
  await playToEnd(page);
  assert.match(await page.locator('.status h1').textContent(), /wins by|draw/);
  assert(await page.locator('.board .last-mark').count() > 0);
});

test('Poly-Y, with a swap', async (page, browser) => {
  const id = await open(page, 'poly_y', 'sides=3,size=4,swap=true', ['uct:iterations=50', 'human']);
  await settled(page);
  await page.locator('.move', { hasText: 'swap' }).click();
  await until(async () => (await state(id)).saved.moves.includes('swap'), 'the swap');
  await settled(page);
  await clickMove(page);
  await alongTheWay(page, browser, id);
  await playToEnd(page);
  assert.match(await page.locator('.status h1').textContent(), /wins/);
  assert(await page.locator('.board .captured').count() >= 2);
});

test('Hive, by tiles and places', async (page, browser) => {
  const id = await open(page, 'hive', 'expansions=M+L+P,max_plies=22', ['human', 'random']);
  const random = (count) => (count * 7919) % 13 % count;
  await clickMove(page, random);
  await settled(page);
  await clickMove(page, random);
  await alongTheWay(page, browser, id);
  await playToEnd(page, random);
  assert.equal((await state(id)).saved.result.winner, 0);
});

test('SameGame, falling stones', async (page, browser) => {
  const id = await open(page, 'samegame', 'cells=011223/012213/112033/022013', ['human']);
  await clickMove(page);
  await alongTheWay(page, browser, id);
  await playToEnd(page);
  assert.match(await page.locator('.status h1').textContent(), /Finished with \d+ points/);
  assert.equal(await page.locator('.seat .score').textContent(), String((await state(id)).position.score));
});

test('Cards, with attacks', async (page, browser) => {
  const id = await open(page, 'cards', 'start_hp=6', ['human', 'random']);
  await clickMove(page);
  await alongTheWay(page, browser, id);
  // The last card of the hand, and the other one's health.
  await playToEnd(page, (count, selecting) => (selecting ? 0 : count - 1));
  assert.match(await page.locator('.status h1').textContent(), /wins|draw/);
});

test('cards for three', async (page) => {
  await open(page, 'cards3', 'start_hp=3', ['human', 'flat:iterations=20', 'flat:iterations=20']);
  await playToEnd(page, (count) => count - 1, 60);
  assert.equal(await page.locator('.side-of').count(), 3);
});

test('a game that the page has never heard of', async (page) => {
  await page.goto(await serveTicTacToe());
  await page.getByRole('link', { name: /Tic.tac.toe/i }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForSelector('.stage .board');
  assert.equal(await page.locator('.stage .cell').count(), 9);
  // Against an engine: the free cell that it leaves, until the game is over.
  for (let stones = 1; !(await page.locator('.status h1.over').count()); stones += 2) {
    assert(stones < 10, 'the game ends');
    await page.locator('.stage .can .hit').first().click({ force: true });
    await page.waitForFunction((least) => document.querySelectorAll('.stage .stone').length >= least, stones);
    await page.waitForFunction(() => document.querySelector('.stage .can') || document.querySelector('.status h1.over'));
  }
  assert.match(await page.locator('.status h1').textContent(), /wins|draw/i);
}, { anyServer: true });

// ---- playing

test('two people, resigning, the same again', async (page) => {
  const id = await open(page, 'havannah', 'size=4', ['human', 'human'], { clock: '300+5' });
  assert(await page.locator('.seat .clock.running').count(), 'a clock runs');
  await clickMove(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.waitForSelector('.status h1.over');
  assert.match(await page.locator('.status h1').textContent(), /Black resigned: White wins/);
  await page.locator('.play-tab button', { hasText: 'New game' }).click();
  await until(() => !page.url().includes(id), 'a new game');
});

test('two engines, paused and by steps; other players', async (page) => {
  const id = await open(page, 'havannah', 'size=4', ['uct:iterations=50', 'uct:iterations=50'], { auto: false });
  await page.getByRole('button', { name: 'One move' }).click();
  await until(async () => (await state(id)).ply === 1, 'one move');
  await page.getByRole('button', { name: 'Players' }).click();
  await page.locator('dialog select').first().selectOption('human');
  await page.getByRole('button', { name: 'Change players' }).click();
  await until(async () => (await state(id)).seats[0].player === 'human', 'a person to sit down');
  await page.getByRole('button', { name: 'Engines play' }).click();
  await until(async () => (await state(id)).ply === 2, 'the engine to move');
  await settled(page);
  await clickMove(page);
});

test('thinking is shown and can be cut short', async (page) => {
  await open(page, 'havannah', 'size=8', ['uct:seconds=60', 'human']);
  await page.waitForFunction(() => /\/s/.test(document.querySelector('.thinking .figures')?.textContent ?? ''));
  await page.getByRole('button', { name: 'Move now' }).click();
  await settled(page);
  assert.equal(await page.locator('.ply-count').textContent(), '1/1');
});

test('a browser that may keep nothing begins games all the same', async (page) => {
  await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('Access is denied.', 'SecurityError'); } }));
  await page.goto(base + '/#/new/havannah');
  await page.locator('.set-up').getByRole('button', { name: 'Close' }).click();
  await until(async () => !(await page.locator('.set-up .coach').count()), 'the offer of the rules to go');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForSelector('.stage .board');
  await page.locator('.theme').click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
});

test('a piece that was taken up stays so while the game gets a note', async (page) => {
  const id = await open(page, 'hive', '', ['human', 'human']);
  await page.locator('.tile-button.can').first().click();
  await page.locator('.board.selecting').waitFor();
  await request('PUT', `/games/${id}/notes`, { notes: [{ ply: 0, text: 'well' }], variations: [] });
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.board.selecting').count(), 1);
});

test('a late answer does not bring back what is over', async (page) => {
  const id = await open(page, 'havannah', 'size=4', ['uct:seconds=60', 'human']);
  await page.route('**/hurry', async (route) => {
    await route.fetch();
    await until(async () => (await page.locator('.ply-count').textContent()) === '1/1', 'the move to be shown');
    await route.fulfill({ json: { ...(await state(id)), thinking: { kind: 'move', seat: 0, place: 0, search: null } } });
  });
  await page.getByRole('button', { name: 'Move now' }).click();
  await page.waitForResponse('**/hurry');
  await page.waitForTimeout(100);
  await settled(page);
});

test('a level that thinks along', async (page) => {
  await page.goto(base + '/#/new/havannah');
  await page.getByLabel('Size').fill('4');
  await page.getByLabel('thinks on while others do').check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForSelector('.stage .board');
  assert.match((await state(new URL(page.url()).hash.split('/').at(-1))).seats[1].player, /^havannah-easy:ponder=true$/);
  await page.locator('.seat', { hasText: 'Easy, thinks along' }).waitFor();
  await clickMove(page, middle);
  await page.locator('.thinking.ponder').waitFor();
});

test('teaching: what a move cost, and another try', async (page) => {
  const id = await open(page, 'havannah', 'size=4', ['human', 'uct:iterations=50']);
  await page.route('**/judge', (route) => route.fulfill({ json: {
    ply: 0, seat: 0, move: 'a1', best: 'd4', value: 0.6, played: 0.4, cost: 0.2, first: 0.6, visits: 900, uncertainty: 0.01, variation: ['d4'], moves: [], forced: false } }));
  await page.locator('.switch', { hasText: 'Teach me' }).click();
  await clickMove(page);
  await page.waitForSelector('.coach.mistake');
  assert.match(await page.locator('.coach').textContent(), /cost 20 %.*Better was d4/);
  await page.getByRole('button', { name: /try again/ }).click();
  await until(async () => (await state(id)).ply === 0, 'the move to be taken back');
  await settled(page);
  await clickMove(page, middle);
});

test('teaching by the server itself', async (page) => {
  const id = await open(page, 'havannah', 'size=3', ['human', 'human']);
  await page.locator('.switch', { hasText: 'Teach me' }).click();
  await clickMove(page);
  await page.waitForSelector('.coach:not(.waiting)');
  assert.match(await page.locator('.coach').textContent(), /good move|cost|too\./);
  assert.equal((await state(id)).ply, 1);
});

test('two pages show one game', async (page, browser) => {
  const id = await open(page, 'havannah', 'size=4', ['human', 'human']);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${base}/#/game/${id}`);
  await other.waitForSelector('.stage .board');
  await clickMove(page);
  await other.waitForFunction(() => document.querySelector('.ply-count')?.textContent === '1/1');
  await clickMove(other);
  await page.waitForFunction(() => document.querySelector('.ply-count')?.textContent === '2/2');
  await context.close();
});

test('earlier games are listed and deleted', async (page) => {
  const id = await open(page, 'havannah', 'size=4', ['human', 'human']);
  await page.goto(base + '/#/');
  const item = page.locator('.earlier li', { has: page.locator(`a[href="#/game/${id}"]`) });
  const isThere = async () => (await request('GET', '/games')).games.some((game) => game.id === id);
  page.once('dialog', (dialog) => dialog.dismiss());
  await item.getByRole('button').click();
  await page.waitForTimeout(100);
  assert(await isThere(), 'it is asked first');
  page.once('dialog', (dialog) => dialog.accept());
  await item.getByRole('button').click();
  await until(async () => !(await isThere()), 'the game to be gone');
});

test('a broken link and a broken file are told', async (page) => {
  await page.goto(base + '/#/share/abcdef');
  await page.waitForSelector('h1:has-text("could not be opened")');
  await page.goto(base + '/#/');
  await page.locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"version": 2, "game": "chess"}') });
  await page.waitForSelector('.toast p');
}, { mayFail: /Failed to load resource/ });

test('a guided first game of each game', async (page) => {
  // What is clicked first where it is not just anything.
  const firsts = { havannah: ['', 'a4', 'g5', 'e5'], hive: ['', 'wQ', 'wA1', 'wA2'], poly_y: ['', '3.7', 'swap'], samegame: ['', 'd2'], cards: ['1:hand:6/6/6'], cards3: ['1:hand:6/6/6'] };
  const clickOn = async (element) => {
    if (await element.evaluate((e) => e instanceof SVGElement)) await element.locator('.hit').click({ force: true });
    else await element.click();
  };
  for (const game of ['havannah', 'poly_y', 'hive', 'samegame', 'cards', 'cards3']) {
    await page.goto(`${base}/#/new/${game}`);
    await page.getByRole('button', { name: 'Rules' }).click();
    let asked = 0;
    for (let at = 0; ; ++at) {
      const board = page.locator('.guide-board .board');
      await board.waitFor();
      await until(async () => (await page.locator(`.steps i:nth-child(${at + 1}).now`).count()) && (await board.locator('[data-name]').count()), 'the step');
      const first = firsts[game]?.[at];
      const task = (await page.locator('.guide .task').textContent()) !== '';
      if (task) ++asked;
      if (game === 'havannah' && at === 1) {
        await board.locator('[data-name=d6] .hit').click({ force: true });
        await page.locator('.task.wrong', { hasText: 'Not that one' }).waitFor();
      }
      // Whatever lights up, one after the other, until it was right.
      for (let n = 0; task && n < 200 && !(await page.locator('.task.done').count()); ++n) {
        const lit = board.locator(first === 'swap' ? '.move' : first ? `[data-click="${first}"].can, [data-name="${first}"].can` : '[data-name].can');
        const targets = board.locator('[data-name].target');
        const count = await lit.count();
        if (count) await clickOn(lit.nth(first ? 0 : n % count));
        if (await targets.count()) await clickOn(targets.nth(n % (await targets.count())));
        await page.waitForTimeout(50);
      }
      assert.equal(await page.locator('.task.done').count(), task ? 1 : 0, `${game}, step ${at + 1}`);
      const next = page.locator('dialog footer').getByRole('button', { name: 'Next' });
      if (!(await next.count())) break;
      await next.click();
    }
    assert(asked >= 2, `${game} asks for ${asked} moves`);
    await page.locator('dialog footer').getByRole('button', { name: 'Play' }).click();
    assert.equal(await page.locator('dialog').count(), 0);
  }
});

// ---- for everyone

test('keyboard alone', async (page) => {
  await open(page, 'havannah', 'size=3', ['human', 'random']);
  await settled(page);
  await page.locator('.timeline button').first().focus();
  await page.evaluate(() => document.activeElement.blur());
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-name]')?.getAttribute('data-name') ?? '');
  for (let i = 0; i < 30 && !(await focused()); ++i) await page.keyboard.press('Tab');
  const first = await focused();
  assert(first, 'Tab leads to the board');
  await page.keyboard.press('ArrowRight');
  const right = await focused();
  assert.notEqual(right, first);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), first);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.plane .stone').length >= 2);
  assert.equal(await focused(), first, 'the focus stays');
  const said = await page.locator('#said').textContent();
  assert.match(said, /to move|wins/);
  // All around, until it is over.
  for (let i = 0; i < 60 && !(await isOver(page)); ++i) {
    await settled(page);
    await page.keyboard.press(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowUp', 'ArrowRight'][i % 7]);
    await page.keyboard.press(i % 2 ? 'Enter' : ' ');
  }
});

test('every board by keyboard', async (page) => {
  for (const [game, options] of [['poly_y', 'sides=5,size=4'], ['hive', ''], ['samegame', 'cells=0112/0121'], ['cards', ''], ['cards3', '']]) {
    const id = await open(page, game, options, Array({ samegame: 1, cards3: 3 }[game] ?? 2).fill('human'));
    const before = (await state(id)).revision;
    const lit = () => page.evaluate(() => {
      const here = document.activeElement?.closest('.board [data-name]');
      return here && here.classList.contains(document.querySelector('.board.selecting') ? 'target' : 'can');
    });
    for (let i = 0; i < 30 && (await lit()) === null; ++i) await page.keyboard.press('Tab');
    assert.notEqual(await lit(), null, `${game}: Tab leads to the board`);
    let played = false;
    for (let i = 0; i < 60 && !played; ++i) {
      if (await lit()) {
        await page.keyboard.press(i % 2 ? 'Enter' : ' ');
        await page.waitForTimeout(60);
        played = (await state(id)).revision > before;
      } else await page.keyboard.press(`Arrow${['Up', 'Right', 'Down', 'Down', 'Left', 'Up', 'Left'][i % 7]}`);
    }
    assert(played, `${game}: Enter and arrows play`);
  }
});

for (const width of [320, 390]) {
  test(`a phone ${width} wide`, async (page) => {
    for (const [game, options, seats] of [['havannah', 'size=5', ['human', 'random']], ['hive', '', ['human', 'human']], ['cards', '', ['human', 'human']], ['samegame', '', ['human']], ['poly_y', '', ['human', 'human']]]) {
      await open(page, game, options, seats);
      await settled(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert(overflow <= 0, `${game} is ${overflow} pixels too wide`);
      assert((await page.locator('.stage .board').boundingBox()).y < 260, `${game}: the board comes first`);
      assert((await page.locator('.bar').boundingBox()).height < 60, `${game}: no word of the bar is broken`);
      await clickMove(page);
    }
    await page.goto(base + '/#/');
    await page.waitForSelector('.game-card h2');
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  }, { viewport: { width, height: 740 }, hasTouch: true });
}

test('dark, light, and what was chosen', async (page) => {
  const dark = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).every((c) => c < 60));
  await page.goto(base + '/#/');
  assert(await dark(), 'as the system has it');
  await page.locator('.theme').click();
  assert(!(await dark()), 'light');
  await page.reload();
  assert(!(await dark()), 'remembered');
}, { colorScheme: 'dark' });

for (const colorScheme of ['light', 'dark']) {
  test(`axe, ${colorScheme}`, async (page) => {
    const found = [];
    const scan = async (where) => {
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      for (const v of violations) {
        if (['serious', 'critical'].includes(v.impact)) found.push(`${where}: ${v.id}, ${v.nodes.length} times: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].any[0]?.message ?? ''}`);
      }
    };
    for (const [game, options] of [['havannah', 'size=4'], ['hive', ''], ['samegame', 'cells=0112/0121'], ['cards', '']]) {
      const id = await open(page, game, options, game === 'samegame' ? ['human'] : ['human', 'human']);
      await clickMove(page);
      await until(async () => (await page.locator('.ply-count').textContent()).startsWith(`${(await state(id)).ply}/`), 'all moves to be shown');
      await scan(game);
    }
    await page.goto(base + '/#/');
    await page.waitForSelector('.game-card .board');
    await scan('home');
    await page.goto(base + '/#/new/havannah');
    await page.waitForSelector('.preview .board');
    await page.getByLabel('Black').selectOption('own');
    await page.locator('details.more summary').click();
    await scan('new');
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.waitForSelector('.guide-board .board');
    await scan('guide');
    assert.deepEqual(found, []);
  }, { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
}

const endPanelTests = panelTests({ test, base, axe, until, clickMove });

// ---- running them

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
let passed = 0;
let failed = 0;
async function runOne({ name, run, options }) {
  const { mayFail, anyServer, ...contextOptions } = options;
  const context = await browser.newContext({ viewport: desktop, ...contextOptions });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    // That a game has no book is answered with 404.
    if (message.type() === 'error' && !/favicon|\/api\/books\//.test(message.location().url) && !mayFail?.test(message.text())) wrong.push(message.text() + ' ' + message.location().url);
  });
  page.on('request', (asked) => {
    if (!anyServer && !asked.url().startsWith(base) && /^(https?|wss?):/.test(asked.url())) wrong.push(`asked another host: ${asked.url()}`);
  });
  const began = Date.now();
  try {
    await run(page, browser);
    assert.deepEqual(wrong, [], 'errors on the page');
    ++passed;
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}: ${error.message}${wrong.length ? `\n        ${wrong.join('\n        ')}` : ''}`);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name.replace(/\W+/g, '-')}.png` });
  }
  await context.close();
}
// Most of a test is waiting, so several run at once.
const queue = tests.filter(({ name }) => !wanted.length || wanted.some((w) => name.includes(w)));
await Promise.all([1, 2, 3].map(async () => {
  while (queue.length) await runOne(queue.shift());
}));
await browser.close();
await endPanelTests();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
