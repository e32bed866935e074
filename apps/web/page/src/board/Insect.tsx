// SPDX-License-Identifier: MIT
// Hive's pieces: a hexagonal tile with its insect seen from above, in a circle of radius 0.5 around the origin.
import type { ComponentChildren } from 'preact';

const corners = [0, 1, 2, 3, 4, 5].map((i) => {
  const angle = (Math.PI / 3) * i - Math.PI / 2;
  return `${(Math.cos(angle) * 0.545).toFixed(3)},${(Math.sin(angle) * 0.545).toFixed(3)}`;
}).join(' ');

/** Six or eight legs, mirrored: knees and feet on the right. */
const legs = (...right: [number, number, number, number, number][]) =>
  right.map(([y, kx, ky, fx, fy]) => `M.04 ${y}L${kx} ${ky}L${fx} ${fy}M-.04 ${y}L${-kx} ${ky}L${-fx} ${fy}`).join('');

const pictures: Record<string, ComponentChildren> = {
  queen: (
    <>
      <path class="wing" d="M.03-.06C.2-.24.4-.2.36-.06C.32.06.14.06.03 0ZM-.03-.06C-.2-.24-.4-.2-.36-.06C-.32.06-.14.06-.03 0Z" />
      <path class="leg" d="M.05-.3L.12-.38M-.05-.3L-.12-.38" />
      <circle cy="-.23" r=".085" />
      <ellipse cy="-.08" rx=".1" ry=".09" />
      <path d="M0-.02C.17-.02.17.2 0 .38C-.17.2-.17-.02 0-.02Z" />
      <path class="stripe" d="M-.115.1H.115M-.105.19H.105M-.06.28H.06" />
    </>
  ),
  spider: (
    <>
      <path class="leg" d={legs([-0.12, 0.2, -0.34, 0.3, -0.2], [-0.06, 0.28, -0.16, 0.37, 0], [0, 0.28, 0.06, 0.36, 0.24], [0.05, 0.18, 0.2, 0.24, 0.37])} />
      <circle cy="-.13" r=".1" />
      <ellipse cy=".1" rx=".145" ry=".17" />
      <path class="stripe" d="M0 .02V.18M-.06.1H.06" />
    </>
  ),
  beetle: (
    <>
      <path class="leg" d={legs([-0.1, 0.25, -0.18, 0.3, -0.3], [0.03, 0.28, 0.03, 0.36, 0.1], [0.14, 0.24, 0.22, 0.28, 0.34])} />
      <path class="leg" d="M.04-.3C.06-.4.16-.4.18-.35M-.04-.3C-.06-.4-.16-.4-.18-.35" />
      <path d="M-.12-.2C-.1-.32.1-.32.12-.2Z" />
      <path d="M-.17-.16H.17C.25.1.18.36 0 .36C-.18.36-.25.1-.17-.16Z" />
      <path class="stripe" d="M0-.16V.36" />
    </>
  ),
  grasshopper: (
    <>
      <path class="leg" d="M.05.08L.3-.16L.27.36M-.05.08L-.3-.16L-.27.36M.05-.14L.2-.28L.24-.2M-.05-.14L-.2-.28L-.24-.2M.03-.32L.12-.44M-.03-.32L-.12-.44" />
      <ellipse cy="-.26" rx=".08" ry=".09" />
      <path d="M-.1-.17H.1C.12.1.08.32 0 .4C-.08.32-.12.1-.1-.17Z" />
      <path class="stripe" d="M0-.14V.34" />
    </>
  ),
  ant: (
    <>
      <path class="leg" d={legs([-0.06, 0.2, -0.16, 0.28, -0.3], [0, 0.25, 0, 0.36, 0.06], [0.05, 0.2, 0.16, 0.27, 0.34])} />
      <path class="leg" d="M.05-.3L.1-.36L.18-.38M-.05-.3L-.1-.36L-.18-.38" />
      <ellipse cy="-.23" rx=".09" ry=".1" />
      <ellipse cy="-.02" rx=".06" ry=".11" />
      <ellipse cy=".23" rx=".11" ry=".155" />
    </>
  ),
  mosquito: (
    <>
      <path class="wing" d="M.02-.1C.2-.3.42-.2.36-.08C.3.02.12 0 .02-.05ZM-.02-.1C-.2-.3-.42-.2-.36-.08C-.3.02-.12 0-.02-.05Z" />
      <path class="leg" d={legs([-0.08, 0.14, -0.2, 0.2, -0.4], [0.02, 0.2, 0.08, 0.34, 0.16], [0.05, 0.12, 0.2, 0.2, 0.4])} />
      <path class="leg" d="M0-.28V-.44" />
      <circle cy="-.22" r=".075" />
      <ellipse cy="-.07" rx=".065" ry=".09" />
      <ellipse cy=".18" rx=".05" ry=".2" />
    </>
  ),
  ladybug: (
    <>
      <path class="leg" d={legs([-0.08, 0.26, -0.14, 0.32, -0.24], [0.04, 0.28, 0.06, 0.37, 0.08], [0.14, 0.24, 0.22, 0.3, 0.32])} />
      <circle cy="-.2" r=".12" />
      <circle cy=".08" r=".24" />
      <path class="stripe" d="M0-.16V.32" />
      <g class="spot"><circle cx=".11" cy=".01" r=".045" /><circle cx="-.11" cy=".01" r=".045" /><circle cx=".1" cy=".17" r=".045" /><circle cx="-.1" cy=".17" r=".045" /></g>
    </>
  ),
  pillbug: (
    <>
      <path class="leg" d="M-.22-.12L-.34-.2M-.24-.02L-.38-.05M-.24.08L-.38.1M-.22.18L-.34.26M.22-.12L.34-.2M.24-.02L.38-.05M.24.08L.38.1M.22.18L.34.26M.05-.3L.12-.4M-.05-.3L-.12-.4" />
      <ellipse cy=".02" rx=".235" ry=".33" />
      <path class="stripe" d="M-.17-.2Q0-.12.17-.2M-.22-.08Q0 0 .22-.08M-.23.05Q0 .13.23.05M-.2.18Q0 .26.2.18" />
    </>
  ),
};

export const Insect = ({ kind, text }: { kind: string; text?: string }) => (
  <>
    <polygon class="tile-shadow" points={corners} transform="translate(0.02 0.05)" />
    <polygon class="tile" points={corners} />
    <g class={`bug ${kind}`} transform="scale(.95)">{pictures[kind] ?? <text class="piece-text" font-size=".4" dy=".35em">{text?.trim()}</text>}</g>
    {/\d/.test(text ?? '') && <text class="tile-number" x=".3" y=".25" font-size=".15">{text!.trim().at(-1)}</text>}
  </>
);
