// SPDX-License-Identifier: MIT
// Any board that lies in a plane, drawn from its data alone: cells, pieces, labels, marks, and what panels lay over it.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { BoardData, BoardPiece } from '../api';
import type { Overlay } from '../state';
import type { Clicks } from './clicks';
import { boxOf, heatColour, middleOf, outlineOf, points, stoneRadii, type Box, type XY } from './geometry';
import { cellWords } from './words';

export interface PlaneProps {
  data: BoardData;
  clicks: Clicks | null; // none: a picture
  overlay?: Overlay | null;
  coordinates?: boolean;
  label: string;
  focus: string; // the name that Tab leads to
  onFocus?: (name: string) => void;
  /** A piece in a circle around the origin, for games with pictures of their own. */
  drawPiece?: (piece: BoardPiece, radius: number) => ComponentChildren;
  frame?: (box: Box) => Box;
  /** Whether stacks are spread out under the pointer and the focus. */
  fans?: boolean;
}

/** A stone, or whatever has no picture: its owner's colour and shape, and its text where there is one. */
export function Stone({ piece, radius }: { piece: BoardPiece; radius: number }) {
  const r = radius * 0.82;
  const text = (piece.kind ?? 'stone') === 'stone' ? '' : (piece.text ?? '').trim();
  if (piece.colour !== undefined) {
    return <rect class={`gem colour-${piece.colour}`} x={-r} y={-r} width={2 * r} height={2 * r} rx={r * 0.35} />;
  }
  return (
    <>
      <ellipse class="shadow" cx={r * 0.06} cy={r * 0.14} rx={r} ry={r} />
      {piece.owner === 3 ? <rect class="stone" x={-r * 0.85} y={-r * 0.85} width={r * 1.7} height={r * 1.7} rx={r * 0.25} />
        : <circle class="stone" r={r} />}
      {piece.owner === 1 && <circle class="grain" r={r * 0.62} />}
      {text && <text class="piece-text" font-size={r * (text.length > 3 ? 0.6 : 0.8)} dy="0.35em">{text}</text>}
    </>
  );
}

