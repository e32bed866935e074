// SPDX-License-Identifier: MIT
// The review of a whole game: its curve, what each move cost, whose mistakes there were, and learning from them.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, type Game, type ReviewEntry, type ReviewEvent } from '../api';
import { capital, playerName } from '../board/words';
import { act, findMove, reviewListeners, take, target, update, useStore } from '../state';
import { forth, show, useShown } from './browse';
import { useGhosts } from './ghosts';
import { Graph, VerdictMark } from './Graph';
import { Learn } from './Learn';
import { common } from './lines';
import { fixed, percent } from './numbers';
import { PlayerChoice } from './PlayerChoice';
import { Stepper } from './Stepper';
import { keyMoves, lessons, scaleOf, stillTrue, summaries, thresholds, verdictOf, verdicts, type Verdict } from './verdicts';

const plural: Record<Verdict, string> = { good: 'good', inaccuracy: 'inaccuracies', mistake: 'mistakes', blunder: 'blunders' };

/** What is kept with the game, and what the stream has brought since. */
function useEntries(game: Game): ReviewEntry[] {
  const [fresh, setFresh] = useState<ReviewEvent[]>([]);
  useEffect(() => {
    setFresh([]);
    let timer = 0;
    const listener = (event: ReviewEvent) => {
      if (event.entry) setFresh((now) => [...now, event]);
      // A stream keeps only the newest event, so a slow reader misses some: the game has them all.
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void api.game(game.id).then(take, () => undefined), event.state === 'running' ? 3000 : 0);
    };
    reviewListeners.add(listener);
    return () => {
      window.clearTimeout(timer);
      reviewListeners.delete(listener);
    };
  }, [game.id]);
  const reviews = game.saved.reviews ?? [];
  const review = [...reviews].reverse().find((r) => r.player === game.review?.player) ?? reviews[reviews.length - 1];
  return useMemo(() => {
    const moves = game.saved.moves;
    const all = new Map((review?.plies ?? []).map((entry) => [entry.ply, entry]));
    fresh.forEach(({ entry }) => moves[entry.ply] === entry.move && all.set(entry.ply, entry));
    return stillTrue([...all.values()], moves);
  }, [review, fresh, game.saved.moves]);
}

