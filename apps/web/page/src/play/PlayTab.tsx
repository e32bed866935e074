// SPDX-License-Identifier: MIT
// What can be done with a game besides moving: its moves, engines that play or pause, other players, files, links.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type Game, type GameInfo } from '../api';
import { hasCoordinates } from '../board/drawings';
import { capital } from '../board/words';
import { act, attempt, go, set, toast, useStore } from '../state';
import { shareLink } from '../share';
import { Dialog, Icon, Switch } from '../ui';
import { ClockChoice, SeatChoice } from './players';

const formats: Record<string, [string, string]> = { havannah: ['sgf', 'as SGF'], poly_y: ['sgf', 'as SGF'], hive: ['uhp', 'as UHP'], samegame: ['clicks', 'as clicks'] };

function Moves({ game }: { game: Game }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [game.ply]);
  const moves = game.saved.moves;
  if (!moves.length) return <p class="quiet">No moves yet.</p>;
  return (
    <ol class="move-list" ref={list} tabIndex={0} aria-label="Moves">
      {moves.map((move, i) => (
        <li key={i}>
          <button class={i >= game.ply ? 'later' : ''} aria-current={i + 1 === game.ply ? 'step' : undefined} aria-label={`move ${i + 1}: ${move}`}
            onClick={() => void act((g) => api.goto(g.id, i + 1, g.revision))}><span class="ply">{i + 1}</span>{move}</button>
        </li>
      ))}
    </ol>
  );
}

function SeatsDialog({ game, info, onClose }: { game: Game; info: GameInfo; onClose: () => void }) {
  const catalogue = useStore((s) => s.catalogue)!;
  const [seats, setSeats] = useState(game.seats.map((seat) => seat.player));
  const [clock, setClock] = useState(game.clock?.control ?? '');
  const apply = async () => {
    const other = clock !== (game.clock?.control ?? '');
    if (await act((g) => api.seats(g.id, seats, g.revision, other ? clock : undefined))) onClose();
  };
  return (
    <Dialog title="Who plays from now on?" onClose={onClose}>
      {game.seats.map((seat, i) => (
        <SeatChoice key={i} catalogue={catalogue} info={info} name={seat.name} number={i + 1} value={seats[i]!} onChange={(player) => setSeats(seats.map((s, n) => (n === i ? player : s)))} withPonder={seats.length > 1} />
      ))}
      <ClockChoice value={clock} onChange={setClock} />
      <footer><button onClick={onClose}>Cancel</button><button class="primary" onClick={() => void apply()}>Change players</button></footer>
    </Dialog>
  );
}

function ShareDialog({ game, onClose }: { game: Game; onClose: () => void }) {
  const [link, setLink] = useState('');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    void attempt(async () => setLink(await shareLink(game.saved)));
  }, []);
  return (
    <Dialog title="A link with the whole game" onClose={onClose}>
      <p>Whoever opens it with a program of their own sees this game, all its moves included. Nothing is stored anywhere: it is all in the link.</p>
      <textarea class="link-text" readOnly rows={4} aria-label="Link" value={link} onFocus={(e) => e.currentTarget.select()} />
      <footer>
        <span class="quiet">{link ? `${link.length} characters` : '…'}</span>
        <button class="primary" onClick={() => void navigator.clipboard?.writeText(link).then(() => setCopied(true), () => toast('Copying is not allowed here: select the text instead.'))}>{copied ? 'Copied' : 'Copy'}</button>
      </footer>
    </Dialog>
  );
}

export function PlayTab({ game, info, onRules }: { game: Game; info: GameInfo | undefined; onRules: (() => void) | undefined }) {
  const [dialog, setDialog] = useState<'' | 'seats' | 'share' | 'resign'>('');
  const settings = useStore((s) => s.settings);
  const engines = game.seats.some((seat) => seat.player !== 'human');
  const people = game.seats.flatMap((seat, i) => (seat.player === 'human' ? [i] : []));
  const over = game.position.result !== null;
  const mover = (game.position.to_move ?? 0) - 1;
  const giver = people.includes(mover) ? mover : people[0];
  const turnOfEngine = !over && game.seats[mover] !== undefined && game.seats[mover]!.player !== 'human';
  const again = () => attempt(async () => {
    const next = await api.create({ game: game.saved.game, options: game.saved.options, seats: game.seats.map((seat) => seat.player), ...(game.clock ? { clock: game.clock.control } : {}) });
    go(`#/game/${next.id}`);
  });
  const other = formats[game.saved.game];
  return (
    <div class="play-tab">
      {game.failure && <p class="failure" role="alert">{game.failure}</p>}
      {engines && (
        <div class="row">
          <button onClick={() => void act((g) => api.auto(g.id, !g.auto))} disabled={over}><Icon name={game.auto ? 'pause' : 'play'} />{game.auto ? 'Pause engines' : 'Engines play'}</button>
          {turnOfEngine && (!game.auto || game.ply < game.saved.moves.length) && <button onClick={() => void act((g) => api.step(g.id, g.revision))}><Icon name="step" />One move</button>}
          {turnOfEngine && game.auto && game.ply < game.saved.moves.length && <button onClick={() => void act((g) => api.auto(g.id, true))}><Icon name="play" />Play on from here</button>}
        </div>
      )}
      <Moves game={game} />
      <div class="row">
        <button title="The same players, once more" onClick={() => void again()}><Icon name="again" />New game</button>
        <button onClick={() => setDialog('seats')}><Icon name="seats" />Players</button>
        {giver !== undefined && game.seats.length > 1 && <button onClick={() => setDialog('resign')} disabled={over}><Icon name="flag" />Resign</button>}
        <button onClick={() => setDialog('share')}><Icon name="share" />Share</button>
        <a class="button" download={`${game.saved.game}.json`} href={api.file(game.id, 'json')}><Icon name="save" />Save</a>
        {other && <a class="button" download={`${game.saved.game}.${other[0] === 'clicks' ? 'txt' : other[0]}`} href={api.file(game.id, other[0])}><Icon name="save" /><span class="sr">Save </span>{other[1]}</a>}
        {onRules && <button onClick={onRules}><Icon name="rules" />Rules</button>}
      </div>
      {people.length > 0 && <Switch on={settings.teaching} onChange={(teaching) => set({ teaching })}>Teach me: say at once what a move cost</Switch>}
      {hasCoordinates(game.saved.game, game.position.board) && <Switch on={settings.coordinates} onChange={(coordinates) => set({ coordinates })}>Coordinates</Switch>}
      {dialog === 'seats' && info && <SeatsDialog game={game} info={info} onClose={() => setDialog('')} />}
      {dialog === 'share' && <ShareDialog game={game} onClose={() => setDialog('')} />}
      {dialog === 'resign' && giver !== undefined && (
        <Dialog title="Resign?" onClose={() => setDialog('')}>
          <p>{capital(game.seats[giver]!.name)} gives up this game.</p>
          <footer><button onClick={() => setDialog('')}>Play on</button><button class="danger" onClick={() => { setDialog(''); void act((g) => api.resign(g.id, giver, g.revision)); }}>Resign</button></footer>
        </Dialog>
      )}
    </div>
  );
}
