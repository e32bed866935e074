// SPDX-License-Identifier: MIT
// A short guided first game: a few steps of text, each with a position that the server makes by the rules.
import { useEffect, useState } from 'preact/hooks';
import { api, type Position } from '../api';
import { Picture } from '../board/Picture';
import { gameTitle } from '../board/words';
import { Dialog } from '../ui';

interface GuideStep {
  text: string;
  options: string;
  moves: string;
}
const havannah = 'size=4,swap=false';
const polyY = 'sides=5,size=4,swap=true';
const same = 'cells=01120/01120/22100/00211';

const guides: Record<string, GuideStep[]> = {
  havannah: [
    { text: 'Two players put stones on empty cells in turn. Stones never move and are never taken. Whoever first makes one of three shapes wins.', options: havannah, moves: 'd4 c3 e5' },
    { text: 'A bridge: a chain of stones that joins two of the six corners.', options: havannah, moves: 'a1 d4 a2 e5 a3 c3 a4' },
    { text: 'A fork: a chain that joins three of the six edges. Corners belong to no edge.', options: havannah, moves: 'a2 d2 b3 c3 c4 e3 d5 f6 d6 c6 e7 b5 e5 g6 f5 d3 g5' },
    { text: 'A ring: a loop around at least one cell, whatever is in it. Click a cell to play there; the small dots show where you may.', options: havannah, moves: 'c3 b2 c4 d6 d3 f4 d5 c2 e4 e6 e5' },
  ],
  poly_y: [
    { text: 'Stones are put on empty cells in turn and stay where they are. The board has five corners: whoever captures three of them wins.', options: polyY, moves: '' },
    { text: 'A corner is captured by a group of connected stones that touches both edges beside it and at least one edge more.', options: polyY, moves: '3.0 2.9 2.0 1.4 1.0 2.7 0.0 1.3 1.2 2.6 2.5 3.9 3.7' },
    { text: 'To begin is an advantage, so the second player may take over the first stone: that is the button “swap”. Begin with a stone that is neither too good nor too bad.', options: polyY, moves: '2.1' },
  ],
  hive: [
    { text: 'There is no board: insects are put on the table, one beside the other. Surround the other queen with six pieces, of whatever colour, and you win.', options: 'expansions=base', moves: 'wG1;bS1 wG1-' },
    { text: 'A new piece touches own pieces only. The queen comes by the fourth turn; before that, nothing of yours moves. Click a tile in your hand, then a place.', options: 'expansions=base', moves: 'wG1;bS1 wG1-;wQ -wG1;bQ bS1-' },
    { text: 'The queen and the beetle go one step, the spider exactly three, the ant as far as it likes, around the outside. The grasshopper jumps over a straight line. The beetle climbs: stacks spread out under the pointer.', options: 'expansions=base', moves: 'wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 bA1-' },
    { text: 'The hive never falls apart: a piece that holds two parts together may not be lifted, and nothing squeezes through a gap that is too narrow.', options: 'expansions=base', moves: 'wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wA1 -wQ;bA1 bQ-' },
  ],
  samegame: [
    { text: 'Click a group of at least two stones of one colour, and it is gone. What is above falls down; empty columns close to the left.', options: same, moves: '' },
    { text: 'A group of n stones scores (n − 2)²: two are worth nothing, ten are worth 64. So let one colour grow before you take it.', options: same, moves: 'b1' },
    { text: 'An empty board is worth 1000 points more. The game is over when no two neighbours are the same.', options: same, moves: 'b1 a3 d2' },
  ],
  cards: [
    { text: 'Both begin with 50 health and the same 25 cards. Whoever has no health left loses. Hands are open: you see everything but the order of the decks.', options: 'start=reference', moves: '' },
    { text: 'In your turn you place a card of your hand on your field, or none. The three values are fight (sword), heal (plus) and attack (bolt).', options: 'start=reference', moves: 'place:6/6/6' },
    { text: 'Then each of your cards on the field acts: it attacks (click it, then the other health), heals you (your own health), or fights a card of the other side: the lower fight value is removed, equal ones both are.', options: 'start=reference', moves: 'place:6/6/6 6/6/6:attack' },
    { text: 'A Removal is discarded together with a card of the other field. Balanced hands and early fields tend to win.', options: 'start=reference', moves: '' },
  ],
};
guides.cards3 = [
  { text: 'The card game for three: attacks, fights and Removals name whom they are meant for. Whoever has no health left is out; the last one left wins.', options: 'start=reference', moves: '' },
  ...guides.cards!.slice(1, 3).map((step) => ({ ...step, moves: step.moves.replace('attack', 'attack:2') })),
];

export const hasGuide = (game: string) => game in guides;

const seen = () => new Set((localStorage.getItem('banyan.guides') ?? '').split(','));
export const isSeen = (game: string) => seen().has(game);
export function setSeen(game: string) {
  localStorage.setItem('banyan.guides', [...seen().add(game)].filter(Boolean).join(','));
}

export function Guide({ game, onClose }: { game: string; onClose: () => void }) {
  const steps = guides[game] ?? [];
  const [at, setAt] = useState(0);
  const [position, setPosition] = useState<Position | null>(null);
  const step = steps[at];
  useEffect(() => {
    if (!step) return;
    let here = true;
    const moves = step.moves.split(step.moves.includes(';') ? ';' : ' ').filter(Boolean);
    api.position({ game, options: step.options, moves, seed: 7 }).then((p) => here && setPosition(p), () => undefined);
    return () => {
      here = false;
    };
  }, [at]);
  const close = () => {
    setSeen(game);
    onClose();
  };
  if (!step) return null;
  return (
    <Dialog title={`How ${gameTitle(game)} is played`} onClose={close}>
      <div class="guide">
        <div class="guide-board">{position && <Picture game={game} data={position.board} label={step.text} />}</div>
        <p aria-live="polite">{step.text}</p>
        <footer>
          <span class="steps" aria-label={`step ${at + 1} of ${steps.length}`} role="img">{steps.map((_, i) => <i key={i} class={i === at ? 'now' : ''} />)}</span>
          <button disabled={at === 0} onClick={() => setAt(at - 1)}>Back</button>
          {at + 1 < steps.length ? <button class="primary" onClick={() => setAt(at + 1)}>Next</button> : <button class="primary" onClick={close}>Play</button>}
        </footer>
      </div>
    </Dialog>
  );
}
