// One of these cells holds the value: what follows for it and for all the others.
#pragma once

#include <array>

namespace nonet::general {

// With more places left, a cell that sees them all is rare, and looking for it costs more. Sums
// and cliques make it worth while to look at one place more.
inline constexpr int most_places = 3;
inline constexpr int most_places_without_groups = 2;

// Fails without a place, fills an only place, and takes the value from every cell that sees all
// of a few places: a pointing pair in a box, and its like under any rule that makes cells differ.
template <class Cells, class Propagation>
[[gnu::always_inline]] inline bool placed_in(const Cells& spots, int value, Propagation& on) {
    const bool few = on.network.places_worth_a_look == most_places
                         ? !spots.template more_than<most_places>()
                         : !spots.template more_than<most_places_without_groups>();
    if (!few) return true;
    std::array<int, most_places> cells;
    const int places = spots.first(cells);
    if (places == 0) return false;
    if (places == 1) return on.assign(cells[0], value);
    Cells losers = on.places(value);
    for (int place = 0; place < places; ++place) losers &= on.network.see[cells[place]];
    return on.exclude(losers, value);
}

}  // namespace nonet::general
