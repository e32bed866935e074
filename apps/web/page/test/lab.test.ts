// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, panelsOf, plotOf, wilson, type Cell } from '../src/lab/data';
import { linear, logarithmic, niceStep, pathOf } from '../src/lab/scales';

test('steps are 1, 2 or 5', () => {
  assert.deepEqual([niceStep(100, 5), niceStep(1, 4), niceStep(37, 5), niceStep(0.03, 5)], [20, 0.5, 10, 0.01]);
});
test('a linear axis', () => {
  const scale = linear(0, 1, 100, 0, 4);
  assert.equal(scale.at(0.25), 75);
  assert.equal(scale.value(75), 0.25);
  assert.deepEqual(scale.ticks, [0, 0.5, 1]);
  assert.deepEqual(linear(0, 1, 0, 1, 10).ticks, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
});
test('a logarithmic axis', () => {
  const scale = logarithmic(100, 10_000, 0, 200);
  assert.ok(Math.abs(scale.at(1000) - 100) < 1e-9);
  assert.ok(Math.abs(scale.value(100) - 1000) < 1e-6);
  assert.deepEqual(scale.ticks, [100, 200, 500, 1000, 2000, 5000, 10_000]);
});
test('a path begins anew after a gap', () => {
  assert.equal(pathOf([[0, 1], [2, 3], null, [4, 5]]), 'M0.0 1.0L2.0 3.0M4.0 5.0');
});

const cell = (variables: Record<string, string>, rate: number | null, more: Partial<Cell> = {}): Cell => ({
  panel: 'P', variables, game: 'g', a: 'x', b: 'y', wanted: 100, games: rate === null ? 0 : 100, wins: 0, draws: 0, losses: 0, rate,
  interval: rate === null ? null : [rate - 0.1, rate + 0.1], paper: null, comparison: null, ...more,
});
test('a table names what varies in its rows and what does not above them', () => {
  const [panel] = panelsOf([cell({ size: '4', a: 'ppr' }, 0.5), cell({ size: '5', a: 'ppr' }, 0.6)]);
  assert.deepEqual(panel!.varying, ['size']);
  assert.deepEqual(panel!.constant, [['a', 'ppr']]);
});
test('numbers make an axis, the rest series, and what was published is hollow', () => {
  const cells = ['100', '1000', '5000', '10000'].flatMap((n) => [cell({ n, b: 'rave' }, 0.5), cell({ n, b: 'mast' }, 0.6, n === '100' ? { paper: { rate: 0.7, games: 600 } } : {})]);
  const plot = plotOf(panelsOf(cells)[0]!)!;
  assert.equal(plot.x.label, 'n');
  assert.equal(plot.x.log, true);
  assert.deepEqual(plot.series.map((s) => [s.name, s.points.length, s.hollow ?? false, s.like]), [['rave', 4, false, undefined], ['mast', 4, false, undefined], ['mast, published', 1, true, 1]]);
});
test('words make categories, and what was not played is left out', () => {
  const plot = plotOf(panelsOf([cell({ b: 'rave' }, 0.5), cell({ b: 'mast' }, 0.6), cell({ b: 'lgrf1' }, null)])[0]!)!;
  assert.deepEqual(plot.x.categories, ['rave', 'mast']);
  assert.equal(plotOf(panelsOf([cell({ b: 'rave' }, 0.5), cell({ b: 'mast' }, null)])[0]!), null);
});
test('CSV quotes what needs it', () => {
  const [, line] = csvOf([cell({ n: '1', b: 'a "b"' }, 0.25)]).split('\n');
  assert.equal(line, 'P,"n=1, b=a ""b""",100,100,0,0,0,0.25,0.15,0.35,,,,,,,,g,x,y');
});
test("a published rate has Wilson's interval", () => {
  const { low, high } = wilson(128 / 150, 150); // banyan stats --wins 128 --losses 22: [78.8, 90.1]
  assert.equal(low!.toFixed(3), '0.788');
  assert.equal(high!.toFixed(3), '0.901');
  assert.deepEqual(wilson(0.5, 0), {});
});
