// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReviewEntry } from '../src/api';
import * as lines from '../src/panels/lines';
import { published } from '../src/panels/published';
import paper from '../src/panels/samegame_paper.json';
import * as numbers from '../src/panels/numbers';
import { within } from '../src/spec';
import { judgeTry, keyMoves, lessons, scaleOf, stillTrue, summaries, verdictOf } from '../src/panels/verdicts';

const move = (value: number, more = {}) => ({ move: 'a1', visits: 100, value, score: null, amaf_visits: 0, amaf_value: 0, proven: null, ...more });
const entry = (ply: number, cost: number, more: Partial<ReviewEntry> = {}): ReviewEntry => ({
  ply, seat: ply % 2, move: 'x', best: cost ? 'y' : 'x', value: 0.6, played: 0.6 - cost, cost, first: 0.5, visits: 1000, uncertainty: 0.02,
  variation: [], moves: [], forced: false, ...more,
});

test('values are told with what they are', () => {
  assert.equal(numbers.valueText(move(0.552), 'rate'), '55.2 %');
  assert.equal(numbers.uncertaintyText(move(0.552, { uncertainty: 0.0134 }), 'rate'), '± 1.3');
  assert.equal(numbers.uncertaintyText(move(0.552, { uncertainty: null }), 'rate'), '');
  assert.equal(numbers.valueText(move(-1.5), 'evaluation'), '−1.50');
  assert.equal(numbers.shortValue(move(12.4), 'evaluation'), '+12');
  assert.equal(numbers.valueText(move(0.2, { score: 1633 }), 'points'), '1633 points');
});
test('what is proven is said in words and has no uncertainty', () => {
  for (const [proven, word] of [[1, 'won'], [0.5, 'draw'], [0, 'lost'], [1 / 3, '33 % of the point']] as const) {
    assert.equal(numbers.valueText(move(0.9, { proven }), 'rate'), word);
    assert.equal(numbers.uncertaintyText(move(0.9, { proven, uncertainty: 0 }), 'rate'), '');
  }
});
test('the unit follows from the search', () => {
  assert.equal(numbers.unitOf({ score: 1200, moves: [move(0.1)] }), 'points');
  assert.equal(numbers.unitOf({ score: null, depth: 0, moves: [move(0.1)] }), 'rate');
  assert.equal(numbers.unitOf({ score: null, depth: 4, moves: [move(3), move(-200)] }), 'evaluation');
  assert.equal(numbers.unitOf({ score: null, depth: 4, moves: [move(0.5), move(1, { proven: 1 })] }), 'rate');
});
test('counts are short', () => {
  assert.deepEqual([999, 9999, 10_000, 123_456, 4_560_000].map(numbers.count), ['999', '9,999', '10.0 k', '123 k', '4.56 M']);
  assert.deepEqual([999, 1499, 2_400_000].map(numbers.shortCount), ['999', '1k', '2M']);
});
test('threads are told of where some are missing', () => {
  assert.equal(numbers.shortageText({ threads: 3, missing_threads: 5 }), 'only 3 of 8 threads');
  assert.equal(numbers.shortageText({ threads: 8, missing_threads: 0 }), '');
  assert.equal(numbers.shortageText({}), '');
});
test('times are short', () => {
  assert.deepEqual([0.04, 9.94, 9.97, 99.4, 99.6, 119.7, 600].map(numbers.seconds), ['0.0 s', '9.9 s', '10 s', '99 s', '1 min 40 s', '2 min 0 s', '10 min 0 s']);
});
test('the colours span what is known, and at least ten points', () => {
  const near = (a: number[], b: number[]) => a.forEach((value, i) => assert.ok(Math.abs(value - b[i]!) < 1e-9, `${a} is not ${b}`));
  near(numbers.heatRange([{ value: 0.6, visits: 1000 }, { value: 0.2, visits: 500 }, { value: 0.9, visits: 2 }], 'rate'), [0.2, 0.6]);
  near(numbers.heatRange([{ value: 0.5, visits: 100 }, { value: 0.49, visits: 100 }], 'rate'), [0.4, 0.5]);
  near(numbers.heatRange([{ value: 0.02, visits: 100 }], 'rate'), [0, 0.1]);
  near(numbers.heatRange([{ value: -3, visits: 10 }, { value: 1, visits: 10 }], 'evaluation'), [-3, 3]);
  near([0.1, 0.4, 0.9].map((value) => numbers.warmth(value, [0.2, 0.6])), [0, 0.5, 1]);
});

