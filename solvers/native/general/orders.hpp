// Regular over cells that all differ: words without a repeated value, exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "automaton.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "state_steps.hpp"

namespace nonet::general {

// What `Words` does beside the rest of its row, by what was used so far: for each set of values
// that fills the first cells, the states that the automaton may be in then. Nine values have 512
// sets, of which the marks leave few in the middle of a search.
template <class Shape>
class Orders : public Scopes {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    Orders(const Model& model, const std::vector<Cells>& see) : values_(model.values) {
        for (const Word& word : model.words) {
            const auto& automaton = model.automata[word.automaton];
            const bool is_small = automaton->steps.states() > 0 && model.values <= most_values;
            if (!is_small || !all_differ(word.cells, see)) continue;
            add(word.cells);
            automata_.push_back(automaton);
        }
        finish(model.cells);
    }

    double prior(int) const { return 0.0; }  // the word has its own

    template <class Propagation>
    bool run(int id, Propagation& on) const {
        const StateSteps& steps = automata_[id]->steps;
        if (open_cells(cells(id), on) > most_open) return true;
        return steps.states() <= 64 ? follow<std::uint64_t>(steps, cells(id), on)
                                    : follow<StateSteps::Widest>(steps, cells(id), on);
    }

private:
    static constexpr int most_values = 9;
    // All nine open are 512 sets, which say next to nothing.
    static constexpr int most_open = 8;
    static constexpr unsigned most_sets = 1u << most_values;

    template <class Propagation>
    static int open_cells(std::span<const int> cells, const Propagation& on) {
        int open = 0;
        for (int cell : cells) open += !settled(on.marks(cell));
        return open;
    }

    // The sets that fill the first cells, by how many these are; others have no states.
    template <class States>
    struct Reached {
        std::array<States, most_sets> states{};
        std::array<std::array<std::uint16_t, 126>, most_values + 1> sets;  // 126 of 4 of 9
        std::array<int, most_values + 1> counts{};

        void add(int place, unsigned set, States more) {
            if (!states[set]) sets[place][counts[place]++] = static_cast<std::uint16_t>(set);
            states[set] |= more;
        }
    };

    // The values that no cell behind the first ones has, though each has to stand somewhere.
    template <class Propagation>
    std::array<Mask, most_values + 1> due(std::span<const int> cells, const Propagation& on) const {
        std::array<Mask, most_values + 1> due{};
        const int size = static_cast<int>(cells.size());
        Mask behind = size == values_ ? 0 : all_values<Mask>(values_);
        for (int place = size; place > 0; --place) {
            due[place] = all_values<Mask>(values_) & ~behind;
            behind |= on.marks(cells[place - 1]);
        }
        return due;
    }

    // What may stand in the next cell, behind a set of values.
    static Mask next(Mask marks, unsigned used, Mask due) {
        const Mask missing = due & ~used;
        if (!missing) return marks & ~used;
        return settled(missing) ? marks & missing : 0;
    }

    template <class States, class Propagation>
    bool follow(const StateSteps& steps, std::span<const int> cells, Propagation& on) const {
        const int size = static_cast<int>(cells.size());
        const auto due = this->due(cells, on);
        Reached<States> reached;
        reached.add(0, 0, 1 << StateSteps::first);
        for (int place = 0; place < size; ++place) {
            const Mask marks = on.marks(cells[place]);
            for (int at = 0; at < reached.counts[place]; ++at) {
                const unsigned used = reached.sets[place][at];
                each_value(next(marks, used, due[place + 1]), [&](int value) {
                    if (const States after = steps.after(reached.states[used], value))
                        reached.add(place + 1, used | 1u << value, after);
                });
            }
        }
        bool any = false;
        for (int at = 0; at < reached.counts[size]; ++at)
            any |=
                (reached.states[reached.sets[size][at]] &= steps.template accepting<States>()) != 0;
        if (!any) return false;
        std::array<Mask, most_values> kept{};
        for (int place = size; place-- > 0;) {
            const Mask marks = on.marks(cells[place]);
            for (int at = 0; at < reached.counts[place]; ++at) {
                const unsigned used = reached.sets[place][at];
                States alive = 0;
                each_value(next(marks, used, due[place + 1]), [&](int value) {
                    const States after = reached.states[used | 1u << value];
                    if (!after) return;
                    const States from = steps.before(reached.states[used], value, after);
                    if (from) kept[place] |= bit<Mask>(value);
                    alive |= from;
                });
                reached.states[used] = alive;
            }
        }
        for (int place = 0; place < size; ++place)
            if (!on.keep(cells[place], kept[place])) return false;
        return true;
    }

    static bool all_differ(const std::vector<int>& cells, const std::vector<Cells>& see) {
        for (std::size_t at = 0; at < cells.size(); ++at)
            for (std::size_t before = 0; before < at; ++before)
                if (!see[cells[at]].has(cells[before])) return false;
        return cells.size() > 2;
    }

    int values_;
    std::vector<std::shared_ptr<const Automaton>> automata_;  // of each word
};

}  // namespace nonet::general
