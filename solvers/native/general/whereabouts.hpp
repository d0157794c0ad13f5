// Propagation of the fact that one of these cells holds the value.
#pragma once

namespace nonet::general {

// With more places left, a cell that sees all of them is rare, and the search for it takes longer.
// With sums or cliques, one more place is worth it.
inline constexpr int most_places = 3;
inline constexpr int most_places_without_groups = 2;

// Fails without a place, fills an only place, and removes the value from every cell that sees all
// of a few places: a pointing pair in a box, or the same under any rule that makes cells differ.
// There are few enough places.
template <class Cells, class Propagation>
[[gnu::always_inline]] inline bool placed_in(const Cells& spots, int value, Propagation& on) {
    if (spots.empty()) return false;
    const int first = spots.first(), last = spots.last();
    if (first == last) return on.assign(first, value);
    const auto& see = on.network.see;
    Cells losers = on.places(value) & see[first] & see[last];
    if (on.network.places_worth_a_look > 2) {
        Cells between = spots;
        between.remove(first);
        between.remove(last);
        if (!between.empty()) losers &= see[between.first()];
    }
    return on.exclude(losers, value);
}

}  // namespace nonet::general
