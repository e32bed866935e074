// SPDX-License-Identifier: MIT
// Understanding and measuring: analysis, review, learning from mistakes, and the lab. Part of tests.mjs.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { ask, endAll, folder, laboratory, serve } from './servers.mjs';

// At move 7 White neither sees that a4 finishes the bridge along the edge, nor that g7 is about to finish Black's.
const missed = { version: 2, game: 'havannah', options: 'size=4', moves: ['a1', 'g4', 'a2', 'g5', 'a3', 'g6', 'c3', 'g7'] };
const longGame = { version: 2, game: 'havannah', options: 'size=6', moves: ['f6', 'e5', 'd4', 'g7', 'c3', 'h8', 'e7', 'd6', 'g5', 'f4'] };
const slow = 60_000; // what searches, on a busy machine

/** Returns what is to be called when all tests are through. */
export function panelTests({ test, base, axe, until, clickMove }) {
  const state = (id, at = base) => ask(at, 'GET', `/games/${id}`);
  /** A game that was saved, looked at by people. */
  async function put(saved, at = base) {
    const players = { samegame: 1, cards3: 3 }[saved.game] ?? 2;
    return (await ask(at, 'POST', '/games', { saved, seats: Array(players).fill('human') })).id;
  }
  async function visit(page, id, at = base) {
    await page.goto(`${at}/#/game/${id}`);
    await page.waitForSelector('.stage .board');
  }
  async function openTab(page, name) {
    await page.getByRole('tab', { name }).click();
    await page.waitForSelector('.pane');
  }
  const heading = (page) => page.locator('.status h1').textContent();
  const analysed = (page, rows = 2) => page.waitForFunction((n) => document.querySelectorAll('.lines tbody tr').length >= n, rows, { timeout: slow });
  const stateWords = (page, words) => page.locator('.pane .state', { hasText: words }).first().waitFor({ timeout: slow });
  async function stop(page) {
    await page.locator('.analysis').getByRole('button', { name: 'Stop', exact: true }).click();
    await page.waitForFunction(() => !/thinks|begins|waits/.test(document.querySelector('.analysis .state')?.textContent ?? ''));
  }
  async function reviewAll(page) {
    await openTab(page, 'Review');
    await page.getByRole('button', { name: /Review the whole game|Go on with the review/ }).click();
    await stateWords(page, /, done/);
  }
  /** A review by the server alone, for tests of what is shown. */
  async function reviewed(saved, at = base) {
    const id = await put(saved, at);
    await ask(at, 'POST', `/games/${id}/review`, { player: 'uct:iterations=2000' });
    await until(async () => (await state(id, at)).review.state === 'done', 'a review', 60);
    return id;
  }
  async function fits(page, where) {
    const wide = await page.evaluate(() => {
      const width = document.documentElement.clientWidth;
      const over = document.documentElement.scrollWidth - width;
      return over <= 0 ? '' : `${over} pixels, ${[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > width + 1).slice(0, 3).map((e) => e.outerHTML.slice(0, 90)).join(' | ')}`;
    });
    assert.equal(wide, '', `${where} is too wide`);
  }
  let theLab;
  const lab = () => (theLab ??= laboratory());
  let small;
  /** A match of a few games in the lab, to be looked at. */
  const smallMatch = () => (small ??= (async () => {
    const { base: at } = await lab();
    const { id } = await ask(at, 'POST', '/lab/matches', { game: 'havannah', options: 'size=3', a: 'uct:iterations=100', b: 'flat:iterations=30', games: 6 });
    await until(async () => !(await ask(at, 'GET', `/lab/matches/${id}`)).running, 'a small match', 60);
    return id;
  })());
  const experiment = (page) => page.locator('.lab-panel table.cells tbody tr').first().waitFor({ timeout: slow });

  // ---- analysis

  test('analysis: heat, lines, candidates, deeper', async (page) => {
    const id = await put({ ...longGame, moves: ['f6', 'e5'] });
    await visit(page, id);
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await analysed(page, 5);
    // What is told about each move, and whose view it is.
    assert.match(await page.locator('.lines tbody .value').first().textContent(), /^\d+\.\d % ± \d+\.\d$/);
    assert.match(await page.locator('.pane .verdict').textContent(), /Values are for White, who is to move: share of wins, ±/);
    assert.match(await page.locator('.lines thead').textContent(), /White plays/);
    assert(await page.locator('.pane .balance').count() === 1);
    assert.match(await page.locator('.facts').textContent(), /playouts.*per second/);
    const heat = page.locator('.stage .heat');
    await page.waitForFunction(() => document.querySelectorAll('.stage .heat').length > 30 && document.querySelectorAll('.stage .heat-text').length > 8, null, { timeout: slow });
    assert(new Set(await heat.evaluateAll((all) => all.map((e) => e.getAttribute('fill')))).size > 5, 'in several colours');
    // Each of the best moves has a line of its own.
    assert(await page.locator('.lines tbody tr .course').count() >= 4, 'several lines');
    // The expected line on the board, without its first move, which is the best one's heat.
    await page.waitForSelector('.stage .step');
    await page.getByRole('button', { name: 'Visits' }).click();
    await page.locator('.legend', { hasText: 'few visits' }).waitFor();
    await page.getByRole('button', { name: 'Off', exact: true }).click();
    await until(async () => !(await heat.count()), 'the heat to go');
    await page.getByRole('button', { name: 'Values' }).click();
    // Deeper.
    await stateWords(page, 'up to 10');
    await page.getByRole('button', { name: 'Go deeper' }).click();
    await stateWords(page, 'up to 30 s');
    // Only what is picked on the board.
    await page.getByRole('button', { name: 'Look only at these moves' }).click();
    for (const cell of ['d7', 'g8']) await page.locator(`.stage [data-name=${cell}] .hit`).click({ force: true });
    await page.waitForFunction(() => {
      const moves = [...document.querySelectorAll('.lines tbody .move button')].map((e) => e.textContent).sort().join();
      return moves === 'd7,g8' && document.querySelectorAll('.stage .heat').length === 2;
    }, null, { timeout: slow });
    assert.equal(await page.locator('.stage .picked').count(), 2);
    assert.deepEqual((await state(id)).saved.moves, ['f6', 'e5'], 'nothing was played');
    await page.getByRole('button', { name: 'Done picking' }).click();
    await page.getByRole('button', { name: 'No longer only d7' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.lines tbody tr').length === 1, null, { timeout: slow });
    await page.getByRole('button', { name: 'No longer only g8' }).click();
    await analysed(page, 5);
    await stop(page);
    const playouts = await page.locator('.facts').textContent();
    // A line, on the board and step by step.
    const line = page.locator('.lines tr.best .move button');
    const first = await line.textContent();
    await line.click();
    await page.waitForSelector('.follow');
    await page.waitForSelector(`.stage [data-name=${first}] .stone`);
    assert.match(await heading(page), /^After move 3/);
    await page.getByRole('button', { name: 'Step on in the line' }).click();
    await page.locator('.status h1', { hasText: 'After move 4' }).waitFor();
    await page.getByRole('button', { name: 'Step back in the line' }).click();
    await page.locator('.status h1', { hasText: 'After move 3' }).waitFor();
    await page.locator('.follow').getByRole('button', { name: 'Keep as variation' }).click();
    await page.locator('.follow').getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForFunction(() => !/After/.test(document.querySelector('.status h1').textContent));
    assert.equal(await page.locator('.facts').textContent(), playouts, 'it has stopped');
    await until(async () => (await state(id)).saved.variations?.length === 1, 'the variation to be kept');
    assert.deepEqual((await state(id)).saved.moves, ['f6', 'e5']);
  });

  test('analysis follows what is looked at', async (page) => {
    await visit(page, await put({ ...missed, moves: missed.moves.slice(0, 6) }));
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.pane .verdict', { hasText: 'Proven: won for White' }).waitFor({ timeout: slow });
    assert.equal(await page.locator('.lines tbody tr').first().locator('.move button').textContent(), 'a4', 'the best move comes first');
    await page.locator('.stepper').getByRole('button', { name: 'One move back' }).click();
    await page.waitForFunction(() => /for Black, who is to move/.test(document.querySelector('.pane .verdict')?.textContent ?? ''), null, { timeout: slow });
    await stop(page);
    // What was found is about that position, and not about the one before it.
    await page.locator('.stepper').getByRole('button', { name: 'One move back' }).click();
    await page.locator('.status h1', { hasText: 'After move 4' }).waitFor();
    await until(async () => !(await page.locator('.pane .lines').count()), 'the lines to go');
    await page.locator('.stepper').getByRole('button', { name: 'One move on' }).click();
    await page.locator('.pane .lines').waitFor();
  });

  test('analysis follows quick steps, in whatever order requests arrive', async (page) => {
    await visit(page, await put(longGame));
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await analysed(page, 5);
    let late = 1;
    await page.route('**/api/analyses/*', async (route) => {
      if (route.request().method() === 'PUT' && late-- > 0) await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    for (const move of [9, 8]) {
      await page.locator('.stepper').getByRole('button', { name: 'One move back' }).click();
      await page.locator('.status h1', { hasText: `After move ${move}` }).waitFor();
    }
    await page.waitForTimeout(1500);
    await stateWords(page, 'thinks');
    await analysed(page, 5);
    await stop(page);
  });

  test('analysis of cards and of Hive', async (page) => {
    await visit(page, (await ask(base, 'POST', '/games', { game: 'cards', options: 'start=reference', seats: ['human', 'human'], seed: 3 })).id);
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await analysed(page, 4);
    // On cards, and on the button of the move that is none.
    await page.waitForFunction(() => document.querySelectorAll('.card .heat-badge').length >= 4 && document.querySelectorAll('.move .heat-badge').length === 1, null, { timeout: slow });
    assert.match(await page.locator('.card.is-best').getAttribute('aria-label'), /hand, soldier.*, \d+ \d+k?, can be played/);
    await stop(page);
    await visit(page, (await ask(base, 'POST', '/games', { saved: { version: 2, game: 'hive', options: '', moves: ['wS1', 'bS1 wS1-', 'wQ -wS1', 'bQ bS1-'] }, seats: ['human', 'human'] })).id);
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await analysed(page, 6);
    await page.waitForFunction(() => document.querySelectorAll('.stage .heat').length >= 3 && document.querySelectorAll('.lines .course').length >= 5, null, { timeout: slow });
    assert.match(await page.locator('.pane .verdict').textContent(), /points of the evaluation, 0 is even/);
    await stop(page);
  });

  test('cards for three: analysis and review', async (page) => {
    const { id } = await ask(base, 'POST', '/games', { game: 'cards3', options: 'start_hp=4', seats: Array(3).fill('flat:iterations=20'), seed: 3 });
    await until(async () => (await state(id)).position.result, 'a game to end', 60);
    await visit(page, id);
    await openTab(page, 'Analysis');
    assert.match(await page.locator('.pane .state').first().textContent(), /over/);
    await page.getByRole('button', { name: 'To the start' }).first().click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await analysed(page, 1);
    assert.match(await page.locator('.pane .verdict').textContent(), /Values are for|Proven/);
    assert.equal(await page.locator('.pane .balance').count(), 0, 'one bar is for two');
    await stop(page);
    await openTab(page, 'Review');
    await page.getByLabel('Who reviews').selectOption({ index: 1 }); // the weakest, for its speed
    await page.getByRole('button', { name: 'Review the whole game' }).click();
    await stateWords(page, /, done/);
    assert(await page.locator('.graph .shape').count() > 1);
    assert.equal(await page.locator('.summary tbody tr').count(), 3);
  });

  test('a puzzle that is begun twice at once leaves no search behind', async (page) => {
    const asked = { POST: 0, DELETE: 0 };
    page.on('request', (request) => {
      if (request.url().includes('/api/solves') && request.method() in asked) ++asked[request.method()];
    });
    await visit(page, await put({ version: 2, game: 'samegame', options: 'board=1', moves: [] }));
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'Solve from the start' }).dblclick();
    const running = page.locator('.solve').getByRole('button', { name: 'Stop', exact: true });
    await until(async () => {
      if (await running.count()) await running.click();
      return asked.POST > 0 && asked.POST === asked.DELETE;
    }, 'every search to be ended');
  });

  // ---- review

  test('a review, stopped, and gone on with after a restart', async (page) => {
    const server = await serve(folder());
    try {
      const id = await put(longGame, server.base);
      await visit(page, id, server.base);
      await openTab(page, 'Review');
      await page.getByRole('button', { name: 'Review the whole game' }).click();
      await page.locator('.graph .shape').nth(1).waitFor({ state: 'attached', timeout: slow });
      await page.locator('.pane.review').getByRole('button', { name: 'Stop' }).click();
      await stateWords(page, /, stopped/);
      const kept = (await state(id, server.base)).saved.reviews.at(-1);
      assert(kept.plies.length >= 2 && kept.plies.length < longGame.moves.length, `${kept.plies.length} plies were reviewed`);
      await server.end('SIGTERM');
      await page.waitForSelector('.badge.lost');
      await server.again();
      await page.waitForFunction(() => !document.querySelector('.badge.lost'), null, { timeout: slow });
      await page.reload();
      await page.waitForSelector('.stage .board');
      await openTab(page, 'Review');
      await stateWords(page, new RegExp(`^${kept.plies.length} of ${longGame.moves.length}, stopped`));
      assert.equal(await page.locator('.graph .shape').count(), kept.plies.length);
      await page.getByRole('button', { name: 'Go on with the review' }).click();
      await stateWords(page, /, done/);
      const all = (await state(id, server.base)).saved.reviews;
      assert.equal(all.length, 1, 'it is the same review');
      assert.deepEqual(all[0].plies.map((entry) => entry.ply).sort((a, b) => a - b), [...longGame.moves.keys()]);
      for (const entry of kept.plies) assert.deepEqual(all[0].plies.find((e) => e.ply === entry.ply), entry, 'what was known stays');
      // Its curve, a dot for each move, and both lead through the game.
      await page.waitForFunction((n) => document.querySelectorAll('.graph .shape').length === n, longGame.moves.length);
      assert.match(await page.locator('.graph .curve').getAttribute('d'), /^M[\d.]+ [\d.]+(L|.*L)/);
      const box = await page.locator('.graph').boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForFunction(() => /^After move [3-7]:/.test(document.querySelector('.status h1').textContent));
      assert.match(await page.locator('.said').textContent(), /^\s*\d+\. \w+ by (White|Black):/);
      // The line below the board leads through what is shown, and takes nothing back.
      const shown = Number((await page.locator('.ply-count').textContent()).split('/')[0]);
      assert.match(await heading(page), new RegExp(`^After move ${shown}:`));
      await page.locator('.timeline').getByRole('button', { name: 'One move on' }).click();
      await page.locator('.status h1', { hasText: `After move ${shown + 1}:` }).waitFor();
      assert.equal((await state(id, server.base)).ply, longGame.moves.length);
    } finally {
      await server.close();
    }
  }, { anyServer: true, mayFail: /Failed to load resource|ERR_/ });

  test('killed during play: every finished move is there', async (page) => {
    const server = await serve(folder());
    try {
      const { id } = await ask(server.base, 'POST', '/games', { game: 'havannah', options: 'size=5', seats: ['human', 'flat:iterations=20'] });
      await visit(page, id, server.base);
      for (let i = 0; i < 3; ++i) {
        await page.waitForSelector('.board.active');
        await clickMove(page, (n) => n >> 1);
      }
      await until(async () => (await state(id, server.base)).ply === 6, 'six moves');
      const { saved } = await state(id, server.base);
      await server.end('SIGKILL');
      await page.waitForSelector('.badge.lost');
      await server.again();
      await page.waitForFunction(() => !document.querySelector('.badge.lost'), null, { timeout: slow });
      assert.deepEqual((await state(id, server.base)).saved.moves, saved.moves);
      await page.locator('.ply-count', { hasText: '6/6' }).waitFor();
      await clickMove(page);
      await until(async () => (await state(id, server.base)).ply === 8, 'the game to go on');
    } finally {
      await server.close();
    }
  }, { anyServer: true, mayFail: /Failed to load resource|ERR_/ });

  test('a token is asked for', async (page) => {
    const server = await serve(folder(), '--token', 'open-sesame');
    try {
      await page.goto(server.base + '/');
      await page.getByLabel('Token').fill('open-says-me');
      await page.getByRole('button', { name: 'Enter' }).click();
      // The page is loaded again. Its address shows the token for a moment only.
      await page.waitForFunction(() => document.querySelector('[aria-label=Token]')?.value === '');
      await page.getByLabel('Token').fill('open-sesame');
      await page.getByRole('button', { name: 'Enter' }).click();
      await page.waitForSelector('.game-card .board');
      assert(!page.url().includes('open-sesame'), 'the address does not show it');
    } finally {
      await server.close();
    }
  }, { anyServer: true, mayFail: /401/ });

  test('a mistake is found, hidden, tried again and solved', async (page) => {
    const id = await put(missed);
    await visit(page, id);
    await reviewAll(page);
    await page.getByRole('button', { name: 'Learn from the mistakes of White' }).click();
    await page.locator('.learn h2', { hasText: '1 of 1: move 7' }).waitFor();
    await page.waitForFunction(() => /^After move 6:/.test(document.querySelector('.status h1').textContent));
    assert.match(await page.locator('.learn').textContent(), /White played c3, which cost 100\.0 percentage points/);
    // Nothing tells the answer: not the panel, and not the board, where it is a cell like others.
    const tells = () => page.evaluate(() => {
      const cell = document.querySelector('.stage [data-name=a4]');
      const like = (name) => document.querySelector(`.stage [data-name=${name}]`).outerHTML.replaceAll(name, 'CELL').replace(/points="[^"]*"|transform="[^"]*"|tabindex="[^"]*"/g, '');
      const said = cell.getAttribute('aria-label') + document.querySelector('#said').textContent;
      return [/\ba4\b/.test(document.querySelector('.side').outerHTML), like('a4') !== like('b4'), document.querySelectorAll('.stage :is(.good, .heat, .step, .suggested)').length, /best|winn/.test(said)];
    });
    assert.deepEqual(await tells(), [false, false, 0, false]);
    await page.locator('.stage [data-name=d4] .hit').click({ force: true });
    await page.waitForSelector('.learn .wrong', { timeout: slow });
    assert.match(await page.locator('.learn .wrong').textContent(), /d4.* costs 100\.0 percentage points/);
    assert.deepEqual((await tells()).slice(0, 2), [false, false], 'still hidden');
    await page.locator('.stage [data-name=a4] .hit').click({ force: true });
    await page.waitForSelector('.learn .right', { timeout: slow });
    assert.match(await page.locator('.learn .right').textContent(), /a4 is the best move/);
    await page.waitForSelector('.stage [data-name=a4] .good');
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.locator('.learn', { hasText: '1 of 1 found' }).waitFor();
    await page.getByRole('button', { name: 'Back to the review' }).click();
    await page.locator('.key-moves button', { hasText: '7. c3' }).click();
    await page.waitForFunction(() => /^move 6 of/.test(document.querySelector('.stepper .where').textContent));
    await page.waitForSelector('.stage [data-name=a4] .good');
    await page.waitForSelector('.stage [data-name=c3] .bad');
    assert.match(await page.locator('.said').textContent(), /7\. c3 by White: blunder, cost .* better a4/);
    assert.deepEqual((await state(id)).saved.moves, missed.moves);
  });

  // ---- the lab

  test('the lab: an experiment that is finished, and one that runs', async (page) => {
    const { base: at } = await lab();
    await page.goto(`${at}/#/lab`);
    const card = (text) => page.locator('.lab-card', { hasText: text });
    await card('Havannah, Figure 6').waitFor({ timeout: slow });
    assert.equal(await card('Havannah, Figure 6').locator('.running').count(), 0);
    await card('Exploration constants').locator('.running').waitFor({ timeout: slow });
    await card('Havannah, Figure 6').click();
    await experiment(page);
    assert.match(await page.locator('.progress-line').textContent(), /([\d,]+) of \1 games/);
    assert.match(await page.locator('table.cells tbody').first().textContent(), /\d+\.\d % \[\d+\.\d, \d+\.\d\]/);
    assert.match(await page.locator('.verdict-line').textContent(), /agrees\s*\d+differs\s*\d+open\s*\d+/);
    assert(await page.locator('svg.plot .whisker, svg.plot .error, svg.plot .bar').count() > 5 || /M.*V/.test(await page.locator('svg.plot').first().innerHTML()), 'error bars');
    assert(await page.locator('.lab-panel img').evaluate((image) => image.decode().then(() => image.naturalWidth > 100)), 'the figure of the report');
    const saved = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), name.click()]);
      return [download.suggestedFilename(), readFileSync(await download.path(), 'utf8')];
    };
    const [csvName, csv] = await saved(page.getByRole('button', { name: 'Save as CSV' }));
    assert.equal(csvName, 'havannah_figure6.csv');
    assert.match(csv, /^panel,cell,games,wanted,[^\n]*\n"?Board size/);
    const [svgName, svg] = await saved(page.getByRole('button', { name: 'Save as SVG' }).first());
    assert.match(svgName, /^havannah_figure6-.*\.svg$/);
    assert.match(svg, /^(<\?xml[^>]*>\s*)?<svg [^>]*xmlns=/);
    assert(await page.evaluate((text) => !new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror'), svg), 'it is SVG');
    // The one that runs: its count grows by itself.
    await page.goto(`${at}/#/lab/experiments/small`);
    await experiment(page);
    await page.locator('.progress-line .running').waitFor({ timeout: slow });
    const count = () => page.locator('.progress-line .quiet').textContent();
    const before = await count();
    await page.waitForFunction((was) => document.querySelector('.progress-line .quiet')?.textContent !== was, before, { timeout: slow });
    assert.match(await count(), /^\d+ of 8,000 games$/);
    // One of its games, on the board.
    await page.getByRole('link', { name: /^The \d+ games of row/ }).first().click();
    await page.getByRole('button', { name: 'Replay game 0 on the board' }).click();
    await page.waitForSelector('.stage .board');
    await page.locator('.ply-count', { hasText: /^0\/\d+$/ }).waitFor();
  }, { anyServer: true });

  test('the lab: a match from the form, stopped, one game replayed', async (page) => {
    const { base: at } = await lab();
    await page.goto(`${at}/#/lab`);
    await page.getByRole('button', { name: 'Start a match' }).click();
    const form = page.getByRole('form', { name: 'Start a match' });
    await form.getByLabel('Game', { exact: true }).selectOption('havannah');
    await form.locator('summary', { hasText: 'Options' }).click();
    await form.getByLabel('Size').fill('6');
    await form.getByLabel('Size').press('Tab');
    await form.getByLabel('Games').fill('1000');
    await form.getByRole('button', { name: 'Start' }).click();
    const card = page.locator('.lab-card.match', { hasText: 'size 6' });
    await card.locator('.running').waitFor({ timeout: slow });
    await card.click();
    await page.waitForFunction(() => document.querySelectorAll('table.cells tbody tr').length >= 2, null, { timeout: slow });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.waitForFunction(() => !document.querySelector('.badge.running') && !document.querySelector('.failure'), null, { timeout: slow });
    const id = new URL(page.url()).hash.split('/').at(-1);
    const match = await ask(at, 'GET', `/lab/matches/${id}`);
    assert(!match.running && match.games.length >= 2 && match.games.length < 1000);
    await page.waitForSelector('.big-rate');
    assert.match(await page.locator('.big-rate').textContent(), /\d+\.\d % ?95 %: \d+\.\d to \d+\.\d %/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save as CSV' }).click()]);
    const lines = readFileSync(await download.path(), 'utf8').trim().split('\n');
    assert.equal(lines.length, match.games.length + 1, 'a line for each game');
    await page.getByRole('button', { name: 'Replay game 1 on the board' }).click();
    await page.waitForSelector('.stage .board');
    const plies = match.games.find((game) => game.number === 1).plies;
    await page.locator('.ply-count', { hasText: `0/${plies}` }).waitFor();
    await page.locator('.timeline').getByRole('button', { name: 'To the end' }).click();
    await page.locator('.ply-count', { hasText: `${plies}/${plies}` }).waitFor();
    assert.match(await heading(page), /wins|draw/);
  }, { anyServer: true });

  // ---- for everyone

  test('analysis and review by keyboard alone', async (page) => {
    await visit(page, await put({ ...missed, moves: missed.moves.slice(0, 5) }));
    const focused = () => page.evaluate(() => {
      const e = document.activeElement;
      return e === document.body ? '' : `${e.getAttribute('aria-label') ?? ''} ${e.textContent}`.trim();
    });
    /** Tab leads there. */
    const tabTo = async (wanted, key = 'Tab') => {
      const seen = [];
      for (let i = 0; i < 60; ++i) {
        await page.keyboard.press(key);
        seen.push(await focused());
        if (wanted.test(seen.at(-1))) return;
      }
      assert.fail(`${key} does not lead to ${wanted}: ${seen.join(' | ').slice(0, 600)}`);
    };
    await tabTo(/^Game$/);
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.pane.analysis');
    await tabTo(/^Analyse$/);
    await page.keyboard.press('Enter');
    await analysed(page, 3);
    assert.equal(await focused(), 'Stop', 'the focus stays');
    await page.keyboard.press('Enter');
    await tabTo(/^Show \w+ on the board/);
    await page.waitForSelector('.stage .step');
    await page.keyboard.press('Enter');
    await page.locator('.status h1', { hasText: 'After move 6' }).waitFor();
    // Back in the game with a key, and on to the review.
    await tabTo(/^One move back/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => !/After/.test(document.querySelector('.status h1').textContent));
    await tabTo(/^Analysis$/, 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('.pane.review');
    await tabTo(/^Review the whole game$/);
    await page.keyboard.press('Enter');
    await stateWords(page, /, done/);
    await tabTo(/^Win rate for White/);
    await page.keyboard.press('Home');
    await page.locator('.status h1', { hasText: 'At the start' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.status h1', { hasText: 'After move 1' }).waitFor();
    assert.match(await page.locator('.graph').getAttribute('aria-valuetext'), /^move 2, White \d+ %$/);
  });

  test('panels and lab on a phone', async (page) => {
    const { base: at } = await lab();
    await visit(page, await reviewed(missed, at), at);
    await openTab(page, 'Analysis');
    await page.getByRole('button', { name: 'To the start' }).last().click();
    await page.getByRole('button', { name: 'Analyse' }).click();
    await analysed(page, 3);
    await fits(page, 'analysis');
    await page.getByRole('button', { name: 'Look only at these moves' }).click();
    await page.locator('.stage [data-name=d3] .hit').click({ force: true });
    await page.waitForSelector('.chip');
    await fits(page, 'picking');
    await stop(page);
    await page.getByLabel('Who analyses').selectOption('own');
    await page.locator('.player-choice .spec', { hasText: /^rave:/ }).waitFor(); // a named player in full
    await fits(page, 'a player for the analysis');
    await openTab(page, 'Review');
    await page.waitForSelector('.graph');
    await fits(page, 'review');
    await page.getByRole('button', { name: 'Learn from the mistakes of Black' }).click();
    await page.waitForSelector('.learn');
    await fits(page, 'learning');
    await openTab(page, 'Variations');
    await fits(page, 'variations');
    await page.goto(`${at}/#/lab`);
    await page.waitForSelector('.lab-card');
    await fits(page, 'the lab');
    await page.getByRole('button', { name: 'Start a match' }).click();
    await page.getByLabel('A', { exact: true }).selectOption('own');
    await page.locator('.match-form .spec', { hasText: /^rave:.*iterations=/ }).waitFor();
    await fits(page, 'the form');
    await page.goto(`${at}/#/lab/experiments/havannah_figure6`);
    await experiment(page);
    await fits(page, 'an experiment');
    await page.goto(`${at}/#/lab/matches/${await smallMatch()}`);
    await page.waitForSelector('table.cells tbody tr');
    await fits(page, 'a match');
  }, { viewport: { width: 390, height: 740 }, hasTouch: true, anyServer: true });

  for (const colorScheme of ['light', 'dark']) {
    test(`axe of panels and lab, ${colorScheme}`, async (page) => {
      const { base: at } = await lab();
      const found = [];
      const scan = async (where) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
        for (const v of violations) {
          if (['serious', 'critical'].includes(v.impact)) found.push(`${where}: ${v.id}, ${v.nodes.length} times: ${v.nodes[0].html.slice(0, 160)} ${v.nodes[0].any[0]?.message ?? ''}`);
        }
      };
      await visit(page, await reviewed(missed, at), at);
      const background = await page.evaluate(() => getComputedStyle(document.querySelector('.side')).backgroundColor.match(/\d+/g).slice(0, 3).map(Number));
      assert.equal(background.every((c) => c < 80), colorScheme === 'dark', 'as the system has it');
      await openTab(page, 'Analysis');
      await page.getByRole('button', { name: 'To the start' }).last().click();
      await page.getByRole('button', { name: 'Analyse' }).click();
      await analysed(page, 3);
      await stop(page);
      await scan('analysis');
      await openTab(page, 'Review');
      await page.locator('.key-moves button').first().click();
      await scan('review');
      await page.getByRole('button', { name: 'Learn from the mistakes of White' }).click();
      await page.waitForSelector('.learn');
      await scan('learning');
      await openTab(page, 'Variations');
      await scan('variations');
      await page.goto(`${at}/#/lab`);
      await page.waitForSelector('.lab-card');
      await page.getByRole('button', { name: 'Start a match' }).click();
      await scan('lab');
      await page.goto(`${at}/#/lab/experiments/havannah_figure6`);
      await experiment(page);
      await scan('experiment');
      await page.goto(`${at}/#/lab/matches/${await smallMatch()}`);
      await page.waitForSelector('table.cells tbody tr');
      await scan('match');
      assert.deepEqual(found, []);
    }, { colorScheme, bypassCSP: true, reducedMotion: 'reduce', anyServer: true });
  }

  return endAll;
}
