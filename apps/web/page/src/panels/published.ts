// SPDX-License-Identifier: MIT
// What a paper says of a puzzle's board.
import { parseOptions } from '../spec';
import paper from './samegame_paper.json';

/** What was published about this board; only of the standard ones, as they are. */
export function published(game: string, options: string): { board: number; nrpa: number; nmcs: number; best: number } | null {
  const values = parseOptions(options);
  const board = Number(values.board ?? 1);
  if (game !== 'samegame' || values.cells || values.penalty === 'true' || !(board >= 1 && board <= 20)) return null;
  return { board, nrpa: paper.nrpa[board - 1]!, nmcs: paper.nmcs[board - 1]!, best: paper.best[board - 1]! };
}
