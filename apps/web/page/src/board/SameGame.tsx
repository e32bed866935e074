// SPDX-License-Identifier: MIT
// SameGame: stones that are told apart by shape as well as by colour, and that fall to where they belong.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoardData, BoardPiece } from '../api';
import type { DrawingProps } from './drawings';
import { Plane } from './Plane';

const symbols = [
  'M0-.26L.26 0L0 .26L-.26 0Z', // a diamond
  'M-.2-.2H.2V.2H-.2Z', // a square
  'M0-.25L.25.19H-.25Z', // a triangle
  'M0-.24A.24.24 0 1 1-.01-.24ZM0-.1A.1.1 0 1 0 .01-.1Z', // a ring
  'M-.08-.25H.08V-.08H.25V.08H.08V.25H-.08V.08H-.25V-.08H-.08Z', // a plus
  'M-.27-.09H.27V.09H-.27Z', // a bar
  'M0-.27L.07-.08L.26-.08L.11.04L.16.23L0 .12L-.16.23L-.11.04L-.26-.08L-.07-.08Z', // a star
  'M-.09-.27H.09V.27H-.09Z', // an upright bar
];

const draw = (piece: BoardPiece) => {
  const colour = (piece.colour ?? 0) % 8;
  return (
    <g class={`gem colour-${colour}`}>
      <rect x="-.46" y="-.46" width=".92" height=".92" rx=".2" />
      <path class="symbol" d={symbols[colour]} />
    </g>
  );
};

/** Columns from the left: of each the stones from the bottom, as rows and colours. */
function columnsOf(data: BoardData) {
  const at = new Map(data.cells.map((cell) => [cell.name, cell]));
  const columns: { cell: string; y: number; colour: number }[][] = [];
  for (const piece of data.pieces) {
    const cell = at.get(piece.cell ?? '');
    if (!cell) continue;
    (columns[cell.x] ??= []).push({ cell: cell.name, y: cell.y, colour: piece.colour ?? 0 });
  }
  columns.forEach((column) => column.sort((a, b) => b.y - a.y));
  return columns;
}

/** Where each stone was before: its column is one that it is a part of, its place the lowest that fits. */
function cameFrom(before: BoardData, now: BoardData): Map<string, [number, number]> {
  const moved = new Map<string, [number, number]>();
  const old = columnsOf(before);
  let from = 0;
  columnsOf(now).forEach((column, x) => {
    for (; from < old.length; ++from) {
      const rows: number[] = [];
      let i = 0;
      for (const stone of column) {
        while (i < (old[from]?.length ?? 0) && old[from]![i]!.colour !== stone.colour) ++i;
        if (i >= (old[from]?.length ?? 0)) break;
        rows.push(old[from]![i++]!.y);
      }
      if (rows.length !== column.length) continue;
      column.forEach((stone, n) => {
        const [dx, dy] = [from - x, rows[n]! - stone.y];
        if (dx || dy) moved.set(stone.cell, [dx, dy]);
      });
      ++from;
      return;
    }
  });
  return moved;
}

export function SameGame(props: DrawingProps) {
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(props.data);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = props.data;
    // Backwards, nothing falls; and who wants less motion sees none.
    if (old.pieces === props.data.pieces || old.pieces.length <= props.data.pieces.length || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const [cell, [dx, dy]] of cameFrom(old, props.data)) {
      root.current?.querySelector(`[data-name="${cell}"] .piece`)?.animate(
        [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }],
        { duration: 160 + 60 * Math.min(5, Math.hypot(dx, dy)), easing: 'cubic-bezier(.3, 0, .6, 1.25)' });
    }
  });
  return <div class="well" ref={root}><Plane {...props} drawPiece={draw} /></div>;
}
