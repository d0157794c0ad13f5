// Derived sums: what houses add up to is known, and cages account for most of it.
//
//   innies   the cells of some houses that no cage accounts for
//   outies   the cells of those cages that stick out of the houses
//
// The innies less the outies are the total of the houses less that of the cages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "model.hpp"

namespace nonet::general {

// Looks at up to four houses in a row of the model, such as neighbouring columns.
template <class Cells>
class Innies {
public:
    explicit Innies(const Model& model) : model_(model) {
        for (const Linear& sum : model.sums) take_cage(sum);
        if (cages_.empty()) return;
        std::vector<Cells> houses;
        for (const auto& group : model.all_different)
            if (static_cast<int>(group.size()) == model.values) houses.push_back(set_of(group));
        for (std::size_t first = 0; first < houses.size(); ++first) {
            Cells region = houses[first];
            derive(region, 1);
            for (std::size_t next = first + 1; next < houses.size() && next < first + most_houses;
                 ++next) {
                if ((region & houses[next]).size()) break;
                region |= houses[next];
                derive(region, static_cast<int>(next - first) + 1);
            }
        }
    }

    const std::vector<Linear>& sums() const { return sums_; }

private:
    static constexpr std::size_t most_houses = 4;
    static constexpr int most_cells = 6;       // beyond it a sum rarely says anything
    static constexpr int most_of_the_few = 2;  // with many on both sides just as rarely

    struct Cage {
        Cells cells;
        int size;
        std::int64_t total;
    };

    static Cells set_of(const std::vector<int>& cells) {
        Cells set;
        for (int cell : cells) set.add(cell);
        return set;
    }

    void take_cage(const Linear& sum) {
        const Cells cells = set_of(sum.cells);
        const int size = static_cast<int>(sum.cells.size());
        if (sum.comparison != Comparison::equal || size == 0 || cells.size() != size) return;
        const std::int64_t weight = sum.coefficients[0];
        for (std::int64_t coefficient : sum.coefficients)
            if (coefficient != weight) return;
        if (weight == 0 || sum.totals[0] % weight) return;
        cages_.push_back({cells, size, sum.totals[0] / weight});
        known_.insert({cells, {}});
    }

    void derive(const Cells& region, int houses) {
        const int values = model_.values;
        const std::int64_t total =
            houses * (std::int64_t{model_.first} * values + values * (values - 1) / 2);
        for (const bool inside_only : {true, false}) {
            Cells left = region, outside;
            std::int64_t rest = total;
            for (const Cage& cage : cages_) {
                const Cells inside = cage.cells & region, sticks_out = cage.cells.without(region);
                if (inside_only && !sticks_out.empty()) continue;
                // Cages may overlap: each cell is accounted for once.
                if (!inside.without(left).empty() || !(sticks_out & outside).empty()) continue;
                if (2 * inside.size() <= cage.size) continue;
                left = left.without(inside);
                outside |= sticks_out;
                rest -= cage.total;
            }
            if (is_short(left, outside)) add(left, outside, rest);
        }
    }

    static bool is_short(const Cells& innies, const Cells& outies) {
        const int size = innies.size() + outies.size();
        const int few = std::min(innies.size(), outies.size());
        return 0 < size && size <= most_cells && few <= most_of_the_few;
    }

    void add(const Cells& innies, const Cells& outies, std::int64_t total) {
        if (!known_.insert({innies, outies}).second) return;
        Linear& sum = sums_.emplace_back(Linear{{}, {}, Comparison::equal, {total}});
        auto take = [&](const Cells& cells, int coefficient) {
            cells.each([&](int cell) {
                sum.cells.push_back(cell);
                sum.coefficients.push_back(coefficient);
                return true;
            });
        };
        take(innies, 1);
        take(outies, -1);
    }

    const Model& model_;
    std::vector<Cage> cages_;
    std::set<std::pair<Cells, Cells>> known_;
    std::vector<Linear> sums_;
};

}  // namespace nonet::general
