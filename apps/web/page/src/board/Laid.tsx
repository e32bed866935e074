// SPDX-License-Identifier: MIT
// What panels lay over a card, a zone or a button, where Plane lays it over cells: how good it is, whether it was picked or is right
// or wrong, and which move of a line it is.
import type { Overlay } from '../state';
import { heatColour } from './geometry';

const heatAt = (overlay: Overlay | null, name: string) => overlay?.heat?.find((heat) => heat.name === name);

export function laidClasses(overlay: Overlay | null, name: string): string {
  const classes = [];
  if (overlay?.picked?.includes(name)) classes.push('is-picked');
  if (overlay?.good?.includes(name)) classes.push('is-good');
  if (overlay?.bad?.includes(name)) classes.push('is-bad');
  if (heatAt(overlay, name)?.best) classes.push('is-best');
  return classes.map((one) => ' ' + one).join('');
}
export function laidWords(overlay: Overlay | null, name: string): string {
  const heat = heatAt(overlay, name);
  return heat?.text ? `${heat.text}${heat.detail ? ` ${heat.detail}` : ''}` : '';
}

/** On the dark ends of the colours, where they are not pale. */
const isDark = ({ value, weight }: { value: number; weight: number }) => weight > 0.5 && (value > 0.78 || value < 0.12);

export function Laid({ overlay, name }: { overlay: Overlay | null; name: string }) {
  const heat = heatAt(overlay, name);
  const step = overlay?.steps?.find((s) => s.clicks[s.clicks.length - 1] === name);
  return (
    <>
      {heat && (
        <svg class={`laid heat-badge${isDark(heat) ? ' dark' : ''}`} viewBox="0 0 50 34" aria-hidden="true">
          <rect class={heat.best ? 'best' : ''} x="1.5" y="1.5" width="47" height="31" rx="8" fill={heatColour(heat.value)} fill-opacity={0.35 + 0.65 * heat.weight} />
          {heat.text && <text class="heat-text" x="25" y={heat.detail ? 16 : 22}>{heat.text}</text>}
          {heat.detail && <text class="heat-detail" x="25" y="28">{heat.detail}</text>}
        </svg>
      )}
      {step && <span class={`laid step-badge p${step.owner}`} aria-hidden="true">{step.number}</span>}
      {overlay?.good?.includes(name) && <span class="laid verdict-badge good" aria-hidden="true">✓</span>}
      {overlay?.bad?.includes(name) && <span class="laid verdict-badge bad" aria-hidden="true">✗</span>}
    </>
  );
}
