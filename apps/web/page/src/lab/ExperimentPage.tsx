// SPDX-License-Identifier: MIT
// One experiment: its tables with intervals beside the published values, and plots drawn from the same data.
import { useMemo, useRef, useState } from 'preact/hooks';
import { fixed, percent, signed } from '../panels/numbers';
import { csvOf, lab, panelsOf, plotOf, type Cell, type Experiment, type Panel } from './data';
import { Interval } from './Interval';
import { usePolled } from './Lab';
import { download, Plot, PlotLegend, svgText } from './Plot';

const words = ['agrees', 'differs', 'open'];
export function Word({ word }: { word: string }) {
  const shape = word === 'agrees' ? 'M-4 0L-1 3.5L4.5 -3.5' : word === 'differs' ? 'M-4 -2H4M-4 2H4M2 -5L-2 5' : 'M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0 -7.2 0Z';
  return <span class={`word ${word}`}><svg viewBox="-7 -7 14 14" aria-hidden="true"><path d={shape} /></svg>{word}</span>;
}
const pText = (p: number) => (p < 0.001 ? '< 0.001' : p.toFixed(3));

/** `games`: the address of the games of a cell, where their moves are kept. */
function PanelTable({ panel, games }: { panel: Panel; games: ((cell: Cell) => string) | undefined }) {
  const hasPaper = panel.cells.some((cell) => cell.paper);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`Table: ${panel.title}`}>
      <table class="cells">
        <thead>
          <tr>{panel.varying.map((name) => <th key={name}>{name}</th>)}{hasPaper && <th class="num">paper</th>}<th class="num">A wins [95 %]</th><th><span class="sr">as a picture</span></th><th class="num">games</th>
            {hasPaper && <><th class="num">above the paper [95 %]</th><th class="num">p</th><th>verdict</th></>}</tr>
        </thead>
        <tbody>
          {panel.cells.map((cell, i) => (
            <tr key={i} class={cell.games ? '' : 'empty'}>
              {panel.varying.map((name) => <td key={name} class={(cell.variables[name]?.length ?? 0) > 24 ? 'long' : ''}>{cell.variables[name]}</td>)}
              {hasPaper && <td class="num">{cell.paper ? percent(cell.paper.rate) : ''}</td>}
              <td class="num">{cell.rate === null || !cell.interval ? <span class="quiet">not run</span> : <>{percent(cell.rate)} <small>[{fixed(cell.interval[0] * 100, 1)}, {fixed(cell.interval[1] * 100, 1)}]</small></>}</td>
              <td><Interval rate={cell.rate} interval={cell.interval} paper={cell.paper?.rate ?? null} /></td>
              <td class="num">{games && cell.games > 0 ? <a href={games(cell)} aria-label={`The ${cell.games} games of row ${i + 1}`}>{cell.games}</a> : cell.games}{cell.games < cell.wanted && <small> of {cell.wanted}</small>}</td>
              {hasPaper && (cell.comparison ? <>
                <td class="num">{signed(cell.comparison.difference * 100)} <small>[{signed(cell.comparison.interval[0] * 100)}, {signed(cell.comparison.interval[1] * 100)}]</small></td>
                <td class="num">{pText(cell.comparison.p)}</td><td><Word word={cell.comparison.word} /></td></> : <><td /><td /><td /></>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PanelView({ panel, name, games }: { panel: Panel; name: string; games: ((cell: Cell) => string) | undefined }) {
  const plot = useMemo(() => plotOf(panel), [panel]);
  const figure = useRef<HTMLElement>(null);
  return (
    <section class="lab-panel">
      <h2>{panel.title}</h2>
      {panel.constant.length > 0 && <p class="quiet">In every cell: {panel.constant.map(([key, value]) => `${key} = ${value}`).join(', ')}.</p>}
      <PanelTable panel={panel} games={games} />
      {plot && (
        <figure ref={figure}>
          <Plot label={`${panel.title}: how often A wins, with 95 % intervals; the table has the numbers`} series={plot.series} x={plot.x} y={{ label: 'A wins, %', low: 0, high: 1, percent: true }} lines={[{ y: 0.5, text: '' }]} height={300} />
          <figcaption>
            {plot.series.length > 1 && <PlotLegend series={plot.series} />}
            <button class="small" onClick={() => {
              const svg = figure.current?.querySelector<SVGSVGElement>('svg.plot');
              if (svg) download(`${name}-${panel.title.toLowerCase().replace(/[^a-z0-9]+/g, '_')}.svg`, svgText(svg), 'image/svg+xml');
            }}>Save as SVG</button>
          </figcaption>
        </figure>
      )}
    </section>
  );
}

export function ExperimentPage({ name }: { name: string }) {
  const { value, problem } = usePolled(async () => {
    const summary = (await lab.all()).experiments.find((e) => e.name === name);
    // Of searches and problems there is a figure at most.
    const experiment: Experiment = summary?.games === null ? { title: summary.title } : await lab.experiment(name);
    return { experiment, summary };
  }, (found) => !!found.summary?.running, name);
  const [noFigure, setNoFigure] = useState(false);
  const cells: Cell[] = value?.experiment.cells ?? [];
  const panels = useMemo(() => panelsOf(cells), [value]);
  const summary = value?.summary;
  // As the report counts: a match that stands in two tables is one.
  const matches = [...new Map(cells.map((cell) => [`${cell.game} ${cell.a} ${cell.b} ${cell.c ?? ''} ${cell.paper?.rate}`, cell])).values()];
  const counted = words.map((word) => [word, matches.filter((cell) => cell.comparison?.word === word).length] as const);
  const compared = counted.some(([, n]) => n);
  return (
    <main class="page lab">
      <p class="crumbs"><a href="#/lab">The lab</a></p>
      {problem && !value && <p class="failure" role="alert">{problem}</p>}
      {!value && !problem && <p class="quiet">…</p>}
      {value && (
        <>
          <header class="lab-head">
            <div>
              <h1>{value.experiment.title}</h1>
              {value.experiment.source && <p class="quiet">Published values: {value.experiment.source}</p>}
              {value.experiment.text && <p>{value.experiment.text}</p>}
            </div>
            {cells.length > 0 && <button onClick={() => download(`${name}.csv`, csvOf(cells), 'text/csv')}>Save as CSV</button>}
          </header>
          {summary && summary.games !== null && summary.done !== null && (
            <p class="progress-line wide" role="status">
              <progress max={Math.max(1, summary.games)} value={summary.done} aria-label="Games played" /> <span class="quiet">{summary.done.toLocaleString('en')} of {summary.games.toLocaleString('en')} games</span>
              {summary.running && <span class="badge running">running</span>}
            </p>
          )}
          {compared && (
            <p class="verdict-line">
              {counted.map(([word, n]) => <span key={word}><Word word={word} /> <b>{n}</b></span>)}
              <span class="quiet"><i>differs</i>: p &lt; 0.05 by the score test for two rates; <i>agrees</i>: not so, and the 95 % interval of the difference lies within ±7.5 points; <i>open</i>: neither. Of twenty equal rates, one differs by chance.</span>
            </p>
          )}
          {cells.some((cell) => cell.paper) && <p class="legend-line"><svg class="interval key" viewBox="0 0 16 16" aria-hidden="true"><circle class="dot" cx="8" cy="8" r="3" /></svg> here, with its 95 % interval <svg class="interval key" viewBox="0 0 16 16" aria-hidden="true"><path class="paper" d="M8 3.5L12.5 8L8 12.5L3.5 8Z" /></svg> published</p>}
          {panels.map((panel) => <PanelView key={panel.title} panel={panel} name={name} games={summary?.has_games ? (cell) => `#/lab/experiments/${name}/${cells.indexOf(cell)}` : undefined} />)}
          {summary?.games === null && !summary.has_plot && <p class="quiet">It is no grid of matches, and has no figure: <code>experiments/results/{name}.md</code> tells what was found.</p>}
          {!noFigure && summary?.has_plot !== false && (
            <section class="lab-panel">
              <h2>The figure of the report</h2>
              <figure><img src={lab.plot(name)} alt={`Plot of ${value.experiment.title}`} onError={() => setNoFigure(true)} /><figcaption><a class="button small" href={lab.plot(name)} download={`${name}.svg`}>Save as SVG</a></figcaption></figure>
            </section>
          )}
        </>
      )}
    </main>
  );
}
