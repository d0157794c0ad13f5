// Partitions: a propagator of `Regions` for each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board.hpp"
#include "model.hpp"
#include "regions.hpp"
#include "scopes.hpp"
#include "source.hpp"

namespace nonet::general {

template <class Shape>
class Divisions : public Scopes {
    using Mask = typename Shape::Mask;

public:
    explicit Divisions(const Source<Shape>& source) {
        for (const Partition& partition : source.model.partitions) {
            regions_.emplace_back(source.model, partition);
            add(regions_.back().cells());
        }
    }

    double prior(int) const { return 0.0; }

    bool run(int id, Board<Shape>& on) const {
        std::array<std::uint64_t, Shape::most_cells> marks;
        for (int cell : cells(id)) marks[cell] = on.marks(cell);
        if (!regions_[id].narrow(marks.data(), on.alike, on.culprits)) return false;
        for (int cell : cells(id))
            if (!on.keep(cell, static_cast<Mask>(marks[cell]))) return false;
        return true;
    }

    // The regions of a model whose labels are alike in these domains, or null.
    const Regions* alike(std::span<const std::uint64_t> domains) const {
        return regions_.size() == 1 && regions_[0].are_alike(domains) ? &regions_[0] : nullptr;
    }

private:
    std::vector<Regions> regions_;
};

}  // namespace nonet::general
