// Propagates cliques: cells that all differ, and of which every two obey the same relation.
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "board.hpp"
#include "clique_cover.hpp"
#include "group.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "source.hpp"

namespace nonet::general {

template <class Shape>
class Cliques : public Scopes {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;
    struct Group {
        std::vector<int> cells;
        Cells set;
        std::vector<Mask> sets;  // of values
    };
    using Rests = std::vector<std::vector<int>>;

public:
    static constexpr double blame = 1.0;

    explicit Cliques(const Source<Shape>& source) : full_(all_values<Mask>(source.model.values)) {
        for (const Clique& clique : source.cover.cliques)
            cliques_.push_back({clique.cells, Cells(clique.cells),
                                std::vector<Mask>(clique.sets.begin(), clique.sets.end())});
        for (const auto& clique : cliques_) {
            rests_.push_back(rests_of_houses(source.model, clique));
            std::vector<int> watched = clique.cells;
            Cells known = clique.set;
            for (const auto& rest : rests_.back())
                for (int cell : rest) {
                    if (!known.has(cell)) watched.push_back(cell);
                    known.add(cell);
                }
            add(watched);
        }
    }

    // The number of other cells that each cell is related to.
    double prior(int id) const { return static_cast<double>(cells(id).size()) - 1; }

    bool run(int id, Board<Shape>& on) const {
        const auto& clique = cliques_[id];
        const Completions sets{clique.sets, rests_[id], full_, on};
        return restrict_group<Shape>(clique.cells, clique.set, sets, on);
    }

private:
    // For each house that contains the clique, returns the other cells of the house.
    static Rests rests_of_houses(const Model& model, const Group& clique) {
        Rests rests;
        for (const auto& group : model.all_different) {
            if (static_cast<int>(group.size()) != model.values) continue;
            const auto inside = std::count_if(group.begin(), group.end(),
                                              [&](int cell) { return clique.set.has(cell); });
            if (inside != std::ssize(clique.cells)) continue;
            auto& rest = rests.emplace_back();
            for (int cell : group)
                if (!clique.set.has(cell)) rest.push_back(cell);
        }
        return rests;
    }

    // The sets that contain all settled values, and leave enough values for the rest of each house.
    struct Completions {
        std::span<const Mask> sets;
        const Rests& rests;
        Mask full;
        const Board<Shape>& on;

        template <class Visit>
        bool each(const OpenCells<Shape>& open, Visit visit) const {
            for (const Mask set : sets)
                if ((set & open.taken) == open.taken && suits_houses(set) &&
                    !visit(static_cast<Mask>(set ^ open.taken)))
                    return false;
            return true;
        }

        bool suits_houses(Mask set) const {
            for (const auto& rest : rests) {
                Mask held = set;
                for (int cell : rest) {
                    const Mask left = static_cast<Mask>(on.marks(cell) & ~set);
                    if (!left) return false;
                    held |= left;
                }
                if (held != full) return false;
            }
            return true;
        }
    };

    Mask full_;
    std::vector<Group> cliques_;
    std::vector<Rests> rests_;
};

}  // namespace nonet::general
