// SPDX-License-Identifier: MIT
// The server as the page sees it: docs/web-api.md in types, requests that throw ApiError, and event streams that come back
// by themselves.

// ---- what the server sends

export interface FieldSchema {
  type?: 'integer' | 'number' | 'boolean' | 'string';
  enum?: string[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
  default: number | boolean | string;
  description: string;
}
export type Schema = Record<string, FieldSchema>;

export interface Level {
  name: string;
  title: string;
  spec: string;
}

export interface GameInfo {
  name: string;
  summary: string;
  players?: number;
  options: Schema;
  algorithms: string[];
  missing: Record<string, string>;
  named: Record<string, string>;
  levels: Level[];
  reviewer: string;
  analyst: string;
}

export interface Catalogue {
  version: string;
  games: GameInfo[];
  players: Record<string, Schema>;
  limits: { threads: number; memory: number; seconds: number; searches: number; games: number };
}

export interface BoardCell {
  name: string;
  x: number;
  y: number;
  outline?: [number, number][];
}
export interface BoardPiece {
  name?: string;
  cell?: string;
  owner?: number;
  kind?: string;
  text?: string;
  height?: number;
  colour?: number;
}
export interface BoardZone {
  name?: string;
  owner?: number;
  kind: 'hand' | 'field' | 'deck' | 'health' | 'score';
  title?: string;
  number?: number;
  pieces?: BoardPiece[];
}
export interface BoardMark {
  kind: 'last' | 'suggested' | 'pruned' | 'winning' | 'captured' | 'acting';
  names: string[];
  owner?: number;
}
export interface BoardMove {
  text: string;
  label: string;
  clicks: string[];
  area?: string[];
}
export interface BoardData {
  shape: 'square' | 'hexagon' | 'polygon';
  cells: BoardCell[];
  pieces: BoardPiece[];
  zones: BoardZone[];
  labels: { text: string; x: number; y: number }[];
  marks: BoardMark[];
  notes: string[];
  players: string[];
  turn: number | null;
  moves: BoardMove[];
}

export interface Result {
  winner: number;
  rewards: number[];
  how: string[];
  score?: number;
  resigned?: number;
}

export interface Position {
  game: string;
  options: string;
  played: string[];
  to_move: number | null; // 1 for the first player, 0 for chance, null when the game is over
  score: number | null;
  result: Result | null;
  board: BoardData;
}

export interface SearchMove {
  move: string;
  visits: number;
  value: number;
  score: number | null;
  amaf_visits: number;
  amaf_value: number;
  proven: number | null;
  uncertainty?: number | null;
  variation?: string[];
}
/** A search as `banyan search --json` writes it. */
export interface Search {
  player: string;
  best_move: string;
  value: number;
  score: number | null;
  visits: number;
  proven: number | null;
  principal_variation: string[];
  pruned: string[];
  iterations: number;
  seconds: number;
  stopped_by?: string;
  iterations_per_cpu_second?: number;
  depth?: number;
  threads?: number;
  missing_threads?: number; // that the server could not start
  moves: SearchMove[];
  [more: string]: unknown;
}

export interface Thinking {
  kind: 'move' | 'hint' | 'ponder';
  seat: number;
  place: number;
  search: Search | null;
}

export interface ReviewEntry {
  ply: number;
  seat: number;
  move: string;
  best: string;
  value: number;
  played: number;
  cost: number;
  first: number;
  visits: number;
  uncertainty: number | null;
  variation: string[];
  moves: SearchMove[];
  forced: boolean;
}
export interface Review {
  player: string;
  seed: number;
  plies: ReviewEntry[];
}
export interface Note {
  ply: number;
  moves?: string[]; // from there into a variation
  text: string;
}
export interface Variation {
  ply: number;
  moves: string[];
}

export interface SavedGame {
  version: number;
  game: string;
  options: string;
  seed?: number;
  players?: { player: string; seconds: number }[];
  moves: string[];
  result?: Result | null;
  notes?: Note[];
  variations?: Variation[];
  reviews?: Review[];
  [more: string]: unknown;
}

export interface Seat {
  player: string; // `human` or a spec
  name: string;
  level: string | null;
  seconds: number;
}
export interface Clock {
  control: string;
  left: number[];
  running: number | null;
}
export interface ReviewState {
  player: string;
  state: 'running' | 'stopped' | 'done';
  done: number;
  of: number;
}
export interface Game {
  id: string;
  revision: number;
  updated: number;
  saved: SavedGame;
  ply: number;
  position: Position;
  seats: Seat[];
  clock: Clock | null;
  auto: boolean;
  thinking: Thinking | null;
  review: ReviewState | null;
  failure?: string; // why an engine has not moved
}
export interface GameSummary {
  id: string;
  game: string;
  options: string;
  plies: number;
  result: Result | null;
  seats: string[]; // players
  updated: number;
}
export interface ReviewEvent {
  ply: number;
  entry: ReviewEntry;
  state: ReviewState['state'];
  done: number;
  of: number;
}

export interface NewGame {
  game: string;
  options: string;
  seats: string[];
  seed?: number;
  clock?: string;
  auto?: boolean;
}
export interface PositionRequest {
  game: string;
  options: string;
  moves: string[];
  seed?: number;
}
export interface AnalysisRequest extends PositionRequest {
  player?: string;
  only?: string[];
  seconds?: number;
}
export interface SolveRequest extends Omit<PositionRequest, 'moves'> {
  moves?: string[];
  player?: string;
  seconds?: number;
}
export interface Solution {
  score: number;
  moves: string[];
  seconds: number;
  playouts: number;
}
export interface Book {
  name: string;
  games: number;
  moves: { move: string; win_rate: number; low: number; high: number; games: number; reply: string | null }[];
}

// ---- requests

/** What the server refused, in its own sentence. `status` is 0 where it could not be reached. */
export class ApiError extends Error {
  constructor(readonly status: number, reason: string, readonly field = '') {
    super(reason);
  }
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch('/api' + path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError(0, 'The server does not answer.');
  }
  const text = await answer.text();
  const isJson = (answer.headers.get('Content-Type') ?? '').includes('json');
  let value: unknown = text;
  if (isJson && text) {
    try {
      value = JSON.parse(text);
    } catch {
      throw new ApiError(answer.status, 'The server sent something that is not JSON.');
    }
  }
  if (!answer.ok) {
    const error = (value as { error?: { reason?: string; field?: string } } | null)?.error;
    throw new ApiError(answer.status, error?.reason ?? `The server answers ${answer.status}.`, error?.field);
  }
  return value as T;
}

const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);

