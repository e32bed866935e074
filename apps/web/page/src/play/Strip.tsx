// SPDX-License-Identifier: MIT
// Who plays: names, clocks, whose turn it is, and what an engine thinks while it does.
import { useEffect, useState } from 'preact/hooks';
import { api, type Game, type GameInfo, type Position, type Thinking } from '../api';
import { capital } from '../board/words';
import { shortageText } from '../panels/numbers';
import { findMove, act, useStore } from '../state';
import { parseSpec } from '../spec';
import { clockTime, count, Icon, percent } from '../ui';
import { playerWords } from './players';

/** How much of its budget a search has used, or null where it has none. */
function progress(thinking: Thinking): number | null {
  const search = thinking.search;
  if (!search) return null;
  const limit = parseSpec(search.player).values;
  const shares = [
    Number(limit.iterations) > 0 ? search.iterations / Number(limit.iterations) : 0,
    Number(limit.seconds) > 0 ? search.seconds / Number(limit.seconds) : 0,
  ];
  const most = Math.max(...shares);
  return most > 0 ? Math.min(1, most) : null;
}

function ThinkingLine({ game, thinking }: { game: Game; thinking: Thinking }) {
  const search = thinking.search;
  const done = progress(thinking);
  const best = search?.best_move ? (findMove(game.position, search.best_move)?.label ?? search.best_move) : '';
  const rate = search && search.seconds > 0 ? search.iterations / search.seconds : 0;
  return (
    <div class={`thinking ${thinking.kind}`}>
      <div class="thinking-bar" role="progressbar" aria-label="Thinking" aria-valuemin={0} aria-valuemax={100} aria-valuenow={done === null ? undefined : Math.round(done * 100)}>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none"><rect class={done === null ? 'unknown' : ''} width={done === null ? 30 : done * 100} height="1" /></svg>
      </div>
      <span class="figures">
        {thinking.place > 0 ? `waits: ${thinking.place} before it`
          : !search ? (thinking.kind === 'ponder' ? 'thinks along' : 'thinks…')
            : <>{thinking.kind === 'hint' ? 'hint: ' : ''}<b>{best}</b> {search.score !== null && search.score !== undefined ? `${search.score.toFixed(0)} points` : percent(search.value)} · {count(search.iterations)}<span class="rate"> · {count(rate)}/s</span>{shortageText(search) && ` · ${shortageText(search)}`}</>}
      </span>
      {thinking.kind !== 'ponder' && <button class="small" onClick={() => void act((g) => api.hurry(g.id))}><Icon name="hurry" />Move now</button>}
    </div>
  );
}

function Time({ game, seat }: { game: Game; seat: number }) {
  const [now, tick] = useState(Date.now());
  const [since, setSince] = useState(Date.now());
  const running = game.clock?.running === seat;
  useEffect(() => setSince(Date.now()), [game.clock]);
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => tick(Date.now()), 100);
    return () => window.clearInterval(timer);
  }, [running]);
  if (!game.clock) {
    const seconds = game.seats[seat]?.seconds ?? 0;
    return seconds >= 1 ? <span class="time quiet" title="thinking time so far">{Math.round(seconds)} s</span> : null;
  }
  const left = (game.clock.left[seat] ?? 0) - (running ? Math.max(0, now - since) / 1000 : 0);
  return <span class={`time clock${left < 20 ? ' short' : ''}${running ? ' running' : ''}`} role="timer">{clockTime(left)}</span>;
}

/** What somebody thinks, in the line of the state: the board stays where it is when it comes and goes. */
export function Thoughts({ game }: { game: Game }) {
  const thinking = useStore((s) => s.thinking);
  return thinking && <ThinkingLine game={game} thinking={thinking} />;
}

/** Turn, score and result are those of the position that the board shows. */
export function Strip({ game, position, info }: { game: Game; position: Position; info: GameInfo | undefined }) {
  const alone = game.seats.length === 1;
  return (
    <div class="strip">
      {game.seats.map((seat, i) => {
        const turn = position.to_move === i + 1;
        const won = position.result?.winner === i + 1;
        return (
          <div key={i} class={`seat${turn ? ' turn' : ''}${won ? ' won' : ''}`} aria-current={turn ? 'true' : undefined}>
            {!alone && <span class={`token p${i + 1}`} aria-hidden="true" />}
            <span class="names"><b>{alone ? 'Score' : capital(seat.name)}</b><span class="quiet">{alone && seat.player === 'human' ? '' : playerWords(info, seat.player)}</span></span>
            {position.score !== null && alone && <b class="score">{position.score}</b>}
            {won && !alone && <span class="badge">won</span>}
            <Time game={game} seat={i} />
          </div>
        );
      })}
    </div>
  );
}
