// SPDX-License-Identifier: MIT
// Hive: an open plane that can be moved and magnified, tiles with insects, hands as trays of tiles.
import { useCallback, useRef, useState } from 'preact/hooks';
import type { BoardPiece, BoardZone } from '../api';
import type { DrawingProps } from './drawings';
import type { Box } from './geometry';
import { Insect } from './Insect';
import { Plane } from './Plane';
import { pieceWords, playerName } from './words';

const draw = (piece: BoardPiece) => <Insect kind={piece.kind ?? ''} text={piece.text} />;

export function Hive(props: DrawingProps) {
  const { data, clicks, seat } = props;
  const hands = [...data.zones].sort((a, b) => Number(a.owner === seat) - Number(b.owner === seat));
  const picture = !props.label; // nobody moves it
  const [view, setView] = useState({ scale: 1, x: 0, y: 0 });
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef<Box>({ x: 0, y: 0, width: 1, height: 1 });
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const dragged = useRef(false);
  // A few pieces do not fill the screen, and the plane keeps the shape of its place.
  const frame = useCallback((box: Box): Box => {
    const least = { width: Math.max(box.width, picture ? 4 : 7), height: Math.max(box.height, picture ? 3 : 5) };
    const centre = { x: box.x + box.width / 2 + view.x, y: box.y + box.height / 2 + view.y };
    const [width, height] = [least.width / view.scale, least.height / view.scale];
    shown.current = { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
    return shown.current;
  }, [view]);
  const unit = () => {
    const place = root.current!.getBoundingClientRect();
    return Math.max(shown.current.width / place.width, shown.current.height / place.height);
  };
  /** Where it is asked for at a place, what is there stays there. */
  const zoom = (by: number, at?: { clientX: number; clientY: number }) => {
    const scale = Math.min(4, Math.max(0.4, view.scale * by));
    const place = root.current!.getBoundingClientRect();
    const [dx, dy] = at ? [at.clientX - place.left - place.width / 2, at.clientY - place.top - place.height / 2] : [0, 0];
    const kept = unit() * (1 - view.scale / scale);
    setView({ scale, x: view.x + dx * kept, y: view.y + dy * kept });
  };
  const distance = () => {
    const [a, b] = [...pointers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  return (
    <div class="hive">
      <Hand {...props} zone={hands[0]} />
      <div class="open-plane" ref={root}
        onWheel={(e) => { e.preventDefault(); zoom(Math.exp(-e.deltaY / 500), e); }}
        onPointerDown={(e) => { dragged.current = false; pointers.current.set(e.pointerId, { x: e.clientX, y: e.clientY }); }}
        onPointerMove={(e) => {
          const before = pointers.current.get(e.pointerId);
          if (!before) return;
          const apart = distance();
          const [dx, dy] = [e.clientX - before.x, e.clientY - before.y];
          if (!dragged.current && pointers.current.size === 1 && Math.hypot(dx, dy) < 6) return;
          dragged.current = true;
          pointers.current.set(e.pointerId, { x: e.clientX, y: e.clientY });
          if (pointers.current.size > 1) {
            if (apart) zoom(distance() / apart);
            return;
          }
          const scale = unit();
          setView((v) => ({ ...v, x: v.x - dx * scale, y: v.y - dy * scale }));
        }}
        onPointerUp={(e) => pointers.current.delete(e.pointerId)}
        onPointerCancel={(e) => pointers.current.delete(e.pointerId)}
        onPointerLeave={(e) => pointers.current.delete(e.pointerId)}
        onClickCapture={(e) => { if (dragged.current) { e.stopPropagation(); dragged.current = false; } }}>
        <Plane {...props} drawPiece={draw} frame={frame} coordinates={false} fans />
        <div class="zoom">
          <button aria-label="Larger" onClick={() => zoom(1.25)}>+</button>
          <button aria-label="Smaller" onClick={() => zoom(0.8)}>−</button>
          <button aria-label="Fit the board" onClick={() => setView({ scale: 1, x: 0, y: 0 })}>⤢</button>
        </div>
      </div>
      <Hand {...props} zone={hands[1]} />
      {clicks.selected.length > 0 && <p class="sr" aria-live="polite">{clicks.selected[0]} taken up, {clicks.targets.size} places</p>}
    </div>
  );
}

/** One tile for each kind, with how many are left. */
function Hand({ zone, data, clicks, focus, onFocus }: DrawingProps & { zone: BoardZone | undefined }) {
  if (!zone) return null;
  const kinds = new Map<string, BoardPiece[]>();
  for (const piece of zone.pieces ?? []) kinds.set(piece.kind ?? '', [...(kinds.get(piece.kind ?? '') ?? []), piece]);
  const suggested = data.marks.filter((mark) => mark.kind === 'suggested').flatMap((mark) => mark.names);
  return (
    <div class={`tray p${zone.owner ?? 0}${zone.owner === data.turn ? ' turn' : ''}`} role="group" aria-label={`${playerName(data, zone.owner)} hand`}>
      {!kinds.size && <span class="quiet">no pieces in hand</span>}
      {[...kinds].map(([kind, pieces]) => {
        const piece = pieces.find((p) => clicks.sources.has(p.name ?? '')) ?? pieces[0]!;
        const name = piece.name ?? '';
        const can = clicks.sources.has(name);
        return (
          <button key={kind} class={`tile-button p${zone.owner ?? 0}${can ? ' can' : ''}${clicks.selected[0] === name ? ' chosen' : ''}${pieces.some((p) => suggested.includes(p.name ?? '')) ? ' suggested' : ''}`}
            data-name={name} aria-disabled={!can} tabIndex={can || focus === name ? 0 : -1}
            aria-label={`${pieceWords(data, piece)}, ${pieces.length} in hand${can ? ', can be played' : ''}`} aria-pressed={clicks.selected[0] === name}
            onClick={() => clicks.click(name)} onFocus={() => onFocus(name)}>
            <svg viewBox="-.58 -.58 1.16 1.2" aria-hidden="true"><g class={`piece p${zone.owner ?? 0}`}><Insect kind={kind} /></g></svg>
            {pieces.length > 1 && <b>{pieces.length}</b>}
          </button>
        );
      })}
    </div>
  );
}
