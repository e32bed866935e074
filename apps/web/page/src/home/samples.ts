// SPDX-License-Identifier: MIT
// The positions on the cards of games. A game that is not listed shows its beginning.
export const samples: Record<string, { options: string; moves: string[] }> = {
  havannah: { options: 'size=4,swap=false', moves: 'd4 c4 c3 e4 d2 b3 e5 d5 f5 e6 c2 b4 f4 c5'.split(' ') },
  poly_y: { options: 'sides=5,size=4,swap=true', moves: '1.0 2.3 2.0 1.2 2.9 2.5 3.0 3.8 1.4 2.4 3.14 3.6 2.1 3.4'.split(' ') },
  hive: { options: 'expansions=base', moves: ['wG1', 'bS1 wG1-', 'wQ -wG1', 'bQ bS1-', 'wB1 \\wQ', 'bA1 bQ/', 'wA1 -wQ', 'bG1 bQ\\'] },
  samegame: { options: 'board=0,width=8,height=7,colours=5,deal=4', moves: [] },
  cards: { options: 'start=reference', moves: [] },
  cards3: { options: 'start=reference', moves: [] },
};

export const taglines: Record<string, string> = {
  havannah: 'Ring, bridge or fork: three ways to win, none to be sure.',
  poly_y: 'Connect edges, capture corners. Most of them win.',
  hive: 'Insects without a board. Surround the queen.',
  samegame: 'A puzzle for one. Let the groups grow, then let them fall.',
  cards: 'A duel with open hands and closed decks.',
  cards3: 'The same duel, with one opponent more.',
};

/** In which order games are offered; others follow. */
const order = ['havannah', 'poly_y', 'hive', 'cards', 'cards3', 'samegame'];
export function inOrder<T extends { name: string }>(games: T[]): T[] {
  const place = ({ name }: T) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...games].sort((a, b) => place(a) - place(b));
}

/** What is asked first; the other options are behind “more”. */
export const mainOptions: Record<string, string[]> = {
  havannah: ['size', 'swap'],
  poly_y: ['sides', 'size', 'swap'],
  hive: ['expansions', 'queen_first'],
  samegame: ['board', 'width', 'height', 'colours', 'deal'],
  cards: ['start', 'start_hp'],
  cards3: ['start', 'start_hp'],
};