test('verdicts begin at their thresholds', () => {
  assert.deepEqual([0, 0.049, 0.05, 0.1, 0.2, 0.9].map((cost) => verdictOf(entry(0, cost))),
    ['good', 'good', 'inaccuracy', 'mistake', 'blunder', 'blunder']);
  assert.equal(verdictOf(entry(0, 0.3, { forced: true })), 'good');
  assert.equal(verdictOf(entry(0, 0.12, { uncertainty: 0.15 })), 'good', 'not beyond what is known');
});
test('points are measured by the largest of them', () => {
  const points = [entry(0, 300, { value: 3000, played: 2700, uncertainty: 0 }), entry(1, 0, { value: 1000, played: 1000 })];
  assert.equal(scaleOf(points), 3000);
  assert.equal(verdictOf(points[0]!, 3000), 'mistake');
  assert.equal(scaleOf([entry(0, 0.1)]), 1);
});
test('a review ends where the game has gone another way', () => {
  const reviewed = ['a', 'b', 'c', 'd'].map((move, ply) => entry(ply, 0, { move })).reverse();
  assert.deepEqual(stillTrue(reviewed, ['a', 'b', 'c', 'd', 'e']).map((e) => e.ply), [0, 1, 2, 3]);
  assert.deepEqual(stillTrue(reviewed, ['a', 'x', 'c', 'd']).map((e) => e.ply), [0]);
  assert.deepEqual(stillTrue(reviewed, ['a', 'b']).map((e) => e.ply), [0, 1]);
});
test('a summary leaves forced moves out', () => {
  const [first, second] = summaries([entry(0, 0), entry(2, 0.3), entry(4, 0.9, { forced: true }), entry(1, 0.06)], 2);
  assert.equal(first!.moves, 2);
  assert.equal(first!.mean, 0.15);
  assert.deepEqual(first!.counts, { good: 1, inaccuracy: 0, mistake: 0, blunder: 1 });
  assert.equal(first!.best, 1);
  assert.equal(second!.counts.inaccuracy, 1);
});
test('key moves are the dearest, in the order of the game', () => {
  assert.deepEqual(keyMoves([entry(5, 0.3), entry(1, 0.06), entry(3, 0.5), entry(2, 0)], 1, 2).map((e) => e.ply), [3, 5]);
});
test('lessons are mistakes, or inaccuracies where there are none', () => {
  assert.deepEqual(lessons([entry(4, 0.3), entry(0, 0.12), entry(2, 0.06), entry(1, 0.5)], 0).map((e) => e.ply), [0, 4]);
  assert.deepEqual(lessons([entry(2, 0.06), entry(0, 0)], 0).map((e) => e.ply), [2]);
});
test('a second try', () => {
  const costs = { cost: 0, uncertainty: 0.02, before: 0.2 };
  assert.equal(judgeTry('a', 'a', costs), 'best');
  assert.equal(judgeTry('b', 'a', { ...costs, cost: 0.03 }), 'as good');
  assert.equal(judgeTry('b', 'a', { ...costs, cost: 0.12, uncertainty: 0.2 }), 'as good');
  assert.equal(judgeTry('b', 'a', { ...costs, cost: 0.12 }), 'better than played');
  assert.equal(judgeTry('b', 'a', { ...costs, cost: 0.4 }), 'worse');
});

