// SPDX-License-Identifier: MIT
// A position as a picture: nothing can be clicked, nothing has the focus.
import type { BoardData } from '../api';
import { drawings, Generic } from './drawings';
import type { Clicks } from './clicks';
import { gameTitle } from './words';

const none = new Set<string>();
const nothing: Clicks = {
  selected: [], sources: none, targets: none, choice: [], shaken: 0,
  area: (name) => [name], click: () => undefined, choose: () => undefined, clear: () => undefined,
};

export function Picture({ game, data, label }: { game: string; data: BoardData; label?: string }) {
  const Drawing = drawings[game] ?? Generic;
  return (
    <div class={`board picture game-${game}`} role="img" aria-label={label ?? `${gameTitle(game)} board`} ref={(element) => { if (element) element.inert = true; }}>
      <Drawing data={{ ...data, moves: [] }} clicks={nothing} overlay={null} coordinates={false} label="" focus="" onFocus={() => undefined} seat={1} />
    </div>
  );
}
