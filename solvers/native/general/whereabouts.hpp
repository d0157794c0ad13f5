// One of these cells holds the value: what follows for it and for all the others.
#pragma once

namespace nonet::general {

// With so many places left, a cell that sees them all is rare; looking for it costs more.
inline constexpr int most_places = 3;

// Fails without a place, fills an only place, and takes the value from every cell that sees all
// of a few places: a pointing pair in a box, and its like under any rule that makes cells differ.
template <class Cells, class Propagation>
bool placed_in(const Cells& spots, int value, Propagation& on) {
    const int places = spots.size();
    if (places == 0) return false;
    if (places > most_places) return true;
    if (places == 1) {
        return spots.each([&](int cell) { return on.assign(cell, value); });
    }
    Cells losers = on.places(value);
    spots.each([&](int cell) {
        losers &= on.network.see[cell];
        return true;
    });
    return losers.each([&](int cell) { return on.exclude(cell, value); });
}

}  // namespace nonet::general
