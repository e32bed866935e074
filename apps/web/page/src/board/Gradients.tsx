// SPDX-License-Identifier: MIT
// What stones are filled with, once for all boards of the page.
export const Gradients = () => (
  <svg class="gradients" width="0" height="0" aria-hidden="true">
    <defs>
      {[1, 2, 3].map((owner) => (
        <radialGradient key={owner} id={`stone-${owner}`} cx=".36" cy=".3" r=".8">
          <stop class={`light p${owner}`} offset="0" /><stop class={`dark p${owner}`} offset="1" />
        </radialGradient>
      ))}
    </defs>
  </svg>
);
