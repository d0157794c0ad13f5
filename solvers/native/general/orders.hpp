// Propagates Regular over cells that all differ: only words without repeated values are allowed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "automaton.hpp"
#include "board.hpp"
#include "cell_sets.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "order_pass.hpp"
#include "scopes.hpp"
#include "source.hpp"

namespace nonet::general {

// Like `Words`, but it also tracks the used values. For each state of the automaton, it knows which
// sets of values can lead to the state.
template <class Shape>
class Orders : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    explicit Orders(const Source<Shape>& source) {
        const Model& model = source.model;
        for (const Word& word : model.words) {
            const auto& automaton = model.automata[word.automaton];
            const bool is_small =
                automaton->states <= orders::most_states && model.values <= orders::most_values;
            if (!is_small || !all_differ(word.cells, source.see)) continue;
            add(word.cells);
            automata_.push_back(automaton);
        }
    }

    double prior(int) const { return 0.0; }  // `Words` already has one

    bool run(int id, Board<Shape>& on) const {
        int open = 0;
        Mask marks = 0;  // of the open cells
        for (int cell : cells(id))
            if (const Mask its = on.marks(cell); !settled(its)) {
                ++open;
                marks |= its;
            }
        if (open < 2 || open > most_open) return true;
        std::array<orders::Values, orders::most_values> kept;
        const auto cells = this->cells(id);
        for (std::size_t place = 0; place < cells.size(); ++place)
            kept[place] = static_cast<orders::Values>(on.marks(cells[place]));
        if (!orders::pass(*automata_[id], static_cast<orders::Values>(marks),
                          {kept.data(), cells.size()}, on.scratch))
            return false;
        for (std::size_t place = 0; place < cells.size(); ++place)
            if (!on.keep(cells[place], kept[place])) return false;
        return true;
    }

private:
    // With nine open cells there would be 512 sets, which restrict almost nothing.
    static constexpr int most_open = 8;

    static bool all_differ(const std::vector<int>& cells, const CellSets& see) {
        for (std::size_t at = 0; at < cells.size(); ++at)
            for (std::size_t before = 0; before < at; ++before)
                if (!see.has(cells[at], cells[before])) return false;
        return cells.size() > 2;
    }

    std::vector<std::shared_ptr<const Automaton>> automata_;  // of each word
};

}  // namespace nonet::general
