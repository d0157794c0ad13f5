// The interface through which propagators read and restrict marks. A search and a trial implement
// it.
#pragma once

#include <cstdint>
#include <vector>

#include "mask.hpp"
#include "state.hpp"

namespace nonet::general {

template <class Shape>
struct Network;

// Each subclass handles the consequences of a restriction by virtual calls. They cost little,
// because most propagators find nothing. Without them, each propagator would be compiled twice.
template <class Shape>
class Board {
public:
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

    Board(const Board&) = delete;

    const Network<Shape>& network;
    State<Shape> state;
    std::vector<std::uint64_t>& scratch;  // for the running propagator
    std::uint64_t work = 0;               // steps of slow propagators
    const bool is_trial;
    std::vector<int> culprits;  // the cells to blame, if a division of the board fails
    bool alike = false;         // the labels of regions may occur in any order

    Mask marks(int cell) const { return state.marks[cell]; }
    const Cells& places(int value) const { return state.places[value]; }

    // Restricts a cell. Returns false for a contradiction.
    bool keep(int cell, Mask mask) {
        const Mask now = state.marks[cell] & mask;
        return now == state.marks[cell] || narrow(cell, now);
    }

    bool assign(int cell, int value) { return keep(cell, bit<Mask>(value)); }

    // Removes a value from several cells that all have it.
    bool exclude(const Cells& losers, int value) { return losers.empty() || take(losers, value); }

protected:
    Board(const Network<Shape>& network, std::vector<std::uint64_t>& scratch, bool is_trial)
        : network(network), scratch(scratch), is_trial(is_trial) {}
    ~Board() = default;

private:
    // Replaces the marks of a cell by a proper subset.
    virtual bool narrow(int cell, Mask now) = 0;
    // Removes a value from one or more cells.
    virtual bool take(const Cells& losers, int value) = 0;
};

}  // namespace nonet::general
