// The marks as propagators see and restrict them: of a search, or of a trial within it.
#pragma once

#include <cstdint>
#include <vector>

#include "mask.hpp"
#include "state.hpp"

namespace nonet::general {

template <class Shape>
struct Network;

// What follows from a restriction is up to the kind of board. A call for it costs little, because
// most propagators find nothing; and each of them is compiled once.
template <class Shape>
class Board {
public:
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

    Board(const Board&) = delete;

    const Network<Shape>& network;
    State<Shape> state;
    std::vector<std::uint64_t>& scratch;  // of the propagator that runs
    std::uint64_t work = 0;               // steps of those that may take long
    const bool is_trial;

    Mask marks(int cell) const { return state.marks[cell]; }
    const Cells& places(int value) const { return state.places[value]; }

    // Restricts a cell; false is a contradiction.
    bool keep(int cell, Mask mask) {
        const Mask now = state.marks[cell] & mask;
        return now == state.marks[cell] || narrow(cell, now);
    }

    bool assign(int cell, int value) { return keep(cell, bit<Mask>(value)); }

    // Takes a value from several cells that all have it.
    bool exclude(const Cells& losers, int value) { return losers.empty() || take(losers, value); }

protected:
    Board(const Network<Shape>& network, std::vector<std::uint64_t>& scratch, bool is_trial)
        : network(network), scratch(scratch), is_trial(is_trial) {}
    ~Board() = default;

private:
    // Leaves a cell fewer marks than it has.
    virtual bool narrow(int cell, Mask now) = 0;
    // Takes a value from at least one cell.
    virtual bool take(const Cells& losers, int value) = 0;
};

}  // namespace nonet::general
