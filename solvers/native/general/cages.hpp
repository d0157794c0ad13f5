// Propagates sums of cells that all differ and have the same coefficient.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board.hpp"
#include "model.hpp"
#include "parts.hpp"
#include "scopes.hpp"
#include "source.hpp"
#include "sum_filter.hpp"

namespace nonet::general {

template <class Shape>
class Cages : public Scopes {
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    explicit Cages(const Source<Shape>& source)
        : values_(source.model.values), filter_(source.filter) {
        for (const auto& sum : source.sums) {
            if (!takes(sum)) continue;
            const auto& part = sum.parts[0];
            add(part.cells);
            sets_.push_back(Cells(part.cells));
            for (const std::int64_t total : sum.totals) {
                // If the coefficient does not divide the total, use -1, which is an impossible sum.
                const bool divides = total % part.coefficient == 0;
                sums_.push_back(divides ? bounded(total / part.coefficient) : -1);
            }
            starts_.push_back(sums_.size());
        }
    }

    static bool takes(const Sum& sum) { return sum.is_cage(); }

    double prior(int id) const {
        return std::max(2 * values_ - static_cast<int>(cells(id).size()), values_);
    }

    bool run(int id, Board<Shape>& on) const {
        const std::span<const int> sums{sums_.data() + starts_[id], sums_.data() + starts_[id + 1]};
        return filter_.restrict(cells(id), sets_[id], sums, on);
    }

private:
    // No group can have a sum of 4096. All larger sums are impossible too.
    static int bounded(std::int64_t sum) {
        return sum < 0 || sum > 4096 ? -1 : static_cast<int>(sum);
    }

    int values_;
    const SumFilter<Shape>& filter_;
    std::vector<Cells> sets_;
    std::vector<int> sums_;
    std::vector<std::size_t> starts_{0};  // of the sums of each
};

}  // namespace nonet::general
