// SPDX-License-Identifier: MIT
// A short guided first game: a few steps of text, each with a position that the server makes by the rules, and a move to be found in it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type BoardMove, type Position } from '../api';
import { Board } from '../board/Board';
import { gameTitle } from '../board/words';
import { remember, remembered } from '../state';
import { Dialog, Icon } from '../ui';

interface Task {
  ask: string;
  /** Whether the move has done it. */
  done: (move: string, after: Position) => boolean;
  praise: string;
}
interface GuideStep {
  text: string;
  options: string;
  moves: string;
  task?: Task;
}
const havannah = 'size=4,swap=false';
const polyY = 'sides=5,size=4,swap=true';
const hive = 'expansions=base';
const same = 'cells=01120/01120/22100/00211';
const cards = 'start=reference';

const wins = (shape: string) => (_: string, after: Position) => after.result?.how.includes(shape) ?? false;
const begins = (text: string) => (move: string) => move.startsWith(text);
const ends = (text: string) => (move: string) => move.endsWith(text);
const any = () => true;

const guides: Record<string, GuideStep[]> = {
  havannah: [
    { text: 'Two players put stones on empty cells in turn. Stones never move and are never taken. Whoever first makes one of three shapes wins.', options: havannah, moves: 'd4 c3 e5 e4',
      task: { ask: 'You are White. Click any empty cell to put a stone there.', done: any, praise: 'That is all there is to a move.' } },
    { text: 'A bridge is a chain of stones that joins two of the six corners.', options: havannah, moves: 'a1 d4 a2 e5 a3 c3',
      task: { ask: 'One stone is missing between the two upper corners.', done: wins('bridge'), praise: 'A bridge: White wins.' } },
    { text: 'A fork is a chain that joins three of the six edges. Corners belong to no edge.', options: havannah, moves: 'a2 d2 b3 c3 c4 e3 d5 f6 d6 c6 e7 b5 e5 g6 f5 d3',
      task: { ask: 'White has reached the upper and the right edge. Join the lower one.', done: wins('fork'), praise: 'A fork: White wins.' } },
    { text: 'A ring is a loop around at least one cell, whatever is in it.', options: havannah, moves: 'c3 b2 c4 d6 d3 f4 d5 c2 e4 e6',
      task: { ask: 'Close White’s loop.', done: wins('ring'), praise: 'A ring: White wins. Now you know all three.' } },
  ],
  poly_y: [
    { text: 'Stones are put on empty cells in turn and stay where they are. The board has five corners: whoever captures three of them wins.', options: polyY, moves: '2.1 2.4',
      task: { ask: 'You are White. Click any empty cell to put a stone there.', done: any, praise: 'That is all there is to a move.' } },
    { text: 'A corner is captured by a group of connected stones that touches both edges beside it and at least one edge more.', options: polyY, moves: '3.0 2.9 2.0 1.4 1.0 2.7 0.0 1.3 1.2 2.6 2.5 3.9',
      task: { ask: 'White’s group lacks one stone at the edge.', done: (_, after) => after.board.marks.some((mark) => mark.kind === 'captured' && mark.owner === 1), praise: 'Captured: the corner is White’s.' } },
    { text: 'To begin is an advantage, so the second player may take over the first stone. Begin with a stone that is neither too good nor too bad.', options: polyY, moves: '2.1',
      task: { ask: 'You are Black. Take White’s stone over: the button below the board.', done: begins('swap'), praise: 'It is yours, and White moves again.' } },
  ],
  hive: [
    { text: 'There is no board: insects are put on the table, one beside the other. A new piece touches own pieces only.', options: hive, moves: 'wG1;bS1 wG1-',
      task: { ask: 'You are White. Click a tile in your hand, then a place that lights up.', done: any, praise: 'The places that touch a black piece were not offered.' } },
    { text: 'The queen comes by the fourth turn; before that, nothing of yours moves.', options: hive, moves: 'wG1;bS1 wG1-',
      task: { ask: 'Place your queen, the bee.', done: begins('wQ'), praise: 'From now on your pieces move.' } },
    { text: 'The queen and the beetle go one step, the spider exactly three, the ant as far as it likes, around the outside. The grasshopper jumps over a straight line. The beetle climbs: stacks spread out under the pointer.', options: hive, moves: 'wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wA1 -wQ;bA1 bQ-',
      task: { ask: 'Move your ant: click it on the table, then where it is to go.', done: begins('wA1'), praise: 'The hive never falls apart: a piece that holds it together may not be lifted.' } },
    { text: 'Surround the other queen with six pieces, of whatever colour, and you win.', options: hive, moves: 'wS1;bG1 wS1\\;wA1 -wS1;bA1 bG1-;wQ wS1/;bA2 bA1/;wA1 bA2-;bQ bG1\\;wA2 -wS1;bG2 bQ-;wA2 bG2\\;bS1 /bQ;wA3 -wQ;bG3 bS1\\;wA3 -bQ;bA3 bG3\\',
      task: { ask: 'One place beside the black queen is free. Fill it.', done: (_, after) => after.result?.winner === 1, praise: 'Surrounded: White wins.' } },
  ],
  samegame: [
    { text: 'Click a group of at least two stones of one colour, and it is gone. What is above falls down; empty columns close to the left.', options: same, moves: '',
      task: { ask: 'Click any group.', done: any, praise: 'The stones above have fallen.' } },
    { text: 'A group of n stones scores (n − 2)²: two are worth nothing, ten are worth 64. So let one colour grow before you take it.', options: same, moves: 'b1',
      task: { ask: 'Take the largest group.', done: (_, after) => (after.score ?? 0) >= 13, praise: 'That is how points are made.' } },
    { text: 'An empty board is worth 1000 points more. The game is over when no two neighbours are the same.', options: same, moves: 'b1 a3 d2' },
  ],
  cards: [
    { text: 'Both begin with 50 health and the same 25 cards. Whoever has no health left loses. Hands are open: you see everything but the order of the decks. The three values are fight (sword), heal (plus) and attack (bolt).', options: cards, moves: '',
      task: { ask: 'In your turn you first place a card, or none. Place the card with the three sixes.', done: begins('place:6/6/6'), praise: 'It is on your field, and acts in this turn already.' } },
    { text: 'Then each of your cards on the field acts. It attacks, heals you, or fights a card of the other side: the lower fight value is removed, equal ones both are.', options: cards, moves: 'place:6/6/6',
      task: { ask: 'Attack: click the card on your field, then the other player’s health.', done: ends('attack'), praise: 'Six health less for the other side.' } },
    { text: 'A Removal is discarded together with a card of the other field. Balanced hands and early fields tend to win.', options: cards, moves: '' },
  ],
};
guides.cards3 = [
  { text: 'The card game for three: attacks, fights and Removals name whom they are meant for. Whoever has no health left is out; the last one left wins.', options: cards, moves: '',
    task: { ask: 'Place the card with the three sixes.', done: begins('place:6/6/6'), praise: 'It is on your field, and acts in this turn already.' } },
  { ...guides.cards![1]!, task: { ask: 'Attack: click the card on your field, then the health of one of the others.', done: (move) => move.includes(':attack'), praise: 'Six health less for them.' } },
];

