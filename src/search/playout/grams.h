// SPDX-License-Identifier: MIT
// MAST and NAST as parts.
#pragma once

#include <string_view>

#include "search/playout/gram_params.h"
#include "search/playout/ngram.h"
#include "search/playout/ngram_table.h"
#include "search/playout/part.h"

namespace banyan {

namespace detail {
template <class S>
struct NgramOf {
  using Type = NgramTable<S>;
};
template <FillsBoard S>
struct NgramOf<S> {
  using Type = Ngram<S>;
};

/// `Length` is that of the longest sequences.
template <int Length>
struct Grams {
  using Params = GramParams;

  static bool uses(const Params& params, std::string_view key) {
    if (key == "gram_epsilon") return params.gram_draw == Draw::greedy;
    if (key == "gram_tau") return params.gram_draw == Draw::gibbs;
    return key != "gram_visits" || Length > 1;
  }
  static bool never_declines(const Params& params) {
    return params.gram_draw == Draw::gibbs || params.gram_epsilon == 0;
  }
  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_keys<S>();
  }
  template <GameState S>
  static constexpr bool grows() {
    return Length > 2 || !FillsBoard<S>;
  }
  template <GameState S>
  static auto make(const Params& params, PartSetup<S>& setup) {
    return typename NgramOf<S>::Type(Length, params, setup.root, setup.next_seed(), setup.table_bytes);
  }
};
}  // namespace detail

struct Mast : detail::Grams<1> {
  static constexpr std::string_view name = "mast";
  static constexpr std::string_view summary = "by the mean result of each move [Finnsson & Bjornsson 2008]";
};

struct Nast2 : detail::Grams<2> {
  static constexpr std::string_view name = "nast2";
  static constexpr std::string_view summary = "by those of pairs of moves, too [Powley et al. 2013]";
};

struct Nast3 : detail::Grams<3> {
  static constexpr std::string_view name = "nast3";
  static constexpr std::string_view summary = "by those of triples, too";
};

}  // namespace banyan
