// SPDX-License-Identifier: MIT
// A game: its board, who plays, the line of its moves, and beside it the panels.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api, type BoardData, type BoardMove, type Game, type Position } from '../api';
import { Board } from '../board/Board';
import { gameTitle, turnWords } from '../board/words';
import { Guide, hasGuide } from '../home/Guide';
import { Analysis } from '../panels/Analysis';
import { back, forth } from '../panels/browse';
import { common } from '../panels/lines';
import { Review } from '../panels/Review';
import { Variations } from '../panels/Variations';
import { act, attempt, closeGame, current, findMove, openGame, say, shownPosition, update, useStore } from '../state';
import { Icon } from '../ui';
import { Coach, forget, judge } from './Coach';
import { PlayTab } from './PlayTab';
import { Strip, Thoughts } from './Strip';

const tabs = [['play', 'Game'], ['analysis', 'Analysis'], ['review', 'Review'], ['variations', 'Variations']] as const;
type Tab = (typeof tabs)[number][0];

const isHuman = (game: Game, toMove: number | null) => toMove !== null && toMove > 0 && game.seats[toMove - 1]?.player === 'human';

/**
 * The ply that taking back leads to: where a person was last to move, so that neither an engine's answer nor what chance
 * has dealt stays behind. Between engines, one ply.
 */
async function takeBackTo(game: Game): Promise<number> {
  if (!game.seats.some((seat) => seat.player === 'human')) return game.ply - 1;
  const { game: name, options, moves, seed } = game.saved;
  for (let ply = game.ply - 1; ply > 0; --ply) {
    const before = await api.position({ game: name, options, moves: moves.slice(0, ply), ...(seed === undefined ? {} : { seed }) });
    if (before.played.length === ply && isHuman(game, before.to_move)) return ply;
  }
  return 0;
}
async function redoTo(game: Game): Promise<number> {
  const { game: name, options, moves, seed } = game.saved;
  for (let ply = game.ply + 1; ply < moves.length; ++ply) {
    const next = await api.position({ game: name, options, moves: moves.slice(0, ply), ...(seed === undefined ? {} : { seed }) });
    if (isHuman(game, next.to_move) || !game.seats.some((seat) => seat.player === 'human')) return ply;
  }
  return moves.length;
}

/** The line of the game's moves. Where the board shows another position, it leads through these, and nothing is taken back. */
function Timeline({ game, shown, onHint, hinting }: { game: Game; shown: Position; onHint: () => void; hinting: boolean }) {
  const live = shown === game.position;
  const main = game.saved.moves;
  const last = main.length;
  const ply = live ? game.ply : common(shown.played, main);
  const to = (wanted: number) => void (live ? act((g) => api.goto(g.id, wanted, g.revision)) : forth(game, main.slice(0, wanted)));
  const over = game.position.result !== null;
  return (
    <div class="timeline">
      <button class="icon-button to-end" aria-label="To the start" disabled={ply === 0} onClick={() => to(0)}><Icon name="first" /></button>
      <button class="icon-button" aria-label={live ? 'Take back' : 'One move back'} title={live ? 'Take back' : 'One move back'} disabled={ply === 0}
        onClick={() => (live ? void attempt(async () => to(await takeBackTo(game))) : void back(game))}><Icon name="back" /></button>
      <input type="range" aria-label="Move" aria-valuetext={`move ${ply} of ${last}`} min={0} max={last} value={ply} disabled={!last} onChange={(e) => to(Number(e.currentTarget.value))} />
      <span class="ply-count">{ply}/{last}</span>
      <button class="icon-button" aria-label={live ? 'Redo' : 'One move on'} title={live ? 'Redo' : 'One move on'} disabled={ply >= last}
        onClick={() => (live ? void attempt(async () => to(await redoTo(game))) : to(ply + 1))}><Icon name="forward" /></button>
      <button class="icon-button to-end" aria-label="To the end" disabled={ply >= last} onClick={() => to(last)}><Icon name="last" /></button>
      <button class="hint" disabled={over || hinting || !live} onClick={onHint}><Icon name="hint" />Hint</button>
    </div>
  );
}

