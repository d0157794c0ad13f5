// The marks as they would be in one alternative: a copy, restricted without consequences elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

// Offers to propagators what `Propagation` does. Nothing is woken: who asks runs them until nothing
// has changed. What a settled cell sees in the scope loses its value at once.
template <class Shape, class Network>
class Trial {
public:
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

    template <class On>
    Trial(On& on, const Cells& scope) : network(on.network), scratch(on.scratch), scope_(scope) {
        if constexpr (requires { on.changed; }) work = on.work;  // a trial inside another one
        for (int cell = 0; cell < network.cells; ++cell) marks_[cell] = on.marks(cell);
        for (int value = 0; value < network.values; ++value) places_[value] = on.places(value);
    }

    const Network& network;
    std::vector<std::uint64_t>& scratch;
    bool changed = false;
    std::uint64_t work = 0;  // propagators that were run, here and around, and steps of long words

    Mask marks(int cell) const { return marks_[cell]; }
    const Cells& places(int value) const { return places_[value]; }

    // False is a contradiction.
    bool keep(int cell, Mask mask) { return narrow(cell, mask) && tell(); }

    bool assign(int cell, int value) { return keep(cell, bit<Mask>(value)); }

    bool exclude(const Cells& losers, int value) { return take(losers, value) && tell(); }

private:
    bool narrow(int cell, Mask mask) {
        const Mask old = marks_[cell];
        const Mask now = static_cast<Mask>(old & mask);
        if (now == old) return true;
        changed = true;
        marks_[cell] = now;
        if (!now) return false;
        each_value(static_cast<Mask>(old ^ now), [&](int value) { places_[value].remove(cell); });
        if (settled(now)) untold_.add(cell);
        return true;
    }

    bool take(const Cells& losers, int value) {
        return losers.each(
            [&](int cell) { return narrow(cell, static_cast<Mask>(~bit<Mask>(value))); });
    }

    // One by one, not by a call in a call: thousands of cells may settle in a row.
    bool tell() {
        while (!untold_.empty()) {
            const int cell = untold_.first(), value = lowest(marks_[cell]);
            untold_.remove(cell);
            if (!take(places_[value] & network.see[cell] & scope_, value)) return false;
        }
        return true;
    }

    Cells scope_;
    Cells untold_;  // settled cells whose peers do not know yet
    std::array<Mask, Shape::most_cells> marks_;
    std::array<Cells, Shape::most_values> places_;
};

}  // namespace nonet::general