export const api = {
  catalogue: () => request<Catalogue>('GET', '/catalogue'),
  book: (game: string, options: string) => request<Book>('GET', `/books/${game}?options=${encodeURIComponent(options)}`),
  position: (at: PositionRequest) => post<Position>('/positions', at),
  convert: (text: string, format?: string) => post<SavedGame>('/convert', format ? { text, format } : { text }),

  games: () => request<{ games: GameSummary[] }>('GET', '/games'),
  create: (game: NewGame | { saved: SavedGame; auto?: boolean }) => post<Game>('/games', game),
  game: (id: string) => request<Game>('GET', `/games/${id}`),
  remove: (id: string) => request<void>('DELETE', `/games/${id}`),
  file: (id: string, format: string) => `/api/games/${id}/file?format=${format}`,
  play: (id: string, move: string, revision: number) => post<Game>(`/games/${id}/play`, { move, revision }),
  goto: (id: string, ply: number, revision: number) => post<Game>(`/games/${id}/goto`, { ply, revision }),
  resign: (id: string, seat: number, revision: number) => post<Game>(`/games/${id}/resign`, { seat, revision }),
  seats: (id: string, seats: string[], revision: number, clock?: string) =>
    post<Game>(`/games/${id}/seats`, clock === undefined ? { seats, revision } : { seats, clock, revision }),
  auto: (id: string, auto: boolean) => post<Game>(`/games/${id}/auto`, { auto }),
  step: (id: string, revision: number) => post<Game>(`/games/${id}/step`, { revision }),
  hurry: (id: string) => post<Game>(`/games/${id}/hurry`),
  hint: (id: string, revision: number, player?: string) => post<Search>(`/games/${id}/hint`, player ? { player, revision } : { revision }),
  judge: (id: string, ply: number, player?: string) => post<ReviewEntry>(`/games/${id}/judge`, player ? { ply, player } : { ply }),
  review: (id: string, player?: string, seed?: number) => post<Game>(`/games/${id}/review`, { player, seed }),
  stopReview: (id: string) => request<Game>('DELETE', `/games/${id}/review`),
  notes: (id: string, notes: Note[], variations: Variation[]) => request<Game>('PUT', `/games/${id}/notes`, { notes, variations }),

  analyse: (what: AnalysisRequest) => post<{ id: string }>('/analyses', what),
  aim: (id: string, at: { moves: string[]; only?: string[]; seconds?: number }) => request<void>('PUT', `/analyses/${id}`, at),
  endAnalysis: (id: string) => request<void>('DELETE', `/analyses/${id}`),
  solve: (what: SolveRequest) => post<{ id: string }>('/solves', what),
};

// ---- events

export interface Stream {
  close(): void;
}

/**
 * Listens to a stream of events until it is closed. A connection that breaks is made again, after a second at first and ten
 * at most; `status` hears of it. Where the server says that there is nothing (any answer that is no stream), `status` hears
 * `gone` after three attempts.
 */
export function listen(path: string, handlers: Record<string, (data: never) => void>, status?: (state: 'open' | 'lost' | 'gone') => void): Stream {
  let source: EventSource | null = null;
  let timer = 0;
  let refused = 0;
  let closed = false;
  const open = () => {
    source = new EventSource('/api' + path);
    source.onopen = () => {
      refused = 0;
      status?.('open');
    };
    source.onerror = () => {
      if (closed || !source) return;
      status?.('lost');
      // The browser itself tries again unless the answer was no stream.
      if (source.readyState !== EventSource.CLOSED) return;
      source.close();
      if (++refused >= 3) {
        status?.('gone');
        refused = 3;
      }
      timer = window.setTimeout(open, Math.min(1000 * 2 ** (refused - 1), 10_000));
    };
    for (const [name, handler] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        if (!closed) handler(JSON.parse((event as MessageEvent<string>).data) as never);
      });
    }
  };
  open();
  return {
    close() {
      closed = true;
      window.clearTimeout(timer);
      source?.close();
    },
  };
}

// ---- the token

/** `/?token=...` has set a cookie when the page was loaded; the address need not show it any longer. */
export function hideToken() {
  const address = new URL(window.location.href);
  if (!address.searchParams.has('token')) return;
  address.searchParams.delete('token');
  window.history.replaceState(null, '', address.pathname + address.search + address.hash);
}
export function useToken(token: string) {
  window.location.assign('/?token=' + encodeURIComponent(token) + window.location.hash);
}
