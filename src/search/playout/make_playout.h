// SPDX-License-Identifier: MIT
// From a list of parts to parameters, and from parameters to a playout policy.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/error.h"
#include "core/params.h"
#include "search/playout/first_of.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

namespace detail {

/// What `text`s say, one after the other.
template <const std::string_view&... Texts>
struct Joined {
  static constexpr auto letters = [] {
    std::array<char, (Texts.size() + ...)> all{};
    std::size_t at = 0;
    const auto add = [&](std::string_view text) {
      for (const char letter : text) all[at++] = letter;
    };
    (add(Texts), ...);
    return all;
  }();
  static constexpr std::string_view text{letters.data(), letters.size()};
};

inline constexpr std::string_view playout_opening =
    "how games are played out: uniformly, or by parts, which are asked in this order until one has a move";
inline constexpr std::string_view semicolon = "; ", colon = ": ";

template <class... Found>
struct Types {};
template <class Found, class... Rest>
struct Distinct;
template <class... Found>
struct Distinct<Types<Found...>> {
  using Type = Types<Found...>;
};
template <class... Found, class Next, class... Rest>
struct Distinct<Types<Found...>, Next, Rest...>
    : std::conditional_t<(std::is_same_v<Found, Next> || ...), Distinct<Types<Found...>, Rest...>,
                         Distinct<Types<Found..., Next>, Rest...>> {};

template <class List>
struct AskedParts;
template <class... Parts>
struct AskedParts<PartList<Parts...>> {
  static constexpr std::string_view none = "uniform";
  static constexpr auto names() { return std::array<std::string_view, sizeof...(Parts)>{Parts::name...}; }
  static constexpr std::string_view meaning =
      Joined<playout_opening, Joined<semicolon, Parts::name, colon, Parts::summary>::text...>::text;
  std::uint32_t bits = 0;

  bool asks(std::size_t part) const { return (bits >> part & 1) != 0; }
};

template <class List, class DistinctParams>
struct PlayoutParamsOf;
template <class... Parts, class... Own>
struct PlayoutParamsOf<PartList<Parts...>, Types<Own...>> : Own... {
  using List = PartList<Parts...>;
  AskedParts<List> playout;

  /// A key matters when a part that is asked says so.
  bool is_used(std::string_view key) const {
    bool is_used = key == "playout";
    std::size_t number = 0;
    (..., (is_used = is_used || (playout.asks(number++) && uses<Parts>(key))));
    return is_used;
  }
  static constexpr auto fields() {
    using P = PlayoutParamsOf;
    return std::tuple_cat(std::tuple{field(&P::playout, "playout", AskedParts<List>::meaning)}, Own::fields()...);
  }

 private:
  template <class Part>
  bool uses(std::string_view key) const {
    using Params = typename Part::Params;
    const bool has_key = std::apply([&](const auto&... f) { return ((f.name == key) || ...); }, Params::fields());
    if constexpr (requires(const Params& params) { Part::uses(params, key); }) {
      return has_key && Part::uses(*this, key);
    } else {
      return has_key;
    }
  }
};

template <class List>
struct ParamsOfParts;
template <class... Parts>
struct ParamsOfParts<PartList<Parts...>> {
  using Type = PlayoutParamsOf<PartList<Parts...>, typename Distinct<Types<>, typename Parts::Params...>::Type>;
};

template <class Part>
constexpr bool reads_counts() {
  if constexpr (requires { Part::reads_counts; }) return Part::reads_counts;
  return false;
}

template <class Part, class S>
constexpr bool grows() {
  if constexpr (requires { Part::template grows<S>(); }) return Part::template grows<S>();
  return false;
}

template <class Part, class Params>
bool never_declines(const Params& params) {
  if constexpr (requires { Part::never_declines(params); }) return Part::never_declines(params);
  return false;
}

}  // namespace detail

/// The parameters of a list of parts: which are asked, and the keys of each.
template <class List>
using PartParams = typename detail::ParamsOfParts<List>::Type;

/// Calls visit(std::type_identity<Part>{}) for each part that is asked, in the order of the list.
template <class Params, class Visit>
void for_each_asked(const Params& params, Visit&& visit) {
  const auto all = [&]<class... Parts>(PartList<Parts...>) {
    std::size_t number = 0;
    ((params.playout.asks(number++) ? visit(std::type_identity<Parts>{}) : void()), ...);
  };
  all(typename Params::List{});
}

