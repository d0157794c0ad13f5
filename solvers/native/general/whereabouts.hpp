// One of these cells holds the value: what follows for it and for all the others.
#pragma once

#include <array>

namespace nonet::general {

// With so many places left, a cell that sees them all is rare; looking for it costs more.
inline constexpr int most_places = 3;

// Fails without a place, fills an only place, and takes the value from every cell that sees all
// of a few places: a pointing pair in a box, and its like under any rule that makes cells differ.
template <class Cells, class Propagation>
bool placed_in(const Cells& spots, int value, Propagation& on) {
    std::array<int, most_places + 1> cells;
    const int places = spots.first(cells);
    if (places == 0) return false;
    if (places == 1) return on.assign(cells[0], value);
    if (places > most_places) return true;
    Cells losers = on.places(value);
    for (int place = 0; place < places; ++place) losers &= on.network.see[cells[place]];
    return losers.each([&](int cell) { return on.exclude(cell, value); });
}

}  // namespace nonet::general
