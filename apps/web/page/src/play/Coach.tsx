// SPDX-License-Identifier: MIT
// Teaching: what the last move of a person cost, what would have been better, and another try.
import { api, type Game, type ReviewEntry } from '../api';
import { scaleOf, verdictOf } from '../panels/verdicts';
import { act, attempt, current, say, update, useStore, type Overlay } from '../state';
import { Icon, percent } from '../ui';

// As the review would call it.
const verdict = (entry: ReviewEntry) => verdictOf(entry, scaleOf([entry]));
/** As one says it: `place 6/6/6`. */
const spoken = (move: string) => move.replace(/:/g, ' ');
const amount = (entry: ReviewEntry, value: number) => (scaleOf([entry]) === 1 ? percent(value) : `${Math.round(value)} points`);

/** What the coach has marked on the board; a panel's overlay is left alone. */
let marked: Overlay | null = null;
export function forget() {
  const state = current();
  if (state.judged) update({ judged: null });
  if (marked && state.overlay === marked) update({ overlay: null });
  marked = null;
}

export async function judge(game: Game, ply: number) {
  update({ judged: { ply, entry: null, waiting: true } });
  const entry = await attempt(() => api.judge(game.id, ply));
  const judged = current().judged;
  if (current().game?.id !== game.id || judged?.ply !== ply) return;
  update({ judged: entry ? { ply, entry, waiting: false } : null });
  if (!entry) return;
  const isSlip = verdict(entry) !== 'good';
  if (isSlip && !current().overlay && game.position.board.cells.some((cell) => cell.name === entry.best)) {
    marked = { good: [entry.best] };
    update({ overlay: marked });
  }
  say(isSlip ? `That cost ${amount(entry, entry.cost)}. Better was ${spoken(entry.best)}.` : 'A good move.');
}

export function Coach() {
  const judged = useStore((s) => s.judged);
  if (!judged) return null;
  const close = <button class="icon-button" aria-label="Close" onClick={forget}><Icon name="close" /></button>;
  if (judged.waiting) return <div class="coach waiting"><span class="spinner" aria-hidden="true" /><p>Looking at your move…</p></div>;
  const entry = judged.entry;
  if (!entry) return null;
  const word = verdict(entry);
  if (word === 'good') {
    return <div class="coach fine"><span class="grade" aria-hidden="true">✓</span><p><b>{spoken(entry.move)}</b> {entry.forced ? 'was the only move.' : entry.move === entry.best ? 'is what the engine would have played, too.' : 'is a good move.'}</p>{close}</div>;
  }
  const bad = word !== 'inaccuracy';
  const again = () => {
    forget();
    void act((g) => api.goto(g.id, judged.ply, g.revision));
  };
  return (
    <div class={`coach ${bad ? 'mistake' : 'slip'}`}>
      <span class="grade" aria-hidden="true">{bad ? '✗' : '?'}</span>
      <p><b>{spoken(entry.move)}</b>, {bad ? 'a' : 'an'} {word}, cost {amount(entry, entry.cost)}: from {amount(entry, entry.value)} to {amount(entry, entry.played)}. Better was <b>{spoken(entry.best)}</b>.</p>
      <button class="primary small" onClick={again}><Icon name="again" />Take it back and try again</button>
      {close}
    </div>
  );
}
