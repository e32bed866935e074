// SPDX-License-Identifier: MIT
// The lab as the server tells it, and what is drawn from it: which variables a table has, which one is an axis.
import { request, type SavedGame } from '../api';
import type { PlotSeries } from './Plot';

export interface Figures {
  games: number;
  wins: number;
  draws: number;
  losses: number;
  rate?: number | null;
  interval?: [number, number] | null;
  interval_from?: string;
  elo?: number | null;
  elo_bounds?: [number | null, number | null] | null;
  los?: number | null;
  pairs?: number[];
  as_first?: Score;
  as_second?: Score;
  endings?: Record<string, Score>;
  distinct?: number;
  mean_plies?: number;
  shares?: { rate: number; interval: [number, number]; wins: number; shared: number; losses: number }[];
}
export interface Score {
  wins: number;
  draws: number;
  losses: number;
}
export interface ExperimentSummary {
  name: string;
  title: string;
  done: number | null; // null where it is no grid of matches
  games: number | null;
  running: boolean;
  has_plot?: boolean;
  has_games?: boolean; // whose moves are kept
}
export interface MatchSummary {
  id: string;
  game: string;
  options: string;
  failure?: string;
  players: string[];
  games: number;
  of: number;
  running: boolean;
  figures: Figures;
}
export interface MatchGame {
  number: number;
  seats: string;
  winner: number;
  plies: number;
  ending: string;
}
export interface Cell {
  panel: string;
  variables: Record<string, string>;
  game: string;
  a: string;
  b: string;
  c?: string;
  wanted: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  rate: number | null;
  interval: [number, number] | null;
  paper: { rate: number; games: number } | null;
  comparison: { word: string; difference: number; interval: [number, number]; p: number } | null;
}
export interface Experiment {
  title: string;
  source?: string;
  text?: string;
  cells?: Cell[];
}

export const lab = {
  all: () => request<{ experiments: ExperimentSummary[]; matches: MatchSummary[] }>('GET', '/lab'),
  experiment: (name: string) => request<Experiment>('GET', `/lab/experiments/${name}`),
  cell: (name: string, cell: string) => request<{ players: string[]; games: MatchGame[] }>('GET', `/lab/experiments/${name}/cells/${cell}/games`),
  gameOfCell: (name: string, cell: string, number: number) => request<SavedGame>('GET', `/lab/experiments/${name}/cells/${cell}/games/${number}`),
  plot: (name: string) => `/api/lab/experiments/${name}/plot.svg`,
  begin: (match: { game: string; options: string; a: string; b: string; games: number; openings?: string }) => request<{ id: string }>('POST', '/lab/matches', match),
  match: (id: string) => request<Omit<MatchSummary, 'games'> & { games: MatchGame[] }>('GET', `/lab/matches/${id}`),
  stop: (id: string) => request<unknown>('DELETE', `/lab/matches/${id}`),
  game: (id: string, number: number) => request<SavedGame>('GET', `/lab/matches/${id}/games/${number}`),
  csv: (id: string) => `/api/lab/matches/${id}/games.csv`,
};

// ---- a panel of an experiment

export interface Panel {
  title: string;
  cells: Cell[];
  varying: string[]; // variables that tell its cells apart
  constant: [string, string][];
}
export function panelsOf(cells: Cell[]): Panel[] {
  const titles = [...new Set(cells.map((cell) => cell.panel))];
  return titles.map((title) => {
    const own = cells.filter((cell) => cell.panel === title);
    const names = [...new Set(own.flatMap((cell) => Object.keys(cell.variables)))];
    const values = (name: string) => new Set(own.map((cell) => cell.variables[name] ?? ''));
    return {
      title,
      cells: own,
      varying: own.length > 1 ? names.filter((name) => values(name).size > 1) : names,
      constant: own.length > 1 ? names.filter((name) => values(name).size === 1).map((name) => [name, own[0]!.variables[name] ?? '']) : [],
    };
  });
}