export const hasGuide = (game: string) => game in guides;

const seen = new Set(remembered<string[]>('guides'));
export const isSeen = (game: string) => seen.has(game);
export function setSeen(game: string) {
  remember('guides', [...seen.add(game)]);
}

export function Guide({ game, onClose }: { game: string; onClose: () => void }) {
  const steps = guides[game] ?? [];
  const [at, setAt] = useState(0);
  // Of the step that is shown: its position, whose move is asked for, and what came of the last try.
  const [now, setNow] = useState<{ at: number; position: Position; seat: number; state: 'asked' | 'wrong' | 'done' } | null>(null);
  const tried = useRef(''); // the move that is being looked at
  const step = steps[at];
  const moves = step ? step.moves.split(step.moves.includes(';') ? ';' : ' ').filter(Boolean) : [];
  const show = (more: string[] = []) => api.position({ game, options: step!.options, moves: [...moves, ...more], seed: 7 });
  useEffect(() => {
    if (!step) return;
    let here = true;
    tried.current = '';
    show().then((position) => here && setNow({ at, position, seat: position.board.turn ?? 1, state: 'asked' }), () => undefined);
    return () => {
      here = false;
    };
  }, [at]);
  const close = () => {
    setSeen(game);
    onClose();
  };
  if (!step) return null;
  const { task } = step;
  const shown = now?.at === at ? now : null;
  const isDone = !task || shown?.state === 'done';
  const onMove = (move: BoardMove) => {
    if (tried.current || !shown) return;
    const mine = `${at} ${move.text}`;
    tried.current = mine;
    // What chance has dealt stands before it.
    show([...shown.position.played.slice(moves.length), move.text]).then((after) => {
      if (tried.current !== mine) return; // it was about another step
      tried.current = '';
      if (task?.done(move.text, after)) setNow({ ...shown, position: after, state: 'done' });
      else setNow({ ...shown, position: { ...shown.position, board: { ...shown.position.board, moves: [...shown.position.board.moves] } }, state: 'wrong' });
    }, () => {
      tried.current = '';
    });
  };
  return (
    <Dialog title={`How ${gameTitle(game)} is played`} onClose={close} wide={game.startsWith('cards')}>
      <div class="guide">
        <p>{step.text}</p>
        <div class="guide-board">
          {shown && <Board key={at} game={game} data={shown.position.board} active={!isDone} onMove={onMove} coordinates={false} seat={shown.seat} />}
        </div>
        <p class={`task ${shown?.state ?? ''}`} aria-live="polite">
          {!task ? '' : isDone ? <><Icon name="check" /><b>{task.praise}</b></> : <>{shown?.state === 'wrong' && <b>Not that one. </b>}{task.ask}</>}
        </p>
        <footer>
          <span class="steps" aria-label={`step ${at + 1} of ${steps.length}`} role="img">{steps.map((_, i) => <i key={i} class={i === at ? 'now' : ''} />)}</span>
          <button disabled={at === 0} onClick={() => setAt(at - 1)}>Back</button>
          <button class={isDone ? 'primary' : ''} onClick={at + 1 < steps.length ? () => setAt(at + 1) : close}>{at + 1 < steps.length ? (isDone ? 'Next' : 'Skip') : 'Play'}</button>
        </footer>
      </div>
    </Dialog>
  );
}
