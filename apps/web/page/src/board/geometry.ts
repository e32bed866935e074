// SPDX-License-Identifier: MIT
// Shapes of cells in the plane, where an arrow key leads, and the colours of heat maps.
import type { BoardCell, BoardData } from '../api';

export type XY = [number, number];

const hexagon: XY[] = [0, 1, 2, 3, 4, 5].map((i) => {
  const angle = (Math.PI / 3) * i - Math.PI / 2;
  return [Math.cos(angle) / Math.sqrt(3), Math.sin(angle) / Math.sqrt(3)];
});
const square: XY[] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

export function outlineOf(cell: BoardCell, shape: BoardData['shape']): XY[] {
  if (cell.outline) return cell.outline;
  return (shape === 'hexagon' ? hexagon : square).map(([x, y]) => [cell.x + x, cell.y + y]);
}
const short = (n: number) => String(Math.round(n * 1000) / 1000);
export const points = (corners: XY[]) => corners.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

/** Where a piece stands: the middle of the outline, which is not the cell's point where a board is cut off. */
export function middleOf(cell: BoardCell): XY {
  if (!cell.outline) return [cell.x, cell.y];
  let [area, x, y] = [0, 0, 0];
  cell.outline.forEach(([ax, ay], i, all) => {
    const [bx, by] = all[(i + 1) % all.length]!;
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return [x / (3 * area), y / (3 * area)];
}

/** The distance from the middle to the nearest side. */
function inradius(cell: BoardCell): number {
  if (!cell.outline) return 0.5;
  const [x, y] = middleOf(cell);
  let least = Infinity;
  cell.outline.forEach(([ax, ay], i, all) => {
    const [bx, by] = all[(i + 1) % all.length]!;
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 0) least = Math.min(least, Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length);
  });
  return least;
}

/** How large stones are: of the cells' sizes the middle one, so that those of a board are alike, but where a cell is too narrow. */
export function stoneRadii(cells: BoardCell[]): number[] {
  const all = cells.map(inradius);
  const middle = [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0.5;
  return all.map((own) => Math.min(middle, own * 1.25));
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export function boxOf(list: XY[], margin: number): Box {
  const xs = list.map((p) => p[0]);
  const ys = list.map((p) => p[1]);
  const x = Math.min(...xs) - margin;
  const y = Math.min(...ys) - margin;
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/**
 * Moves the focus among everything with a name inside `root`: to the nearest in the direction of the key, sideways distance
 * counting double, so that a row is followed as long as it lasts. Among what is lit alone, nothing is too far aside.
 */
export function moveFocus(root: Element, from: Element, key: string, onlyLit: boolean): HTMLElement | SVGElement | null {
  const centre = (element: Element): XY => {
    const box = (element.querySelector('.hit') ?? element).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [dx, dy] = key === 'ArrowLeft' ? [-1, 0] : key === 'ArrowRight' ? [1, 0] : key === 'ArrowUp' ? [0, -1] : [0, 1];
  const [x, y] = centre(from);
  let best: Element | null = null;
  let least = Infinity;
  for (const element of root.querySelectorAll(onlyLit ? '[data-name].can' : '[data-name]')) {
    if (element === from) continue;
    const [ex, ey] = centre(element);
    const along = (ex - x) * dx + (ey - y) * dy;
    const aside = Math.abs((ex - x) * dy - (ey - y) * dx);
    if (along < 2 || (aside > along * 2.5 && !onlyLit)) continue;
    const distance = along + 2 * aside;
    if (distance < least) {
      least = distance;
      best = element;
    }
  }
  return best as HTMLElement | SVGElement | null;
}

/** From orange (bad for whom the value is meant) over pale to blue (good): told apart by all kinds of eyes. */
export function heatColour(value: number): string {
  const v = Math.max(0, Math.min(1, value));
  const low = [213, 94, 0];
  const middle = [244, 233, 208];
  const high = [0, 114, 178];
  const [a, b, t] = v < 0.5 ? [low, middle, v * 2] : [middle, high, v * 2 - 1];
  return `rgb(${a.map((c, i) => Math.round(c + (b[i]! - c) * t)).join(' ')})`;
}
