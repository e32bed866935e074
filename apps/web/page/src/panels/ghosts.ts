// SPDX-License-Identifier: MIT
// Moves of a line as numbered ghosts on the board that is shown. A move that is legal there is where its clicks are; of one that
// becomes legal later the position before it is asked.
import { useEffect, useState } from 'preact/hooks';
import type { Game, Position } from '../api';
import { findMove, type Step } from '../state';
import { positionAfter } from './browse';

async function stepsOf(game: Game, from: Position, line: string[], alive: () => boolean): Promise<Step[]> {
  const steps: Step[] = [];
  const players = from.board.players.length;
  for (let i = 0; i < line.length && alive(); i++) {
    const here = findMove(from, line[i]!);
    let owner = players ? (((from.to_move ?? 1) - 1 + i) % players) + 1 : 1;
    let clicks = here?.clicks;
    // Only where moves are nothing but cells, a move that is legal now is the same one later.
    const plain = clicks?.length === 1 && !here?.area;
    if (i > 0 && !plain) {
      const before = await positionAfter(game, [...from.played, ...line.slice(0, i)]).catch(() => null);
      if (!before) break;
      owner = before.to_move ?? owner;
      clicks = findMove(before, line[i]!)?.clicks;
    }
    if (clicks?.length) steps.push({ clicks, owner, number: i + 1 });
    if (here?.area) break; // a group falls, and what comes later lies elsewhere
  }
  return steps;
}

export function useGhosts(game: Game, from: Position | null, line: string[] | undefined, most = 8): Step[] {
  const [steps, setSteps] = useState<Step[]>([]);
  const text = line?.slice(0, most).join('\n') ?? '';
  useEffect(() => {
    let alive = true;
    if (!from || !text) setSteps([]);
    else void stepsOf(game, from, text.split('\n'), () => alive).then((found) => alive && setSteps(found));
    return () => {
      alive = false;
    };
  }, [from, text]);
  return steps;
}