/// Whether `Part`, which is on the list, is asked.
template <class Part, class Params>
bool asks(const Params& params) {
  const auto number = []<class... Parts>(PartList<Parts...>) {
    std::size_t before = 0;
    (void)((std::is_same_v<Parts, Part> || (++before, false)) || ...);
    return before;
  };
  return params.playout.asks(number(typename Params::List{}));
}

/// Whether `Part`, which is on the list, is asked when all others have declined.
template <class Part, class Params>
bool asks_last(const Params& params) {
  bool is_last = false;
  for_each_asked(params, [&]<class Each>(std::type_identity<Each>) { is_last = std::is_same_v<Each, Part>; });
  return is_last;
}

/// Whether a part that is asked needs the search to keep all-moves-as-first counts.
template <class Params>
bool reads_counts(const Params& params) {
  bool reads = false;
  for_each_asked(params, [&]<class Part>(std::type_identity<Part>) { reads = reads || detail::reads_counts<Part>(); });
  return reads;
}

/// Throws UsageError when the game, or a search without all-moves-as-first counts, cannot do what a part needs, and
/// when a part would never be asked.
template <GameState S, class Params>
void check_playout(const Params& params, bool has_counts) {
  std::string text;
  for_each_asked(params, [&]<class Part>(std::type_identity<Part>) {
    text += fmt::format("{}{}", text.empty() ? "playout=" : "+", Part::name);
  });
  std::string_view last;  // that never declines
  for_each_asked(params, [&]<class Part>(std::type_identity<Part>) {
    constexpr std::string_view missing = Part::template missing<S>();
    if (!missing.empty()) throw UsageError(fmt::format("{}: {} needs {}", text, Part::name, missing));
    if constexpr (requires { Part::template check<S>(params); }) Part::template check<S>(params);
    if (detail::reads_counts<Part>() && !has_counts) {
      throw UsageError(fmt::format("{}: {} needs a search that keeps all-moves-as-first counts, as rave and uct do",
                                   text, Part::name));
    }
    if (!last.empty()) {
      throw UsageError(
          fmt::format("{}: {} has a move for every position, so that {} would never be asked", text, last, Part::name));
    }
    if (detail::never_declines<Part>(params)) last = Part::name;
  });
}

/// The bytes of tables that grow, for a search that has no parameter for it.
inline constexpr std::size_t usual_table_bytes = std::size_t{256} << 20;

/// What each of the parts that are asked may take of `bytes`: as much as any other whose tables grow.
template <GameState S, class Params>
std::size_t share_of_tables(const Params& params, std::size_t bytes) {
  std::size_t growing = 0;
  for_each_asked(params, [&]<class Part>(std::type_identity<Part>) { growing += detail::grows<Part, S>() ? 1 : 0; });
  return bytes / std::max<std::size_t>(growing, 1);
}

namespace detail {

/// The parts of a list that can serve a game.
template <GameState S, class... Able>
struct Serving {
  static constexpr std::size_t count = sizeof...(Able);
  template <class Part>
  using With = std::conditional_t<Part::template missing<S>().empty(), Serving<S, Able..., Part>, Serving>;

  template <class Part>
  using Work =
      decltype(Part::template make<S>(std::declval<const typename Part::Params&>(), std::declval<PartSetup<S>&>()));

  /// One loop that can ask any of them.
  template <class Params>
  static std::unique_ptr<PlayoutPolicy<S>> make_any(const Params& params, const S& root, std::uint64_t seed,
                                                    std::size_t bytes) {
    PartSetup<S> setup(root, seed, share_of_tables<S>(params, bytes));
    // In braces, so that they are made in their order.
    using Policy = FirstOf<S, Asked::some, Work<Able>...>;
    return std::unique_ptr<PlayoutPolicy<S>>(new Policy{root, seed, make_if_asked<Able>(params, setup)...});
  }

  /// The loop of these parts, all of which are asked.
  template <class Params>
  static std::unique_ptr<PlayoutPolicy<S>> make_all(const Params& params, const S& root, std::uint64_t seed,
                                                    std::size_t bytes) {
    PartSetup<S> setup(root, seed, share_of_tables<S>(params, bytes));
    using Policy = FirstOf<S, Asked::all, Work<Able>...>;
    return std::unique_ptr<PlayoutPolicy<S>>(new Policy{root, seed, make_if_asked<Able>(params, setup)...});
  }

