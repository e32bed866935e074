// SPDX-License-Identifier: MIT
// Analysis of the position that is shown: a heat map over the legal moves, the lines found, and honest numbers.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Game, Position, Search, SearchMove } from '../api';
import { heatColour } from '../board/geometry';
import { capital, playerName } from '../board/words';
import { within } from '../spec';
import { findMove, target, toast, update, useStore, type Step } from '../state';
import { Icon } from '../ui';
import { BookMap, BookReply, useBook } from './BookMap';
import { changeLines, forth, show, takeMoves, tryMoves, useShown } from './browse';
import { useGhosts } from './ghosts';
import { bookHeat, heatOf, rangeOf } from './heat';
import { add, begins, common, same } from './lines';
import { bytes, count, fixed, percent, provenWords, seconds, shortageText, uncertaintyText, unitOf, unitWords, valueText, type Unit } from './numbers';
import { PlayerChoice } from './PlayerChoice';
import { searchOnce, useAnalysis } from './search';
import { Solve } from './Solve';
import { Stepper } from './Stepper';

type Mode = 'value' | 'visits' | 'book' | 'off';

const endText = (value: number, unit: Unit) => (!Number.isFinite(value) ? '' : unit === 'rate' ? percent(value, 0) : fixed(value, unit === 'points' || Math.abs(value) >= 10 ? 0 : 1));

function Legend({ mode, who, unit, range = [0, 1] }: { mode: Mode; who: string; unit: Unit; range?: [number, number] }) {
  const sequence = mode === 'visits' ? [0.5, 0.6, 0.7, 0.8, 0.9, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1];
  const [low, high] = mode === 'visits' ? ['few visits', 'many'] : [`worse for ${who}: ${endText(range[0], unit)}`, `${endText(range[1], unit)}, better`];
  return (
    <p class="legend">
      <span>{low}</span>
      <svg viewBox="0 0 60 10" aria-hidden="true">{sequence.map((v, i) => <rect key={i} x={i * 10} width="10" height="10" fill={heatColour(v)} />)}</svg>
      <span>{high}</span>
      <span class="quiet">{mode === 'book' ? 'win rate over games' : mode === 'visits' ? 'number: visits' : `number: ${unit === 'rate' ? '% of wins' : unit === 'points' ? 'points' : 'evaluation'}, below: ${unit === 'evaluation' ? 'positions' : 'visits; the paler, the less certain'}`}</span>
    </p>
  );
}

/** Whose share of the wins: one bar for two players. */
function Balance({ position, search }: { position: Position; search: Search }) {
  const mover = position.to_move ?? 1;
  const value = search.proven ?? search.value;
  const first = mover === 1 ? value : 1 - value;
  return (
    <svg class="balance" viewBox="0 0 200 10" preserveAspectRatio="none" role="img" aria-label={`${playerName(position.board, 1)} ${percent(first)}`}>
      <rect class="p2" width="200" height="10" />
      <rect class="p1" width={200 * first} height="10" />
      <rect class="middle" x="99.6" width="0.8" height="10" />
    </svg>
  );
}

function Line({ position, search, move, unit, line, rank, onOpen, onLook }: {
  position: Position; search: Search; move: SearchMove; unit: Unit; line: string[]; rank: number; onOpen: () => void; onLook: (on: boolean) => void;
}) {
  const words = findMove(position, move.move)?.label ?? move.move;
  const share = move.visits / Math.max(1, ...search.moves.map((m) => m.visits));
  const uncertain = uncertaintyText(move, unit);
  return (
    <tr class={move.move === search.best_move ? 'best' : ''} onMouseEnter={() => onLook(true)} onMouseLeave={() => onLook(false)}>
      <td class="rank">{rank}</td>
      <td class="move">
        <button onClick={onOpen} onFocus={() => onLook(true)} onBlur={() => onLook(false)} aria-label={`Show ${words} on the board`}>{words}</button>
        {line.length > 1 && <span class="course"> {line.slice(1, 9).join('  ')}{line.length > 9 ? ' …' : ''}</span>}
      </td>
      <td class={`value${move.proven !== null && unit !== 'points' ? ' proven' : ''}`}>
        {valueText(move, unit)}{uncertain && <small> {uncertain}</small>}
        {move.proven !== null && unit !== 'points' && <small> proven</small>}
      </td>
      <td class="visits">
        {count(move.visits)}
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width={100 * share} height="4" /></svg>
      </td>
    </tr>
  );
}

