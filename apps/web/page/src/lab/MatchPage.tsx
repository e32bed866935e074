// SPDX-License-Identifier: MIT
// One match: its figures as games end, and each of its games on the board.
import { useEffect, useRef, useState } from 'preact/hooks';
import { listen } from '../api';
import { count, fixed, percent, signed } from '../panels/numbers';
import { attempt } from '../state';
import { lab, type Figures, type MatchGame, type MatchSummary, type Score } from './data';
import { Games } from './Games';
import { Interval } from './Interval';
import { shortGame, shortPlayer, usePolled } from './Lab';

const scoreText = (score: Score) => `+${score.wins} =${score.draws} −${score.losses}`;

export function MatchPage({ id }: { id: string }) {
  const { value, problem, again } = usePolled(() => lab.match(id), (match) => match.running, id);
  const [live, setLive] = useState<Figures | null>(null);
  const refresh = useRef(again);
  refresh.current = again;
  const running = value?.running ?? false;
  useEffect(() => {
    setLive(null);
    if (!running) return;
    const stream = listen(`/lab/matches/${id}/events`, {
      figures: (now: MatchSummary) => {
        setLive(now.figures);
        if (!now.running) refresh.current();
      },
    });
    return () => stream.close();
  }, [id, running]);
  const match = value;
  const figures: Figures | undefined = live ?? match?.figures;
  const games: MatchGame[] = Array.isArray(match?.games) ? match!.games : [];
  const played = figures?.games ?? games.length;
  const [a = 'A', b = 'B'] = match?.players ?? [];
  return (
    <main class="page lab">
      <p class="crumbs"><a href="#/lab">The lab</a></p>
      {problem && !match && <p class="failure" role="alert">{problem}</p>}
      {!match && !problem && <p class="quiet">…</p>}
      {match && (
        <>
          <header class="lab-head">
            <div><h1>{shortPlayer(a)} <span class="quiet">against</span> {shortPlayer(b)}</h1><p class="quiet">{shortGame(match.game, match.options)}</p></div>
            <div class="row">
              {match.running && <button onClick={() => void attempt(async () => { await lab.stop(id); refresh.current(); })}>Stop</button>}
              <a class="button" href={lab.csv(id)} download={`match-${id}.csv`}>Save as CSV</a>
            </div>
          </header>
          <p class="progress-line wide" role="status"><progress max={Math.max(1, match.of)} value={played} aria-label="Games played" /> <span class="quiet">{played} of {match.of} games</span>{match.running && <span class="badge running">running</span>}</p>
          {match.failure && <p class="failure" role="alert">{match.failure}</p>}
          {figures && played > 0 && figures.rate !== null && figures.rate !== undefined && figures.interval && (
            <section class="lab-panel">
              <h2>A wins</h2>
              <p class="big-rate"><b>{percent(figures.rate)}</b> <span>95 %: {fixed(figures.interval[0] * 100, 1)} to {fixed(figures.interval[1] * 100, 1)} %{figures.interval_from ? `, by ${figures.interval_from}` : ''}</span></p>
              <div class="wide-interval"><Interval rate={figures.rate} interval={figures.interval} /></div>
              <p>{figures.interval[0] > 0.5 ? 'A is stronger, as far as chance allows to say.' : figures.interval[1] < 0.5 ? 'B is stronger, as far as chance allows to say.' : 'The interval holds 50 %: it is open who is stronger. More games would tell.'}</p>
              <dl class="facts">
                <div><dt>score of A</dt><dd>{scoreText(figures)}</dd></div>
                {figures.elo !== undefined && <div><dt>Elo [95 %]</dt><dd>{figures.elo === null ? '∞' : signed(figures.elo, 0)} <small>[{figures.elo_bounds?.[0] === null || figures.elo_bounds?.[0] === undefined ? '−∞' : signed(figures.elo_bounds[0], 0)}, {figures.elo_bounds?.[1] === null || figures.elo_bounds?.[1] === undefined ? '+∞' : signed(figures.elo_bounds[1], 0)}]</small></dd></div>}
                {figures.los !== null && figures.los !== undefined && <div><dt>superiority of A</dt><dd>{percent(figures.los, 1)}</dd></div>}
                {figures.as_first && <div><dt>A first</dt><dd>{scoreText(figures.as_first)}</dd></div>}
                {figures.as_second && <div><dt>A second</dt><dd>{scoreText(figures.as_second)}</dd></div>}
                {figures.distinct !== undefined && <div><dt>different games</dt><dd>{count(figures.distinct)}</dd></div>}
                {figures.mean_plies !== undefined && <div><dt>length</dt><dd>{fixed(figures.mean_plies, 1)} plies</dd></div>}
              </dl>
              {figures.endings && Object.keys(figures.endings).length > 0 && <p class="quiet">Ended by {Object.entries(figures.endings).map(([name, score]) => `${name || 'no shape'} ${score.wins + score.draws + score.losses} (${scoreText(score)})`).join(', ')}.</p>}
            </section>
          )}
          <section class="lab-panel">
            <h2>Games</h2>
            <Games games={games} saved={(number) => lab.game(id, number)} />
          </section>
          <section class="lab-panel"><details><summary>The players</summary><p>A <code class="spec">{a}</code></p><p>B <code class="spec">{b}</code></p></details></section>
        </>
      )}
    </main>
  );
}
