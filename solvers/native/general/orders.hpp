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
#include "set_family.hpp"

namespace nonet::general {

// What `Words` does beside the rest of its row, by what was used so far: for each state that the
// automaton may be in, the family of the sets of values that may fill the cells before.
template <class Shape>
class Orders : public Scopes {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    Orders(const Model& model, const std::vector<Cells>& see) {
        for (const Word& word : model.words) {
            const auto& automaton = model.automata[word.automaton];
            const bool is_small = automaton->states <= most_states && model.values <= most_values;
            if (!is_small || !all_differ(word.cells, see)) continue;
            add(word.cells);
            automata_.push_back(automaton);
        }
        finish(model.cells);
    }

    double prior(int) const { return 0.0; }  // the word has its own

    template <class Propagation>
    bool run(int id, Propagation& on) const {
        int open = 0;
        Mask marks = 0;  // of the open cells: the sets are of these values
        for (int cell : cells(id))
            if (const Mask its = on.marks(cell); !settled(its)) {
                ++open;
                marks |= its;
            }
        if (open < 2 || open > most_open) return true;
        const int values = count(marks);
        if (values <= 6) return Pass<1, Propagation>(*automata_[id], marks, on).run(cells(id));
        if (values == 7) return Pass<2, Propagation>(*automata_[id], marks, on).run(cells(id));
        if (values == 8) return Pass<4, Propagation>(*automata_[id], marks, on).run(cells(id));
        return Pass<8, Propagation>(*automata_[id], marks, on).run(cells(id));
    }

private:
    static constexpr int most_values = 9;
    static constexpr int most_states = 128;
    // All nine open are 512 sets, which say next to nothing.
    static constexpr int most_open = 8;

    // Forward, the sets of values by the states that they lead to; backward, those of them that can
    // end well, and the values that lead along them. The layer of a place is before its cell.
    template <int size, class Propagation>
    class Pass {
    public:
        Pass(const Automaton& automaton, Mask told, Propagation& on)
            : automaton_(automaton), on_(on) {
            number_.fill(untold);
            int number = 0;
            each_value(told, [&](int value) { number_[value] = number++; });
        }

        bool run(std::span<const int> cells) {
            const int end = static_cast<int>(cells.size());
            const std::size_t layer = std::size_t{size} * automaton_.states;
            if (on_.scratch.size() < layer * (end + 3)) on_.scratch.resize(layer * (end + 3));
            alive_[0][0] = 1;
            family_of(0, 0) = Family{{1}};  // the empty set
            for (int place = 0; place < end; ++place) advance(place, on_.marks(cells[place]));
            // What can end well has two layers of its own behind the others, by turns.
            const int turns = end + 1;
            States well = accepting(alive_[end]);
            each_state(well, [&](int state) {
                family_of(turns + end % 2, state) = family_of(end, state);
            });
            std::array<Mask, most_values> kept;
            for (int place = end; place-- > 0;) {
                kept[place] = retreat(place, on_.marks(cells[place]), turns, well);
                if (!kept[place]) return false;
            }
            for (int place = 0; place < end; ++place)
                if (!on_.keep(cells[place], kept[place])) return false;
            return true;
        }

    private:
        using Family = SetFamily<size>;
        using States = std::array<std::uint64_t, most_states / 64>;

        static constexpr std::int8_t untold = -1;

        Family& family_of(int layer, int state) {
            return reinterpret_cast<Family*>(
                on_.scratch.data())[static_cast<std::size_t>(layer) * automaton_.states + state];
        }

        void advance(int place, Mask marks) {
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

        // Returns what the cell keeps. `well` are the states that can end well, first after the
        // cell and then before it.
        Mask retreat(int place, Mask marks, int turns, States& well) {
            Mask kept = 0;
            States before{};
            const int from = turns + (place + 1) % 2, to = turns + place % 2;
            each_step(marks, [&](int value, auto step) {
                each_state(alive_[place], [&](int state) {
                    const int next = next_of(state, value);
                    if (next < 0 || !has(well, next)) return;
                    const Family without =
                        step.remove(family_of(from, next)) & family_of(place, state);
                    if (without.empty()) return;
                    kept |= bit<Mask>(value);
                    add(before, family_of(to, state), state, without);
                });
            });
            well = before;
            return kept;
        }

        template <class Visit>
        void each_step(Mask marks, Visit visit) const {
            each_value(marks, [&](int value) {
                if (number_[value] == untold) return visit(value, NoStep{});
                with_step<size>(number_[value], [&](auto step) { visit(value, step); });
            });
        }

        // The layers are not cleared: the first that is added to a state is written.
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
                if (automaton_.accepting[state])
                    found[state / 64] |= bit<std::uint64_t>(state % 64);
            });
            return found;
        }

        const Automaton& automaton_;
        Propagation& on_;
        std::array<std::int8_t, most_values> number_;  // of each value in the sets
        std::array<States, most_values + 1> alive_{};  // the states of each layer
    };

    static bool all_differ(const std::vector<int>& cells, const std::vector<Cells>& see) {
        for (std::size_t at = 0; at < cells.size(); ++at)
            for (std::size_t before = 0; before < at; ++before)
                if (!see[cells[at]].has(cells[before])) return false;
        return cells.size() > 2;
    }

    std::vector<std::shared_ptr<const Automaton>> automata_;  // of each word
};

}  // namespace nonet::general
