#include "order_pass.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "mask.hpp"
#include "set_family.hpp"
#include "state_steps.hpp"

namespace nonet::general::orders {
namespace {

// The forward pass finds the sets of used values with which each state can be reached. The backward
// pass keeps those that can still reach an accepting state, and collects the values of each cell.
// The layer of a place is before its cell.
template <class States, int size>
class Pass {
public:
    Pass(const StateSteps& steps, Values told) : steps_(steps), last_(highest(told)) {
        number_.fill(untold);
        int number = 0;
        each_value(told, [&](int value) { number_[value] = number++; });
    }

    bool run(std::span<Values> cells) {
        const int end = static_cast<int>(cells.size());
        alive_[0] = 1 << StateSteps::first;
        told_[0] = 0;
        families_[0][StateSteps::first] = {{typename Family::Vector{1}}};  // the empty set
        for (int place = 0; place < end; ++place) {
            const bool is_last = place == end - 1;
            advance(place, cells[place], is_last ? steps_.template accepting<States>() : all);
        }
        const Layer* after = &families_[end];
        for (int place = end; place-- > 0;) {
            Layer& before = completed_[place % 2];
            cells[place] = retreat(place, cells[place], *after, before);
            if (!cells[place]) return false;
            after = &before;
        }
        return true;
    }

private:
    using Family = SetFamily<size>;
    using Layer = std::array<Family, sizeof(States) * 8>;  // by state

    static constexpr States all = static_cast<States>(~States{0});
    static constexpr std::int8_t untold = -1;

    // Adds a layer. Only some states may be reached there.
    void advance(int place, Values marks, States allowed) {
        States after = 0;
        each_value(marks, [&](int value) {
            const States from = steps_.before(alive_[place], value, allowed);
            from_[place][value] = from;
            after |= steps_.after(from, value);
        });
        alive_[place + 1] = after;
        each_state(after, [&](int state) { families_[place + 1][state] = {}; });
        each_step(place, marks, [&](int value, auto step) {
            each_state(from_[place][value], [&](int state) {
                families_[place + 1][steps_.next(state, value)] |=
                    step.add(families_[place][state]);
            });
        });
        told_[place + 1] = told_[place] + (number_[lowest(marks)] != untold);
    }

    // Returns the values that the cell keeps.
    Values retreat(int place, Values marks, const Layer& after, Layer& before) {
        each_state(alive_[place], [&](int state) { before[state] = {}; });
        Values kept = 0;
        each_step(place, marks, [&](int value, auto step) {
            Family any{};
            each_state(from_[place][value], [&](int state) {
                const Family from =
                    step.remove(after[steps_.next(state, value)]) & families_[place][state];
                before[state] |= from;
                any |= from;
            });
            if (!any.empty()) kept |= bit<Values>(value);
        });
        return kept;
    }

    template <class Visit>
    void each_step(int place, Values marks, Visit visit) const {
        each_value(marks, [&](int value) {
            if (number_[value] == untold) return visit(value, NoStep{});
            if (value == last_) return visit(value, StepOfLast{told_[place]});
            with_step<size>(number_[value], [&](auto step) { visit(value, step); });
        });
    }

    template <class Visit>
    static void each_state(States states, Visit visit) {
        each_value(static_cast<std::uint64_t>(states), visit);
        if constexpr (sizeof(States) > 8)
            each_value(static_cast<std::uint64_t>(states >> 64),
                       [&](int state) { visit(64 + state); });
    }

    const StateSteps& steps_;
    const int last_;                               // the last told value
    std::array<std::int8_t, most_values> number_;  // from value to index
    // Of each layer: the number of told values in its sets, the reached states, and their sets.
    std::array<int, most_values + 1> told_;
    std::array<States, most_values + 1> alive_;
    std::array<Layer, most_values + 1> families_;
    std::array<Layer, 2> completed_;  // the sets of two layers that words complete
    // The states from which a value leads to a state of the next layer, by place and value.
    std::array<std::array<States, most_values>, most_values> from_;
};

template <class States>
bool pass_with(const StateSteps& steps, Values told, std::span<Values> cells) {
    if (count(told) <= 8) return Pass<States, 1>(steps, told).run(cells);
    return Pass<States, 2>(steps, told).run(cells);
}

}  // namespace

bool pass(const StateSteps& steps, Values told, std::span<Values> cells) {
    return steps.states() <= 64 ? pass_with<std::uint64_t>(steps, told, cells)
                                : pass_with<StateSteps::Widest>(steps, told, cells);
}

}  // namespace nonet::general::orders
