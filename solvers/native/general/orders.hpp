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

// For each state of the automaton, it knows which sets of values can lead to the state.
template <class Shape>
class Orders : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    explicit Orders(const Source<Shape>& source) {
        for (const Word& word : source.model.words) {
            if (!takes(word, source)) continue;
            add(word.cells);
            automata_.push_back(source.model.automata[word.automaton]);
        }
    }

    // Whether this kind handles a word. `Words` handles all other words.
    static bool takes(const Word& word, const Source<Shape>& source) {
        return !word.cells.empty() && source.model.values <= orders::most_values &&
               source.model.automata[word.automaton]->steps.states() > 0 &&
               all_differ(word.cells, source.see);
    }

    double prior(int) const { return 0.0; }

    bool run(int id, Board<Shape>& on) const {
        const auto cells = this->cells(id);
        std::array<orders::Values, orders::most_values> kept;
        orders::Values told = 0;  // the values of the open cells
        for (std::size_t place = 0; place < cells.size(); ++place) {
            kept[place] = static_cast<orders::Values>(on.marks(cells[place]));
            if (!settled(kept[place])) told |= kept[place];
        }
        if (!orders::pass(automata_[id]->steps, told, {kept.data(), cells.size()})) return false;
        for (std::size_t place = 0; place < cells.size(); ++place)
            if (!on.keep(cells[place], kept[place])) return false;
        return true;
    }

private:
    static bool all_differ(const std::vector<int>& cells, const CellSets& see) {
        for (std::size_t at = 0; at < cells.size(); ++at)
            for (std::size_t before = 0; before < at; ++before)
                if (!see.has(cells[at], cells[before])) return false;
        return true;
    }

    std::vector<std::shared_ptr<const Automaton>> automata_;  // of each word
};

}  // namespace nonet::general
