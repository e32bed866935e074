// SPDX-License-Identifier: MIT
// Looking around in a game without playing: positions of its moves and of variations, fetched once each, and the variations
// and notes themselves, kept with the game. What is looked at is always the position that the board shows.
import { useEffect, useState } from 'preact/hooks';
import { api, type BoardMove, type Game, type Position } from '../api';
import { act, attempt, current, lineListeners, say, shownPosition, toast, update, useStore } from '../state';
import { add, parted, readLines, rebase, same, writeLines, type Lines } from './lines';

// ---- positions

const positions = new Map<string, Promise<Position>>();
const keep = 400;

/** The position after these moves; where chance has to play first, its moves are in `played`. */
export function positionAfter(game: Pick<Game, 'saved'>, moves: string[]): Promise<Position> {
  const { game: name, options, seed } = game.saved;
  const key = JSON.stringify([name, options, seed, moves]);
  let found = positions.get(key);
  if (!found) {
    found = api.position({ game: name, options, moves, ...(seed === undefined ? {} : { seed }) });
    positions.set(key, found);
    found.catch(() => positions.delete(key));
    if (positions.size > keep) positions.delete(positions.keys().next().value!);
  }
  return found;
}

// ---- where we are

/** The moves up to what the board shows. */
export const pathNow = (): string[] => shownPosition(current())?.played ?? [];
let asked = 0;

/** Shows the position after these moves; the game itself stays where it is. */
export async function show(game: Game, path: string[]): Promise<Position | undefined> {
  const mine = ++asked;
  const position = same(path, game.position.played) ? game.position : await attempt(() => positionAfter(game, path));
  if (!position || mine !== asked || current().game?.id !== game.id) return undefined;
  place(position);
  return position;
}
function place(position: Position) {
  const { game } = current();
  if (!game) return;
  const home = same(position.played, game.position.played);
  update({ shown: home ? null : position });
  refreshCatcher();
}
/** One move back. Where chance has played, back to before it. */
export async function back(game: Game) {
  const path = pathNow();
  for (let length = path.length - 1; length >= 0; length--) {
    const position = await attempt(() => positionAfter(game, path.slice(0, length)));
    if (!position) return;
    if (position.to_move !== 0 && position.played.length < path.length) {
      await show(game, position.played);
      return;
    }
  }
}
/** To the end of a line in which chance may have the next word. */
export async function forth(game: Game, path: string[]) {
  const position = await show(game, path);
  const main = game.saved.moves;
  // A position that waits for chance says nothing: what was drawn in the game is shown with it.
  if (position?.to_move === 0 && path.length < main.length && same(path, main.slice(0, path.length))) await forth(game, main.slice(0, path.length + 1));
}
// ---- variations and notes

interface Kept {
  id: string;
  lines: Lines;
  main: string[];
  dirty: boolean;
}
let kept: Kept | null = null;
let timer = 0;
const listeners = new Set<() => void>();

/** The variations and notes of a game; what another tab has written arrives with the game's events. */
export function linesOf(game: Game): Lines {
  if (kept?.id !== game.id || !kept.dirty) kept = { id: game.id, lines: readOnce(game), main: game.saved.moves, dirty: false };
  kept.main = game.saved.moves;
  return kept.lines;
}
let read: { saved: Game['saved']; lines: Lines } | null = null;
function readOnce(game: Game): Lines {
  if (read?.saved !== game.saved) read = { saved: game.saved, lines: readLines(game.saved) };
  return read.lines;
}
export function changeLines(game: Game, change: (lines: Lines) => Lines) {
  const before = linesOf(game);
  const lines = change(before);
  if (lines === before) return;
  kept = { id: game.id, lines, main: game.saved.moves, dirty: true };
  listeners.forEach((listener) => listener());
  soon();
}
function soon() {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void save(), 500);
}
/** While moves are played one after the other, nothing is saved between them: each would find another revision. */
let held = false;
// A move that takes the place of a later one would give another meaning to lines that count from there.
lineListeners.add((before, game) => {
  const { saved } = before;
  if (!parted(saved.moves, game.saved.moves)) return;
  const lines = kept?.dirty && kept.id === game.id ? kept.lines : null;
  if (!lines && !saved.variations?.length && !saved.notes?.length) return;
  kept = { id: game.id, lines: rebase(lines ? { moves: saved.moves, ...writeLines(lines, saved.moves) } : saved, game.saved.moves), main: game.saved.moves, dirty: true };
  soon();
});
/** Sends what has changed; also called when the page is left. */
export async function save() {
  window.clearTimeout(timer);
  if (held) {
    soon();
    return;
  }
  if (!kept?.dirty) return;
  const sent = kept;
  const { notes, variations } = writeLines(sent.lines, sent.main);
  await act(async () => {
    const game = await api.notes(sent.id, notes, variations);
    if (kept === sent) kept = { ...sent, dirty: false };
    return game;
  });
}
export function useLines(game: Game): Lines {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((n) => n + 1);
    listeners.add(listener);
    window.addEventListener('pagehide', leave);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
  return linesOf(game);
}
const leave = () => void save();

// ---- moves on the board

type Catcher = (move: BoardMove) => void;
let special: { text: string; catch: Catcher } | null = null;
let trying = false;

/** A panel takes the next moves for itself: picks candidates, or tries again. Null gives them back. */
export function takeMoves(text: string, catcher: Catcher | null) {
  special = catcher && { text, catch: catcher };
  refreshCatcher();
}
/** Whether moves make variations also where the game stands. */
export function tryMoves(on: boolean) {
  trying = on;
  refreshCatcher();
}
function refreshCatcher() {
  const { shown } = current();
  if (special) update({ catcher: special });
  else if (shown || trying) update({ catcher: { text: 'A move on the board begins a variation', catch: (move) => void vary(move) } });
  else update({ catcher: null });
}
async function vary(move: BoardMove) {
  const { game } = current();
  if (!game) return;
  const path = [...pathNow(), move.text];
  const position = await attempt(() => positionAfter(game, path));
  if (!position) return;
  changeLines(game, (lines) => add(lines, position.played, game.saved.moves));
  await show(game, position.played);
  say(`${move.label}, in a variation`);
}

/** Makes a variation what is played in the game; what was played instead stays as a variation. */
export async function makeMain(game: Game, path: string[]) {
  const main = game.saved.moves;
  const from = path.findIndex((move, i) => move !== main[i]);
  if (from < 0) return;
  await save();
  const lines = linesOf(game);
  held = true;
  let now: Game | undefined = game;
  if (game.auto && game.seats.some((seat) => seat.player !== 'human')) now = await act((g) => api.auto(g.id, false));
  now = now && (await act((g) => api.goto(g.id, from, g.revision)));
  while (now && now.position.played.length < path.length) {
    // What chance plays comes by itself.
    const move = path[now.position.played.length]!;
    now = await act((g) => api.play(g.id, move, g.revision));
  }
  held = false;
  if (!now) return;
  const after = now.saved.moves;
  const all = rebase({ moves: main, ...writeLines(lines, main) }, after);
  changeLines(now, () => add(all, main, after));
  toast('The variation is now the game; what was played is a variation.');
}

/** Redraws with the position that is shown, and gives the moves back when the panel goes. */
export function useShown(): Position | null {
  const shown = useStore((s) => s.shown);
  const game = useStore((s) => s.game);
  useEffect(refreshCatcher, [shown, game?.position]);
  return shown ?? game?.position ?? null;
}
