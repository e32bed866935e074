// SPDX-License-Identifier: MIT
// From data to places in a drawing: linear and logarithmic axes and their ticks.

export interface Scale {
  at(value: number): number;
  value(at: number): number;
  ticks: number[];
}

/** A step of 1, 2 or 5 times a power of ten that makes about so many parts. */
export function niceStep(span: number, parts: number): number {
  const raw = span / Math.max(1, parts);
  const power = 10 ** Math.floor(Math.log10(raw));
  const part = raw / power;
  return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}
const round = (value: number) => Number(value.toPrecision(12));

export function linear(low: number, high: number, from: number, to: number, parts = 5): Scale {
  const span = high - low || 1;
  const step = niceStep(span, parts);
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step - 1e-9) * step; tick <= high + step * 1e-9; tick += step) ticks.push(round(tick));
  return {
    at: (value) => from + ((value - low) / span) * (to - from),
    value: (at) => low + ((at - from) / (to - from)) * span,
    ticks,
  };
}
/** Ticks are powers of ten, with 2 and 5 times them where there is room. */
export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const [a, b] = [Math.log(low), Math.log(high)];
  const span = b - a || 1;
  const decades = Math.log10(high / low);
  const factors = decades <= 2.5 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const factor of factors) {
      const tick = round(factor * 10 ** power);
      if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push(tick);
    }
  }
  return {
    at: (value) => from + ((Math.log(value) - a) / span) * (to - from),
    value: (at) => Math.exp(a + ((at - from) / (to - from)) * span),
    ticks,
  };
}
/** A path through points; where one is missing, it begins anew. */
export function pathOf(points: ([number, number] | null)[]): string {
  let pen = false;
  return points.map((point) => {
    if (!point) {
      pen = false;
      return '';
    }
    const text = `${pen ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    pen = true;
    return text;
  }).join('');
}
