// SPDX-License-Identifier: MIT
// The game as a tree: what was played, what could have been, and notes.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Game } from '../api';
import { say } from '../state';
import { back, changeLines, forth, makeMain, save, tryMoves, useLines, useShown } from './browse';
import { annotate, begins, common, neighbour, noteAt, promote, remove, rows, same, tree } from './lines';
import { Stepper } from './Stepper';

export function Variations({ game }: { game: Game }) {
  const position = useShown();
  const lines = useLines(game);
  const [trying, setTrying] = useState(true);
  const list = useRef<HTMLDivElement>(null);
  const main = game.saved.moves;
  const path = position?.played ?? [];
  const root = tree(lines, main);
  const inMain = begins(main, path);
  const note = noteAt(lines, path);
  useEffect(() => {
    tryMoves(trying);
    return () => tryMoves(false);
  }, [trying]);
  useEffect(() => () => void save(), []);
  const key = path.join('\n');
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    here?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement)) here?.focus();
  }, [key]);
  const drop = () => {
    const up = path.slice(0, Math.max(common(path, main), path.length - 1));
    changeLines(game, (l) => remove(l, path, main));
    void forth(game, up);
    say('The variation is deleted from here.');
  };
  const lift = () => {
    changeLines(game, (l) => promote(l, path.slice(0, common(path, main) + 1)));
    say('The variation now comes first.');
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') void back(game);
    else if (event.key === 'Delete' && !inMain) drop();
    else {
      const to = neighbour(root, path, event.key);
      if (!to && !event.key.startsWith('Arrow')) return;
      if (to) void forth(game, to);
    }
    event.preventDefault();
  };
  return (
    <div class="pane variations">
      <Stepper game={game} />
      <label class="check"><input type="checkbox" checked={trying} onChange={(e) => setTrying(e.currentTarget.checked)} /> moves on the board begin variations and are not played</label>
      <div class="tree" role="tree" aria-label="Moves and variations" ref={list} onKeyDown={onKey}>
        <div class="line" role="none"><button role="treeitem" class="ply start" tabIndex={path.length ? -1 : 0} aria-selected={!path.length} onClick={() => void forth(game, [])}>Start{root.note && ' ✎'}</button></div>
        {rows(root).map((row, i) => (
          <div key={i} class={`line depth-${Math.min(row.depth, 6)}`} role="none">
            {row.nodes.map((node, n) => {
              const here = same(node.path, path);
              const number = node.path.length;
              return (
                <button key={number} role="treeitem" aria-level={row.depth + 1} aria-selected={here} tabIndex={here ? 0 : -1} class={`ply${node.main ? ' main' : ''}${here ? ' here' : ''}`}
                  aria-label={`move ${number}, ${node.move}${node.main ? '' : ', variation'}${node.note ? ', note: ' + node.note : ''}`} title={node.note || undefined} onClick={() => void forth(game, node.path)}>
                  {(n === 0 || number % 2 === 1) && <small>{number}.</small>}{node.move}{node.note && <span class="noted" aria-hidden="true">✎</span>}
                </button>
              );
            })}
          </div>
        ))}
        {!main.length && !lines.variations.length && <p class="quiet">No moves yet.</p>}
      </div>
      <div class="row wrap" role="group" aria-label="This variation">
        <button disabled={inMain} onClick={lift}>Put it first</button>
        <button disabled={inMain || game.saved.result?.resigned !== undefined} onClick={() => void makeMain(game, path)}>Make it the game</button>
        <button disabled={inMain} onClick={drop}>Delete from here</button>
      </div>
      <label class="note-field">Note {path.length ? `on move ${path.length}, ${path[path.length - 1]}` : 'on the start'}
        <textarea key={key} rows={3} value={note} onInput={(e) => { const text = e.currentTarget.value; changeLines(game, (l) => annotate(l, path, text)); }} />
      </label>
      <p class="quiet small">← → along the line, ↑ ↓ to its neighbours, Home and End, Delete. Variations and notes are kept with the game.</p>
    </div>
  );
}
