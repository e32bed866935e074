// SPDX-License-Identifier: MIT
// What the page knows: one object that is replaced on every change, the route in the address's hash, and the live game.
import { useEffect, useState } from 'preact/hooks';
import { api, ApiError, listen } from './api';
import type { BoardMove, Catalogue, Game, Position, ReviewEntry, ReviewEvent, Stream, Thinking } from './api';

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'game'; id: string }
  | { page: 'lab'; path: string }
  | { page: 'share'; data: string };

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  coordinates: boolean;
  teaching: boolean;
}

/** What lies over the board. Names are those of cells, pieces or zones. */
export interface Heat {
  name: string; // see `target`
  value: number; // 0..1: the colour
  weight: number; // 0..1: how sure, as opacity
  text?: string; // a line in the cell: "61 %"
  detail?: string; // a smaller one below
  best?: boolean;
}
export interface Step {
  clicks: string[]; // one name: a numbered ghost of a piece; two: an arrow from the first to the second
  owner: number; // 1 for the first player
  number: number;
}
export interface Overlay {
  heat?: Heat[];
  steps?: Step[];
  picked?: string[]; // candidates that were picked
  good?: string[]; // outlined as right
  bad?: string[]; // outlined as wrong
}

export interface State {
  route: Route;
  settings: Settings;
  catalogue: Catalogue | null;
  game: Game | null;
  thinking: Thinking | null;
  connection: 'open' | 'lost' | 'gone';
  /** Another position that the board shows in place of the game's: a variation, a stored game. */
  shown: Position | null;
  overlay: Overlay | null;
  /** Where set, a move made on the board goes here and is not played. The text says what a click does now. */
  catcher: { text: string; catch: (move: BoardMove) => void } | null;
  judged: { ply: number; entry: ReviewEntry | null; waiting: boolean } | null;
  toast: string;
  said: string; // for screen readers
}

/** What the browser keeps; nothing where it may keep nothing. */
export function remembered<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`banyan.${name}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
export function remember(name: string, value: unknown) {
  try {
    localStorage.setItem(`banyan.${name}`, JSON.stringify(value));
  } catch {
    // It is forgotten with the page.
  }
}

const stored = (): Settings => ({ theme: 'auto', coordinates: true, teaching: false, ...remembered<Partial<Settings>>('settings') });

export function readRoute(hash: string): Route {
  const [, page = '', ...rest] = hash.replace(/^#/, '').split('/');
  const path = rest.join('/');
  if (page === 'game' && path) return { page: 'game', id: path };
  if (page === 'new' && path) return { page: 'new', game: path };
  if (page === 'lab') return { page: 'lab', path };
  if (page === 'share' && path) return { page: 'share', data: path };
  return { page: 'home' };
}

let state: State = {
  route: readRoute(window.location.hash),
  settings: stored(),
  catalogue: null,
  game: null,
  thinking: null,
  connection: 'open',
  shown: null,
  overlay: null,
  catcher: null,
  judged: null,
  toast: '',
  said: '',
};

const listeners = new Set<() => void>();
export const current = () => state;
export function update(change: Partial<State>) {
  state = { ...state, ...change };
  listeners.forEach((listener) => listener());
}
/** A part of the state; the component is drawn again when the part becomes another object. */
export function useStore<T>(part: (state: State) => T): T {
  const [, redraw] = useState(0);
  const value = part(state);
  useEffect(() => {
    let last = part(state);
    if (last !== value) redraw((n) => n + 1);
    const listener = () => {
      const next = part(state);
      if (next === last) return;
      last = next;
      redraw((n) => n + 1);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return value;
}

export function set(change: Partial<Settings>) {
  const settings = { ...state.settings, ...change };
  remember('settings', settings);
  update({ settings });
}

// ---- short messages

let toastTimer = 0;
export function toast(text: string) {
  window.clearTimeout(toastTimer);
  update({ toast: text });
  toastTimer = window.setTimeout(() => update({ toast: '' }), 6000);
}
export function say(text: string) {
  update({ said: text });
}
/** Runs a request; what goes wrong becomes a toast and undefined. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

// ---- routes

export function go(hash: string) {
  window.location.hash = hash;
}

// ---- the game that is open

let stream: Stream | null = null;
let open = '';
/** Everybody who wants to hear of each reviewed ply. */
export const reviewListeners = new Set<(event: ReviewEvent) => void>();

/** Everybody who wants to hear when the moves of the game may have become others. */
export const lineListeners = new Set<(before: Game, game: Game) => void>();

/** The newer of two states of one game wins: an answer and an event may overtake each other. */
export function take(game: Game) {
  if (game.id !== open) return;
  const before = state.game;
  if (before && before.id === game.id && before.revision > game.revision) return;
  if (before && before.id === game.id && before.saved.moves !== game.saved.moves) lineListeners.forEach((listener) => listener(before, game));
  // Notes and reviews change the game too, but not what one looks at: the position stays the same object, or a piece that was taken up
  // on the board would be let go.
  const moved = !before || before.position.played.join('\n') !== game.position.played.join('\n');
  const same = !moved && JSON.stringify(before?.position) === JSON.stringify(game.position);
  update({ game: before && same ? { ...game, position: before.position } : game, thinking: game.thinking, ...(moved ? { shown: null, catcher: null } : {}) });
}

export function openGame(id: string) {
  if (open === id) return;
  closeGame();
  open = id;
  stream = listen(
    `/games/${id}/events`,
    {
      game: (game: Game) => take(game),
      thinking: (thinking: Thinking | null) => update({ thinking }),
      review: (event: ReviewEvent) => reviewListeners.forEach((listener) => listener(event)),
    },
    (connection) => {
      update({ connection });
      // Streams may be refused (too many of them) while requests are answered.
      if (connection === 'gone') {
        api.game(id).then(take, (error: unknown) => {
          if (error instanceof ApiError && error.status === 404 && open === id) {
            toast('There is no such game any more.');
            go('#/');
          }
        });
      }
    },
  );
}
export function closeGame() {
  stream?.close();
  stream = null;
  open = '';
  update({ game: null, thinking: null, shown: null, overlay: null, catcher: null, judged: null, connection: 'open' });
}

/** A request that answers with the game: it is shown at once. */
export async function act(work: (game: Game) => Promise<Game>): Promise<Game | undefined> {
  const game = state.game;
  if (!game) return undefined;
  try {
    const next = await work(game);
    // What changes within a revision, such as who thinks, the stream tells in order; the answer may be older than that.
    if (state.connection !== 'open' || state.game?.revision !== next.revision) take(next);
    return next;
  } catch (error) {
    // Somebody else was quicker: what the board shows is old, and the stream brings what is new.
    if (error instanceof ApiError && error.status === 409) {
      api.game(game.id).then(take, () => undefined);
      return undefined;
    }
    toast(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Where a move is shown on the board: the last click; a button has the move's own name. */
export const target = (move: BoardMove): string => move.clicks[move.clicks.length - 1] ?? move.text;
export const findMove = (position: Position, text: string) => position.board.moves.find((move) => move.text === text);
/** The position that the board shows. */
export const shownPosition = (s: State): Position | null => s.shown ?? s.game?.position ?? null;

export function start() {
  window.addEventListener('hashchange', () => update({ route: readRoute(window.location.hash) }));
}
