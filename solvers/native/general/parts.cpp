#include "parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"

namespace nonet::general {

Sum taken_apart(const Linear& linear, int first, const CellSets& see) {
    struct Term {
        int cell;
        std::int64_t coefficient;
    };
    std::vector<Term> terms;
    terms.reserve(linear.cells.size());
    Sum sum{{}, linear.comparison, linear.totals};
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
        auto suits = [&](const Part& part) {
            if (part.coefficient != coefficient) return false;
            for (int other : part.cells)
                if (!see.has(cell, other)) return false;
            return true;
        };
        auto part = sum.parts.begin();
        while (part != sum.parts.end() && !suits(*part)) ++part;
        if (part == sum.parts.end()) {
            part = sum.parts.insert(part, {coefficient, {}});
            part->cells.reserve(terms.size() - (at - 1));
        }
        part->cells.push_back(cell);
    }
    return sum;
}

}  // namespace nonet::general
