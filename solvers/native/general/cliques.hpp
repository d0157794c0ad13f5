// Cells that differ pairwise by one relation: sets of values of which every two suit each other.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "clique_cover.hpp"
#include "group.hpp"
#include "scopes.hpp"

namespace nonet::general {

template <class Shape>
class Cliques : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    Cliques(const Model& model, const CliqueCover<Shape>& cover) : cliques_(cover.cliques()) {
        for (const auto& clique : cliques_) add(clique.cells);
        finish(model.cells);
    }

    // As much as the relations that it stands for.
    double prior(int id) const { return static_cast<double>(cells(id).size()) - 1; }

    template <class Propagation>
    bool run(int id, Propagation& on) const {
        const auto& clique = cliques_[id];
        return restrict_group<Shape>(clique.cells, clique.set, Completions{clique.sets}, on);
    }

private:
    struct Completions {
        std::span<const Mask> sets;

        template <class Visit>
        bool each(const OpenCells<Shape>& open, Visit visit) const {
            for (const Mask set : sets)
                if ((set & open.taken) == open.taken) visit(static_cast<Mask>(set ^ open.taken));
            return true;
        }
    };

    std::vector<Clique<Shape>> cliques_;
};

}  // namespace nonet::general
