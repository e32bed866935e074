// SPDX-License-Identifier: MIT
// The card game: a table with everybody's health, deck, hand and field; the person sits at the bottom.
import type { BoardPiece, BoardZone } from '../api';
import type { DrawingProps } from './drawings';
import { Laid, laidClasses, laidWords } from './Laid';
import { capital, playerName } from './words';

const icons = {
  fight: 'M3 13L10 6L13 3V1H11L8 4L1 11ZM4 9L7 12M1 15L4 12',
  heal: 'M6 2H10V6H14V10H10V14H6V10H2V6H6Z',
  attack: 'M9 1L3 9H7L6 15L13 6H9Z',
};
const Icon = ({ name }: { name: keyof typeof icons }) => <svg class={`icon ${name}`} viewBox="0 0 16 16" aria-hidden="true"><path d={icons[name]} /></svg>;

/** `6/2/1`, `6/2/1.2`, `R`, `R.2`: the values, or null for a Removal. */
function valuesOf(text: string): [number, number, number] | null {
  const match = /^(\d+)\/(\d+)\/(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}
function cardWords(text: string) {
  const values = valuesOf(text);
  return values ? `soldier, fight ${values[0]}, heal ${values[1]}, attack ${values[2]}` : 'Removal';
}

function Card({ piece, zone, props }: { piece: BoardPiece; zone: BoardZone; props: DrawingProps }) {
  const { data, clicks, overlay, focus, onFocus } = props;
  const name = piece.name ?? '';
  const text = piece.text?.trim() ?? '';
  const values = valuesOf(text);
  const wanted = clicks.selected.length ? clicks.targets : clicks.sources;
  const can = wanted.has(name);
  const marks = data.marks.filter((mark) => mark.names.includes(name)).map((mark) => mark.kind);
  const words = [`${playerName(data, zone.owner)} ${zone.kind}`, cardWords(text), ...marks.map((m) => (m === 'last' ? 'last move' : m)), laidWords(overlay, name), can ? 'can be played' : ''];
  return (
    <button class={`card${can ? ' can' : ''}${clicks.selected.length && can ? ' target' : ''}${clicks.selected.includes(name) ? ' chosen' : ''} ${marks.join(' ')}${values ? '' : ' removal'}${laidClasses(overlay, name)}`}
      data-name={name} aria-disabled={!can} aria-label={words.filter(Boolean).join(', ')} tabIndex={can || focus === name ? 0 : -1}
      onClick={() => clicks.click(name)} onFocus={() => onFocus(name)}>
      {values ? (
        <>
          <span class="value fight"><Icon name="fight" />{values[0]}</span>
          <span class="value heal"><Icon name="heal" />{values[1]}</span>
          <span class="value attack"><Icon name="attack" />{values[2]}</span>
        </>
      ) : (
        <>
          <svg class="cross" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7" /><path d="M5 5L15 15" /></svg>
          <span class="value">Removal</span>
        </>
      )}
      <Laid overlay={overlay} name={name} />
    </button>
  );
}

export function Cards(props: DrawingProps) {
  const { data, clicks, seat } = props;
  const owners = [...new Set(data.zones.map((zone) => zone.owner ?? 0))];
  // Whoever sits here is at the bottom; the others follow in turn.
  owners.sort((a, b) => Number(a === seat) - Number(b === seat) || a - b);
  const wanted = clicks.selected.length ? clicks.targets : clicks.sources;
  const most = Math.max(50, ...data.zones.filter((zone) => zone.kind === 'health').map((zone) => zone.number ?? 0));
  const acting = data.marks.find((mark) => mark.kind === 'acting')?.names.length ?? 0;
  const asked = !data.moves.length ? '' : clicks.selected.length ? 'Now click its target.' : acting ? 'The marked card acts: click it, then its target. It heals your own health.' : 'Click a card to place it.';
  return (
    <>
    <div class={`table players-${owners.length}`}>
      {owners.map((owner) => {
        const zone = (kind: BoardZone['kind']) => data.zones.find((z) => (z.owner ?? 0) === owner && z.kind === kind);
        const [health, deck, hand, field] = [zone('health'), zone('deck'), zone('hand'), zone('field')];
        const here = owner === seat;
        const name = health?.name ?? '';
        const can = wanted.has(name);
        const marked = data.marks.filter((mark) => mark.names.includes(name)).map((mark) => mark.kind).join(' ');
        const rest = deck?.pieces?.map((piece) => piece.text?.trim()).join(', ');
        const head = (
          <div class="player-line">
            <button class={`health${can ? ' can target' : ''} ${marked}${laidClasses(props.overlay, name)}`} data-name={name} aria-disabled={!can} tabIndex={can || props.focus === name ? 0 : -1}
              aria-label={`${playerName(data, owner)}: ${health?.number ?? 0} health${can ? ', can be chosen' : ''} ${laidWords(props.overlay, name)}`.trim()} onClick={() => clicks.click(name)} onFocus={() => props.onFocus(name)}>
              <span class={`token p${owner}`} aria-hidden="true" />
              <span class="who">{capital(playerName(data, owner))}</span>
              <svg class="gauge" viewBox={`0 0 ${most} 4`} preserveAspectRatio="none" aria-hidden="true"><rect class="empty" width={most} height="4" /><rect class="filled" width={Math.max(0, health?.number ?? 0)} height="4" /></svg>
              <b class="number">{health?.number ?? 0}</b>
              <Laid overlay={props.overlay} name={name} />
            </button>
            <span class="deck" title={rest ? `left in the deck: ${rest}` : ''}><i aria-hidden="true" /><b>{deck?.number ?? deck?.pieces?.length ?? 0}</b> <span class="words">in the deck</span></span>
          </div>
        );
        const cards = (z: BoardZone | undefined) => z && (
          <div class={`cards ${z.kind}`} role="group" aria-label={`${playerName(data, owner)} ${z.title ?? z.kind}`}>
            {!z.pieces?.length && <span class="empty-place">{z.kind === 'hand' ? 'no cards in hand' : 'empty field'}</span>}
            {z.pieces?.map((piece, i) => <Card key={piece.name ?? i} piece={piece} zone={z} props={props} />)}
          </div>
        );
        return (
          <section key={owner} class={`side-of p${owner}${owner === data.turn ? ' turn' : ''}${here ? ' here' : ''}`}>
            {here ? <>{cards(field)}{cards(hand)}{head}</> : <>{head}{cards(hand)}{cards(field)}</>}
          </section>
        );
      })}
    </div>
    {props.label && (
      <p class="card-legend">
        <b>{asked}</b> <span><Icon name="fight" /> fight</span> <span><Icon name="heal" /> heal</span> <span><Icon name="attack" /> attack</span>
      </p>
    )}
    </>
  );
}
