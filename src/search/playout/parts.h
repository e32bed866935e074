// SPDX-License-Identifier: MIT
// The list of parts, in the order in which they are asked: what is certain, then what answers the last move, then what
// is good in this position, then what is good in any, then what random moves had better avoid.
#pragma once

#include "search/playout/alive.h"
#include "search/playout/decisive.h"
#include "search/playout/fillboard.h"
#include "search/playout/grams.h"
#include "search/playout/lgrf.h"
#include "search/playout/make_playout.h"
#include "search/playout/piece.h"
#include "search/playout/poolrave.h"
#include "search/playout/ppr.h"
#include "search/playout/replies.h"
#include "search/playout/scored.h"

namespace banyan {

using PlayoutParts = PartList<Decisive, Replies, Lgrf1, Lgr, PoolRave, Ppr, Mast, Nast2, Nast3, ScoredMoves, Fillboard,
                              Alive, PieceFirst>;

template <>
struct OftenTogether<PlayoutParts> {
  using Groups = PartList<PartList<Replies, Fillboard>>;
};

using PlayoutParams = PartParams<PlayoutParts>;

}  // namespace banyan