export function Analysis({ game }: { game: Game }) {
  const position = useShown();
  const catalogue = useStore((s) => s.catalogue);
  const info = catalogue?.games.find((g) => g.name === game.saved.game);
  const limit = catalogue?.limits.seconds ?? 60;
  const [on, setOn] = useState(false);
  const [chosenPlayer, setPlayer] = useState('');
  const player = chosenPlayer || (info ? within(info.analyst, limit) : '');
  const [mode, setMode] = useState<Mode>('value');
  const [ghosts, setGhosts] = useState(true);
  const [picking, setPicking] = useState(false);
  const [trying, setTrying] = useState(false);
  const [looked, look] = useState('');
  const [all, setAll] = useState(false);
  const [followed, follow] = useState<{ base: string[]; moves: string[] } | null>(null);
  const book = useBook(game);

  const path = position?.played ?? [];
  const key = path.join('\n');
  const over = position?.result !== null && position?.result !== undefined;
  useEffect(() => look(''), [key]);
  // Candidates, and how often "go deeper" was asked for: of this position.
  const [chosen, choose] = useState({ key: '', only: [] as string[], depth: 0 });
  const { only, depth } = chosen.key === key ? chosen : { only: [], depth: 0 };
  const setOnly = (change: (now: string[]) => string[]) => choose((was) => ({ key, only: change(was.key === key ? was.only : []), depth: was.key === key ? was.depth : 0 }));
  const wanted = Math.min(limit, 10 * 3 ** depth);
  const running = useAnalysis(game, on && !over, { path, only, player, seconds: wanted, turn: depth });
  const report = running.report && same((running.report as { played?: string[] }).played ?? path, path) ? running.report : null;
  const unit = report ? unitOf(report) : 'rate';
  const mover = position ? playerName(position.board, position.to_move) : '';

  // The best line that was seen for each first move stays known while the position is looked at.
  const seen = useRef(new Map<string, string[]>());
  const seenFor = useRef('');
  if (seenFor.current !== key) {
    seenFor.current = key;
    seen.current = new Map();
  }
  if (report?.principal_variation.length) seen.current.set(report.principal_variation[0]!, report.principal_variation);
  const [asking, setAsking] = useState('');
  const [, redraw] = useState(0);
  const stopAsking = useRef<() => void>(() => undefined);
  useEffect(() => () => stopAsking.current(), [key]);
  /** A short search of each move alone tells how it would go on. */
  const askLines = async (moves: SearchMove[]) => {
    setOn(false); // one stream less: a browser has few
    const lines = seen.current;
    let stopped = false;
    let end = () => undefined as void;
    stopAsking.current = () => {
      stopped = true;
      end();
      setAsking('');
    };
    for (const move of moves) {
      if (stopped) return;
      setAsking(move.move);
      const search = searchOnce(game, path, [move.move], 1, player);
      end = search.stop;
      try {
        const found = await search.done;
        if (found.principal_variation[0] === move.move) lines.set(move.move, found.principal_variation);
      } catch (error) {
        if (!stopped) toast(error instanceof Error ? error.message : String(error));
        stopAsking.current();
        return;
      }
      redraw((n) => n + 1);
    }
    setAsking('');
  };
  const lineOf = (move: SearchMove) => move.variation?.length ? move.variation : seen.current.get(move.move) ?? [move.move];

  // Candidates: while picking is on, a move on the board is picked or let go.
  useEffect(() => {
    takeMoves('A click picks a move to look at', picking ? (move) => setOnly((now) => (now.includes(move.text) ? now.filter((m) => m !== move.text) : [...now, move.text])) : null);
    return () => takeMoves('', null);
  }, [picking, key]);
  useEffect(() => {
    tryMoves(trying);
    return () => tryMoves(false);
  }, [trying]);

  const bookHere = book && !path.length ? book : null;
  const bookReply = book && path.length === 1 ? book.moves.find((move) => move.move === path[0]) : undefined;
  const heat = useMemo(() => {
    if (!position || mode === 'off') return undefined;
    if (mode === 'book') return bookHere ? bookHeat(position, bookHere) : undefined;
    return report ? heatOf(position, report, unit, mode) : undefined;
  }, [report, position, mode, bookHere]);
  const shownMove = report?.moves.find((move) => move.move === (looked || report.best_move));
  const steps = useGhosts(game, position, ghosts && shownMove && (looked || mode !== 'book') ? lineOf(shownMove) : undefined);
  const picked = only.map((text) => position && findMove(position, text)).map((move) => (move ? target(move) : undefined)).filter((name): name is string => !!name);
  const overlay = useMemo(() => {
    // A ghost hides what is written below it. The best move's own is drawn where it would not, as an arrow, or while a line is looked at.
    const moving = (step: Step) => step.clicks.length > 1 && position?.board.pieces.some((piece) => piece.name === step.clicks[0] && piece.cell);
    const drawn = looked ? steps : steps.filter((step) => step.number > 1 || moving(step));
    const isCell = (name: string | undefined) => position?.board.cells.some((cell) => cell.name === name) ?? false;
    const covered = new Set(drawn.filter((step) => !moving(step)).map((step) => step.clicks[step.clicks.length - 1]).filter(isCell));
    const shown = heat?.map(({ text, detail, ...h }) => (covered.has(h.name) ? h : { ...h, ...(text ? { text } : {}), ...(detail ? { detail } : {}) }));
    return { ...(shown ? { heat: shown } : {}), ...(drawn.length ? { steps: drawn } : {}), ...(picked.length ? { picked } : {}) };
  }, [heat, steps, looked, position, picked.join()]);
  useEffect(() => update({ overlay: Object.keys(overlay).length ? overlay : null }), [overlay]);
  useEffect(() => () => update({ overlay: null }), []);

  if (!position) return null;
  const openLine = (moves: string[]) => {
    follow({ base: path, moves });
    void forth(game, [...path, moves[0]!]);
  };
  const following = followed && begins(path, followed.base) && begins([...followed.base, ...followed.moves], path) ? followed : null;
  const step = following ? path.length - following.base.length : 0;
  const goStep = (n: number) => following && void show(game, [...following.base, ...following.moves.slice(0, n)]);
  const rate = report && report.seconds > 0 ? report.iterations / report.seconds : 0;
  const toDepth = (report?.depth ?? 0) > 0;
  // A move that was proven at once is the best one with the fewest visits.
  const ranked = report ? [...report.moves].sort((a, b) => Number(b.move === report.best_move) - Number(a.move === report.best_move)) : [];
  const lines = all ? ranked : ranked.slice(0, 6);
  const lacking = lines.slice(0, 8).filter((move) => lineOf(move).length < 2 && move.proven === null);
  const represented = /representatives=(?!none)\w+/.test(report?.player ?? '');
  const legal = position.board.moves.length;
  const first = playerName(position.board, 1);
  const alone = position.board.players.length === 1;

  return (
    <div class="pane analysis">
      <Stepper game={game} />
      <div class="row">
        <button class={on ? 'primary on' : 'primary'} aria-pressed={on} disabled={over} onClick={() => setOn(!on)}>{on ? 'Stop' : 'Analyse'}</button>
        <button disabled={!on || over} onClick={() => choose({ key, only, depth: depth + 1 })}>Go deeper</button>
        <span class="state" role="status">
          {over ? 'The game is over here.' : running.state === 'waiting' ? `waits, ${running.place} before it` : running.state === 'starting' ? 'begins …'
            : running.state === 'running' ? `thinks, up to ${seconds(wanted)} …` : running.state === 'ended' && on ? 'done' : ''}
        </span>
      </div>
      <PlayerChoice info={info} value={chosenPlayer} onChange={setPlayer} label="Who analyses" />
      {running.state === 'failed' && <p class="problem" role="alert">{running.reason}</p>}
      <div class="row wrap" role="group" aria-label="What the board shows">
        <div class="choose">
          {(['value', 'visits', ...(bookHere ? ['book' as const] : []), 'off'] as Mode[]).map((name) => (
            <button key={name} aria-pressed={mode === name} onClick={() => setMode(name)}>{name === 'value' ? 'Values' : name === 'visits' ? 'Visits' : name === 'book' ? 'Book' : 'Off'}</button>
          ))}
        </div>
        <div class="row">
          <label class="check"><input type="checkbox" checked={ghosts} onChange={(e) => setGhosts(e.currentTarget.checked)} /> expected line</label>
          <label class="check" title="A move on the board begins a variation, and is not played."><input type="checkbox" checked={trying} onChange={(e) => setTrying(e.currentTarget.checked)} /> try moves out</label>
        </div>
      </div>
      <div class="row wrap">
        <button aria-pressed={picking} disabled={over} onClick={() => setPicking(!picking)}>{picking ? 'Done picking' : 'Look only at these moves'}</button>
        {only.map((text) => <button key={text} class="chip" aria-label={`No longer only ${text}`} onClick={() => setOnly((now) => now.filter((m) => m !== text))}>{text} ×</button>)}
        {picking && !only.length && <span class="quiet">Click moves on the board.</span>}
      </div>

      {following && (
        <div class="follow" role="group" aria-label="The line on the board">
          <button class="icon-button" aria-label="Step back in the line" disabled={step <= 0} onClick={() => goStep(step - 1)}><Icon name="back" /></button>
          <span>{following.moves.map((move, i) => <span key={i} class={i === step - 1 ? 'now' : i < step ? 'done' : ''}>{move} </span>)}</span>
          <button class="icon-button" aria-label="Step on in the line" disabled={step >= following.moves.length} onClick={() => goStep(step + 1)}><Icon name="forward" /></button>
          <button onClick={() => { changeLines(game, (l) => add(l, [...following.base, ...following.moves], game.saved.moves)); }}>Keep as variation</button>
          <button onClick={() => { follow(null); void show(game, following.base); }}>Back</button>
        </div>
      )}
      {mode === 'book' && bookHere && <><Legend mode="book" who={first} unit="rate" /><BookMap book={bookHere} first={first} /></>}
      {bookReply && <BookReply move={bookReply} first={first} />}

      {report && (
        <>
          {unit === 'rate' && position.board.players.length === 2 && <Balance position={position} search={report} />}
          <p class="verdict">
            {report.proven !== null && unit !== 'points'
              ? <><b>Proven: {provenWords(report.proven)}</b> for {mover}, who is to move.</>
              : <>{alone ? 'Values are ' : <>Values are for <b>{mover}</b>, who is to move: </>}{unitWords[unit]}{unit === 'rate' ? ', ± half of the 95 % interval in points' : unit === 'evaluation' ? ', 0 is even; a search to a depth has no error bar' : ''}.</>}
          </p>
          {mode !== 'off' && mode !== 'book' && report.moves.length > 1 && <Legend mode={mode} who={mover} unit={unit} range={rangeOf(report, unit)} />}
          <table class="lines">
            <caption class="sr">Moves by {toDepth ? 'value' : 'visits'}, with the line that was found; values for {mover}</caption>
            <thead><tr><th class="rank">#</th><th>{alone ? 'Move' : `${capital(mover)} plays`}</th><th class="num">{unit === 'rate' ? 'wins' : unit === 'points' ? 'points' : 'value'}</th><th class="num">{toDepth ? 'positions' : 'visits'}</th></tr></thead>
            <tbody>
              {lines.map((move, i) => (
                <Line key={move.move} position={position} search={report} move={move} unit={unit} line={lineOf(move)} rank={i + 1} onOpen={() => openLine(lineOf(move))}
                  onLook={(is) => look(is ? move.move : '')} />
              ))}
            </tbody>
          </table>
          <div class="row">
            {report.moves.length > 6 && <button class="link" onClick={() => setAll(!all)}>{all ? 'Fewer moves' : `All ${report.moves.length} moves`}</button>}
            {asking ? <span class="state" role="status">the line of {asking} … <button class="link" onClick={() => stopAsking.current()}>stop</button></span>
              : lacking.length > 0 && <button class="link" onClick={() => void askLines(lacking)}>How would the others go on?</button>}
          </div>
          {report.moves.length === 1 && legal > 1 && !only.length && <p class="note">This player tells of the best move alone.{info?.algorithms.includes('uct') && <> <button class="link" onClick={() => setPlayer('uct')}>Value every move, with uct</button></>}</p>}
          {represented && <p class="note">Representatives: this player looks at {report.moves.length} of {legal} legal moves; each stands for the moves like it.</p>}
          {shortageText(report) && <p class="note problem">This search has {shortageText(report)}: the server can start no more.</p>}
          <dl class="facts">
            <div><dt>{toDepth ? 'positions' : 'playouts'}</dt><dd>{count(report.iterations)}</dd></div>
            <div><dt>per second</dt><dd>{count(rate)}</dd></div>
            {toDepth && <div><dt>depth</dt><dd>{report.depth}</dd></div>}
            <div><dt>time</dt><dd>{seconds(report.seconds)}</dd></div>
            <div><dt>memory</dt><dd class={report.memory_full ? 'problem' : ''}>{bytes(Number(report.bytes ?? 0))}{report.memory_full ? ', full' : ''}</dd></div>
          </dl>
          <details><summary>The player</summary><code class="spec">{report.player}</code></details>
        </>
      )}
      {!report && !on && !over && mode !== 'book' && <p class="quiet">Analyse shows on the board how good each move is for whoever is to move, and what the engine expects. Hover a line, or focus it, to see it; click to step through it.</p>}
      {alone && <Solve game={game} position={position} base={path.slice(0, common(path, game.saved.moves))} />}
    </div>
  );
}
