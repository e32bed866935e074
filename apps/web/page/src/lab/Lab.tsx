// SPDX-License-Identifier: MIT
// The lab: experiments and matches of the store, live.
import { useEffect, useState } from 'preact/hooks';
import { gameTitle } from '../board/words';
import { lab, type ExperimentSummary, type MatchSummary } from './data';
import { ExperimentPage } from './ExperimentPage';
import { CellPage } from './Games';
import { Interval, rateText } from './Interval';
import { MatchForm } from './MatchForm';
import { MatchPage } from './MatchPage';

/** Asks again while the page is seen: soon while something runs. */
export function usePolled<T>(ask: () => Promise<T>, isLive: (value: T) => boolean, key = ''): { value: T | null; problem: string; again: () => void } {
  const [value, setValue] = useState<T | null>(null);
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    setValue(null);
  }, [key]);
  useEffect(() => {
    let alive = true;
    let timer = 0;
    const go = () => {
      ask().then((found) => {
        if (!alive) return;
        setValue(found);
        setProblem('');
        timer = window.setTimeout(wait, isLive(found) ? 2500 : 15_000);
      }, (error: unknown) => {
        if (!alive) return;
        setProblem(error instanceof Error ? error.message : String(error));
        timer = window.setTimeout(wait, 10_000);
      });
    };
    const wait = () => (document.hidden ? (timer = window.setTimeout(wait, 2500)) : go());
    go();
    return () => {
      alive = false;
      window.clearTimeout(timer);
    };
  }, [key, turn]);
  return { value, problem, again: () => setTurn((n) => n + 1) };
}

export const shortPlayer = (spec: string) => {
  const [name, ...rest] = spec.split(':');
  const values = rest.join(':').split(',').filter(Boolean);
  // Every parameter is written out in a stored match: the limits say most.
  const limits = values.filter((value) => /^(iterations|seconds|cpu_seconds|depth|playout)=(?!0$|uniform$)/.test(value));
  return values.length > 4 ? `${name}${limits.length ? `:${limits.join(',')}` : ''}` : spec;
};
export const shortGame = (name: string, options: string) => {
  const said = options.split(',').filter((option) => /^(size|sides|board|expansions|start)=/.test(option) || /^swap=true$/.test(option));
  return `${gameTitle(name)}${said.length ? ` · ${said.map((option) => option.replace('=', ' ').replace(/^swap true$/, 'swap').replace('+', ' + ')).join(', ')}` : ''}`;
};

function ExperimentCard({ experiment }: { experiment: ExperimentSummary }) {
  return (
    <li>
      <a class="lab-card" href={`#/lab/experiments/${experiment.name}`}>
        <b>{experiment.title}</b>
        <span class="progress-line">
          {experiment.games !== null && experiment.done !== null ? (
            <>
              <progress max={Math.max(1, experiment.games)} value={experiment.done} aria-label={`${experiment.title}: games played`} />
              <span class="quiet">{experiment.done.toLocaleString('en')} of {experiment.games.toLocaleString('en')}</span>
            </>
          ) : <span class="quiet">searches, no matches{experiment.has_plot ? '; it has a figure' : ''}</span>}
          {experiment.running && <span class="badge running">running</span>}
        </span>
      </a>
    </li>
  );
}
function MatchRow({ match }: { match: MatchSummary }) {
  const { figures } = match;
  return (
    <li>
      <a class="lab-card match" href={`#/lab/matches/${match.id}`}>
        <span><b>{match.players.map(shortPlayer).join(' – ')}</b><span class="quiet">{shortGame(match.game, match.options)}</span></span>
        <span class="figures">
          {match.games > 0 && figures.rate !== null && figures.rate !== undefined && figures.interval ? <><span>{rateText(figures.rate, figures.interval)}</span><Interval rate={figures.rate} interval={figures.interval} /></> : <span class="quiet">no games yet</span>}
        </span>
        <span class="progress-line">
          <progress max={Math.max(1, match.of)} value={match.games} aria-label="Games played" />
          <span class="quiet">{match.games} of {match.of}</span>
          {match.running && <span class="badge running">running</span>}
        </span>
      </a>
    </li>
  );
}

function Overview() {
  const { value, problem, again } = usePolled(lab.all, (found) => found.experiments.some((e) => e.running) || found.matches.some((m) => m.running));
  const [form, setForm] = useState(false);
  return (
    <main class="page lab">
      <header class="lab-head">
        <div><h1>The lab</h1><p class="quiet">Who is stronger, and by how much? Every figure has its 95 % interval beside it.</p></div>
        <button class="primary" aria-expanded={form} onClick={() => setForm(!form)}>{form ? 'Close' : 'Start a match'}</button>
      </header>
      {problem && <p class="failure" role="alert">{problem}</p>}
      {form && <MatchForm onBegun={() => { setForm(false); again(); }} />}
      {!value && !problem && <p class="quiet">…</p>}
      {value && (
        <div class="lab-columns">
          <section aria-labelledby="lab-experiments">
            <h2 id="lab-experiments">Experiments</h2>
            {value.experiments.length ? <ul class="lab-list">{[...value.experiments].sort((a, b) => Number(b.running) - Number(a.running) || Number(b.games !== null) - Number(a.games !== null)).map((e) => <ExperimentCard key={e.name} experiment={e} />)}</ul>
              : <p class="quiet">There are none here. <code>banyan experiment run experiments/NAME.toml</code> plays one.</p>}
          </section>
          <section aria-labelledby="lab-matches">
            <h2 id="lab-matches">Matches</h2>
            {value.matches.length ? <ul class="lab-list">{value.matches.map((m) => <MatchRow key={m.id} match={m} />)}</ul>
              : <p class="quiet">None yet. A small match of 20 games takes a minute or so; it tells who is clearly stronger.</p>}
          </section>
        </div>
      )}
    </main>
  );
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // which is no address of ours: there is no such experiment
  }
}

export function Lab({ path }: { path: string }) {
  const [kind, name = '', cell] = decoded(path).split('/');
  useEffect(() => {
    document.title = 'The lab · Banyan';
    window.scrollTo(0, 0);
  }, [path]);
  if (kind === 'experiments' && cell) return <CellPage key={path} name={name} cell={cell} />;
  if (kind === 'experiments' && name) return <ExperimentPage key={name} name={name} />;
  if (kind === 'matches' && name) return <MatchPage key={name} id={name} />;
  return <Overview />;
}
