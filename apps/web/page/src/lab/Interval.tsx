// SPDX-License-Identifier: MIT
// A rate with its 95 % interval on a line from 0 to 100 %, and what was published as a hollow diamond.
import { fixed, percent } from '../panels/numbers';

export const rateText = (rate: number, interval: [number, number]) => `${percent(rate)} [${fixed(interval[0] * 100, 1)}, ${fixed(interval[1] * 100, 1)}]`;

export function Interval({ rate, interval, paper }: { rate: number | null; interval: [number, number] | null; paper?: number | null }) {
  const at = (value: number) => 4 + value * 112;
  return (
    <svg class="interval" viewBox="0 0 120 16" role="img" aria-label={rate !== null && interval ? rateText(rate, interval) : 'not run'}>
      <path class="base" d="M4 8H116M60 3V13" />
      {rate !== null && interval && <path class="bar" d={`M${at(interval[0])} 8H${at(interval[1])}M${at(interval[0])} 5v6M${at(interval[1])} 5v6`} />}
      {rate !== null && <circle class="dot" cx={at(rate)} cy="8" r="3" />}
      {paper !== null && paper !== undefined && <path class="paper" d={`M${at(paper)} 3.5L${at(paper) + 4.5} 8L${at(paper)} 12.5L${at(paper) - 4.5} 8Z`} />}
    </svg>
  );
}
