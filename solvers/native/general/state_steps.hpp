// The transitions of an automaton, for many states at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace nonet::general {

// A set of states is a machine word. Many automata count something, such as a sum. Then a value
// moves all states equally far, so one rotation moves them all. Other automata forget, for example
// at a new maximum. Then a value moves all states to the same state. The bits are ordered so that
// these two cases cover most states. The other states move one by one.
class StateSteps {
public:
    using Widest = unsigned __int128;
    static constexpr int most_states = 128;

    // For an automaton whose states do not fit into a word.
    StateSteps() = default;

    // `next` has the next state for each state and value, or -1. The first state is 0.
    StateSteps(int values, const std::vector<int>& next, const std::vector<char>& accepting)
        : states_(static_cast<int>(accepting.size())), by_value_(values) {
        const std::vector<int> number = numbers(values, next);
        for (Steps& steps : by_value_) steps.next.assign(states_, -1);
        for (int state = 0; state < states_; ++state)
            if (accepting[state]) accepting_ |= one(number[state]);
        for (int value = 0; value < values; ++value) {
            std::map<int, Widest> before, stretches;  // by next state, and by distance
            for (int state = 0; state < states_; ++state) {
                const int after = next[static_cast<std::size_t>(state) * values + value];
                if (after >= 0)
                    by_value_[value].next[number[state]] = static_cast<std::int8_t>(number[after]);
                if (after == state) stretches[0] |= one(number[state]);
                else if (after >= 0) before[number[after]] |= one(number[state]);
            }
            for (const auto& [after, from] : before)
                if (from & (from - 1)) by_value_[value].joins.push_back({from, after});
                else stretches[after - place_of(from)] |= from;
            for (const auto& [far, from] : stretches) by_value_[value].moves.push_back({from, far});
        }
    }

    // The number of states, or 0 if they do not fit into a word.
    int states() const { return states_; }

    static constexpr int first = 0;  // the number of state 0

    template <class Set>
    Set accepting() const {
        return static_cast<Set>(accepting_);
    }

    // The next state, or -1.
    int next(int state, int value) const { return by_value_[value].next[state]; }

    // The states to which the value leads from these states.
    template <class Set>
    Set after(Set states, int value) const {
        const Steps& steps = by_value_[value];
        Set after = 0;
        if (are_few(states)) {
            for (; states; states &= states - 1) {
                const int to = steps.next[first_of(states)];
                if (to >= 0) after |= Set{1} << to;
            }
            return after;
        }
        for (const Move& move : steps.moves)
            after |= rotated(static_cast<Set>(states & static_cast<Set>(move.from)), move.by);
        for (const Join& join : steps.joins)
            after |= static_cast<Set>((states & static_cast<Set>(join.from)) != 0) << join.to;
        return after;
    }

    // Returns those of `states` from which the value leads to one of `others`.
    template <class Set>
    Set before(Set states, int value, Set others) const {
        const Steps& steps = by_value_[value];
        Set before = 0;
        if (are_few(states)) {
            for (; states; states &= states - 1) {
                const int to = steps.next[first_of(states)];
                if (to >= 0 && others >> to & 1) before |= states & -states;
            }
            return before;
        }
        for (const Move& move : steps.moves)
            before |= rotated(others, -move.by) & static_cast<Set>(move.from);
        for (const Join& join : steps.joins)
            before |= others >> join.to & 1 ? static_cast<Set>(join.from) : 0;
        return before & states;
    }

private:
    // These states all move the same number of places up or down.
    struct Move {
        Widest from;
        int by;
    };

    // These states all move to the same state.
    struct Join {
        Widest from;
        int to;
    };

    struct Steps {
        std::vector<Move> moves;
        std::vector<Join> joins;
        std::vector<std::int8_t> next;  // the next state, or -1
    };

    // Whether there are so few states that it is quicker to move them one by one.
    template <class Set>
    static bool are_few(Set states) {
        for (int state = 0; state < 3; ++state) states &= states - 1;
        return states == 0;
    }

    template <class Set>
    static int first_of(Set states) {
        const auto low = static_cast<std::uint64_t>(states);
        if constexpr (sizeof(Set) > sizeof(low))
            if (!low) return 64 + std::countr_zero(static_cast<std::uint64_t>(states >> 64));
        return std::countr_zero(low);
    }

    static Widest one(int state) { return Widest{1} << state; }

    static int place_of(Widest single) {
        int place = 0;
        while (!(single >> place & 1)) ++place;
        return place;
    }

    // No moved state leaves the word.
    template <class Set>
    static Set rotated(Set states, int by) {
        constexpr unsigned last = sizeof(Set) * 8 - 1;
        const unsigned up = static_cast<unsigned>(by) & last;
        return states << up | states >> ((last + 1 - up) & last);
    }

    // Numbers the states by the length of the longest path to them. So sums are in order, and
    // states with equal sums are next to each other.
    std::vector<int> numbers(int values, const std::vector<int>& next) const {
        std::vector<int> level(states_), order(states_), number(states_);
        for (int state = 0; state < states_; ++state)
            for (int value = 0; value < values; ++value) {
                const int after = next[static_cast<std::size_t>(state) * values + value];
                if (after > state) level[after] = std::max(level[after], level[state] + 1);
            }
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](int one, int other) { return level[one] < level[other]; });
        for (int place = 0; place < states_; ++place) number[order[place]] = place;
        return number;
    }

    int states_ = 0;
    Widest accepting_ = 0;
    std::vector<Steps> by_value_;
};

}  // namespace nonet::general
