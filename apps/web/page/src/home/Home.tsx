// SPDX-License-Identifier: MIT
// The first page: games to choose from, games to go on with, files to open.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type GameInfo, type GameSummary, type Position } from '../api';
import { Picture } from '../board/Picture';
import { gameTitle } from '../board/words';
import { playerWords } from '../play/players';
import { attempt, go, useStore } from '../state';
import { Icon } from '../ui';
import { inOrder, samples, taglines } from './samples';

const pictures = new Map<string, Position>();

function Thumb({ info }: { info: GameInfo }) {
  const [position, setPosition] = useState(pictures.get(info.name) ?? null);
  useEffect(() => {
    if (position) return;
    const sample = samples[info.name] ?? { options: '', moves: [] };
    api.position({ game: info.name, ...sample, seed: 5 }).then((p) => {
      pictures.set(info.name, p);
      setPosition(p);
    }, () => undefined);
  }, []);
  return <div class="thumb">{position && <Picture game={info.name} data={position.board} />}</div>;
}

function ago(seconds: number): string {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - seconds) / 60));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 36) return `${Math.round(minutes / 60)} h ago`;
  return `${Math.round(minutes / 60 / 24)} days ago`;
}

function Earlier() {
  const [games, setGames] = useState<GameSummary[] | null>(null);
  const [all, setAll] = useState(false);
  const catalogue = useStore((s) => s.catalogue);
  const load = () => attempt(async () => setGames((await api.games()).games));
  useEffect(() => void load(), []);
  if (!games?.length) return null;
  return (
    <section class="earlier" aria-labelledby="earlier">
      <h2 id="earlier">Go on with</h2>
      <ul>
        {games.slice(0, all ? games.length : 6).map((game) => {
          const info = catalogue?.games.find((g) => g.name === game.game);
          return (
            <li key={game.id}>
              <a href={`#/game/${game.id}`}>
                <b>{gameTitle(game.game)}</b>
                <span class="quiet">{game.seats.map((seat) => playerWords(info, seat)).join(' – ')}</span>
                <span class="quiet">{game.plies} moves · {game.result ? 'finished' : 'under way'} · {ago(game.updated)}</span>
              </a>
              <button class="icon-button" aria-label={`Delete this game of ${gameTitle(game.game)}`} onClick={() => window.confirm(`Delete this game of ${gameTitle(game.game)}? Nothing brings it back.`) && void attempt(async () => { await api.remove(game.id); await load(); })}><Icon name="trash" /></button>
            </li>
          );
        })}
      </ul>
      {games.length > 6 && !all && <button onClick={() => setAll(true)}>All {games.length} games</button>}
    </section>
  );
}

async function openText(text: string) {
  await attempt(async () => {
    const saved = await api.convert(text);
    const game = await api.create({ saved });
    go(`#/game/${game.id}`);
  });
}

function OpenFile() {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const openPasted = () => {
    const link = /#\/share\/[\w-]+/.exec(pasted);
    if (link) go(link[0]);
    else void openText(pasted);
  };
  const read = (file: File | undefined) => {
    if (file) void file.text().then(openText);
  };
  return (
    <section class={`open-file${over ? ' over' : ''}`} aria-label="Open a saved game"
      onDragOver={(e) => { e.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
      onDrop={(e) => { e.preventDefault(); setOver(false); read(e.dataTransfer?.files[0]); }}>
      <Icon name="open" />
      <p>Open a saved game: JSON, SGF, a UHP string or a list of clicks. Drop it here, or</p>
      <button onClick={() => input.current?.click()}>choose a file</button>
      <form class="row" onSubmit={(e) => { e.preventDefault(); openPasted(); }}>
        <input type="text" required aria-label="A link or a game as text" placeholder="or paste a link or a game" value={pasted} onInput={(e) => setPasted(e.currentTarget.value)} />
        <button>Open</button>
      </form>
      <input ref={input} type="file" class="sr" tabIndex={-1} aria-label="A saved game" accept=".json,.sgf,.uhp,.txt" onChange={(e) => { read(e.currentTarget.files?.[0]); e.currentTarget.value = ''; }} />
    </section>
  );
}

export function Home() {
  const catalogue = useStore((s) => s.catalogue);
  useEffect(() => {
    document.title = 'Banyan';
  }, []);
  return (
    <main class="page home">
      <div class="hero">
        <h1>Which game shall it be?</h1>
        <p>Play against an engine that shows what it thinks, against a friend, or watch two engines. Everything happens on this computer.</p>
      </div>
      <div class="games">
        {inOrder(catalogue?.games ?? []).map((info) => (
          <a key={info.name} class="game-card" href={`#/new/${info.name}`}>
            <Thumb info={info} />
            <h2>{gameTitle(info.name)}</h2>
            <p>{taglines[info.name] ?? info.summary}</p>
          </a>
        ))}
        {!catalogue && [0, 1, 2, 3, 4, 5].map((i) => <div key={i} class="game-card waiting"><div class="thumb" /></div>)}
      </div>
      <div class="below">
        <Earlier />
        <OpenFile />
      </div>
    </main>
  );
}
