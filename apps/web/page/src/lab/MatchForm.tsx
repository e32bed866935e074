// SPDX-License-Identifier: MIT
// A small match from a form: a game with its options, two players, and how many games.
import { useId, useState } from 'preact/hooks';
import type { GameInfo } from '../api';
import { gameTitle } from '../board/words';
import { EngineForm, Fields, inFull } from '../play/players';
import { different, writeOptions } from '../spec';
import { useStore } from '../state';
import { lab } from './data';

function PlayerField({ info, label, value, onChange }: { info: GameInfo; label: string; value: string; onChange: (spec: string) => void }) {
  const id = useId();
  const catalogue = useStore((s) => s.catalogue)!;
  const levels = info.levels ?? [];
  const known = levels.some((level) => level.spec === value) || value in info.named;
  const [own, setOwn] = useState(!known);
  return (
    <div class="lab-player">
      <label for={id}>{label}</label>
      <select id={id} value={own ? 'own' : value} onChange={(e) => {
        const chosen = e.currentTarget.value;
        setOwn(chosen === 'own');
        onChange(chosen === 'own' ? inFull(info, value) : chosen);
      }}>
        {levels.map((level) => <option key={level.name} value={level.spec}>{level.title}</option>)}
        {Object.keys(info.named).filter((name) => !levels.some((level) => level.spec === name)).map((name) => <option key={name} value={name}>{name}</option>)}
        <option value="own">own parameters…</option>
      </select>
      {own && <details open><summary>Parameters</summary><EngineForm catalogue={catalogue} info={info} value={value} onChange={onChange} /></details>}
    </div>
  );
}

const standardOf = (info: GameInfo, at: number) => info.levels?.[at]?.spec ?? `${info.algorithms[0]}:iterations=${at ? 1000 : 200}`;

export function MatchForm({ onBegun }: { onBegun: (id: string) => void }) {
  const catalogue = useStore((s) => s.catalogue);
  const games = (catalogue?.games ?? []).filter((game) => !game.algorithms.includes('nrpa') && game.players !== 1 && game.players !== 3 && game.name !== 'cards3');
  const [name, setName] = useState('');
  const info = games.find((game) => game.name === name) ?? games[0];
  const [values, setValues] = useState<Record<string, string>>({});
  const [players, setPlayers] = useState<Record<string, [string, string]>>({});
  const [number, setNumber] = useState(20);
  const [opening, setOpening] = useState(2);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const ids = { game: useId(), number: useId(), opening: useId() };
  if (!info) return <p class="quiet">…</p>;
  const [a, b] = players[info.name] ?? [standardOf(info, 1), standardOf(info, 0)];
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      const { id } = await lab.begin({ game: info.name, options: writeOptions(different(values, info.options)), a, b, games: number, ...(opening ? { openings: `random:${opening}` } : {}) });
      onBegun(id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form class="match-form" onSubmit={(e) => void submit(e)} aria-label="Start a match">
      <div class="lab-player"><label for={ids.game}>Game</label>
        <select id={ids.game} value={info.name} onChange={(e) => { setName(e.currentTarget.value); setValues({}); }}>{games.map((game) => <option key={game.name} value={game.name}>{gameTitle(game.name)}</option>)}</select>
        <details><summary>Options{Object.keys(values).length ? `: ${writeOptions(values)}` : ''}</summary><Fields schema={info.options} values={values} onChange={setValues} /></details>
      </div>
      <PlayerField key={`a${info.name}`} info={info} label="A" value={a} onChange={(spec) => setPlayers({ ...players, [info.name]: [spec, b] })} />
      <PlayerField key={`b${info.name}`} info={info} label="B" value={b} onChange={(spec) => setPlayers({ ...players, [info.name]: [a, spec] })} />
      <div class="lab-player"><label for={ids.number}>Games</label><input id={ids.number} type="number" min={2} max={1000} step={2} value={number} required onInput={(e) => setNumber(Number(e.currentTarget.value))} /></div>
      <div class="lab-player"><label for={ids.opening}>Random first moves</label><input id={ids.opening} type="number" min={0} max={12} value={opening} required onInput={(e) => setOpening(Number(e.currentTarget.value))} /></div>
      {problem && <p class="failure" role="alert">{problem}</p>}
      <div class="row"><button class="primary" disabled={busy}>Start</button><small>Games come in pairs with the same first moves and sides swapped. They are kept, and the match can be stopped at any time.</small></div>
    </form>
  );
}
