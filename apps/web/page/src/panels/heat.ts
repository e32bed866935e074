// SPDX-License-Identifier: MIT
// What a search or a book writes into the cells of the board.
import type { Book, Position, Search, SearchMove } from '../api';
import { findMove, target, type Heat } from '../state';
import { fixed, heatRange, shortCount, shortValue, warmth, type Unit } from './numbers';

export const rangeOf = (search: Search, unit: Unit) =>
  heatRange(search.moves.filter((move) => move.proven === null || unit === 'points').map((move) => ({ value: unit === 'points' ? move.score ?? move.value : move.value, visits: move.visits })), unit);

export function heatOf(position: Position, search: Search, unit: Unit, mode: 'value' | 'visits'): Heat[] {
  const most = Math.max(1, ...search.moves.map((move) => move.visits));
  const worth = (move: SearchMove) => (unit === 'points' ? move.score ?? move.value : move.value);
  const range = rangeOf(search, unit);
  const found = new Map<string, Heat & { visits: number }>();
  search.moves.forEach((move) => {
    const at = findMove(position, move.move);
    const name = at && target(at);
    if (!name || (found.get(name)?.visits ?? -1) >= move.visits) return; // of several moves to one place the one most looked at
    const share = Math.log1p(move.visits) / Math.log1p(most);
    // How sure: what is not known within 25 points is not coloured at all.
    const sure = move.proven !== null || (mode === 'value' && unit === 'evaluation') ? 1 : mode === 'visits' || unit !== 'rate' || move.uncertainty === null || move.uncertainty === undefined ? share : Math.max(0, 1 - move.uncertainty / 0.25);
    if (sure < 0.05) return;
    const best = move.move === search.best_move;
    const colour = mode === 'visits' ? 0.5 + share / 2 : move.proven !== null && unit !== 'points' ? move.proven : search.moves.length === 1 ? 0.5 : warmth(worth(move), range);
    // A rate that is not known within ten points is no number to read.
    const readable = best || move.proven !== null || unit === 'evaluation' || (unit === 'rate' ? (move.uncertainty ?? 1) <= 0.1 : share > 0.3);
    const heat = {
      name, value: colour, weight: sure, best, visits: move.visits,
      ...(readable ? (mode === 'visits' ? { text: shortCount(move.visits) } : { text: shortValue(move, unit), detail: shortCount(move.visits) }) : {}),
    };
    found.set(name, heat);
    at.area?.forEach((other) => found.has(other) || found.set(other, { name: other, value: colour, weight: heat.weight, visits: move.visits }));
  });
  return [...found.values()];
}
export function bookHeat(position: Position, book: Book): Heat[] {
  return book.moves.flatMap((move) => {
    const at = findMove(position, move.move);
    const name = at && target(at);
    return name ? [{ name, value: move.win_rate, weight: 0.8, text: fixed(move.win_rate * 100, 0), detail: shortCount(move.games) }] : [];
  });
}