const main = ['a', 'b', 'c', 'd'];
const empty: lines.Lines = { variations: [], notes: [] };
test('lines grow, and what was played is none', () => {
  assert.deepEqual(lines.add(empty, ['a', 'b'], main).variations, []);
  const one = lines.add(empty, ['a', 'x'], main);
  assert.deepEqual(lines.add(one, ['a', 'x', 'y'], main).variations, [['a', 'x', 'y']]);
  assert.deepEqual(lines.add(lines.add(one, ['a', 'x', 'y'], main), ['a', 'x'], main).variations, [['a', 'x', 'y']]);
  assert.deepEqual(lines.add(one, ['a', 'z'], main).variations, [['a', 'x'], ['a', 'z']]);
});
test('lines are kept as in saved games, and read again', () => {
  let all = lines.add(lines.add(empty, ['a', 'x', 'y'], main), ['a', 'x', 'z'], main);
  all = lines.annotate(lines.annotate(all, ['a', 'b'], 'played'), ['a', 'x'], 'better');
  const kept = lines.writeLines(all, main);
  assert.deepEqual(kept.variations, [{ ply: 1, moves: ['x', 'y'] }, { ply: 1, moves: ['x', 'z'] }]);
  assert.deepEqual(kept.notes, [{ ply: 2, text: 'played' }, { ply: 1, moves: ['x'], text: 'better' }]);
  assert.deepEqual(lines.readLines({ moves: main, ...kept }), all);
});
test('removing a move removes what follows, and leaves its beginning', () => {
  const all = lines.annotate(lines.add(lines.add(empty, ['a', 'x', 'y', 'z'], main), ['q'], main), ['a', 'x', 'y'], 'gone');
  assert.deepEqual(lines.remove(all, ['a', 'x', 'y'], main), { variations: [['q'], ['a', 'x']], notes: [] });
  assert.deepEqual(lines.remove(all, ['a', 'x'], main).variations, [['q']]);
  assert.equal(lines.remove(all, ['a', 'b'], main), all);
});
test('what is promoted comes before its neighbours', () => {
  const all = lines.add(lines.add(lines.add(empty, ['a', 'x'], main), ['a', 'y'], main), ['a', 'y', 'w'], main);
  const root = lines.tree(lines.promote(all, ['a', 'y']), main);
  assert.deepEqual(lines.find(root, ['a'])!.children.map((child) => child.move), ['b', 'y', 'x']);
});
test('keys lead through the tree', () => {
  const root = lines.tree(lines.add(empty, ['a', 'x', 'y'], main), main);
  assert.deepEqual(lines.neighbour(root, ['a', 'b'], 'ArrowDown'), ['a', 'x']);
  assert.deepEqual(lines.neighbour(root, ['a', 'x'], 'ArrowUp'), ['a', 'b']);
  assert.deepEqual(lines.neighbour(root, ['a', 'x'], 'End'), ['a', 'x', 'y']);
  assert.deepEqual(lines.neighbour(root, ['a', 'x'], 'ArrowLeft'), ['a']);
  assert.equal(lines.neighbour(root, main, 'ArrowRight'), undefined);
  assert.equal(lines.neighbour(root, [], 'ArrowLeft'), undefined);
});
test('the tree in rows', () => {
  const all = lines.add(lines.add(empty, ['a', 'x', 'y'], main), ['a', 'x', 'z'], main);
  const text = lines.rows(lines.tree(all, main)).map((row) => `${row.depth}:${row.nodes.map((node) => node.move).join('')}`);
  assert.deepEqual(text, ['0:ab', '1:xy', '2:z', '0:cd']);
  assert.deepEqual(lines.rows(lines.tree(empty, [])), []);
});
test('lines keep their meaning when the game takes another way', () => {
  const saved = { moves: main, variations: [{ ply: 3, moves: ['x'] }], notes: [{ ply: 4, text: 'was played' }, { ply: 1, text: 'still is' }] };
  const other = ['a', 'b', 'e'];
  const lines_ = lines.rebase(saved, other);
  assert.deepEqual(lines_.variations, [['a', 'b', 'c', 'x'], ['a', 'b', 'c', 'd']]);
  assert.deepEqual(lines.writeLines(lines_, other), {
    variations: [{ ply: 2, moves: ['c', 'x'] }, { ply: 2, moves: ['c', 'd'] }],
    notes: [{ ply: 2, moves: ['c', 'd'], text: 'was played' }, { ply: 1, text: 'still is' }],
  });
  assert.equal(lines.parted(main, other), true);
  assert.equal(lines.parted(main, ['a', 'b']), false);
});

test('what was published is told of the standard boards alone', () => {
  assert.deepEqual(published('samegame', 'board=3,cells=,penalty=false'), { board: 3, nrpa: 3635, nmcs: 3085, best: 3937 });
  assert.equal(published('samegame', 'board=3,penalty=true'), null);
  assert.equal(published('samegame', 'board=0'), null);
  assert.equal(published('samegame', 'board=1,cells=010/010'), null);
  assert.equal(published('havannah', ''), null);
  const sum = (list: number[]) => list.reduce((a, b) => a + b);
  assert.deepEqual([paper.nrpa, paper.nmcs, paper.best].map(sum), [80030, 77934, 83296]); // the totals in docs/reproduction.md
});
test('a player asks for no more seconds than it may', () => {
  assert.equal(within('rave:r=1000,seconds=86400', 600), 'rave:r=1000,seconds=600');
  assert.equal(within('rave:r=1000,seconds=5', 600), 'rave:r=1000,seconds=5');
  assert.equal(within('uct', 600), 'uct');
});
