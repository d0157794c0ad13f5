// Count: how many of some cells have one of some values.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "board.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "source.hpp"

namespace nonet::general {

template <class Shape>
class Counts : public Scopes {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    explicit Counts(const Source<Shape>& source) : counts_(source.model.counts) {
        for (const Count& count : counts_) add(count.cells);
        const std::size_t all = counts_.size();
        for (std::size_t first = 0, behind; first < all; first = behind) {
            const auto& cells = counts_[first].cells;
            for (behind = first + 1; behind < all && counts_[behind].cells == cells;) ++behind;
            if (!add_up(first, behind, source.model.values)) continue;
            add(cells);
            together_.push_back({first, behind, Cells(cells)});
        }
    }

    double prior(int id) const { return is_single(id) ? 1.0 : 0.0; }

    // A cell is a hit if it has one of the values. Certain hits give a lower bound, and possible
    // hits give an upper bound.
    bool run(int id, Board<Shape>& on) const {
        if (!is_single(id)) return run_together(together_[id - counts_.size()], on);
        const auto& numbers = counts_[id].numbers;
        const Mask counted = static_cast<Mask>(counts_[id].values);
        const Mask others = static_cast<Mask>(~counted);
        int least = 0, most = 0;
        for (int cell : cells(id)) {
            least += (on.marks(cell) & others) == 0;
            most += (on.marks(cell) & counted) != 0;
        }
        const auto first = std::lower_bound(numbers.begin(), numbers.end(), least);
        const auto behind = std::upper_bound(first, numbers.end(), most);
        if (first == behind) return false;
        if (least == most) return true;
        if (*first == most) return keep_undecided(cells(id), counted, on);
        if (*(behind - 1) == least) return keep_undecided(cells(id), others, on);
        return *first == least || !settled(counted) || place(id, lowest(counted), on);
    }

private:
    // Counts of the same cells. Each value belongs to one of them.
    struct Together {
        std::size_t first, behind;
        Cells cells;
    };

    bool is_single(int id) const { return id < static_cast<int>(counts_.size()); }

    // Whether these counts of the same cells count each cell once. A set of numbers is a word.
    bool add_up(std::size_t first, std::size_t behind, int values) const {
        std::uint64_t left = all_values<std::uint64_t>(values);
        for (std::size_t id = first; id < behind; ++id) {
            const std::uint64_t counted = counts_[id].values;
            if (!counted || (counted & ~left)) return false;
            left ^= counted;
        }
        const auto& cells = counts_[first].cells;
        return !left && cells.size() < 64 && Cells(cells).size() == static_cast<int>(cells.size());
    }

    // The counts add up to the number of cells.
    bool run_together(const Together& together, Board<Shape>& on) const {
        using Numbers = std::uint64_t;
        const auto& cells = counts_[together.first].cells;
        std::array<Numbers, Shape::most_values> possible;
        std::array<Numbers, Shape::most_values + 1> before;
        before[0] = 1;
        const std::size_t size = together.behind - together.first;
        for (std::size_t at = 0; at < size; ++at) {
            const Count& counted = counts_[together.first + at];
            const Mask values = static_cast<Mask>(counted.values);
            auto [least, most] = range(cells, values, on);
            if (settled(values)) most = std::min(most, most_at_once(together, lowest(values), on));
            possible[at] = before[at + 1] = 0;
            for (int number : counted.numbers)
                if (least <= number && number <= most) {
                    possible[at] |= bit<Numbers>(number);
                    before[at + 1] |= before[at] << number;
                }
        }
        Numbers after = bit<Numbers>(static_cast<int>(cells.size()));
        for (std::size_t at = size; at-- > 0;) {
            Numbers kept = 0, from = 0;
            each_value(possible[at], [&](int number) {
                if (!(before[at] & after >> number)) return;
                kept |= bit<Numbers>(number);
                from |= after >> number;
            });
            if (!kept) return false;
            after = from;
            if (kept != possible[at] && !keep_numbers(counts_[together.first + at], kept, on))
                return false;
        }
        return true;
    }

    // The certain and the possible hits.
    static std::pair<int, int> range(const std::vector<int>& cells, Mask values,
                                     const Board<Shape>& on) {
        int least = 0, most = 0;
        for (int cell : cells) {
            least += (on.marks(cell) & ~values) == 0;
            most += (on.marks(cell) & values) != 0;
        }
        return {least, most};
    }

    // A bound on the cells that hold the value: cells that see one another hold it once.
    static int most_at_once(const Together& together, int value, const Board<Shape>& on) {
        int most = 0;
        for (Cells left = on.places(value) & together.cells; !left.empty(); ++most)
            for (Cells next = left; !next.empty();) {
                const int cell = next.first();
                left.remove(cell);
                next &= on.network.see[cell];
            }
        return most;
    }

    bool keep_numbers(const Count& count, std::uint64_t numbers, Board<Shape>& on) const {
        const Mask counted = static_cast<Mask>(count.values);
        const auto [least, most] = range(count.cells, counted, on);
        if (lowest(numbers) == most) return keep_undecided(count.cells, counted, on);
        if (highest(numbers) == least)
            return keep_undecided(count.cells, static_cast<Mask>(~counted), on);
        return lowest(numbers) <= most && highest(numbers) >= least;
    }

    // At least one of the undecided cells must have the value. So a cell that sees all of them
    // cannot have it.
    bool place(int id, int value, Board<Shape>& on) const {
        auto losers = on.places(value);
        for (int cell : cells(id))
            if (!settled(on.marks(cell)) && on.places(value).has(cell))
                losers &= on.network.see[cell];
        return on.exclude(losers, value);
    }

    static bool keep_undecided(std::span<const int> cells, Mask mask, Board<Shape>& on) {
        for (int cell : cells) {
            const Mask marks = on.marks(cell);
            const Mask kept = static_cast<Mask>(marks & mask);
            if (kept && kept != marks && !on.keep(cell, mask)) return false;
        }
        return true;
    }

    std::vector<Count> counts_;
    std::vector<Together> together_;
};

}  // namespace nonet::general
