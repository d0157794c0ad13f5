// Regular over cells that all differ: words without a repeated value, exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"

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

    Orders(const Model& model, const std::vector<Cells>& see) {
        for (const Automaton& automaton : model.automata)
            tables_.push_back(table(automaton, model.values));
        for (const Word& word : model.words) {
            if (tables_[word.automaton].next.empty() || !all_differ(word.cells, see)) continue;
            add(word.cells);
            automata_.push_back(word.automaton);
        }
        finish(model.cells);
    }

    double prior(int) const { return 0.0; }  // the word has its own

    template <class Propagation>
    bool run(int id, Propagation& on) const {
        const Table& table = tables_[automata_[id]];
        const auto cells = this->cells(id);
        const int size = static_cast<int>(cells.size());
        if (open_cells(cells, on) > most_open) return true;
        Reached reached;
        reached.add(0, 0, 1);
        for (int place = 0; place < size; ++place) {
            const Mask marks = on.marks(cells[place]);
            for (int at = 0; at < reached.counts[place]; ++at) {
                const unsigned used = reached.sets[place][at];
                each_value(static_cast<Mask>(marks & ~used), [&](int value) {
                    if (const std::uint64_t after = table.step(reached.states[used], value))
                        reached.add(place + 1, used | 1u << value, after);
                });
            }
        }
        bool any = false;
        for (int at = 0; at < reached.counts[size]; ++at)
            any |= (reached.states[reached.sets[size][at]] &= table.accepting) != 0;
        if (!any) return false;
        std::array<Mask, most_values> kept{};
        for (int place = size; place-- > 0;) {
            const Mask marks = on.marks(cells[place]);
            for (int at = 0; at < reached.counts[place]; ++at) {
                const unsigned used = reached.sets[place][at];
                std::uint64_t alive = 0;
                each_value(static_cast<Mask>(marks & ~used), [&](int value) {
                    const unsigned after = used | 1u << value;
                    if (!(reached.seen[after / 64] >> (after % 64) & 1)) return;
                    const std::uint64_t from =
                        table.back(reached.states[used], value, reached.states[after]);
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

private:
    static constexpr int most_values = 9;
    static constexpr int most_states = 64;
    // All nine open are 512 sets, which say next to nothing.
    static constexpr int most_open = 8;
    static constexpr unsigned most_sets = 1u << most_values;

    template <class Propagation>
    static int open_cells(std::span<const int> cells, const Propagation& on) {
        int open = 0;
        for (int cell : cells) open += !settled(on.marks(cell));
        return open;
    }

    // The sets that fill the first cells, by how many these are; a set has its states once seen.
    struct Reached {
        std::array<std::uint64_t, most_sets> states;
        std::array<std::uint64_t, most_sets / 64> seen{};
        std::array<std::array<std::uint16_t, 126>, most_values + 1> sets;  // 126 of 4 of 9
        std::array<int, most_values + 1> counts{};

        void add(int place, unsigned set, std::uint64_t more) {
            const std::uint64_t here = std::uint64_t{1} << (set % 64);
            if (seen[set / 64] & here) {
                states[set] |= more;
                return;
            }
            seen[set / 64] |= here;
            states[set] = more;
            sets[place][counts[place]++] = static_cast<std::uint16_t>(set);
        }
    };

    struct Table {
        std::vector<std::uint8_t> next;  // [value · 64 + state]; none for too many states or values
        std::array<std::uint64_t, most_values>
            leaving{};  // the states that a value does not reject
        std::uint64_t accepting = 0;

        std::uint64_t step(std::uint64_t states, int value) const {
            std::uint64_t after = 0;
            each_value(states & leaving[value], [&](int state) {
                after |= std::uint64_t{1} << next[value * most_states + state];
            });
            return after;
        }

        // Those of the states that lead to one of some others.
        std::uint64_t back(std::uint64_t states, int value, std::uint64_t others) const {
            std::uint64_t before = 0;
            each_value(states & leaving[value], [&](int state) {
                before |= (others >> next[value * most_states + state] & 1) << state;
            });
            return before;
        }
    };

    static Table table(const Automaton& automaton, int values) {
        Table table;
        if (automaton.states > most_states || values > most_values) return table;
        table.next.assign(static_cast<std::size_t>(most_values) * most_states, 0);
        for (int state = 0; state < automaton.states; ++state) {
            for (int value = 0; value < values; ++value) {
                const int next = automaton.next[state * values + value];
                if (next < 0) continue;
                table.leaving[value] |= std::uint64_t{1} << state;
                table.next[value * most_states + state] = static_cast<std::uint8_t>(next);
            }
            if (automaton.accepting[state]) table.accepting |= std::uint64_t{1} << state;
        }
        return table;
    }

    static bool all_differ(const std::vector<int>& cells, const std::vector<Cells>& see) {
        for (std::size_t at = 0; at < cells.size(); ++at)
            for (std::size_t before = 0; before < at; ++before)
                if (!see[cells[at]].has(cells[before])) return false;
        return cells.size() > 2;
    }

    std::vector<Table> tables_;
    std::vector<int> automata_;
};

}  // namespace nonet::general
