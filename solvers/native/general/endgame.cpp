#include "endgame.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cell_sets.hpp"
#include "mask.hpp"
#include "outline.hpp"

namespace nonet::general {
namespace {

constexpr std::uint64_t one(int cell) { return bit<std::uint64_t>(cell); }

}  // namespace

Endgame::Endgame(const Outline& outline)
    : outline_(outline),
      links_(outline.model),
      numbers_(outline.model.cells),
      values_(outline.model.cells),
      scopes_(links_.size()),
      stack_(most_open + 1) {
    for (State& state : stack_) state.places.resize(outline.model.values);
}

template <class Mask>
bool Endgame::list(std::span<const Mask> marks) {
    start(marks, stack_[0]);
    if (!asks_all(stack_[0]) || !branch(stack_[0])) return true;
    for (std::size_t depth = 0;;) {
        State& state = stack_[depth];
        if (!state.left) {
            if (depth-- == 0) return true;
            continue;
        }
        if (++steps_ > most_steps) return false;
        State& next = stack_[depth + 1];
        next.open = state.open;
        next.places = state.places;
        const int value = lowest(state.left);
        state.left = without_lowest(state.left);
        if (put(state.cell, value, next) && branch(next)) ++depth;
    }
}

template <class Mask>
void Endgame::start(std::span<const Mask> marks, State& state) {
    steps_ = 0;
    cells_.clear();
    found_.clear();
    scopes_.assign(links_.size(), 0);
    state.places.assign(state.places.size(), 0);
    for (int cell = 0; cell < outline_.model.cells; ++cell) {
        if (settled(marks[cell])) {
            values_[cell] = lowest(marks[cell]);
            continue;
        }
        const std::uint64_t own = one(numbers_[cell] = static_cast<int>(cells_.size()));
        each_value(marks[cell], [&](int value) { state.places[value] |= own; });
        for (int link : links_.of(cell)) scopes_[link] |= own;
        cells_.push_back(cell);
    }
    state.open = all_values<std::uint64_t>(static_cast<int>(cells_.size()));
    for (std::size_t at = 0; at < cells_.size(); ++at) {
        see_[at] = 0;
        for (std::size_t word = 0; word < outline_.see[cells_[at]].size(); ++word)
            each_value(outline_.see[cells_[at]][word], [&](int bit) {
                const int cell = static_cast<int>(word) * 64 + bit;
                if (!settled(marks[cell])) see_[at] |= one(numbers_[cell]);
            });
    }
}

// Asks the links that have no open cell or one. Propagators may have settled the others.
bool Endgame::asks_all(State& state) {
    for (int link = 0; link < links_.size(); ++link) {
        const std::uint64_t open = scopes_[link] & state.open;
        if (settled(open) && !ask(link, state)) return false;
    }
    return true;
}

// Settles cells. Notes a solution. Returns whether there is a cell to branch on.
bool Endgame::branch(State& state) {
    if (!settle(state)) return false;
    if (!state.open)
        for (int cell : cells_) found_.push_back(static_cast<std::uint8_t>(values_[cell]));
    return state.open != 0;
}

// Gives cells with one mark their value, until every open cell has several marks. Then it chooses
// a cell with as few as possible.
bool Endgame::settle(State& state) {
    for (;;) {
        std::uint64_t any = 0, two = 0, three = 0;
        for (const std::uint64_t places : state.places) {
            three |= two & places;
            two |= any & places;
            any |= places;
        }
        if (state.open & ~any) return false;
        const std::uint64_t singles = state.open & ~two;
        if (!singles) {
            if (!state.open) return true;
            const std::uint64_t pairs = state.open & ~three;
            state.cell = lowest(pairs ? pairs : state.open);
            state.left = marks(state.cell, state);
            return true;
        }
        for (int value = 0; value < static_cast<int>(state.places.size()); ++value)
            for (std::uint64_t left; (left = state.places[value] & singles & state.open);)
                if (!put(lowest(left), value, state)) return false;
    }
}

bool Endgame::put(int cell, int value, State& state) {
    values_[cells_[cell]] = value;
    state.open ^= one(cell);
    for (std::uint64_t& places : state.places) places &= ~one(cell);
    state.places[value] &= ~see_[cell];
    for (int link : links_.of(cells_[cell]))
        if (settled(scopes_[link] & state.open) && !ask(link, state)) return false;
    return true;
}

// Asks a link whether it holds, or which values it allows in its only open cell.
bool Endgame::ask(int link, State& state) {
    ++steps_;
    const std::uint64_t open = scopes_[link] & state.open;
    if (!open) return links_.holds(link, values_);
    const int cell = lowest(open);
    const std::uint64_t now = marks(cell, state);
    const std::uint64_t kept = links_.allowed(link, cells_[cell], now, values_);
    each_value(now & ~kept, [&](int value) { state.places[value] ^= open; });
    return kept != 0;
}

std::uint64_t Endgame::marks(int cell, const State& state) {
    std::uint64_t marks = 0;
    for (std::size_t value = 0; value < state.places.size(); ++value)
        marks |= (state.places[value] >> cell & 1) << value;
    return marks;
}

void Endgame::write(std::size_t solution, std::vector<int>& values) const {
    for (std::size_t at = 0; at < cells_.size(); ++at)
        values[cells_[at]] = found_[solution * cells_.size() + at];
}

template bool Endgame::list(std::span<const std::uint16_t>);
template bool Endgame::list(std::span<const std::uint64_t>);

}  // namespace nonet::general
