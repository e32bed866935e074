#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tables 2 and 3 of the paper on representative moves: leaves and time by depth, from the reference hand, with and
# without representatives. A line of JSON for each search.
#
#   experiments/cards_tables2_3.sh [PROGRAM] > experiments/results/cards_tables2_3.jsonl
set -euo pipefail

banyan=${1:-$(dirname "$0")/../build/release/banyan}
plain=table=false,order=listed,drop=none,deepening=false  # as the game lists its moves, nothing remembered

# search GAME MOVES PLAYER
search() {
  "$banyan" search "$1" --moves "$2" --player "$3" --top 0 --json
}

# depths FIRST LAST SETTINGS
depths() {
  local depth
  for ((depth = $1; depth <= $2; ++depth)); do
    search cards:start=reference "" "expectiminimax:depth=$depth,$3"
  done
}

# Table 2, with representatives.
depths 1 6 representatives=averaged,prune=none
depths 1 6 "representatives=averaged,prune=alphabeta,$plain"
depths 1 7 representatives=averaged
depths 1 5 representatives=chosen
depths 1 5 representatives=learned,classes=3

# Table 3, without.
depths 1 4 prune=none
depths 1 4 prune=none,drop=dominated
depths 1 4 "prune=alphabeta,$plain"
depths 1 4 "prune=star1,$plain"
depths 1 4 "prune=star2,$plain"
depths 1 4 prune=star2

# The same where a card is drawn with a full hand as well, which begins with a draw: a line for each of the 20 cards.
for card in 1/2/1 1/1/2 1/4/1 1/1/4 2/2/3 3/2/2 3/1/3 3/3/1 6/2/1 1/6/2 2/1/6 5/4/2 2/5/4 4/2/5 5/5/3 3/5/5 5/3/5 \
  4/4/4 R R.2; do
  for depth in 1 2 3; do
    search cards:start=reference,draw_when_full=true,removal_needs_target=false "draw:$card" \
      "expectiminimax:depth=$depth,prune=none"
  done
done
