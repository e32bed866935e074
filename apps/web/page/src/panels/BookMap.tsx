// SPDX-License-Identifier: MIT
// What a book of openings knows of the first moves.
import { useEffect, useState } from 'preact/hooks';
import { api, type Book, type Game } from '../api';
import { fixed, percent } from './numbers';

type BookMove = Book['moves'][number];

/** The book of this game and its options; null where there is none. */
export function useBook(game: Game): Book | null {
  const [book, setBook] = useState<Book | null>(null);
  useEffect(() => {
    let alive = true;
    setBook(null);
    // Books are of two players and a board.
    if (game.position.board.players.length !== 2 || !game.position.board.cells.length) return;
    api.book(game.saved.game, game.saved.options).then((found) => alive && setBook(found), () => undefined);
    return () => {
      alive = false;
    };
  }, [game.id]);
  return book;
}

const shown = 8;
const interval = (move: BookMove) => `[${fixed(move.low * 100, 1)}, ${fixed(move.high * 100, 1)}]`;

export function BookMap({ book, first }: { book: Book; first: string }) {
  const [all, setAll] = useState(false);
  const rates = book.moves.map((move) => move.win_rate);
  const sorted = [...book.moves].sort((a, b) => Math.abs(a.win_rate - 0.5) - Math.abs(b.win_rate - 0.5));
  return (
    <>
      <p class="note">The book <b>{book.name}</b>: how often {first}, who moves first, won after each first move when nobody swapped, between {percent(Math.min(...rates), 0)} and {percent(Math.max(...rates), 0)}. With the swap rule an opening is the better, the nearer it is to 50 %.</p>
      <table class="lines">
        <thead><tr><th>Move</th><th class="num">wins [95 %]</th><th class="num">games</th><th>reply</th></tr></thead>
        <tbody>{sorted.slice(0, all ? sorted.length : shown).map((move) => (
          <tr key={move.move}><td>{move.move}</td><td class="num">{percent(move.win_rate)} <small>{interval(move)}</small></td><td class="num">{move.games}</td><td>{move.reply ?? ''}</td></tr>
        ))}</tbody>
      </table>
      {sorted.length > shown && <button class="link" onClick={() => setAll(!all)}>{all ? 'Fewer moves' : `All ${sorted.length} moves`}</button>}
    </>
  );
}
export const BookReply = ({ move, first }: { move: BookMove; first: string }) => (
  <p class="note">The book: {first} wins {percent(move.win_rate)} {interval(move)} of {move.games} games after {move.move}{move.reply ? `; it answers ${move.reply}` : ''}.</p>
);
