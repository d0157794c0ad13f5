#include "order_pass.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "automaton.hpp"
#include "mask.hpp"
#include "set_family.hpp"

namespace nonet::general::orders {
namespace {

// The forward pass finds the sets of used values with which each state can be reached. The backward
// pass keeps those that can still reach an accepting state, and collects the values of each cell.
// The layer of a place is before its cell.
template <int size>
class Pass {
public:
    Pass(const Automaton& automaton, Values told, std::vector<std::uint64_t>& scratch)
        : automaton_(automaton), scratch_(scratch) {
        number_.fill(untold);
        int number = 0;
        each_value(told, [&](int value) { number_[value] = number++; });
    }

    bool run(std::span<Values> cells) {
        const int end = static_cast<int>(cells.size());
        const std::size_t layer = std::size_t{size} * automaton_.states;
        if (scratch_.size() < layer * (end + 3)) scratch_.resize(layer * (end + 3));
        alive_[0][0] = 1;
        family_of(0, 0) = Family{{1}};  // the empty set
        for (int place = 0; place < end; ++place) advance(place, cells[place]);
        // The backward pass uses two extra layers alternately.
        const int turns = end + 1;
        States well = accepting(alive_[end]);
        each_state(well,
                   [&](int state) { family_of(turns + end % 2, state) = family_of(end, state); });
        for (int place = end; place-- > 0;) {
            cells[place] = retreat(place, cells[place], turns, well);
            if (!cells[place]) return false;
        }
        return true;
    }

private:
    using Family = SetFamily<size>;
    using States = std::array<std::uint64_t, most_states / 64>;

    static constexpr std::int8_t untold = -1;

    Family& family_of(int layer, int state) {
        return reinterpret_cast<Family*>(
            scratch_.data())[static_cast<std::size_t>(layer) * automaton_.states + state];
    }

    void advance(int place, Values marks) {
        States& after = alive_[place + 1];
        each_step(marks, [&](int value, auto step) {
            each_state(alive_[place], [&](int state) {
                const int next = next_of(state, value);
                if (next < 0) return;
                const Family with = step.add(family_of(place, state));
                if (!with.empty()) add(after, family_of(place + 1, next), next, with);
            });
        });
    }

    // Returns the values that the cell keeps. Before the call, `well` has the states after the cell
    // that can reach an accepting state. After the call, it has the states before the cell.
    Values retreat(int place, Values marks, int turns, States& well) {
        Values kept = 0;
        States before{};
        const int from = turns + (place + 1) % 2, to = turns + place % 2;
        each_step(marks, [&](int value, auto step) {
            each_state(alive_[place], [&](int state) {
                const int next = next_of(state, value);
                if (next < 0 || !has(well, next)) return;
                const Family without = step.remove(family_of(from, next)) & family_of(place, state);
                if (without.empty()) return;
                kept |= bit<Values>(value);
                add(before, family_of(to, state), state, without);
            });
        });
        well = before;
        return kept;
    }

    template <class Visit>
    void each_step(Values marks, Visit visit) const {
        each_value(marks, [&](int value) {
            if (number_[value] == untold) return visit(value, NoStep{});
            with_step<size>(number_[value], [&](auto step) { visit(value, step); });
        });
    }

    // Adds a family to a state. Layers are not cleared, so the first family overwrites the old one.
    static void add(States& states, Family& sum, int state, const Family& more) {
        if (has(states, state)) {
            sum |= more;
            return;
        }
        sum = more;
        states[state / 64] |= bit<std::uint64_t>(state % 64);
    }

    static bool has(const States& states, int state) {
        return states[state / 64] >> (state % 64) & 1;
    }

    template <class Visit>
    static void each_state(const States& states, Visit visit) {
        for (int word = 0; word < most_states / 64; ++word)
            each_value(states[word], [&](int state) { visit(word * 64 + state); });
    }

    int next_of(int state, int value) const {
        return automaton_.next[static_cast<std::size_t>(state) * automaton_.values + value];
    }

    States accepting(const States& states) const {
        States found{};
        each_state(states, [&](int state) {
            if (automaton_.accepting[state]) found[state / 64] |= bit<std::uint64_t>(state % 64);
        });
        return found;
    }

    const Automaton& automaton_;
    std::vector<std::uint64_t>& scratch_;
    std::array<std::int8_t, most_values> number_;  // from value to index
    std::array<States, most_values + 1> alive_{};  // the states of each layer
};

}  // namespace

bool pass(const Automaton& automaton, Values told, std::span<Values> cells,
          std::vector<std::uint64_t>& scratch) {
    const int values = count(told);
    if (values <= 6) return Pass<1>(automaton, told, scratch).run(cells);
    if (values == 7) return Pass<2>(automaton, told, scratch).run(cells);
    if (values == 8) return Pass<4>(automaton, told, scratch).run(cells);
    return Pass<8>(automaton, told, scratch).run(cells);
}

}  // namespace nonet::general::orders
