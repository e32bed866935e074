// SPDX-License-Identifier: MIT
// What a move's cost is called, and what that amounts to for each player.
import type { ReviewEntry } from '../api';

export type Verdict = 'good' | 'inaccuracy' | 'mistake' | 'blunder';
export const verdicts: Verdict[] = ['good', 'inaccuracy', 'mistake', 'blunder'];

/** From which cost on, in shares of the scale: percentage points, or parts of the highest value in games for points. */
export const thresholds = { inaccuracy: 0.05, mistake: 0.1, blunder: 0.2 } as const;

/** 1 for win rates. Points have no natural size: the largest value that the review has seen is the whole scale. */
export function scaleOf(entries: Pick<ReviewEntry, 'value' | 'played'>[]): number {
  const all = entries.flatMap((entry) => [entry.value, entry.played]);
  const rates = all.every((value) => value >= 0 && value <= 1);
  return rates ? 1 : Math.max(1, ...all.map(Math.abs));
}
/** A cost within its own uncertainty is not held against anybody. */
export function verdictOf(entry: Pick<ReviewEntry, 'cost' | 'uncertainty' | 'forced'>, scale = 1): Verdict {
  const share = entry.cost / scale;
  if (entry.forced || entry.cost <= (entry.uncertainty ?? 0) || share < thresholds.inaccuracy) return 'good';
  return share < thresholds.mistake ? 'inaccuracy' : share < thresholds.blunder ? 'mistake' : 'blunder';
}

/** In the order of the game, up to where it has gone another way since: what comes after another move is about another position. */
export function stillTrue<T extends Pick<ReviewEntry, 'ply' | 'move'>>(entries: T[], moves: readonly string[]): T[] {
  const sorted = [...entries].sort((a, b) => a.ply - b.ply);
  const stale = sorted.findIndex((entry) => moves[entry.ply] !== entry.move);
  return stale < 0 ? sorted : sorted.slice(0, stale);
}

export interface Summary {
  moves: number; // judged and not forced
  mean: number; // cost
  counts: Record<Verdict, number>;
  best: number; // how often the best move was played
}
export function summaries(entries: ReviewEntry[], seats: number, scale = 1): Summary[] {
  return Array.from({ length: seats }, (_, seat) => {
    const own = entries.filter((entry) => entry.seat === seat && !entry.forced);
    const counts = { good: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
    own.forEach((entry) => counts[verdictOf(entry, scale)]++);
    return {
      moves: own.length,
      mean: own.length ? own.reduce((sum, entry) => sum + entry.cost, 0) / own.length : 0,
      counts,
      best: own.filter((entry) => entry.move === entry.best).length,
    };
  });
}

/** The moves that cost most, in the order of the game. */
export function keyMoves(entries: ReviewEntry[], scale = 1, most = 8): ReviewEntry[] {
  return entries
    .filter((entry) => verdictOf(entry, scale) !== 'good')
    .sort((a, b) => b.cost - a.cost)
    .slice(0, most)
    .sort((a, b) => a.ply - b.ply);
}
/** What one can learn from: mistakes and blunders, or inaccuracies where there was nothing worse. */
export function lessons(entries: ReviewEntry[], seat: number, scale = 1): ReviewEntry[] {
  const own = entries.filter((entry) => entry.seat === seat).sort((a, b) => a.ply - b.ply);
  const is = (...names: Verdict[]) => own.filter((entry) => names.includes(verdictOf(entry, scale)));
  const worst = is('mistake', 'blunder');
  return worst.length ? worst : is('inaccuracy');
}

export type Found = 'best' | 'as good' | 'better than played' | 'worse';
/**
 * What a second try is worth beside the best move: `as good` when what it costs is small or not beyond what is known,
 * `better than played` when it costs less than the move of the game did.
 */
export function judgeTry(tried: string, best: string, costs: { cost: number; uncertainty: number; before: number }, scale = 1): Found {
  if (tried === best) return 'best';
  if (costs.cost / scale < thresholds.inaccuracy || costs.cost <= costs.uncertainty) return 'as good';
  return costs.cost < costs.before ? 'better than played' : 'worse';
}
