// SPDX-License-Identifier: MIT
// A new game: its options from the schema, who plays, clock and seed, with the board as it will be.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, ApiError, type Catalogue, type GameInfo, type Position } from '../api';
import { Picture } from '../board/Picture';
import { capital, gameTitle } from '../board/words';
import { ClockChoice, Field, SeatChoice } from '../play/players';
import { different, writeOptions } from '../spec';
import { attempt, go, remember, remembered, set, useStore } from '../state';
import { Icon, Switch } from '../ui';
import { Guide, hasGuide, isSeen, setSeen } from './Guide';
import { mainOptions } from './samples';

interface Choices {
  values: Record<string, string>;
  seats: string[];
  clock: string;
}

function Form({ catalogue, info }: { catalogue: Catalogue; info: GameInfo }) {
  const before = useMemo(() => remembered<Choices>(`new.${info.name}`), []);
  const [values, setValues] = useState<Record<string, string>>(before ? different(before.values, info.options) : {});
  const [chosen, setSeats] = useState<string[]>(before?.seats ?? []);
  const [clock, setClock] = useState(before?.clock ?? '');
  const [seed, setSeed] = useState('');
  const [position, setPosition] = useState<Position | null>(null);
  const [wrong, setWrong] = useState('');
  const [guide, setGuide] = useState(false);
  const [starting, setStarting] = useState(false);
  const teaching = useStore((s) => s.settings.teaching);
  const options = writeOptions(values);

  useEffect(() => {
    let here = true;
    const timer = window.setTimeout(() => {
      api.position({ game: info.name, options, moves: [], seed: 5 }).then((p) => {
        if (!here) return;
        setPosition(p);
        setWrong('');
      }, (error: unknown) => here && setWrong(error instanceof ApiError ? error.message : String(error)));
    }, 120);
    return () => {
      here = false;
      window.clearTimeout(timer);
    };
  }, [options]);

  const names = position?.board.players ?? [];
  const easy = info.levels?.[Math.min(1, info.levels.length - 1)]?.spec ?? info.algorithms[0] ?? 'human';
  const seats = names.map((_, i) => chosen[i] ?? (i === 0 ? 'human' : easy));
  const main = mainOptions[info.name] ?? Object.keys(info.options).slice(0, 3);
  const shown = main.filter((name) => name in info.options && (info.name !== 'samegame' || name === 'board' || (values.board === '0')));
  const more = Object.keys(info.options).filter((name) => !main.includes(name));
  const field = (name: string) => (
    <Field key={name} name={name} schema={info.options[name]!} value={values[name] ?? String(info.options[name]!.default)}
      onChange={(value) => setValues(different({ ...values, [name]: value }, info.options))} />
  );
  const start = async () => {
    setStarting(true);
    await attempt(async () => {
      const game = await api.create({ game: info.name, options, seats, ...(seed ? { seed: Number(seed) } : {}), ...(clock ? { clock } : {}) });
      remember(`new.${info.name}`, { values, seats, clock } satisfies Choices);
      go(`#/game/${game.id}`);
    });
    setStarting(false);
  };
  return (
    <main class="page new-game">
      <div class="preview">
        <h1>{gameTitle(info.name)}</h1>
        <p class="quiet">{capital(info.summary)}.</p>
        <div class="preview-board">{position && <Picture game={info.name} data={position.board} />}</div>
        {wrong && <p class="failure" role="alert">{wrong}</p>}
      </div>
      <form class="set-up" onSubmit={(e) => { e.preventDefault(); void start(); }}>
        {hasGuide(info.name) && !isSeen(info.name) && (
          <div class="coach fine"><Icon name="rules" /><p>New to {gameTitle(info.name)}? A minute is enough for the rules.</p>
            <button type="button" class="small" onClick={() => setGuide(true)}>Show me</button>
            <button type="button" class="icon-button" aria-label="Close" onClick={() => { setSeen(info.name); setValues({ ...values }); }}><Icon name="close" /></button></div>
        )}
        <fieldset><legend>{names.length === 1 ? 'Player' : 'Players'}</legend>
          {names.map((name, i) => (
            <SeatChoice key={i} catalogue={catalogue} info={info} name={name} number={i + 1} value={seats[i]!} onChange={(player) => setSeats(seats.map((s, n) => (n === i ? player : s)))} withPonder={seats.length > 1} />
          ))}
          {names.length === 2 && <button type="button" class="small" onClick={() => setSeats([seats[1]!, seats[0]!])}><Icon name="again" />Swap sides</button>}
        </fieldset>
        {shown.length > 0 && <fieldset><legend>Board</legend>{shown.map(field)}</fieldset>}
        <details class="more"><summary>More options</summary>
          {names.length > 1 && <ClockChoice value={clock} onChange={setClock} />}
          <div class="field"><label for="seed">Seed</label><input id="seed" type="text" inputMode="numeric" pattern="[0-9]*" placeholder="any" value={seed} onInput={(e) => setSeed(e.currentTarget.value)} /><small>the same seed gives the same game</small></div>
          {more.map(field)}
        </details>
        {seats.includes('human') && <Switch on={teaching} onChange={(on) => set({ teaching: on })}>Teach me: say at once what a move cost</Switch>}
        <div class="row go">
          <button class="primary large" type="submit" disabled={starting || !!wrong || !position}>Start</button>
          {hasGuide(info.name) && <button type="button" onClick={() => setGuide(true)}><Icon name="rules" />Rules</button>}
        </div>
      </form>
      {guide && <Guide game={info.name} onClose={() => setGuide(false)} />}
    </main>
  );
}

export function NewGame({ game }: { game: string }) {
  const catalogue = useStore((s) => s.catalogue);
  if (!catalogue) return <main class="page loading"><span class="spinner" aria-hidden="true" /></main>;
  const info = catalogue.games.find((g) => g.name === game);
  if (!info) return <main class="page"><h1>There is no game called “{game}”</h1><p><a href="#/">All games</a></p></main>;
  return <Form key={game} catalogue={catalogue} info={info} />;
}
