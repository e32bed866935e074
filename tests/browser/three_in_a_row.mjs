// SPDX-License-Identifier: MIT
// A server with a game that the page has never heard of: three in a row, as docs/adding-a-game.md has it, with board data
// and nothing else. The page's files come from the server under test.
import { createServer } from 'node:http';

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const name = (i) => 'abc'[i % 3] + (Math.floor(i / 3) + 1);

function position(played) {
  const owner = Array(9).fill(0);
  played.forEach((move, ply) => (owner['abc'.indexOf(move[0]) + 3 * (Number(move[1]) - 1)] = 1 + (ply % 2)));
  const line = lines.find(([a, b, c]) => owner[a] && owner[a] === owner[b] && owner[a] === owner[c]);
  const over = line !== undefined || played.length === 9;
  const cells = [...owner.keys()];
  return {
    game: 'three_in_a_row', options: '', played, to_move: over ? null : 1 + (played.length % 2), score: null,
    result: over ? { winner: line ? owner[line[0]] : 0, rewards: [0.5, 0.5], how: line ? ['row'] : [] } : null,
    board: {
      shape: 'square', cells: cells.map((i) => ({ name: name(i), x: i % 3, y: Math.floor(i / 3) })),
      pieces: cells.filter((i) => owner[i]).map((i) => ({ cell: name(i), owner: owner[i], kind: 'stone' })),
      zones: [], labels: [], notes: [], players: ['White', 'Black'], turn: over ? null : 1 + (played.length % 2), margin: 4,
      marks: [...(played.length ? [{ kind: 'last', names: [played.at(-1)] }] : []), ...(line ? [{ kind: 'winning', names: line.map(name) }] : [])],
      moves: over ? [] : cells.filter((i) => !owner[i]).map((i) => ({ text: name(i), label: name(i), clicks: [name(i)] })),
    },
  };
}

export function serveThreeInARow(page) {
  const moves = [];
  const streams = new Set();
  const game = () => ({
    id: 'only', revision: moves.length, updated: 0, saved: { version: 2, game: 'three_in_a_row', options: '', moves }, ply: moves.length,
    position: position(moves), seats: ['White', 'Black'].map((n) => ({ player: 'human', name: n, level: null, seconds: 0 })),
    clock: null, auto: true, thinking: null, review: null,
  });
  const event = () => `event: game\ndata: ${JSON.stringify(game())}\n\n`;
  const server = createServer(async (asked, answer) => {
    const json = (value, status = 200) => answer.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    let text = '';
    for await (const part of asked) text += part;
    const body = text ? JSON.parse(text) : {};
    switch (asked.url) {
      case '/api/catalogue':
        return json({ version: '0', players: {}, limits: {}, games: [{ name: 'three_in_a_row', summary: 'three stones in a row win', options: {},
          algorithms: [], missing: {}, named: {}, levels: [], reviewer: '', analyst: '' }] });
      case '/api/games':
        return asked.method === 'POST' ? json(game(), 201) : json({ games: [] });
      case '/api/positions': return json(position(body.moves));
      case '/api/games/only': return json(game());
      case '/api/games/only/play':
        moves.push(body.move);
        streams.forEach((stream) => stream.write(event()));
        return json(game());
      case '/api/games/only/events':
        answer.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event());
        streams.add(answer);
        return undefined;
      default: {
        const file = await fetch(page + asked.url);
        return answer.writeHead(file.status, { 'Content-Type': file.headers.get('Content-Type') ?? 'text/plain' }).end(await file.text());
      }
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ address: `http://127.0.0.1:${server.address().port}`, close: () => { server.closeAllConnections(); server.close(); } }));
  });
}
