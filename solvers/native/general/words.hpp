// Propagates Regular: the values along some cells are a word that an automaton accepts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "automaton.hpp"
#include "board.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "orders.hpp"
#include "scopes.hpp"
#include "source.hpp"
#include "state_steps.hpp"

namespace nonet::general {

// The forward pass finds the states that can be reached after each cell. The backward pass keeps
// those that can reach an accepting state, and collects the values on the way.
template <class Shape>
class Words : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    // Without `all`, words that `Orders` takes are left out.
    explicit Words(const Source<Shape>& source, bool all = false) : values_(source.model.values) {
        for (const Word& word : source.model.words) {
            if (!all && Orders<Shape>::takes(word, source)) continue;
            add(word.cells);
            automata_.push_back(source.model.automata[word.automaton]);
        }
    }

    double prior(int) const { return values_; }

    bool run(int id, Board<Shape>& on) const {
        const Automaton& automaton = *automata_[id];
        const auto cells = this->cells(id);
        if (automaton.steps.states() == 0 || cells.size() > longest)
            return follow(automaton, cells, on);
        if (automaton.steps.states() <= 64)
            return follow<std::uint64_t>(automaton.steps, cells, on);
        return follow<StateSteps::Widest>(automaton.steps, cells, on);
    }

private:
    static constexpr std::size_t longest = 64;  // cells with one machine word each

    // Propagates a word. A set of states is one machine word.
    template <class Set>
    static bool follow(const StateSteps& steps, std::span<const int> cells, Board<Shape>& on) {
        std::array<Set, longest> before;
        Set here = 1 << StateSteps::first;
        for (std::size_t place = 0; place < cells.size(); ++place) {
            before[place] = here;
            here = 0;
            each_value(on.marks(cells[place]),
                       [&](int value) { here |= steps.after(before[place], value); });
        }
        here &= steps.template accepting<Set>();
        if (!here) return false;
        for (std::size_t place = cells.size(); place-- > 0;) {
            const Mask marks = on.marks(cells[place]);
            const Set after = here;
            Mask kept = 0;
            here = 0;
            each_value(marks, [&](int value) {
                const Set from = steps.before(before[place], value, after);
                if (from) kept |= bit<Mask>(value);
                here |= from;
            });
            if (kept != marks && !on.keep(cells[place], kept)) return false;
        }
        return true;
    }

    // Propagates a word of an automaton with any number of states.
    bool follow(const Automaton& automaton, std::span<const int> cells, Board<Shape>& on) const {
        on.work += cells.size() * automaton.states;
        const std::size_t words = (automaton.states + 63) / 64;
        auto& reached = on.scratch;  // sets of states, by place
        reached.assign((cells.size() + 1) * words, 0);
        reached[0] = 1;
        for (std::size_t place = 0; place < cells.size(); ++place) {
            const Mask marks = on.marks(cells[place]);
            std::uint64_t* after = &reached[(place + 1) * words];
            each_state(&reached[place * words], words, [&](int state) {
                each_step(automaton, state, marks, [&](int, int next) {
                    after[next / 64] |= bit<std::uint64_t>(next % 64);
                });
            });
        }
        std::uint64_t* const last = &reached[cells.size() * words];
        bool any = false;
        each_state(last, words, [&](int state) {
            if (automaton.accepting[state]) any = true;
            else last[state / 64] ^= bit<std::uint64_t>(state % 64);
        });
        if (!any) return false;
        for (std::size_t place = cells.size(); place-- > 0;) {
            std::uint64_t* before = &reached[place * words];
            const std::uint64_t* after = before + words;
            const Mask marks = on.marks(cells[place]);
            Mask kept = 0;
            each_state(before, words, [&](int state) {
                Mask leading = 0;
                each_step(automaton, state, marks, [&](int value, int next) {
                    if (after[next / 64] >> (next % 64) & 1) leading |= bit<Mask>(value);
                });
                if (!leading) before[state / 64] ^= bit<std::uint64_t>(state % 64);
                kept |= leading;
            });
            if (kept != marks && !on.keep(cells[place], kept)) return false;
        }
        return true;
    }

    // Visits the states of a set. A visit may remove its state from the set.
    template <class Visit>
    static void each_state(const std::uint64_t* set, std::size_t words, Visit visit) {
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t left = set[word]; left; left = without_lowest(left))
                visit(static_cast<int>(word * 64) + lowest(left));
    }

    template <class Visit>
    static void each_step(const Automaton& automaton, int state, Mask marks, Visit visit) {
        const int* const next = &automaton.next[static_cast<std::size_t>(state) * automaton.values];
        each_value(marks, [&](int value) {
            if (next[value] >= 0) visit(value, next[value]);
        });
    }

    int values_;
    std::vector<std::shared_ptr<const Automaton>> automata_;  // of each word
};

}  // namespace nonet::general
