// A sum, taken apart: cells of one coefficient that all differ stand together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
    struct Term {
        int cell;
        std::int64_t coefficient;
    };
    std::vector<Term> terms;
    terms.reserve(linear.cells.size());
    Sum<Shape> sum{{}, linear.comparison, linear.totals};
    for (std::size_t term = 0; term < linear.cells.size(); ++term) {
        terms.push_back({linear.cells[term], linear.coefficients[term]});
        for (std::int64_t& total : sum.totals) total -= linear.coefficients[term] * first;
    }
    std::sort(terms.begin(), terms.end(), [](auto& a, auto& b) { return a.cell < b.cell; });
    for (std::size_t at = 0; at < terms.size();) {
        const int cell = terms[at].cell;
        std::int64_t coefficient = 0;
        for (; at < terms.size() && terms[at].cell == cell; ++at)
            coefficient += terms[at].coefficient;
        if (coefficient == 0) continue;
        auto suits = [&](const Part<Shape>& part) {
            if (part.coefficient != coefficient) return false;
            for (int other : part.cells)
                if (!see[cell].has(other)) return false;
            return true;
        };
        auto part = sum.parts.begin();
        while (part != sum.parts.end() && !suits(*part)) ++part;
        if (part == sum.parts.end()) {
            part = sum.parts.insert(part, {coefficient, {}, {}});
            part->cells.reserve(terms.size() - (at - 1));
        }
        part->cells.push_back(cell);
        part->set.add(cell);
    }
    return sum;
}

}  // namespace nonet::general
