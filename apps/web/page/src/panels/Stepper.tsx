// SPDX-License-Identifier: MIT
// Back and forth through the game or a variation, and where one is.
import type { Game } from '../api';
import { Icon } from '../ui';
import { back, forth, show, useLines, useShown } from './browse';
import { common, neighbour, tree } from './lines';

export function Stepper({ game }: { game: Game }) {
  const position = useShown();
  const lines = useLines(game);
  if (!position) return null;
  const path = position.played;
  const main = game.saved.moves;
  const off = path.length - common(path, main);
  const root = tree(lines, main);
  const next = neighbour(root, path, 'ArrowRight');
  const end = neighbour(root, path, 'End');
  return (
    <div class="stepper" role="group" aria-label="Steps through the game">
      <button class="icon-button" aria-label="To the start" disabled={!path.length} onClick={() => void show(game, [])}><Icon name="first" /></button>
      <button class="icon-button" aria-label="One move back" disabled={!path.length} onClick={() => void back(game)}><Icon name="back" /></button>
      <button class="icon-button" aria-label="One move on" disabled={!next} onClick={() => next && void forth(game, next)}><Icon name="forward" /></button>
      <button class="icon-button" aria-label="To the end" disabled={!next} onClick={() => end && void forth(game, end)}><Icon name="last" /></button>
      <span class="where">{off ? `variation, ${off} from move ${path.length - off}` : `move ${path.length} of ${main.length}`}</span>
    </div>
  );
}

