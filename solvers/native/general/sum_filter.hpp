// Propagates groups: cells that all differ and have one of several sums.
#pragma once

#include <cstdint>
#include <span>

#include "board.hpp"
#include "group.hpp"
#include "mask.hpp"
#include "subsets.hpp"
#include "sum_tables.hpp"

namespace nonet::general {

// For up to nine values, it uses tables. For more values, it searches lists of sets, if they are
// not too long.
template <class Shape>
class SumFilter {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    explicit SumFilter(int values)
        : tables_(0 < values && values <= SumTables::most_values ? &SumTables::shared() : nullptr),
          subsets_(Subsets<Mask>::shared(tables_ ? 0 : values)) {}

    // Whether the filter can handle this many cells.
    bool knows(int size) const { return tables_ || size <= subsets_.most(); }

    bool has_tables() const { return tables_; }

    // Needs tables. Bit d of `distances` means that the group may have the sum base + step * d. The
    // step is 1 or -1.
    bool restrict(std::span<const int> group, const Cells& group_set, std::uint64_t distances,
                  int base, int step, Board<Shape>& on) const {
        const OpenCells<Shape> open(group, on);
        const int shift = base - open.fixed;
        std::uint64_t left;
        if (step < 0) left = shift < 0 ? 0 : reversed(distances, shift);
        else left = shift < 0 ? distances >> -shift : distances << shift;
        constexpr auto sums = all_values<std::uint64_t>(SumTables::most_sum + 1);
        return restrict_by_tables(open, left & sums, group_set, on);
    }

    // The sums are sums of indices. If there are too many open cells, this does nothing.
    bool restrict(std::span<const int> group, const Cells& group_set, std::span<const int> sums,
                  Board<Shape>& on) const {
        if (tables_) {
            const OpenCells<Shape> open(group, on);
            std::uint64_t left = 0;
            for (const int sum : sums)
                if (sum >= open.fixed && sum - open.fixed <= SumTables::most_sum)
                    left |= bit<std::uint64_t>(sum - open.fixed);
            return restrict_by_tables(open, left, group_set, on);
        }
        return restrict_group<Shape>(group, group_set, SetsOfSums<Mask>{sums, subsets_}, on);
    }

private:
    // Bit s of `left` means that the open cells may add up to s.
    bool restrict_by_tables(const OpenCells<Shape>& open, std::uint64_t left,
                            const Cells& group_set, Board<Shape>& on) const {
        switch (open.size) {
            case 0: return left & 1;
            case 1: return on.keep(open.cells[0], static_cast<Mask>(left & ~open.taken));
            case 2: return restrict_two(open, left, group_set, on);
            default: return restrict_many(open, left, group_set, on);
        }
    }

    // Exactly: each value in each cell.
    bool restrict_two(const OpenCells<Shape>& open, std::uint64_t sums, const Cells& group_set,
                      Board<Shape>& on) const {
        Mask first = 0, second = 0;
        each_value(open.marks[0], [&](int value) {
            const auto partners =
                static_cast<Mask>(sums >> value & open.marks[1] & ~bit<Mask>(value));
            if (partners) first |= bit<Mask>(value);
            second |= partners;
        });
        if (!on.keep(open.cells[0], first) || !on.keep(open.cells[1], second)) return false;
        const auto both = static_cast<Mask>(first | second);
        return count(both) > 2 || place_required<Shape>(both, group_set, on);
    }

    bool restrict_many(const OpenCells<Shape>& open, std::uint64_t sums, const Cells& group_set,
                       Board<Shape>& on) const {
        Mask possible = 0;
        auto required = static_cast<Mask>(~Mask{0});
        for (auto left = sums; left && (required || possible != open.all); left &= left - 1) {
            const auto common = tables_->sets(open.size, lowest(left), open.all);
            possible |= common.possible;
            required &= common.required;
        }
        if (!possible) return false;
        if (open.size == 3) {
            for (int cell = 0; cell < 3; ++cell)
                if (!on.keep(open.cells[cell], completed(open, cell, sums, possible))) return false;
        } else if (possible != open.all) {
            for (int cell = 0; cell < open.size; ++cell)
                if (!on.keep(open.cells[cell], possible)) return false;
        }
        return place_required<Shape>(required, group_set, on);
    }

    // Returns the values of one of three cells that the other two cells can complete to a sum.
    Mask completed(const OpenCells<Shape>& open, int cell, std::uint64_t sums,
                   Mask possible) const {
        const Mask one = open.marks[(cell + 1) % 3] & possible;
        const Mask other = open.marks[(cell + 2) % 3] & possible;
        const std::uint64_t pairs = tables_->pairs(one, other);
        Mask completed = 0;
        each_value(static_cast<Mask>(open.marks[cell] & possible), [&](int value) {
            if (pairs << value & sums) completed |= bit<Mask>(value);
        });
        return completed;
    }

    const SumTables* tables_;
    const Subsets<Mask>& subsets_;
};

}  // namespace nonet::general
