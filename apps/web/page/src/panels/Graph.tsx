// SPDX-License-Identifier: MIT
// What the game was worth for the first player, ply by ply: a curve with its band of uncertainty, a shape for every move that
// cost something, and a cursor that is a slider.
import type { ReviewEntry } from '../api';
import { linear, pathOf } from '../lab/scales';
import { fixed, percent } from './numbers';
import { verdictOf, type Verdict } from './verdicts';

/** good: a dot; then a triangle, a diamond, a cross: told apart without colours. */
export function VerdictShape({ verdict, r }: { verdict: Verdict; r: number }) {
  const path = verdict === 'good' ? `M${-r * 0.6} 0a${r * 0.6} ${r * 0.6} 0 1 0 ${r * 1.2} 0a${r * 0.6} ${r * 0.6} 0 1 0 ${-r * 1.2} 0Z`
    : verdict === 'inaccuracy' ? `M0 ${-r}L${r} ${r * 0.8}H${-r}Z`
    : verdict === 'mistake' ? `M0 ${-r * 1.15}L${r * 1.15} 0L0 ${r * 1.15}L${-r * 1.15} 0Z`
    : `M${-r} ${-r * 0.45}L${-r * 0.45} ${-r}L0 ${-r * 0.5}L${r * 0.45} ${-r}L${r} ${-r * 0.45}L${r * 0.5} 0L${r} ${r * 0.45}L${r * 0.45} ${r}L0 ${r * 0.5}L${-r * 0.45} ${r}L${-r} ${r * 0.45}L${-r * 0.5} 0Z`;
  return <path class={`shape ${verdict}`} d={path} />;
}
export function VerdictMark({ verdict }: { verdict: Verdict }) {
  return <svg class="verdict-mark" viewBox="-7 -7 14 14" aria-hidden="true"><VerdictShape verdict={verdict} r={5.5} /></svg>;
}

export function Graph({ entries, plies, at, until, scale, first, onGo }: {
  entries: ReviewEntry[]; plies: number; at: number; until: number | null; scale: number; first: string; onGo: (ply: number) => void;
}) {
  const [width, height, left, bottom] = [400, 180, 48, 156];
  const rates = scale === 1;
  const seen = entries.filter((entry) => until === null || entry.ply <= until).sort((a, b) => a.ply - b.ply);
  const values = entries.map((entry) => entry.first);
  const xs = linear(0, Math.max(1, plies), left, width - 8, 8);
  const ys = rates ? linear(0, 1, bottom, 10, 2) : linear(Math.min(...values, 0), Math.max(...values, 1) * 1.05, bottom, 10, 3);
  const clamp = (value: number) => (rates ? Math.max(0, Math.min(1, value)) : value);
  const byPly = new Map(seen.map((entry) => [entry.ply, entry]));
  // What chance plays is not reviewed: the line goes over it.
  const curve = seen.map((entry) => [xs.at(entry.ply), ys.at(clamp(entry.first))] as [number, number]);
  const edge = (sign: number) => seen.map((entry) => [xs.at(entry.ply), ys.at(clamp(entry.first + sign * (entry.uncertainty ?? 0)))] as [number, number]);
  const band = seen.length > 1 ? `${pathOf([...edge(1), ...edge(-1).reverse()])}Z` : '';
  const here = byPly.get(at);
  const tell = (value: number) => (rates ? percent(value, 0) : fixed(value, 0));
  const words = here ? `move ${at + 1}, ${first} ${tell(here.first)}` : at >= plies ? 'the end' : `move ${at + 1}, not reviewed`;
  const most = until ?? plies;
  const go = (ply: number) => onGo(Math.max(0, Math.min(most, ply)));
  const onKey = (event: KeyboardEvent) => {
    const by: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 };
    if (event.key in by) go(at + by[event.key]!);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(most);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const svg = event.currentTarget as SVGSVGElement;
    const box = svg.getBoundingClientRect();
    go(Math.round(xs.value(((event.clientX - box.left) / box.width) * width)));
  };
  return (
    <svg class="graph" viewBox={`0 0 ${width} ${height}`} role="slider" tabindex={0} aria-label={`${rates ? 'Win rate' : 'Value'} for ${first} over the game`}
      aria-valuemin={0} aria-valuemax={plies} aria-valuenow={at} aria-valuetext={words} onKeyDown={onKey} onClick={onClick}>
      {rates && <><rect class="side p1" x={left} y={10} width={width - 8 - left} height={(bottom - 10) / 2} /><rect class="side p2" x={left} y={(bottom + 10) / 2} width={width - 8 - left} height={(bottom - 10) / 2} /></>}
      {ys.ticks.map((tick) => (
        <g key={tick}><path class="grid" d={`M${left} ${ys.at(tick)}H${width - 8}`} /><text class="tick end" x={left - 5} y={ys.at(tick)} dy="0.35em">{rates ? `${Math.round(tick * 100)} %` : tick}</text></g>
      ))}
      {xs.ticks.filter((tick) => Number.isInteger(tick)).map((tick) => <text key={tick} class="tick" x={xs.at(tick)} y={bottom + 15}>{tick}</text>)}
      <path class="band" d={band} />
      <path class="curve" d={pathOf(curve)} />
      {seen.map((entry) => {
        const verdict = verdictOf(entry, scale);
        if (entry.forced || (until !== null && entry.ply >= until)) return null;
        return (
          <g key={entry.ply} transform={`translate(${xs.at(entry.ply).toFixed(1)} ${ys.at(clamp(entry.first)).toFixed(1)})`}>
            <VerdictShape verdict={verdict} r={verdict !== 'good' ? 5 : plies > 60 ? 1.8 : 2.8} />
            <title>{`${entry.ply + 1}. ${entry.move}: ${verdict}`}</title>
          </g>
        );
      })}
      {until !== null && until < plies && <g><rect class="hidden" x={xs.at(until)} y={10} width={Math.max(0, xs.at(plies) - xs.at(until))} height={bottom - 10} /><text class="tick" x={(xs.at(until) + xs.at(plies)) / 2} y={bottom / 2 + 8}>hidden</text></g>}
      <path class="cursor" d={`M${xs.at(Math.min(at, plies))} 6V${bottom + 2}`} />
      {here && (until === null || at < until) && <circle class="cursor-dot" cx={xs.at(at)} cy={ys.at(clamp(here.first))} r="3.5" />}
    </svg>
  );
}
