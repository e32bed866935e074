// SPDX-License-Identifier: MIT
// Numbers as the panels write them: rates, points, what is proven, and for whom.
import type { Search, SearchMove } from '../api';

/** What a search's values are: shares of wins, points at the end of the game, or points of an evaluation. */
export type Unit = 'rate' | 'points' | 'evaluation';

export function unitOf(search: Pick<Search, 'score' | 'depth' | 'moves'>): Unit {
  if (search.score !== null && search.score !== undefined) return 'points';
  const open = search.moves.filter((move) => move.proven === null);
  const exact = open.every((move) => move.value === 0 || move.value === 0.5 || move.value === 1);
  return (search.depth ?? 0) > 0 && !exact ? 'evaluation' : 'rate';
}

const minus = (text: string) => text.replace('-', '−');
export const fixed = (value: number, digits: number) => minus(value.toFixed(digits));
export const signed = (value: number, digits = 1) => (value > 0 ? '+' : '') + fixed(value, digits);
export const percent = (value: number, digits = 1) => `${fixed(value * 100, digits)} %`;
/** 1,234; 12.3 k; 4.56 M */
export function count(n: number): string {
  if (n < 10_000) return Math.round(n).toLocaleString('en');
  if (n < 999_950) return `${(n / 1000).toFixed(n < 99_950 ? 1 : 0)} k`;
  return `${(n / 1e6).toFixed(n < 9.995e6 ? 2 : 1)} M`;
}
export function bytes(n: number): string {
  return n < 1e6 ? `${Math.round(n / 1e3)} kB` : n < 1e9 ? `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} MB` : `${(n / 1e9).toFixed(1)} GB`;
}
export function seconds(n: number): string {
  const whole = Math.round(n);
  return n < 9.95 ? `${n.toFixed(1)} s` : whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
/** "only 3 of 8 threads", where the server could not start all that the player asks for; else nothing. */
export function shortageText(search: Pick<Search, 'threads' | 'missing_threads'>): string {
  const { threads = 1, missing_threads: missing = 0 } = search;
  return missing > 0 ? `only ${threads} of ${threads + missing} threads` : '';
}

/** 1 won, 0.5 drawn, 0 lost; a share between them, which three players may have, is told as it is. */
export function provenWords(proven: number): string {
  return proven === 1 ? 'won' : proven === 0.5 ? 'draw' : proven === 0 ? 'lost' : `${percent(proven, 0)} of the point`;
}

/** The value of a move, without its uncertainty. */
export function valueText(move: Pick<SearchMove, 'value' | 'score' | 'proven'>, unit: Unit): string {
  if (unit === 'points') return `${fixed(move.score ?? move.value, 0)} points`;
  if (move.proven !== null) return provenWords(move.proven);
  return unit === 'evaluation' ? signed(move.value, Math.abs(move.value) < 10 ? 2 : 0) : percent(move.value);
}
/** "± 1.3": half of the 95 % interval, in percentage points; nothing where there is none or the value is certain. */
export function uncertaintyText(move: { uncertainty?: number | null; proven: number | null }, unit: Unit): string {
  if (unit !== 'rate' || move.proven !== null || move.uncertainty === null || move.uncertainty === undefined) return '';
  return `± ${fixed(move.uncertainty * 100, 1)}`;
}
/** What fits into a cell. */
export function shortValue(move: Pick<SearchMove, 'value' | 'score' | 'proven'>, unit: Unit): string {
  if (unit === 'points') return fixed(move.score ?? move.value, 0);
  if (move.proven !== null) return move.proven === 1 ? 'won' : move.proven === 0 ? 'lost' : move.proven === 0.5 ? 'draw' : percent(move.proven, 0);
  if (unit === 'evaluation') return signed(move.value, Math.abs(move.value) < 10 ? 1 : 0);
  return fixed(move.value * 100, 0);
}
/** What fits of a number of visits: 950, 12k, 3M */
export function shortCount(n: number): string {
  return n < 1000 ? String(n) : n < 999_500 ? `${Math.round(n / 1000)}k` : `${Math.round(n / 1e6)}M`;
}

export const unitWords: Record<Unit, string> = {
  rate: 'share of wins',
  points: 'points at the end of the game',
  evaluation: 'points of the evaluation',
};

/**
 * The values at the two ends of the colours. Those of moves that were hardly looked at may lie beyond: they are mostly chance. At
 * least ten percentage points, so that equal moves look equal; points of an evaluation are even in the middle.
 */
export function heatRange(moves: { value: number; visits: number }[], unit: Unit): [number, number] {
  const most = Math.max(1, ...moves.map((move) => move.visits));
  const known = moves.filter((move) => move.visits >= most / 100 || move.visits >= 100).map((move) => move.value);
  let [low, high] = [Math.min(...known), Math.max(...known)];
  if (unit === 'evaluation') {
    high = Math.max(Math.abs(low), Math.abs(high), 1e-9);
    low = -high;
  }
  const least = unit === 'rate' ? 0.1 : 1e-9;
  if (high - low < least) low = high - least;
  if (unit === 'rate' && low < 0) [low, high] = [0, Math.max(high, least)];
  return [low, high];
}
export const warmth = (value: number, [low, high]: [number, number]) => Math.max(0, Math.min(1, (value - low) / (high - low)));