export interface PanelPlot {
  x: { label: string; log?: boolean; categories?: string[] };
  series: PlotSeries[];
}
/** Wilson's 95 % interval, which is what a published rate is known by; nothing where its number of games is not known. */
export function wilson(rate: number, games: number): { low?: number; high?: number } {
  if (!games) return {};
  const z = 1.959964;
  const middle = (rate + (z * z) / (2 * games)) / (1 + (z * z) / games);
  const half = (z * Math.sqrt((rate * (1 - rate)) / games + (z * z) / (4 * games * games))) / (1 + (z * z) / games);
  return { low: middle - half, high: middle + half };
}

const mostSeries = 6;
/**
 * A variable of numbers with four values and more is an axis, else whichever has most values, as categories; what else varies makes
 * series. Nothing where there would be too many of them, or a single point.
 */
export function plotOf({ cells, varying }: Panel): PanelPlot | null {
  const played = cells.filter((cell) => cell.rate !== null && cell.interval);
  if (played.length < 2 || !varying.length) return null;
  const values = (name: string) => [...new Set(played.map((cell) => cell.variables[name] ?? ''))];
  const isNumber = (name: string) => values(name).every((value) => value !== '' && Number.isFinite(Number(value)));
  const bySize = [...varying].sort((a, b) => values(b).length - values(a).length);
  const axis = bySize.find((name) => isNumber(name) && values(name).length >= 4) ?? bySize[0]!;
  const rest = varying.filter((name) => name !== axis);
  const numeric = isNumber(axis) && values(axis).length >= 4;
  const categories = numeric ? [] : values(axis);
  const keyOf = (cell: Cell) => rest.map((name) => (/[a-z]/i.test(cell.variables[name] ?? '') ? cell.variables[name] : `${name} ${cell.variables[name] ?? ''}`)).join(', ');
  const keys = [...new Set(played.map(keyOf))];
  if (keys.length > mostSeries) return null;
  const at = (cell: Cell) => (numeric ? Number(cell.variables[axis]) : categories.indexOf(cell.variables[axis] ?? ''));
  const numbers = played.map(at);
  const log = numeric && Math.min(...numbers) > 0 && Math.max(...numbers) / Math.min(...numbers) >= 50;
  const series: PlotSeries[] = keys.map((name) => ({
    name: name || 'here',
    points: played.filter((cell) => keyOf(cell) === name).sort((a, b) => at(a) - at(b)).map((cell) => ({
      x: at(cell), y: cell.rate!, low: cell.interval![0], high: cell.interval![1],
      text: `${axis} ${cell.variables[axis]}${name ? `, ${name}` : ''}: ${(cell.rate! * 100).toFixed(1)} % [${(cell.interval![0] * 100).toFixed(1)}, ${(cell.interval![1] * 100).toFixed(1)}]`,
    })),
  }));
  keys.forEach((name, like) => {
    const points = played.filter((cell) => keyOf(cell) === name && cell.paper).map((cell) => ({ x: at(cell), y: cell.paper!.rate, ...wilson(cell.paper!.rate, cell.paper!.games), text: `published: ${(cell.paper!.rate * 100).toFixed(1)} %` }));
    if (points.length) series.push({ name: keys.length > 1 ? `${name}, published` : 'published', points, hollow: true, like });
  });
  return { x: { label: axis, ...(log ? { log } : {}), ...(numeric ? {} : { categories }) }, series };
}

// ---- CSV

const quoted = (value: unknown) => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};
/** The columns of results/NAME.csv, docs/file-formats.md. */
export function csvOf(cells: Cell[]): string {
  const head = ['panel', 'cell', 'games', 'wanted', 'wins', 'draws', 'losses', 'rate', 'low', 'high', 'paper', 'paper_games', 'difference', 'difference_low', 'difference_high', 'p', 'comparison', 'game', 'a', 'b'];
  const lines = cells.map(({ comparison, ...cell }) => [
    cell.panel, Object.entries(cell.variables).map(([name, value]) => `${name}=${value}`).join(', '), cell.games, cell.wanted, cell.wins, cell.draws, cell.losses,
    cell.rate, cell.rate === null ? null : cell.interval?.[0], cell.rate === null ? null : cell.interval?.[1], cell.paper?.rate, cell.paper?.games,
    comparison?.difference, comparison?.interval[0], comparison?.interval[1], comparison?.p, comparison?.word, cell.game, cell.a, cell.b,
  ]);
  return [head, ...lines].map((line) => line.map(quoted).join(',')).join('\n') + '\n';
}
