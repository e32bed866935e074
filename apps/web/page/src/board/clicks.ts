// SPDX-License-Identifier: MIT
// From clicks to moves: what has been clicked so far, what may be clicked next, and which moves that makes.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardData, BoardMove } from '../api';

export interface Clicks {
  selected: string[];
  /** What begins a move. */
  sources: Set<string>;
  /** What goes on with the move that is begun. */
  targets: Set<string>;
  /** The moves among which the clicks leave a choice: they are shown as buttons. */
  choice: BoardMove[];
  /** The rest of a group that a click on this name means. */
  area(name: string): string[];
  click(name: string): void;
  choose(move: BoardMove): void;
  clear(): void;
  /** Grows by one with every click that means nothing. */
  shaken: number;
}

const meansLast = (move: BoardMove, name: string) =>
  move.clicks[move.clicks.length - 1] === name || (move.area?.includes(name) ?? false);

/** Whether this move can go on with a click on `name` after `done` clicks. */
const goesOn = (move: BoardMove, done: string[], name: string) =>
  move.clicks.length > done.length && done.every((n, i) => move.clicks[i] === n) &&
  (move.clicks.length === done.length + 1 ? meansLast(move, name) : move.clicks[done.length] === name);

export function useClicks(data: BoardData, active: boolean, play: (move: BoardMove) => void): Clicks {
  const [selected, select] = useState<string[]>([]);
  const [choice, setChoice] = useState<BoardMove[]>([]);
  const [shaken, shake] = useState(0);
  const moves = data.moves;
  // Another position has other moves.
  const position = useRef(moves);
  useEffect(() => {
    if (position.current === moves) return;
    position.current = moves;
    select([]);
    setChoice([]);
  }, [moves]);

  const sources = useMemo(() => {
    const names = new Set<string>();
    for (const move of moves) {
      if (!move.clicks.length) continue;
      names.add(move.clicks[0]!);
      if (move.clicks.length === 1) move.area?.forEach((name) => names.add(name));
    }
    return names;
  }, [moves]);
  const targets = useMemo(() => {
    const names = new Set<string>();
    if (!selected.length) return names;
    for (const move of moves) {
      if (move.clicks.length <= selected.length || !selected.every((n, i) => move.clicks[i] === n)) continue;
      names.add(move.clicks[selected.length]!);
      if (move.clicks.length === selected.length + 1) move.area?.forEach((name) => names.add(name));
    }
    return names;
  }, [moves, selected]);
  const areas = useMemo(() => {
    const found = new Map<string, string[]>();
    for (const move of moves) {
      if (!move.area?.length) continue;
      const all = [...move.area, move.clicks[move.clicks.length - 1]!];
      all.forEach((name) => found.set(name, all));
    }
    return found;
  }, [moves]);

  const clear = () => {
    select([]);
    setChoice([]);
  };
  const choose = (move: BoardMove) => {
    clear();
    play(move);
  };
  const click = (name: string) => {
    if (!active) return;
    if (selected[selected.length - 1] === name && !moves.some((move) => goesOn(move, selected, name))) {
      clear(); // the same piece again: put down
      return;
    }
    for (const done of selected.length ? [selected, []] : [[]]) {
      const matching = moves.filter((move) => goesOn(move, done, name));
      if (!matching.length) continue;
      const complete = matching.filter((move) => move.clicks.length === done.length + 1);
      const longer = matching.length > complete.length;
      if (complete.length === 1 && !longer) {
        choose(complete[0]!);
        return;
      }
      setChoice(complete);
      select(longer ? [...done, name] : done);
      return;
    }
    clear();
    shake((n) => n + 1);
  };
  return { selected, sources, targets, choice, area: (name) => areas.get(name) ?? [name], click, choose, clear, shaken };
}