  /// The loop of the only part that is asked.
  template <class Params>
  static std::unique_ptr<PlayoutPolicy<S>> make_one(const Params& params, const S& root, std::uint64_t seed,
                                                    std::size_t bytes) {
    PartSetup<S> setup(root, seed, bytes);
    std::unique_ptr<PlayoutPolicy<S>> policy;
    const auto make = [&]<class Part>(std::type_identity<Part>) {
      if (auto work = make_if_asked<Part>(params, setup)) {
        policy = std::make_unique<FirstOf<S, Asked::all, Work<Part>>>(root, seed, std::move(work));
      }
    };
    (make(std::type_identity<Able>{}), ...);
    return policy;
  }

 private:
  /// Not inlined: it is the same for one part and for any.
  template <class Part, class Params>
  [[gnu::noinline]] static std::optional<Work<Part>> make_if_asked(const Params& params, PartSetup<S>& setup) {
    std::optional<Work<Part>> work;
    setup.is_last = asks_last<Part>(params);
    if (asks<Part>(params)) work = Part::template make<S>(params, setup);
    return work;
  }
};

template <class Able, class... Rest>
struct ServingOf {
  using Type = Able;
};
template <class Able, class Part, class... Rest>
struct ServingOf<Able, Part, Rest...> : ServingOf<typename Able::template With<Part>, Rest...> {};

template <GameState S, class List>
struct ServingParts;
template <GameState S, class... Parts>
struct ServingParts<S, PartList<Parts...>> : ServingOf<Serving<S>, Parts...> {};

}  // namespace detail

/// Groups of the parts of a list that are often asked together, each a PartList: a list may name some.
template <class List>
struct OftenTogether {
  using Groups = PartList<>;
};

namespace detail {

/// The policy of a group, where all of it and nothing else is asked; else null.
template <GameState S, class Params, class... Parts>
std::unique_ptr<PlayoutPolicy<S>> make_group(PartList<Parts...>, [[maybe_unused]] const Params& params,
                                             [[maybe_unused]] const S& root, [[maybe_unused]] std::uint64_t seed,
                                             [[maybe_unused]] std::size_t table_bytes) {
  if constexpr ((Parts::template missing<S>().empty() && ...)) {
    std::size_t asked = 0;
    std::size_t of_group = 0;
    for_each_asked(params, [&]<class Part>(std::type_identity<Part>) {
      ++asked;
      of_group += (std::is_same_v<Part, Parts> || ...) ? 1 : 0;
    });
    if (asked == sizeof...(Parts) && of_group == asked) {
      return Serving<S, Parts...>::make_all(params, root, seed, table_bytes);
    }
  }
  return nullptr;
}

template <GameState S, class Params, class... Groups>
std::unique_ptr<PlayoutPolicy<S>> make_any_group(PartList<Groups...>, [[maybe_unused]] const Params& params,
                                                 [[maybe_unused]] const S& root, [[maybe_unused]] std::uint64_t seed,
                                                 [[maybe_unused]] std::size_t table_bytes) {
  std::unique_ptr<PlayoutPolicy<S>> policy;
  static_cast<void>(((policy = make_group<S>(Groups{}, params, root, seed, table_bytes)) || ...));
  return policy;
}

/// The parts of the list that serve the game, as they make policies.
template <GameState S, class Params>
using PolicyMaker = typename ServingParts<S, typename Params::List>::Type;

}  // namespace detail

/// The loop that can ask any part, also for one. Throws nothing: check_playout does.
template <GameState S, class Params>
std::unique_ptr<PlayoutPolicy<S>> make_playout_of_any(const Params& params, const S& root, std::uint64_t seed,
                                                      std::size_t table_bytes = usual_table_bytes) {
  using Maker = detail::PolicyMaker<S, Params>;
  if constexpr (Maker::count > 0) return Maker::make_any(params, root, seed, table_bytes);
  return std::make_unique<Uniform<S>>(root, seed);
}

/// Throws nothing: check_playout does. Tables that grow may take `table_bytes` together.
template <GameState S, class Params>
std::unique_ptr<PlayoutPolicy<S>> make_playout(const Params& params, const S& root, std::uint64_t seed,
                                               std::size_t table_bytes = usual_table_bytes) {
  using Maker = detail::PolicyMaker<S, Params>;
  if constexpr (Maker::count > 0) {
    if (std::has_single_bit(params.playout.bits)) return Maker::make_one(params, root, seed, table_bytes);
    using Groups = typename OftenTogether<typename Params::List>::Groups;
    if (auto policy = detail::make_any_group<S>(Groups{}, params, root, seed, table_bytes)) return policy;
    if (params.playout.bits != 0) return make_playout_of_any<S>(params, root, seed, table_bytes);
  }
  return std::make_unique<Uniform<S>>(root, seed);
}

}  // namespace banyan
