// SPDX-License-Identifier: MIT
// What a position is in words: for those who listen, and for the line above the board.
import type { BoardData, BoardPiece, Position } from '../api';

export const playerName = (data: BoardData, owner: number | undefined | null): string =>
  owner ? (data.players[owner - 1] ?? `player ${owner}`) : '';

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function pieceWords(data: BoardData, piece: BoardPiece): string {
  const kind = piece.kind ?? 'stone';
  const owner = playerName(data, piece.owner);
  if (piece.colour !== undefined) return `colour ${piece.colour} ${kind}`;
  if (kind === 'stone') return owner ? `${owner} ${kind}` : kind;
  const own = piece.name ?? piece.text?.trim();
  return [owner, kind, own && own !== kind ? own : ''].filter(Boolean).join(' ');
}

/** What is on a cell, and whether it can be clicked. */
export function cellWords(data: BoardData, name: string, pieces: BoardPiece[], can: boolean): string {
  const top = [...pieces].reverse().map((piece) => pieceWords(data, piece));
  const marks = data.marks.filter((mark) => mark.names.includes(name) || pieces.some((piece) => piece.name && mark.names.includes(piece.name)));
  const words = marks.map((mark) =>
    mark.kind === 'last' ? 'last move' : mark.kind === 'captured' ? `captured by ${playerName(data, mark.owner)}` : mark.kind === 'winning' ? 'winning shape' : mark.kind);
  return [name, top.length ? top.join(' on ') : 'empty', ...new Set(words), can ? 'can be played' : ''].filter(Boolean).join(', ');
}

export function resultWords(position: Position): string {
  const { result, board } = position;
  if (!result) return '';
  const how = result.how.filter((shape) => shape !== 'resignation').join(' and ');
  const gone = result.resigned ?? (result.how.includes('resignation') && result.winner && board.players.length === 2 ? 3 - result.winner : 0);
  if (gone) {
    const who = capital(playerName(board, gone));
    return result.winner ? `${who} resigned: ${playerName(board, result.winner)} wins` : `${who} resigned`;
  }
  if (board.players.length === 1 && result.score !== undefined) return `Finished with ${result.score} points`;
  if (!result.winner) return how ? `A draw: ${how}` : 'A draw';
  return `${capital(playerName(board, result.winner))} wins${how ? ` by ${how}` : ''}`;
}

/** Who is to move, or how it ended. */
export function turnWords(position: Position): string {
  if (position.result) return resultWords(position);
  if (position.to_move === 0) return 'Cards are dealt';
  if (position.board.players.length === 1) return 'Your move';
  return `${capital(playerName(position.board, position.to_move))} to move`;
}

const names: Record<string, string> = { havannah: 'Havannah', poly_y: 'Poly-Y', hive: 'Hive', samegame: 'SameGame', cards: 'Cards', cards3: 'Cards for three' };
export const gameTitle = (name: string) => names[name] ?? capital(name.replace(/_/g, ' '));
