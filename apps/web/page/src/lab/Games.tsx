// SPDX-License-Identifier: MIT
// Games of a match or of a cell of an experiment, each to be replayed on the board.
import { useState } from 'preact/hooks';
import { api, type SavedGame } from '../api';
import { attempt, go } from '../state';
import { lab, type MatchGame } from './data';
import { usePolled } from './Lab';

const page = 60;

/** Who sat there, counted from 1: seats are "ab" where A moved first. */
const whoSat = (game: MatchGame, seat: number) => game.seats.charAt(seat - 1).toUpperCase();
/** Of three, 13 is a first place that the first and the third share. */
const winnerOf = (game: MatchGame) => (game.winner === 0 ? 'draw' : [...String(game.winner)].map((seat) => whoSat(game, Number(seat))).join(' = '));

export function Games({ games, saved }: { games: MatchGame[]; saved: (number: number) => Promise<SavedGame> }) {
  const [most, setMost] = useState(page);
  const [opening, setOpening] = useState(-1);
  const open = async (number: number) => {
    setOpening(number);
    await attempt(async () => {
      // To be looked at from its start: the engines do not play on.
      const game = await api.create({ saved: await saved(number), auto: false });
      await api.goto(game.id, 0, game.revision);
      go(`#/game/${game.id}`);
    });
    setOpening(-1);
  };
  if (!games.length) return <p class="quiet">No game has ended yet.</p>;
  return (
    <>
      <div class="scroll" tabIndex={0} role="region" aria-label="Games">
        <table class="cells">
          <thead><tr><th>game</th><th>first</th><th>winner</th><th>by</th><th class="num">plies</th><th><span class="sr">open</span></th></tr></thead>
          <tbody>{games.slice(0, most).map((game) => (
            <tr key={game.number}><td>{game.number}</td><td>{whoSat(game, 1)}</td><td><b>{winnerOf(game)}</b></td><td>{game.ending}</td><td class="num">{game.plies}</td>
              <td class="num"><button class="small" disabled={opening >= 0} aria-label={`Replay game ${game.number} on the board`} onClick={() => void open(game.number)}>{opening === game.number ? '…' : 'Replay'}</button></td></tr>
          ))}</tbody>
        </table>
      </div>
      {games.length > most && <button class="link" onClick={() => setMost(most + page)}>More of {games.length}</button>}
    </>
  );
}

/** The games of one cell of an experiment, as far as the store has their moves. */
export function CellPage({ name, cell }: { name: string; cell: string }) {
  const { value, problem } = usePolled(() => lab.cell(name, cell), () => false, `${name} ${cell}`);
  return (
    <main class="page lab">
      <p class="crumbs"><a href="#/lab">The lab</a> › <a href={`#/lab/experiments/${name}`}>{name}</a></p>
      {problem && !value && <p class="failure" role="alert">{problem}</p>}
      {!value && !problem && <p class="quiet">…</p>}
      {value && (
        <>
          <header class="lab-head"><h1>Games of cell {Number(cell) + 1}</h1></header>
          <section class="lab-panel">{value.players.map((player, i) => <p key={i}>{'ABC'[i]} <code class="spec">{player}</code></p>)}</section>
          <section class="lab-panel"><Games games={value.games} saved={(number) => lab.gameOfCell(name, cell, number)} /></section>
        </>
      )}
    </main>
  );
}
