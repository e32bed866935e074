// SPDX-License-Identifier: MIT
// A puzzle solved while one watches: better and better solutions, each to be stepped through, and what was published.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, listen, request, type Game, type Position, type Solution, type Stream } from '../api';
import { Plot } from '../lab/Plot';
import { within } from '../spec';
import { attempt, say, toast, useStore } from '../state';
import { Icon } from '../ui';
import { show } from './browse';
import { begins } from './lines';
import { count, fixed, seconds } from './numbers';
import { PlayerChoice } from './PlayerChoice';
import { published } from './published';

export function Solve({ game, position, base }: { game: Game; position: Position; base: string[] }) {
  const catalogue = useStore((s) => s.catalogue);
  const info = catalogue?.games.find((g) => g.name === game.saved.game);
  const [chosenPlayer, setPlayer] = useState('');
  const player = chosenPlayer || (info && catalogue ? within(info.analyst, catalogue.limits.seconds) : '');
  const [found, setFound] = useState<(Solution & { from: string[] })[]>([]);
  const [running, setRunning] = useState(false);
  const held = useRef<{ id: string; stream: Stream } | null>(null);
  const timer = useRef(0);
  const turn = useRef(0);
  const [playing, setPlaying] = useState(false);
  const stop = () => {
    turn.current++;
    held.current?.stream.close();
    if (held.current) request('DELETE', `/solves/${held.current.id}`).catch(() => undefined);
    held.current = null;
    setRunning(false);
  };
  useEffect(() => () => {
    stop();
    window.clearTimeout(timer.current);
  }, []);
  const start = async () => {
    stop();
    const mine = turn.current;
    const { game: name, options, seed } = game.saved;
    const from = base;
    const begun = await attempt(() => api.solve({ game: name, options, moves: from, ...(seed === undefined ? {} : { seed }), ...(player ? { player } : {}) }));
    if (!begun) return;
    // Begun twice, or no longer looked at: nobody would end it.
    if (mine !== turn.current) {
      request('DELETE', `/solves/${begun.id}`).catch(() => undefined);
      return;
    }
    setFound([]);
    setRunning(true);
    const hear = (solution: Solution) => {
      setFound((now) => (now.length && now[now.length - 1]!.score >= solution.score ? now : [...now, { ...solution, from }]));
      say(`${solution.score} points`);
    };
    const stream = listen(`/solves/${begun.id}/events`, {
      solution: hear,
      end: (last: Solution) => {
        if (last.moves?.length) hear(last);
        stop();
      },
      failed: ({ reason }: { reason: string }) => {
        toast(reason);
        stop();
      },
    }, (state) => state === 'gone' && stop());
    held.current = { id: begun.id, stream };
  };
  const best = found[found.length - 1];
  const line = best ? [...best.from, ...best.moves] : [];
  const on = best && begins(line, position.played) && position.played.length >= best.from.length;
  const step = on ? position.played.length - best.from.length : 0;
  const goStep = (n: number) => best && void show(game, [...best.from, ...best.moves.slice(0, n)]);
  useEffect(() => {
    if (!playing || !best) return;
    if (!on || step >= best.moves.length) {
      setPlaying(false);
      return;
    }
    timer.current = window.setTimeout(() => goStep(step + 1), 650);
    return () => window.clearTimeout(timer.current);
  }, [playing, step, on]);
  const known = published(game.saved.game, game.saved.options);
  return (
    <section class="solve" aria-label="Solve the board">
      <h2>Solve it</h2>
      <PlayerChoice info={info} value={chosenPlayer} onChange={setPlayer} label="Who solves" standard="NRPA, recommended" />
      <div class="row">
        <button class="primary" onClick={() => (running ? stop() : void start())}>{running ? 'Stop' : base.length ? `Solve from move ${base.length}` : 'Solve from the start'}</button>
        <span class="state" role="status">{running ? 'looks for better ones …' : ''}</span>
      </div>
      {best && (
        <>
          <p class="score"><b>{best.score}</b> points in {best.moves.length} moves <span class="quiet">after {seconds(best.seconds)}, {count(best.playouts)} playouts; {found.length} solutions, each better than the last</span></p>
          {found.length > 1 && (
            <Plot label="Points of the best solution over time" x={{ label: 'seconds' }} y={{ label: 'points' }} height={150}
              series={[{ name: 'best', steps: true, points: found.map((s) => ({ x: s.seconds, y: s.score })) }]}
              lines={known && !base.length ? [{ y: known.nrpa, text: `NRPA(4) of the paper ${known.nrpa}` }] : []} />
          )}
          <div class="follow" role="group" aria-label="Steps through the best solution">
            <button class="icon-button" aria-label="To its start" onClick={() => goStep(0)}><Icon name="first" /></button>
            <button class="icon-button" aria-label="Step back" disabled={!on || step <= 0} onClick={() => goStep(step - 1)}><Icon name="back" /></button>
            <button class="icon-button" aria-label={playing ? 'Pause' : 'Play it'} onClick={() => { if (!playing && (!on || step >= best.moves.length)) goStep(0); setPlaying(!playing); }}><Icon name={playing ? 'pause' : 'play'} /></button>
            <button class="icon-button" aria-label="Step on" disabled={!!on && step >= best.moves.length} onClick={() => goStep(on ? step + 1 : 1)}><Icon name="forward" /></button>
            <span>{on ? `${step} of ${best.moves.length}, ${fixed(position.score ?? 0, 0)} points so far` : ''}</span>
          </div>
        </>
      )}
      {known && (
        <p class="note">Board {known.board} in the paper (Negrevergne &amp; Cazenave 2017, Table 1): NMCS(4) <b>{known.nmcs}</b>, NRPA(4) <b>{known.nrpa}</b>, the best of its four columns <b>{known.best}</b>. {best && !best.from.length
          ? best.score > known.best ? 'The solution above is better than all of them.' : best.score >= known.nrpa ? 'The solution above is no worse than NRPA(4).' : `${known.nrpa - best.score} points are missing to NRPA(4), which ran far longer.` : ''}</p>
      )}
    </section>
  );
}
