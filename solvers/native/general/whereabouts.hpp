// Propagates that one of a few cells has a value.
#pragma once

namespace nonet::general {

// Only propagates if there are at most this many places. A cell that sees more places is rare, and
// the search for it takes longer. With sums or cliques, one more place is worth it.
inline constexpr int most_places = 3;
inline constexpr int most_places_without_groups = 2;

// Requires that one of these cells has the value. Fails if there is no cell. A single cell gets the
// value. Otherwise, cells that see all of them lose the value, like a pointing pair in a box.
template <class Cells, class Propagation>
[[gnu::always_inline]] inline bool placed_in(const Cells& spots, int value, Propagation& on) {
    if (spots.empty()) return false;
    const int first = spots.first(), last = spots.last();
    if (first == last) return on.assign(first, value);
    const auto& see = on.network.see;
    Cells losers = on.places(value) & see[first] & see[last];
    if (on.network.places_worth_a_look > 2)
        if (const int second = spots.without_first().first(); second != last) losers &= see[second];
    return on.exclude(losers, value);
}

}  // namespace nonet::general
