// SPDX-License-Identifier: MIT
// Games with a drawing of their own; every other one is drawn from its data by `Generic`.
import type { ComponentType } from 'preact';
import type { BoardData } from '../api';
import type { Overlay } from '../state';
import { Cards } from './Cards';
import type { Clicks } from './clicks';
import { Hive } from './Hive';
import { Plane } from './Plane';
import { SameGame } from './SameGame';
import { Zones } from './Zones';

export interface DrawingProps {
  data: BoardData;
  clicks: Clicks;
  overlay: Overlay | null;
  coordinates: boolean;
  label: string;
  /** The name that Tab leads to. */
  focus: string;
  onFocus: (name: string) => void;
  /** Who sits at the bottom of a table: 1 for the first player. */
  seat: number;
}

export function Generic(props: DrawingProps) {
  return (
    <>
      {props.data.cells.length > 0 && <Plane {...props} />}
      {props.data.zones.length > 0 && <Zones {...props} />}
    </>
  );
}

/** Whether there are coordinates to be switched: cells on a board of their own. */
export const hasCoordinates = (game: string, data: BoardData) => data.cells.length > 0 && drawings[game] !== Hive;

export const drawings: Record<string, ComponentType<DrawingProps>> = { hive: Hive, cards: Cards, cards3: Cards, samegame: SameGame };