export function GamePage({ id }: { id: string }) {
  useEffect(() => {
    openGame(id);
    return closeGame;
  }, [id]);
  const game = useStore((s) => s.game);
  const catalogue = useStore((s) => s.catalogue);
  const position = useStore(shownPosition);
  const overlay = useStore((s) => s.overlay);
  const catcher = useStore((s) => s.catcher);
  const connection = useStore((s) => s.connection);
  const coordinates = useStore((s) => s.settings.coordinates);
  const [tab, setTab] = useState<Tab>('play');
  const [hint, setHint] = useState<{ revision: number; move: string } | null>(null);
  const [hinting, setHinting] = useState(false);
  const [guide, setGuide] = useState(false);
  const busy = useRef(false);

  // Whoever listens hears what was played and who is next.
  const told = useRef('');
  useEffect(() => {
    if (!game) return;
    const key = `${game.id} ${game.revision}`;
    const first = !told.current.startsWith(game.id);
    if (told.current === key) return;
    told.current = key;
    document.title = `${gameTitle(game.saved.game)} · Banyan`;
    const last = game.position.played.at(-1);
    say(`${!first && last ? `${last}. ` : ''}${turnWords(game.position)}`);
  }, [game]);
  // A judged move is of interest until the person's next one.
  useEffect(() => {
    const judged = current().judged;
    if (judged && game && game.ply <= judged.ply) forget();
  }, [game?.ply]);

  const data: BoardData | undefined = useMemo(() => {
    if (!position) return undefined;
    const suggested = hint && game && hint.revision === game.revision && position === game.position ? findMove(position, hint.move) : undefined;
    return suggested ? { ...position.board, marks: [...position.board.marks, { kind: 'suggested', names: suggested.clicks }] } : position.board;
  }, [position, hint, game?.revision]);

  if (!game || !position || !data) {
    return <main class="page loading"><span class="spinner" aria-hidden="true" /><p class="quiet">{connection === 'open' ? 'The board is being set up…' : 'Waiting for the server…'}</p></main>;
  }
  const info = catalogue?.games.find((g) => g.name === game.saved.game);
  const live = position === game.position;
  const active = catcher !== null || (live && isHuman(game, position.to_move));
  const seat = game.seats.findIndex((s) => s.player === 'human') + 1 || 1;

  const onMove = (move: BoardMove) => {
    const caught = current().catcher;
    if (caught) {
      caught.catch(move);
      return;
    }
    if (busy.current) return;
    busy.current = true;
    const ply = game.ply;
    const teaching = current().settings.teaching;
    forget();
    void act((g) => api.play(g.id, move.text, g.revision)).then((next) => {
      busy.current = false;
      if (next && teaching) void judge(next, ply);
    });
  };
  const askHint = () => {
    setHinting(true);
    void attempt(async () => {
      // The reviewer ends by itself, after about a second.
      const search = await api.hint(game.id, game.revision, info?.reviewer);
      if (current().game?.revision !== game.revision) return;
      setHint({ revision: game.revision, move: search.best_move });
      say(`Hint: ${findMove(game.position, search.best_move)?.label ?? search.best_move}`);
    }).then(() => setHinting(false));
  };
  const shownHint = hint && hint.revision === game.revision && live ? (findMove(position, hint.move)?.label ?? hint.move) : '';
  const resting = live && !position.result && !isHuman(game, position.to_move) && game.ply < game.saved.moves.length;

  return (
    <main class={`game of-${game.saved.game}`}>
      <section class="stage" aria-label="Board">
        <Strip game={game} position={position} info={info} />
        <div class={`status${game.seats.some((s) => s.player !== 'human') ? ' with-engines' : ''}`}>
          <h1 class={position.result ? 'over' : ''}>{live ? turnWords(position) : `${position.played.length ? `After move ${position.played.length}` : 'At the start'}: ${turnWords(position)}`}</h1>
          {catcher && <span class="badge">{catcher.text}</span>}
          {shownHint && <span class="badge hint-badge"><Icon name="hint" />{shownHint}</span>}
          {resting && <button class="small" onClick={() => void act((g) => api.auto(g.id, true))}><Icon name="play" />Play on from here</button>}
          {!live && <button class="small" onClick={() => update({ shown: null, overlay: null, catcher: null })}>Back to the game</button>}
          {connection !== 'open' && <span class="badge lost" role="status">The connection is lost; trying again…</span>}
          <Thoughts game={game} />
        </div>
        <Coach />
        <Board game={position.game} data={data} active={active} onMove={onMove} overlay={overlay} coordinates={coordinates} seat={seat} />
        <Timeline game={game} shown={position} onHint={askHint} hinting={hinting} />
      </section>
      <aside class="side" aria-label="Panels">
        <div class="tabs" role="tablist" onKeyDown={(e) => {
          const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
          if (!step) return;
          const next = tabs[(tabs.findIndex(([name]) => name === tab) + step + tabs.length) % tabs.length]![0];
          setTab(next);
          document.getElementById(`tab-${next}`)?.focus();
        }}>
          {tabs.map(([name, title]) => (
            <button key={name} id={`tab-${name}`} role="tab" aria-selected={tab === name} aria-controls="panel" tabIndex={tab === name ? 0 : -1} onClick={() => setTab(name)}>{title}</button>
          ))}
        </div>
        <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'play' && <PlayTab game={game} info={info} onRules={hasGuide(game.saved.game) ? () => setGuide(true) : undefined} />}
          {tab === 'analysis' && <Analysis game={game} />}
          {tab === 'review' && <Review game={game} />}
          {tab === 'variations' && <Variations game={game} />}
        </div>
      </aside>
      {guide && <Guide game={game.saved.game} onClose={() => setGuide(false)} />}
    </main>
  );
}
