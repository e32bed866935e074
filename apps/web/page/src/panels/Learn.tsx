// SPDX-License-Identifier: MIT
// Learning from one's mistakes: the board from before the move, nothing that tells the answer, and another try.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BoardMove, Game, ReviewEntry } from '../api';
import { playerName } from '../board/words';
import { findMove, say, target, toast, update, useStore } from '../state';
import { positionAfter, show, takeMoves, useShown } from './browse';
import { useGhosts } from './ghosts';
import { same } from './lines';
import { fixed } from './numbers';
import { searchOnce } from './search';
import { judgeTry, type Found } from './verdicts';

type Stage = { at: 'try' } | { at: 'judging'; move: BoardMove } | { at: 'judged'; move: BoardMove; found: Found; cost: number; uncertainty: number } | { at: 'revealed' };

const secondsToJudge = 2; // of each search, at most
const wellKnown = 0.02; // an uncertainty that needs no second search

export function Learn({ game, list, scale, onPly, onRevealed, onEnd }: {
  game: Game; list: ReviewEntry[]; scale: number; onPly: (ply: number) => void; onRevealed: (revealed: boolean) => void; onEnd: () => void;
}) {
  const [number, setNumber] = useState(0);
  const [stage, setStage] = useState<Stage>({ at: 'try' });
  const [solved, setSolved] = useState<ReadonlySet<number>>(new Set()); // by ply
  const info = useStore((s) => s.catalogue)?.games.find((g) => g.name === game.saved.game);
  const entry = list[number];
  const position = useShown();
  const before = entry ? game.saved.moves.slice(0, entry.ply) : [];
  const stop = useRef<() => void>(() => undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const revealed = stage.at === 'revealed' || (stage.at === 'judged' && stage.found === 'best');
  useEffect(() => {
    if (!entry) return;
    setStage({ at: 'try' });
    onPly(entry.ply);
    void show(game, before);
    heading.current?.focus();
    return () => stop.current();
  }, [number, entry?.ply]);
  useEffect(() => onRevealed(revealed), [revealed, number]);
  useEffect(() => {
    if (!entry || stage.at === 'judging' || revealed) takeMoves('', null);
    else takeMoves('Try a better move', (move) => void judge(move));
    return () => takeMoves('', null);
  }, [number, stage, revealed]);
  const ghosts = useGhosts(game, position, revealed && entry && same(position?.played ?? [], before) ? entry.variation : undefined);
  useEffect(() => {
    const clicks = (text: string) => {
      const move = position && findMove(position, text);
      const name = move && target(move);
      return name ? [name] : [];
    };
    if (!entry || !position || !same(position.played, before)) update({ overlay: null });
    else if (revealed) update({ overlay: { good: clicks(entry.best), bad: entry.move === entry.best ? [] : clicks(entry.move), steps: ghosts.filter((step) => step.number > 1) } });
    else if (stage.at === 'judged') update({ overlay: stage.found === 'as good' ? { good: clicks(stage.move.text) } : { bad: clicks(stage.move.text) } });
    else if (stage.at === 'judging') update({ overlay: { picked: clicks(stage.move.text) } });
    else update({ overlay: null });
  }, [stage, revealed, position, ghosts, number]);
  useEffect(() => () => update({ overlay: null }), []);

  if (!entry) {
    return (
      <section class="learn" role="status">
        <h2>Done</h2>
        <p>{solved.size} of {list.length} found.</p>
        <div class="row"><button class="primary" onClick={onEnd}>Back to the review</button><button onClick={() => { setSolved(new Set()); setNumber(0); }}>Once more</button></div>
      </section>
    );
  }
  const solve = () => setSolved((all) => new Set([...all, entry.ply]));
  const judge = async (move: BoardMove) => {
    stop.current();
    if (move.text === entry.best) {
      solve();
      setStage({ at: 'judged', move, found: 'best', cost: 0, uncertainty: 0 });
      say('That is the best move.');
      return;
    }
    setStage({ at: 'judging', move });
    const look = async (moves: string[]) => {
      const search = searchOnce(game, before, moves, secondsToJudge, info?.reviewer);
      stop.current = search.stop;
      return search.done;
    };
    try {
      const both = (await look([move.text, entry.best])).moves;
      const best = both.find((m) => m.move === entry.best);
      let tried = both.find((m) => m.move === move.text);
      // A search looks away from what is worse; what that is worth another one tells that has nothing else to look at.
      if (!tried || (tried.proven === null && (tried.uncertainty ?? 0) > wellKnown)) tried = (await look([move.text])).moves[0] ?? tried;
      const worth = (m: typeof tried) => (m ? (scale === 1 ? m.proven ?? m.value : m.score ?? m.value) : undefined);
      const cost = Math.max(0, (worth(best) ?? entry.value) - (worth(tried) ?? entry.played));
      const uncertainty = Math.hypot(tried?.uncertainty ?? 0, best?.uncertainty ?? 0);
      const found = judgeTry(move.text, entry.best, { cost, uncertainty, before: entry.cost }, scale);
      if (found === 'as good') solve();
      setStage({ at: 'judged', move, found, cost, uncertainty });
      say(found === 'as good' ? 'As good as the best move.' : 'Not yet.');
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
      setStage((now) => (now.at === 'judging' ? { at: 'try' } : now));
    }
  };
  const points = (value: number) => (scale === 1 ? `${fixed(value * 100, 1)} percentage points` : `${fixed(value, scale > 100 ? 0 : 1)} points`);
  const next = () => setNumber(number + 1);
  const who = playerName(position?.board ?? game.position.board, entry.seat + 1);
  return (
    <section class="learn">
      <h2 ref={heading} tabIndex={-1}>{number + 1} of {list.length}: move {entry.ply + 1}</h2>
      <div role="status">
        {stage.at === 'try' && <p>In the game {who} played <b>{entry.move}</b>, which cost {points(entry.cost)}. Find a better move on the board.</p>}
        {stage.at === 'judging' && <p><b>{stage.move.text}</b> is compared with the best move …</p>}
        {stage.at === 'judged' && stage.found === 'best' && <p class="right"><b>✓ {stage.move.text}</b> is the best move.</p>}
        {stage.at === 'judged' && stage.found === 'as good' && <p class="right"><b>✓ {stage.move.text}</b> is as good as the best, as far as can be told: {points(stage.cost)} less, ± {scale === 1 ? fixed(stage.uncertainty * 100, 1) : fixed(stage.uncertainty, 1)}.</p>}
        {stage.at === 'judged' && stage.found === 'better than played' && <p class="wrong"><b>↗ {stage.move.text}</b> is better than {entry.move}, but costs {points(stage.cost)}. There is a better one.</p>}
        {stage.at === 'judged' && stage.found === 'worse' && <p class="wrong"><b>✗ {stage.move.text}</b> costs {points(stage.cost)}{stage.move.text === entry.move ? ': it is what was played' : ''}. Try again.</p>}
        {stage.at === 'revealed' && <p>The best move is <b>{entry.best}</b>. It goes on {entry.variation.slice(1, 7).join(' ') || 'as one likes'}.</p>}
      </div>
      <div class="row">
        {!revealed && <button onClick={() => setStage({ at: 'revealed' })}>Show the answer</button>}
        {!same(position?.played ?? [], before) && <button onClick={() => void positionAfter(game, before).then(() => show(game, before))}>Back to the question</button>}
        <button class={revealed || (stage.at === 'judged' && stage.found === 'as good') ? 'primary' : ''} onClick={next}>{number + 1 < list.length ? 'Next' : 'Finish'}</button>
        <button class="link" onClick={onEnd}>End</button>
      </div>
    </section>
  );
}
