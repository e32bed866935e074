// SPDX-License-Identifier: MIT
// Variations of a game with notes, as plain data: lines from the start of the game beside the one that was played. Nothing
// here knows rules or draws.
import type { Note, SavedGame, Variation } from '../api';

export interface LineNote {
  path: string[];
  text: string;
}
export interface Lines {
  variations: string[][]; // from the start of the game, those that were promoted first
  notes: LineNote[];
}
export interface LineNode {
  move: string;
  path: string[]; // from the start, this move included
  main: boolean;
  note: string;
  children: LineNode[]; // what was played comes first
}

export const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((move, i) => move === b[i]);
export const begins = (line: readonly string[], with_: readonly string[]) => line.length >= with_.length && with_.every((move, i) => move === line[i]);
export function common(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

export function readLines(saved: Pick<SavedGame, 'moves' | 'notes' | 'variations'>): Lines {
  const { moves } = saved;
  const variations = (saved.variations ?? []).map((line) => [...moves.slice(0, line.ply), ...line.moves]);
  const notes = (saved.notes ?? []).map((note) => ({ path: [...moves.slice(0, note.ply), ...(note.moves ?? [])], text: note.text }));
  return { variations: variations.reduce((lines: string[][], line) => addTo(lines, line, moves), []), notes };
}
export function writeLines(lines: Lines, main: string[]): { notes: Note[]; variations: Variation[] } {
  const at = (path: string[]) => {
    const ply = common(path, main);
    return { ply, moves: path.slice(ply) };
  };
  return {
    notes: lines.notes.filter((note) => note.text.trim()).map((note) => {
      const { ply, moves } = at(note.path);
      return moves.length ? { ply, moves, text: note.text } : { ply, text: note.text };
    }),
    variations: lines.variations.map(at).filter((line) => line.moves.length),
  };
}

/**
 * The lines of a game that has taken another way: saved ones count from a ply of what was played then, and mean what they meant. What was
 * written about the way that was left becomes a variation with it.
 */
export function rebase(before: Pick<SavedGame, 'moves' | 'notes' | 'variations'>, main: string[]): Lines {
  const lines = readLines(before);
  return lines.notes.reduce((all, note) => add(all, note.path, main), lines);
}
/** Whether one is not merely the beginning of the other. */
export const parted = (a: readonly string[], b: readonly string[]) => !begins(a, b) && !begins(b, a);

function addTo(variations: string[][], path: string[], main: string[]): string[][] {
  if (begins(main, path) || variations.some((line) => begins(line, path))) return variations;
  const shorter = variations.findIndex((line) => begins(path, line));
  return shorter < 0 ? [...variations, path] : variations.map((line, i) => (i === shorter ? path : line));
}
export const add = (lines: Lines, path: string[], main: string[]): Lines => ({ ...lines, variations: addTo(lines.variations, path, main) });

/** Without this move and all that follows it; what was played stays. */
export function remove(lines: Lines, path: string[], main: string[]): Lines {
  if (!path.length || begins(main, path)) return lines;
  const rest = lines.variations.filter((line) => !begins(line, path));
  return {
    variations: addTo(rest, path.slice(0, -1), main),
    notes: lines.notes.filter((note) => !begins(note.path, path)),
  };
}
/** Before all others that begin at the same place; what was played stays first. */
export function promote(lines: Lines, path: string[]): Lines {
  const up = lines.variations.filter((line) => begins(line, path));
  return { ...lines, variations: [...up, ...lines.variations.filter((line) => !begins(line, path))] };
}
export function annotate(lines: Lines, path: string[], text: string): Lines {
  const others = lines.notes.filter((note) => !same(note.path, path));
  return { ...lines, notes: text.trim() ? [...others, { path, text }] : others };
}
export const noteAt = (lines: Lines, path: string[]) => lines.notes.find((note) => same(note.path, path))?.text ?? '';

/** The tree of what was played and what could have been; its root is the start of the game. */
export function tree(lines: Lines, main: string[]): LineNode {
  const node = (path: string[], isMain: boolean): LineNode =>
    ({ move: path[path.length - 1] ?? '', path, main: isMain, note: noteAt(lines, path), children: [] });
  const root = node([], true);
  for (const line of [main, ...lines.variations]) {
    let at = root;
    line.forEach((move, i) => {
      let next = at.children.find((child) => child.move === move);
      if (!next) {
        next = node(line.slice(0, i + 1), line === main);
        at.children.push(next);
      }
      at = next;
    });
  }
  return root;
}
export function find(root: LineNode, path: readonly string[]): LineNode | undefined {
  let at: LineNode | undefined = root;
  for (const move of path) at = at?.children.find((child) => child.move === move);
  return at;
}

/** Where a key leads from a move; undefined where there is nothing. */
export function neighbour(root: LineNode, path: string[], key: string): string[] | undefined {
  const here = find(root, path);
  if (!here) return undefined;
  if (key === 'ArrowLeft') return path.length ? path.slice(0, -1) : undefined;
  if (key === 'ArrowRight') return here.children[0]?.path;
  if (key === 'Home') return [];
  if (key === 'End') {
    let at = here;
    while (at.children[0]) at = at.children[0];
    return at.path;
  }
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const siblings = find(root, path.slice(0, -1))?.children ?? [];
    const at = siblings.findIndex((sibling) => sibling.move === here.move);
    return path.length ? siblings[at + (key === 'ArrowUp' ? -1 : 1)]?.path : undefined;
  }
  return undefined;
}

/** The tree as rows to print: a run of moves without a fork, indented below where it begins. */
export interface Row {
  depth: number;
  nodes: LineNode[];
}
export function rows(root: LineNode): Row[] {
  const found: Row[] = [];
  const walk = (from: LineNode, depth: number) => {
    let row: Row = { depth, nodes: [from] };
    found.push(row);
    let at = from;
    while (at.children.length) {
      const [first, ...others] = at.children as [LineNode, ...LineNode[]];
      row.nodes.push(first);
      if (others.length) {
        others.forEach((other) => walk(other, depth + 1));
        if (first.children.length) {
          row = { depth, nodes: [] };
          found.push(row);
        }
      }
      at = first;
    }
  };
  const [first, ...others] = root.children;
  if (first) walk(first, 0);
  others.forEach((other) => walk(other, 1));
  return found.filter((row) => row.nodes.length);
}
