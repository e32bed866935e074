// SPDX-License-Identifier: MIT
// What is beside the board, from its data alone: hands, fields, decks, health, score.
import type { DrawingProps } from './drawings';
import { Laid, laidClasses, laidWords } from './Laid';
import { pieceWords, playerName } from './words';

export function Zones({ data, clicks, overlay, focus, onFocus }: DrawingProps) {
  const wanted = clicks.selected.length ? clicks.targets : clicks.sources;
  const props = (name: string | undefined, words: string) => {
    if (!name) return {};
    const can = wanted.has(name);
    return {
      'data-name': name, role: 'button', tabIndex: focus === name || can ? 0 : -1, 'aria-label': [words, laidWords(overlay, name), can ? 'can be played' : ''].filter(Boolean).join(', '), 'aria-disabled': !can,
      onClick: (e: MouseEvent) => { e.stopPropagation(); clicks.click(name); }, onFocus: () => onFocus(name),
    };
  };
  const look = (name: string | undefined) =>
    (name && wanted.has(name) ? ' can' : '') + (name && clicks.selected.includes(name) ? ' chosen' : '') + (name ? laidClasses(overlay, name) : '') +
    data.marks.filter((mark) => name && mark.names.includes(name)).map((mark) => ' ' + mark.kind).join('');
  return (
    <div class="zones">
      {data.zones.map((zone, i) => (
        <div key={zone.name ?? i} class={`zone ${zone.kind} p${zone.owner ?? 0}${zone.owner === data.turn ? ' turn' : ''}${look(zone.name)}`}
          {...(zone.name && wanted.has(zone.name) ? (props(zone.name, `${playerName(data, zone.owner)} ${zone.title ?? zone.kind}`) as object) : {})}>
          <span class="zone-title">{playerName(data, zone.owner)} {zone.title ?? zone.kind}</span>
          {zone.number !== undefined && <b class="number">{zone.number}</b>}
          {zone.name && <Laid overlay={overlay} name={zone.name} />}
          {zone.kind !== 'deck' && zone.pieces?.map((piece, n) => (
            <span key={piece.name ?? n} class={`chip p${piece.owner ?? 0}${look(piece.name)}`} {...(props(piece.name, pieceWords(data, piece)) as object)}>{piece.text?.trim() ?? piece.kind}{piece.name && <Laid overlay={overlay} name={piece.name} />}</span>
          ))}
        </div>
      ))}
    </div>
  );
}