export function Plane({ data, clicks, overlay, coordinates = true, label, focus, onFocus, drawPiece, frame, fans }: PlaneProps) {
  const [fanned, fan] = useState('');
  const shape = data.shape;
  const places = useMemo(() => {
    const radii = stoneRadii(data.cells);
    return new Map(data.cells.map((cell, i) => [cell.name, { middle: middleOf(cell), outline: outlineOf(cell, shape), radius: radii[i]! }]));
  }, [data.cells]);
  const stacks = useMemo(() => {
    const found = new Map<string, BoardPiece[]>();
    for (const piece of data.pieces) {
      if (!piece.cell) continue;
      const stack = found.get(piece.cell);
      if (stack) stack.push(piece);
      else found.set(piece.cell, [piece]);
    }
    found.forEach((stack) => stack.sort((a, b) => (a.height ?? 0) - (b.height ?? 0)));
    return found;
  }, [data]);
  const box = useMemo(() => {
    // Of an open plane a picture shows what is on it.
    const seen = fans && !label && stacks.size ? [...places].filter(([name]) => stacks.has(name)) : [...places];
    const all: XY[] = seen.flatMap(([, place]) => place.outline);
    if (coordinates) data.labels.forEach((l) => all.push([l.x, l.y]));
    if (!all.length) all.push([0, 0]);
    const plain = boxOf(all, coordinates && data.labels.length ? 0.12 : 0.25);
    return frame ? frame(plain) : plain;
  }, [places, stacks, coordinates, frame]);

  // Where nothing is written beside the board, cells are named on the spot.
  const named = coordinates && clicks && !data.labels.length && !fans;
  const nameSize = data.cells.some((cell) => cell.name.length > 3) ? 0.42 : 0.52;
  const marked = (kind: string) => data.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.names);
  const last = new Set(marked('last'));
  const winning = new Set(marked('winning'));
  const suggested = new Set(marked('suggested'));
  const pruned = new Set(marked('pruned'));
  const acting = new Set(marked('acting'));
  const captured = new Map(data.marks.filter((m) => m.kind === 'captured').flatMap((m) => m.names.map((n) => [n, m.owner] as const)));
  const has = (names: Set<string>, cell: string) => names.has(cell) || (stacks.get(cell)?.some((p) => p.name !== undefined && names.has(p.name)) ?? false);
  const where = (name: string) => {
    const place = places.get(name) ?? places.get(data.pieces.find((piece) => piece.name === name)?.cell ?? '');
    return place && { x: place.middle[0], y: place.middle[1], radius: place.radius };
  };
  const picked = new Set(overlay?.picked);
  const good = new Set(overlay?.good);
  const bad = new Set(overlay?.bad);
  const heat = new Map(overlay?.heat?.map((h) => [places.has(h.name) ? h.name : (data.pieces.find((p) => p.name === h.name)?.cell ?? ''), h]));
  // In a plane of stacks a click means the piece on top, where that has a name that begins or goes on with a move.
  const meaning = (cell: string) => {
    if (!clicks) return cell;
    const wanted = clicks.selected.length ? clicks.targets : clicks.sources;
    if (wanted.has(cell)) return cell;
    const top = stacks.get(cell)?.at(-1)?.name;
    return top && (wanted.has(top) || clicks.sources.has(top)) ? top : cell;
  };
  const hovered = (name: string, over: boolean, root: Element | null) => {
    if (fans) fan(over ? name : '');
    const group = clicks?.area(name) ?? [];
    if (group.length < 2) return;
    root?.querySelectorAll('[data-name]').forEach((e) => e.classList.toggle('group', over && group.includes(e.getAttribute('data-name')!)));
  };

  return (
    <svg class={`plane ${shape}`} viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} role={clicks ? 'group' : 'img'} aria-label={label}>
      {data.cells.map((cell) => {
        const { middle: [x, y], outline, radius } = places.get(cell.name)!;
        const stack = stacks.get(cell.name) ?? [];
        const name = meaning(cell.name);
        const can = clicks ? (clicks.selected.length ? clicks.targets.has(name) : clicks.sources.has(name)) : false;
        const chosen = clicks?.selected.includes(name) ?? false;
        const warm = heat.get(cell.name);
        const owner = captured.get(cell.name);
        const classes = ['cell'];
        if (can) classes.push('can');
        if (clicks?.selected.length && can) classes.push('target');
        if (chosen) classes.push('chosen');
        if (stack.length) classes.push('full');
        if (has(last, cell.name)) classes.push('last');
        if (has(winning, cell.name)) classes.push('winning');
        if (has(acting, cell.name)) classes.push('acting');
        const interactive = clicks ? {
          role: 'button',
          tabindex: focus === cell.name ? 0 : -1, // in SVG the case of attributes matters
          'data-name': cell.name,
          'data-click': name,
          'aria-label': cellWords(data, cell.name, stack, can) + (warm?.text ? `, ${warm.text}${warm.detail ? ` ${warm.detail}` : ''}` : ''),
          'aria-disabled': !can,
          onClick: () => clicks.click(name),
          onFocus: () => { onFocus?.(cell.name); if (fans) fan(cell.name); },
          onBlur: () => fans && fan(''),
          onMouseEnter: (e: MouseEvent) => hovered(cell.name, true, (e.currentTarget as Element).parentElement),
          onMouseLeave: (e: MouseEvent) => hovered(cell.name, false, (e.currentTarget as Element).parentElement),
        } : {};
        return (
          <g key={cell.name} class={classes.join(' ')} {...(interactive as object)}>
            <polygon class="hit" points={points(outline)} />
            {owner !== undefined && <polygon class={`captured p${owner}`} points={points(outline)} />}
            {warm && <polygon class={`heat${warm.best ? ' best' : ''}`} points={points(outline)} fill={heatColour(warm.value)} fill-opacity={0.25 + 0.7 * warm.weight} />}
            <g transform={`translate(${x} ${y})`}>
              {stack.map((piece, height) => (
                <g key={`${piece.name ?? ''}${piece.owner ?? ''}${piece.colour ?? ''}${height}`} class={`piece p${piece.owner ?? 0}${last.has(cell.name) ? ' fresh' : ''}`}
                  transform={height ? `translate(${-0.06 * height} ${-0.12 * height})` : undefined}>
                  {drawPiece ? drawPiece(piece, radius) : <Stone piece={piece} radius={radius} />}
                </g>
              ))}
              {owner !== undefined && !stack.length && <path class={`flag p${owner}`} d={`M0 ${-radius * 0.4}L${radius * 0.4} 0L0 ${radius * 0.4}L${-radius * 0.4} 0Z`} />}
              {named && !stack.length && !warm && owner === undefined && !has(suggested, cell.name) && <text class="cell-name" font-size={radius * nameSize} dy="0.35em" aria-hidden="true">{cell.name}</text>}
              {can && !stack.length && <circle class="dot" r={radius * 0.2} />}
              {has(winning, cell.name) && <circle class="win" r={radius * 0.8} />}
              {has(last, cell.name) && <circle class={`last-mark p${stack.at(-1)?.owner ?? 0}`} r={radius * (stack.length ? 0.24 : 0.3)} />}
              {has(suggested, cell.name) && <path class="suggested" d={star(radius * 0.72)} />}
              {has(pruned, cell.name) && <path class="pruned" d={cross(radius * 0.28)} />}
              {picked.has(name) && <circle class="picked" r={radius * 0.74} />}
              {good.has(cell.name) && <circle class="good" r={radius * 0.8} />}
              {bad.has(cell.name) && <><circle class="bad" r={radius * 0.8} /><path class="bad" d={cross(radius * 0.4)} /></>}
              {warm?.text && <text aria-hidden="true" class="heat-text" font-size={radius * 0.56} dy={warm.detail ? '0.05em' : '0.35em'}>{warm.text}{' '}</text>}
              {warm?.detail && <text aria-hidden="true" class="heat-detail" font-size={radius * 0.4} dy="1.3em">{warm.detail}</text>}
            </g>
          </g>
        );
      })}
      {coordinates && data.labels.map((l) => (
        <text key={`${l.text} ${l.x} ${l.y}`} class="coordinate" x={l.x} y={l.y} dy="0.35em" aria-hidden="true">{l.text}</text>
      ))}
      {fans && !clicks?.selected.length && (stacks.get(fanned)?.length ?? 0) > 1 && (
        <g class="fan" aria-hidden="true" transform={`translate(${places.get(fanned)!.middle[0]} ${places.get(fanned)!.middle[1] - 1.15})`}>
          <rect class="fan-back" x={-0.6 * stacks.get(fanned)!.length} y="-.65" width={1.2 * stacks.get(fanned)!.length} height="1.3" rx=".3" />
          {stacks.get(fanned)!.map((piece, i, all) => (
            <g key={i} class={`piece p${piece.owner ?? 0}`} transform={`translate(${(i - (all.length - 1) / 2) * 1.12} 0)`}>
              {drawPiece ? drawPiece(piece, 0.5) : <Stone piece={piece} radius={0.5} />}
            </g>
          ))}
        </g>
      )}
      {overlay?.steps?.map((step) => {
        const to = where(step.clicks.at(-1) ?? '');
        const from = step.clicks.length > 1 ? where(step.clicks[0]!) : undefined;
        if (!to) return null;
        const placed = !from && drawPiece && data.zones.flatMap((zone) => zone.pieces ?? []).find((piece) => piece.name === step.clicks[0]);
        if (placed) {
          return (
            <g key={step.number} class={`step piece p${step.owner}`} transform={`translate(${to.x} ${to.y})`} aria-hidden="true">
              {drawPiece!(placed, to.radius)}
              <g transform={`translate(${to.radius * 0.55} ${-to.radius * 0.6})`}><circle class="stone" r={to.radius * 0.4} /><text font-size={to.radius * 0.5} dy="0.35em">{step.number}</text></g>
            </g>
          );
        }
        const number = <text font-size={to.radius * 0.8} dy="0.35em">{step.number}</text>;
        if (!from) {
          return (
            <g key={step.number} class={`step piece p${step.owner}`} transform={`translate(${to.x} ${to.y})`} aria-hidden="true">
              <circle class="stone" r={to.radius * 0.72} />{number}
            </g>
          );
        }
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const length = Math.hypot(dx, dy) || 1;
        const [ex, ey] = [to.x - (dx / length) * to.radius * 0.5, to.y - (dy / length) * to.radius * 0.5];
        const [nx, ny] = [(-dy / length) * 0.17, (dx / length) * 0.17];
        const [bx, by] = [ex - (dx / length) * 0.3, ey - (dy / length) * 0.3];
        const [sx, sy] = [from.x + (dx / length) * 0.12, from.y + (dy / length) * 0.12];
        return (
          <g key={step.number} class={`step piece p${step.owner}`} aria-hidden="true">
            <path class="arrow" d={`M${sx} ${sy}L${bx} ${by}`} />
            <path class="arrowhead" d={`M${ex} ${ey}L${bx + nx} ${by + ny}L${bx - nx} ${by - ny}Z`} />
            <g transform={`translate(${sx} ${sy})`}><circle class="stone" r={to.radius * 0.36} /><text font-size={to.radius * 0.45} dy="0.35em">{step.number}</text></g>
          </g>
        );
      })}
    </svg>
  );
}

const cross = (r: number) => `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`;
const star = (r: number) => {
  const corners: XY[] = [...Array(10).keys()].map((i) => {
    const length = i % 2 ? r * 0.5 : r;
    const angle = (Math.PI / 5) * i - Math.PI / 2;
    return [Math.cos(angle) * length, Math.sin(angle) * length];
  });
  return `M${corners.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join('L')}Z`;
};
