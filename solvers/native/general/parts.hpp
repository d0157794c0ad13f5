// A sum, taken apart: cells of one coefficient that all differ stand together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "model.hpp"

namespace nonet::general {

template <class Shape>
struct Part {
    std::int64_t coefficient;  // never 0
    std::vector<int> cells;    // all see one another
    typename Shape::Cells set;
};

// Σ coefficient · (sum of the value indices of the part) compares with the total.
template <class Shape>
struct Sum {
    std::vector<Part<Shape>> parts;
    Comparison comparison;
    std::vector<std::int64_t> totals;  // rising; exactly one, unless it is one of several

    bool is_listed() const {
        return comparison == Comparison::equal || comparison == Comparison::one_of;
    }
    bool is_cage() const { return is_listed() && parts.size() == 1; }
};

// Adds up the coefficients of a cell that repeats, leaves out what weighs nothing, counts from the
// first value, and puts each cell with the first part of its coefficient that it sees all of.
template <class Shape, class See>
Sum<Shape> taken_apart(const Linear& linear, int first, const See& see) {
    std::map<int, std::int64_t> weights;
    Sum<Shape> sum{{}, linear.comparison, linear.totals};
    for (std::size_t term = 0; term < linear.cells.size(); ++term) {
        weights[linear.cells[term]] += linear.coefficients[term];
        for (std::int64_t& total : sum.totals) total -= linear.coefficients[term] * first;
    }
    for (const auto& [cell, coefficient] : weights) {
        if (coefficient == 0) continue;
        auto suits = [&, cell = cell, coefficient = coefficient](const Part<Shape>& part) {
            if (part.coefficient != coefficient) return false;
            for (int other : part.cells)
                if (!see[cell].has(other)) return false;
            return true;
        };
        auto part = sum.parts.begin();
        while (part != sum.parts.end() && !suits(*part)) ++part;
        if (part == sum.parts.end()) part = sum.parts.insert(part, {coefficient, {}, {}});
        part->cells.push_back(cell);
        part->set.add(cell);
    }
    return sum;
}

}  // namespace nonet::general
