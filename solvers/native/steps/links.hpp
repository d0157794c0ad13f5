// Which uses share which cells, on the current board.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "model.hpp"
#include "use_set.hpp"

namespace nonet::steps {

// A use *reaches* an open cell if its clauses contain a live mark of the cell. In a cheapest step,
// each use shares at least two such cells with the other uses. If it shared only one, it would
// restrict this cell independently of them. Then fewer uses would remove the same marks.
template <int Words>
class Links {
public:
    using Set = UseSet<Words>;

    explicit Links(const Model& model)
        : model_(model),
          spoken_(model.uses.size()),
          reach_(model.uses.size()),
          reaching_(model.cells.size()),
          speakers_(model.cells.size()) {
        for (std::size_t use = 0; use < model.uses.size(); ++use) {
            const Use& each = model.uses[use];
            spoken_[use] = each.kind == Kind::single ? each.places.front() : each.scope;
        }
    }

    void renew(const std::vector<char>& live) {
        std::vector<char> is_open(model_.cells.size());
        for (std::size_t cell = 0; cell < is_open.size(); ++cell)
            is_open[cell] =
                std::ranges::count_if(model_.cells[cell], [&](int mark) { return live[mark]; }) > 1;
        reaching_.assign(reaching_.size(), {});
        for (int use = 0; use < static_cast<int>(reach_.size()); ++use) {
            reach_[use].clear();
            for (int mark : spoken_[use]) {
                const int cell = model_.cell_of[mark];
                if (live[mark] && cell >= 0 && is_open[cell] && !reaching_[cell].has(use)) {
                    reaching_[cell].add(use);
                    reach_[use].push_back(cell);
                }
            }
        }
    }

    // For each use that shares too few cells with the others, returns a set of uses. One more use
    // of this set is needed.
    std::vector<Set> missing(const Set& uses) {
        std::vector<Set> missing;
        uses.each([&](int use) {
            for (int cell : reach_[use]) ++speakers_[cell];
        });
        uses.each([&](int use) {
            int shared = 0, last = -1;
            for (int cell : reach_[use])
                if (speakers_[cell] > 1) {
                    ++shared;
                    last = cell;
                }
            if (shared > 1) return;
            Set& partners = missing.emplace_back();
            for (int cell : reach_[use])
                if (cell != last) partners.join(reaching_[cell]);
            partners = partners.without(uses);
        });
        uses.each([&](int use) {
            for (int cell : reach_[use]) speakers_[cell] = 0;
        });
        return missing;
    }

    // The uses that may fail on a board. If no single use removes a mark, a use with one open cell
    // always holds.
    std::vector<int> mattering() const {
        std::vector<int> mattering;
        for (int use = 0; use < static_cast<int>(reach_.size()); ++use)
            if (reach_[use].size() > 1) mattering.push_back(use);
        return mattering;
    }

private:
    const Model& model_;
    std::vector<std::vector<int>> spoken_;  // marks, for each use
    std::vector<std::vector<int>> reach_;   // cells, for each use
    std::vector<Set> reaching_;             // for each cell
    std::vector<int> speakers_;             // for each cell, zeros in between
};

}  // namespace nonet::steps
