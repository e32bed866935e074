// SPDX-License-Identifier: MIT
// A plot as SVG from its data: series with error bars, steps, reference lines; colours and shapes together tell series apart.
import { useMemo } from 'preact/hooks';
import { linear, logarithmic, pathOf } from './scales';

export interface PlotPoint {
  x: number;
  y: number;
  low?: number;
  high?: number;
  text?: string; // what a pointer and a screen reader are told
}
export interface PlotSeries {
  name: string;
  points: PlotPoint[];
  hollow?: boolean; // published values: the colour and the shape of the series of this number
  like?: number;
  steps?: boolean;
}
export interface PlotProps {
  label: string;
  series: PlotSeries[];
  x: { label: string; log?: boolean; categories?: string[] };
  y: { label: string; low?: number; high?: number; percent?: boolean };
  lines?: { y: number; text: string }[];
  height?: number;
}

const shapes = [
  (r: number) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  (r: number) => `M${-r * 0.9} ${-r * 0.9}H${r * 0.9}V${r * 0.9}H${-r * 0.9}Z`,
  (r: number) => `M0 ${-r * 1.2}L${r * 1.1} ${r * 0.8}H${-r * 1.1}Z`,
  (r: number) => `M0 ${-r * 1.25}L${r * 1.25} 0L0 ${r * 1.25}L${-r * 1.25} 0Z`,
  (r: number) => `M0 ${r * 1.2}L${r * 1.1} ${-r * 0.8}H${-r * 1.1}Z`,
];
export const shapeOf = (i: number, r: number) => shapes[i % shapes.length]!(r);

const short = (value: number) => (Math.abs(value) >= 10_000 ? `${value / 1000}k` : String(value));

export function Plot({ label, series, x, y, lines = [], height = 260 }: PlotProps) {
  const width = 520;
  const { xs, ys, drawn, left, bottom } = useMemo(() => {
    const all = series.flatMap((s) => s.points);
    const values = [...all.flatMap((p) => [p.y, p.low ?? p.y, p.high ?? p.y]), ...lines.map((line) => line.y)];
    const spread = Math.max(...values) - Math.min(...values) || 1;
    const low = y.low ?? Math.min(...values) - spread * 0.06;
    const high = y.high ?? Math.max(...values) + spread * 0.06;
    const left = 52;
    const bottom = height - 40;
    const ys = linear(low, high, bottom, 12, height < 180 ? 3 : 5);
    const at = all.map((p) => p.x);
    const [first, last] = [Math.min(...at), Math.max(...at)];
    const xs = x.categories ? linear(-0.5, x.categories.length - 0.5, left, width - 12)
      : x.log && first > 0 ? logarithmic(first / 1.25, last * 1.25, left, width - 12)
      : linear(first - (last - first) * 0.04, last + (last - first) * 0.04 || last + 1, left, width - 12, 6);
    // Series at one x stand side by side, so that their intervals can be seen.
    const places = series.filter((s) => !s.hollow).length;
    const drawn = series.map((s, i) => {
      const colour = s.like ?? i;
      const aside = places > 1 && !s.steps ? (colour - (places - 1) / 2) * Math.min(9, 60 / places) : 0;
      return { ...s, colour, at: s.points.map((p) => [xs.at(p.x) + aside + (s.hollow ? 4 : 0), ys.at(p.y)] as [number, number]) };
    });
    return { xs, ys, drawn, left, bottom };
  }, [series, x, y, lines, height]);
  return (
    <svg class="plot" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {ys.ticks.map((tick) => (
        <g key={tick}>
          <path class="grid" d={`M${left} ${ys.at(tick)}H${width - 12}`} />
          <text class="tick end" x={left - 6} y={ys.at(tick)} dy="0.35em">{y.percent ? Math.round(tick * 100) : short(tick)}</text>
        </g>
      ))}
      {(x.categories ? x.categories.map((_, i) => i) : xs.ticks).map((tick) => (
        <g key={tick}>
          <path class="axis" d={`M${xs.at(tick)} ${bottom}v4`} />
          <text class="tick" x={xs.at(tick)} y={bottom + 16}>{x.categories ? x.categories[tick] : short(tick)}</text>
        </g>
      ))}
      <path class="axis" d={`M${left} 12V${bottom}H${width - 12}`} />
      <text class="title" x={(left + width) / 2} y={height - 6}>{x.label}</text>
      <text class="title" transform={`translate(12 ${bottom / 2 + 6}) rotate(-90)`}>{y.label}</text>
      {lines.map((line) => (
        <g key={line.text}>
          <path class="reference" d={`M${left} ${ys.at(line.y)}H${width - 12}`} />
          <text class="tick end" x={width - 14} y={ys.at(line.y) - 4}>{line.text}</text>
        </g>
      ))}
      {drawn.map((s, i) => (
        <g key={i} class={`series s${s.colour % 6}${s.hollow ? ' hollow' : ''}`}>
          {!s.hollow && !x.categories && <path class="curve" d={pathOf(s.steps ? s.at.flatMap((p, n) => (n ? [[p[0], s.at[n - 1]![1]] as [number, number], p] : [p])) : s.at)} />}
          {s.points.map((point, n) => {
            const [px, py] = s.at[n]!;
            return (
              <g key={n}>
                {point.low !== undefined && point.high !== undefined && (
                  <path class="error" d={`M${px} ${ys.at(point.low)}V${ys.at(point.high)}M${px - 3} ${ys.at(point.low)}h6M${px - 3} ${ys.at(point.high)}h6`} />
                )}
                <path class="mark" d={shapeOf(s.colour, s.hollow ? 4.5 : 4)} transform={`translate(${px} ${py})`}>{point.text && <title>{point.text}</title>}</path>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

export function PlotLegend({ series }: { series: PlotSeries[] }) {
  return (
    <ul class="plot-legend">
      {series.map((s, i) => (
        <li key={i}>
          <svg viewBox="-7 -7 14 14" aria-hidden="true"><g class={`series s${(s.like ?? i) % 6}${s.hollow ? ' hollow' : ''}`}><path class="mark" d={shapeOf(s.like ?? i, 4.5)} /></g></svg>
          {s.name}
        </li>
      ))}
    </ul>
  );
}

const kept = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'fill-opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor'];
/** The drawing as a file that needs no style sheet. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((element, i) => {
    const look = getComputedStyle(from[i]!);
    kept.forEach((name) => element.setAttribute(name, look.getPropertyValue(name)));
    element.removeAttribute('class');
  });
  const box = svg.viewBox.baseVal;
  const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  Object.entries({ width: box.width, height: box.height, fill: getComputedStyle(document.body).backgroundColor }).forEach(([name, value]) => back.setAttribute(name, String(value)));
  copy.insertBefore(back, copy.firstChild);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  return new XMLSerializer().serializeToString(copy);
}
export function download(name: string, text: string, type: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
