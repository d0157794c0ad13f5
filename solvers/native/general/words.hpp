// Regular: the values along some cells are a word that an automaton accepts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"

namespace nonet::general {

// Forward, the states that are reached after each cell; backward, those of them that can end well,
// and the values that lead along them. Words of one automaton share its tables.
template <class Shape>
class Words : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    explicit Words(const Model& model) : values_(model.values), words_(model.words) {
        for (const Word& word : words_) add(word.cells);
        finish(model.cells);
        for (const Automaton& automaton : model.automata) tables_.emplace_back(automaton, values_);
    }

    double prior(int) const { return values_; }

    template <class Propagation>
    bool run(int id, Propagation& on) const {
        const Table& table = tables_[words_[id].automaton];
        const auto cells = this->cells(id);
        const std::size_t words = table.words;
        auto& reached = on.scratch;  // a set of states before each cell, and after the last
        reached.assign((cells.size() + 1) * words, 0);
        reached[0] = 1;
        for (std::size_t place = 0; place < cells.size(); ++place) {
            const Mask marks = on.marks(cells[place]);
            std::uint64_t* after = &reached[(place + 1) * words];
            each_state(&reached[place * words], words, [&](int state) {
                each_value(static_cast<Mask>(marks & table.leaving[state]), [&](int value) {
                    const int next = table.next[state * values_ + value];
                    after[next / 64] |= bit<std::uint64_t>(next % 64);
                });
            });
        }
        std::uint64_t any = 0;
        for (std::size_t word = 0; word < words; ++word)
            any |= reached[cells.size() * words + word] &= table.accepting[word];
        if (!any) return false;
        for (std::size_t place = cells.size(); place-- > 0;) {
            std::uint64_t* before = &reached[place * words];
            const std::uint64_t* after = before + words;
            const Mask marks = on.marks(cells[place]);
            Mask kept = 0;
            each_state(before, words, [&](int state) {
                Mask leading = 0;
                each_value(static_cast<Mask>(marks & table.leaving[state]), [&](int value) {
                    const int next = table.next[state * values_ + value];
                    if (after[next / 64] >> (next % 64) & 1) leading |= bit<Mask>(value);
                });
                if (!leading) before[state / 64] ^= bit<std::uint64_t>(state % 64);
                kept |= leading;
            });
            if (kept != marks && !on.keep(cells[place], kept)) return false;
        }
        return true;
    }

private:
    struct Table {
        Table(const Automaton& automaton, int values)
            : words((automaton.states + 63) / 64),
              next(automaton.next),
              leaving(automaton.states),
              accepting(words) {
            for (int state = 0; state < automaton.states; ++state) {
                for (int value = 0; value < values; ++value)
                    if (next[state * values + value] >= 0) leaving[state] |= bit<Mask>(value);
                if (automaton.accepting[state])
                    accepting[state / 64] |= bit<std::uint64_t>(state % 64);
            }
        }

        std::size_t words;  // of a set of states
        std::vector<int> next;
        std::vector<Mask> leaving;  // the values that do not reject, by state
        std::vector<std::uint64_t> accepting;
    };

    // Visits the states that are in a set now; the visit may take its own state out.
    template <class Visit>
    static void each_state(const std::uint64_t* set, std::size_t words, Visit visit) {
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t left = set[word]; left; left = without_lowest(left))
                visit(static_cast<int>(word * 64) + lowest(left));
    }

    int values_;
    std::vector<Word> words_;
    std::vector<Table> tables_;
};

}  // namespace nonet::general