export function Review({ game }: { game: Game }) {
  const position = useShown();
  const info = useStore((s) => s.catalogue)?.games.find((g) => g.name === game.saved.game);
  const [player, setPlayer] = useState('');
  const [state, setState] = useState(game.review);
  const [learning, setLearning] = useState<number | null>(null); // a seat
  const [question, setQuestion] = useState<{ ply: number; revealed: boolean } | null>(null);
  const entries = useEntries(game);
  const main = game.saved.moves;
  const path = position?.played ?? [];
  const at = common(path, main);
  const scale = scaleOf(entries);
  useEffect(() => setState(game.review), [game.review]);
  useEffect(() => {
    const listener = (event: ReviewEvent) => setState((now) => ({ player: now?.player ?? '', state: event.state, done: event.done, of: event.of }));
    reviewListeners.add(listener);
    return () => {
      reviewListeners.delete(listener);
    };
  }, []);

  const entry = path.length === at ? entries.find((e) => e.ply === at) : undefined;
  const inLearn = learning !== null;
  const ghosts = useGhosts(game, position, !inLearn && entry && entry.best !== entry.move ? entry.variation : undefined);
  useEffect(() => {
    if (inLearn) return;
    const names = (text: string) => {
      const move = position && findMove(position, text);
      const name = move && target(move);
      return name ? [name] : [];
    };
    update({ overlay: entry ? { good: names(entry.best), bad: entry.move === entry.best || verdictOf(entry, scale) === 'good' ? [] : names(entry.move), steps: ghosts.filter((step) => step.number > 1) } : null });
  }, [entry, position, ghosts, inLearn]);
  useEffect(() => () => update({ overlay: null }), []);
  const list = useMemo(() => (learning === null ? [] : lessons(entries, learning, scale)), [learning]);

  const board = position?.board ?? game.position.board;
  const first = playerName(board, 1);
  const seats = game.seats.length;
  const points = (value: number) => (scale === 1 ? fixed(value * 100, 1) : fixed(value, scale > 100 ? 0 : 1));
  const alone = seats === 1;
  const knowsError = entries.some((e) => e.uncertainty);
  const unit = scale === 1 ? 'percentage points' : 'points';
  const running = state?.state === 'running';
  const complete = state?.state === 'done';
  const go = (ply: number) => void forth(game, main.slice(0, ply));
  // One that is there goes on with its own player and seed; another one, or once more, is a new one.
  const last = game.saved.reviews?.[game.saved.reviews.length - 1];
  const goesOn = !!last && state?.state === 'stopped' && !player;
  const begin = () => void act((g) => (goesOn ? api.review(g.id, last.player, last.seed) : api.review(g.id, player || undefined, (last?.seed ?? 0) + 1)));
  const sums = summaries(entries, seats, scale);
  const key = keyMoves(entries, scale);

  return (
    <div class="pane review">
      {!inLearn && <Stepper game={game} />}
      {!inLearn && (
        <div class="row">
          {running ? <button onClick={() => void act((g) => api.stopReview(g.id))}>Stop</button>
            : <button class={complete ? '' : 'primary'} disabled={!main.length} onClick={begin}>{goesOn ? 'Go on with the review' : entries.length ? 'Review once more' : 'Review the whole game'}</button>}
          {state && <progress max={Math.max(1, state.of)} value={state.done} aria-label="Review" />}
          {state && <span class="state" role="status">{state.done} of {state.of}{running ? '' : state.state === 'done' ? ', done' : ', stopped'}</span>}
        </div>
      )}
      {!inLearn && !running && <PlayerChoice info={info} value={player} onChange={setPlayer} label="Who reviews" />}
      {!entries.length && !running && <p class="quiet">One click looks at every move of the game with the engine, in the background: what it cost, and what would have been better. It can be stopped, stays with the game and goes on later.</p>}
      {entries.length > 0 && (
        <>
          <Graph entries={entries} plies={main.length} at={inLearn ? question?.ply ?? at : at} until={inLearn && question ? question.ply + (question.revealed ? 1 : 0) : null} scale={scale} first={first}
            onGo={(ply) => (inLearn ? void show(game, main.slice(0, Math.min(ply, question?.ply ?? ply))) : go(ply))} />
          <p class="legend-line">
            {verdicts.map((verdict) => <span key={verdict}><VerdictMark verdict={verdict} /> {verdict}{verdict !== 'good' && <small> ≥ {scale === 1 ? thresholds[verdict] * 100 : fixed(thresholds[verdict] * scale, 0)}</small>}</span>)}
          </p>
        </>
      )}
      {inLearn && <Learn key={learning} game={game} list={list} scale={scale} onPly={(ply) => setQuestion({ ply, revealed: false })}
        onRevealed={(revealed) => setQuestion((now) => now && { ...now, revealed })} onEnd={() => { setLearning(null); setQuestion(null); }} />}
      {!inLearn && entries.length > 0 && (
        <>
          {entry ? (
            <p class={`said ${verdictOf(entry, scale)}`} role="status">
              <VerdictMark verdict={verdictOf(entry, scale)} /> <b>{entry.ply + 1}. {entry.move}</b>{alone ? '' : ` by ${playerName(board, entry.seat + 1)}`}: {entry.forced ? 'the only move' : verdictOf(entry, scale) === 'good' && entry.move === entry.best ? 'the best move' : <>
                {verdictOf(entry, scale)}, cost {points(entry.cost)}{entry.uncertainty ? ` ± ${points(entry.uncertainty)}` : ''} {unit}{entry.best !== entry.move && <>; better <b>{entry.best}</b></>}</>}.
              {' '}<span class="quiet">{alone ? 'Expected' : first} {scale === 1 ? percent(entry.first) : fixed(entry.first, 0)} before it.</span>
            </p>
          ) : at < main.length ? <p class="said quiet">Move {at + 1} is not reviewed yet.</p> : <p class="said quiet">The end of the game.</p>}
          <table class="summary">
            <caption class="sr">Summary per player</caption>
            <thead><tr><th>Player</th><th class="num">mean</th>{verdicts.map((v) => <th key={v} class="num"><VerdictMark verdict={v} /><span class="sr">{plural[v]}</span></th>)}<th><span class="sr">learn</span></th></tr></thead>
            <tbody>
              {sums.map((sum, seat) => {
                const n = lessons(entries, seat, scale).length;
                return (
                  <tr key={seat}>
                    <th>{capital(playerName(board, seat + 1))}</th><td class="num">{points(sum.mean)}</td>
                    {verdicts.map((v) => <td key={v} class="num">{sum.counts[v]}</td>)}
                    <td>{n > 0 && <button class="small" disabled={running} aria-label={`Learn from the mistakes of ${playerName(board, seat + 1)}`} onClick={() => setLearning(seat)}>Learn ({n})</button>}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {key.length > 0 && (
            <>
              <h2>Key moves</h2>
              <ol class="key-moves">
                {key.map((e) => (
                  <li key={e.ply}><button aria-current={at === e.ply && path.length === at ? 'true' : undefined} onClick={() => go(e.ply)}>
                    <VerdictMark verdict={verdictOf(e, scale)} /><span><b>{e.ply + 1}. {e.move}</b> {!alone && <small>{playerName(board, e.seat + 1)}</small>}</span><span class="cost">−{points(e.cost)}</span><small>better {e.best}</small>
                  </button></li>
                ))}
              </ol>
            </>
          )}
          <p class="note">Costs are {alone ? '' : 'for who moved, '}in {unit}{scale === 1 ? (knowsError ? ' of the win rate' : ' of the value, an evaluation from lost to won') : `, measured by the largest value of the review, ${fixed(scale, 0)}`}: from {scale === 1 ? `${thresholds.inaccuracy * 100}, ${thresholds.mistake * 100} and ${thresholds.blunder * 100}` : `${thresholds.inaccuracy * 100}, ${thresholds.mistake * 100} and ${thresholds.blunder * 100} % of that`} on an inaccuracy, a mistake, a blunder, unless within the uncertainty. {alone ? 'The curve is what was expected at the end' : `The curve is for ${first}`}{knowsError ? '; the band is the 95 % interval' : '; who reviewed tells no error'}.</p>
        </>
      )}
    </div>
  );
}
