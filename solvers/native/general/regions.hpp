// Propagates Partition, with the Runs along its labels. Code without a shape: it is compiled once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model.hpp"
#include "shards.hpp"

namespace nonet::general {

class Regions {
public:
    // Takes the runs whose first cell and arms have labels of the partition.
    Regions(const Model& model, const Partition& partition);

    // All cells that `narrow` reads and restricts.
    const std::vector<int>& cells() const { return cells_; }

    // Restricts the marks, which are indexed by cell. Returns false for a contradiction, and
    // the cells to blame. If labels are alike, they may occur in any order.
    bool narrow(std::uint64_t* marks, bool alike, std::vector<int>& culprits) const;

    // Whether all rules of the model, and these domains, treat all labels alike.
    bool are_alike(std::span<const std::uint64_t> domains) const;

    // Whether a cell has a label.
    bool has_label(int cell) const {
        return std::find(marked().begin(), marked().end(), cell) != marked().end();
    }

    const std::vector<int>& marked() const { return division_.marked; }

    // Numbers the labels of a solution by their first places.
    void number(std::vector<int>& solution) const;

    static constexpr int most_places = Division::most_places;

private:
    friend class Draft;
    using Places = Division::Places;

    // The value of the control cell, plus `base`, is the length of all runs.
    struct Clue {
        int control;  // a cell
        int base;
        int first;                           // a place, as all others here
        std::vector<std::vector<int>> arms;  // of several places
        Places ones;                         // arms of one place
        Places places;                       // of all arms
        bool is_closed;                      // arms start at all places that touch the first one
    };

    Division division_;
    bool alike_;  // the rules treat all labels alike
    std::vector<int> cells_;
    std::vector<Clue> clues_;
};

}  // namespace nonet::general
