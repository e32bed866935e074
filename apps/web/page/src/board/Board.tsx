// SPDX-License-Identifier: MIT
// A position on the screen, whatever the game: the plane of its cells, the zones beside it, the moves that are buttons, and
// the keyboard.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoardData, BoardMove } from '../api';
import type { Overlay } from '../state';
import { useClicks } from './clicks';
import { drawings, Generic } from './drawings';
import { moveFocus } from './geometry';
import { Laid, laidClasses, laidWords } from './Laid';
import { gameTitle } from './words';

export interface BoardProps {
  game: string;
  data: BoardData;
  /** Whether clicks make moves now; they light up only then. */
  active: boolean;
  onMove: (move: BoardMove) => void;
  overlay?: Overlay | null;
  coordinates?: boolean;
  /** Who sits at the bottom of a table: 1 for the first player. */
  seat?: number;
}

const nothing: BoardMove[] = [];

export function Board({ game, data, active, onMove, overlay = null, coordinates = true, seat = 1 }: BoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const shownData = active ? data : { ...data, moves: nothing };
  const clicks = useClicks(shownData, active, onMove);
  const [focus, setFocus] = useState('');
  const [tip, setTip] = useState('');
  const known = data.cells.some((cell) => cell.name === focus) || data.zones.some((zone) => zone.pieces?.some((piece) => piece.name === focus));
  const first = known ? focus : (data.cells[Math.floor(data.cells.length / 2)]?.name ?? '');

  useEffect(() => {
    if (!clicks.shaken) return;
    root.current?.classList.add('shake');
    const timer = window.setTimeout(() => root.current?.classList.remove('shake'), 300);
    return () => window.clearTimeout(timer);
  }, [clicks.shaken]);

  const onKey = (event: KeyboardEvent) => {
    const from = (event.target as Element).closest('[data-name]');
    if (!from || !root.current) return;
    if (event.key.startsWith('Arrow')) {
      // Where a piece has been taken up, only where it can go.
      const to = moveFocus(root.current, from, event.key, clicks.selected.length > 0);
      if (to) {
        setFocus(to.getAttribute('data-name')!);
        to.focus();
      }
      event.preventDefault();
    } else if ((event.key === 'Enter' || event.key === ' ') && from.tagName !== 'BUTTON') {
      clicks.click(from.getAttribute('data-click') ?? from.getAttribute('data-name')!);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      clicks.clear();
    }
  };

  const Drawing = drawings[game] ?? Generic;
  const told = data.moves === shownData.moves && tip ? data.moves.find((move) => move.clicks.at(-1) === tip || (move.clicks.length === 1 && move.area?.includes(tip))) : undefined;
  const buttons = shownData.moves.filter((move) => !move.clicks.length);
  return (
    <div class={`board game-${game}${active ? ' active' : ''}${clicks.selected.length ? ' selecting' : ''}`} ref={root} onKeyDown={onKey}
      onMouseOver={(e) => setTip((e.target as Element).closest('[data-name]')?.getAttribute('data-name') ?? '')} onMouseLeave={() => setTip('')}>
      <Drawing data={shownData} clicks={clicks} overlay={overlay} coordinates={coordinates} label={`${gameTitle(game)} board`} focus={first} onFocus={setFocus} seat={seat} />
      {clicks.choice.length > 0 && (
        <div class="choice" role="group" aria-label="Which of these moves?">
          {clicks.choice.map((move) => <button key={move.text} onClick={() => clicks.choose(move)}>{move.label}</button>)}
          <button class="quiet" onClick={clicks.clear}>cancel</button>
        </div>
      )}
      {buttons.length > 0 && (
        <div class="moves" role="group" aria-label="Moves">
          {buttons.map((move) => (
            <button key={move.text} class={`move${laidClasses(overlay, move.text)}`} aria-label={[move.label, laidWords(overlay, move.text)].filter(Boolean).join(', ')} onClick={() => onMove(move)}>
              {move.label}<Laid overlay={overlay} name={move.text} />
            </button>
          ))}
        </div>
      )}
      {told && told.label !== told.text && told.clicks.length === 1 && <p class="tip" aria-hidden="true">{told.label}</p>}
      {data.notes.length > 0 && <p class="notes">{data.notes.join(' · ')}</p>}
    </div>
  );
}
