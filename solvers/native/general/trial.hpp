// A copy of the marks, restricted by the assumption that one alternative holds.
#pragma once

#include "board.hpp"
#include "mask.hpp"

namespace nonet::general {

// A trial has no queues. The caller runs propagators until nothing changes. When a cell settles,
// its peers in the scope lose its value at once.
template <class Shape>
class Trial final : public Board<Shape> {
public:
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;
    using Board<Shape>::network;
    using Board<Shape>::state;
    using Board<Shape>::work;  // includes the work of outer trials

    Trial(Board<Shape>& on, const Cells& scope)
        : Board<Shape>(on.network, on.scratch, true), scope_(scope) {
        if (on.is_trial) work = on.work;
        for (int cell = 0; cell < network.cells; ++cell) state.marks[cell] = on.marks(cell);
        for (int value = 0; value < network.values; ++value) state.places[value] = on.places(value);
    }

    bool changed = false;

private:
    bool narrow(int cell, Mask now) override { return restrict(cell, now) && tell(); }
    bool take(const Cells& losers, int value) override { return restrict(losers, value) && tell(); }

    bool restrict(int cell, Mask now) {
        const Mask lost = state.marks[cell] ^ now;
        changed = true;
        state.marks[cell] = now;
        if (!now) return false;
        each_value(lost, [&](int value) { state.places[value].remove(cell); });
        if (settled(now)) untold_.add(cell);
        return true;
    }

    bool restrict(const Cells& losers, int value) {
        return losers.each([&](int cell) {
            return restrict(cell, static_cast<Mask>(state.marks[cell] & ~bit<Mask>(value)));
        });
    }

    // A loop, because recursion might be too deep: thousands of cells may settle in a row.
    bool tell() {
        while (!untold_.empty()) {
            const int cell = untold_.first(), value = lowest(state.marks[cell]);
            untold_.remove(cell);
            if (!restrict(state.places[value] & network.see[cell] & scope_, value)) return false;
        }
        return true;
    }

    Cells scope_;
    Cells untold_;  // cells whose peers are not told
};

}  // namespace nonet::general
