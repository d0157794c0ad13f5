#include "parts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"

namespace nonet::general {
namespace {

using Cells = std::vector<int>;

bool all_differ(const Cells& cells, const CellSets& see) {
    for (std::size_t one = 1; one < cells.size(); ++one)
        for (std::size_t other = 0; other < one; ++other)
            if (!see.has(cells[one], cells[other])) return false;
    return true;
}

// Each cell joins the first group in which it sees all cells.
std::vector<Cells> in_order(const Cells& cells, const CellSets& see) {
    std::vector<Cells> groups;
    for (const int cell : cells) {
        auto suits = [&](const Cells& group) {
            return std::all_of(group.begin(), group.end(),
                               [&](int other) { return see.has(cell, other); });
        };
        auto group = std::find_if(groups.begin(), groups.end(), suits);
        if (group == groups.end()) {
            group = groups.insert(group, Cells());
            group->reserve(cells.size());
        }
        group->push_back(cell);
    }
    return groups;
}

// Groups grow one after the other. The next cell is the one that leaves the most candidates.
std::vector<Cells> by_candidates(const Cells& cells, const CellSets& see) {
    CellSets left(1, see.words());
    for (const int cell : cells) left.add(0, cell);
    std::vector<Cells> groups;
    for (std::size_t done = 0; done < cells.size(); done += groups.back().size()) {
        groups.emplace_back();
        CellSets candidates = left;
        for (;;) {
            int next = -1, most = -1;
            each_common(candidates[0], candidates[0], [&](int cell) {
                const int leaves = common(candidates[0], see[cell]);
                if (leaves > most) next = cell, most = leaves;
            });
            if (next < 0) break;
            groups.back().push_back(next);
            left.remove(0, next);
            candidates.keep(0, see[next]);
        }
        std::sort(groups.back().begin(), groups.back().end());
    }
    return groups;
}

// With a larger sum of squares, the least and the greatest sum of distinct values are closer.
std::size_t squares(const std::vector<Cells>& groups) {
    std::size_t squares = 0;
    for (const Cells& group : groups) squares += group.size() * group.size();
    return squares;
}

std::vector<Cells> grouped(const Cells& cells, const CellSets& see) {
    std::vector<Cells> groups = in_order(cells, see);
    if (cells.size() < 4 || groups.size() < 2) return groups;
    std::vector<Cells> others = by_candidates(cells, see);
    return squares(others) > squares(groups) ? others : groups;
}

}  // namespace

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
    std::size_t last = 0;  // adds up the coefficients of each cell
    for (std::size_t at = 1; at < terms.size(); ++at)
        if (terms[at].cell == terms[last].cell) terms[last].coefficient += terms[at].coefficient;
        else terms[++last] = terms[at];
    if (!terms.empty()) terms.resize(last + 1);
    std::sort(terms.begin(), terms.end(), [](auto& a, auto& b) {
        return a.coefficient != b.coefficient ? a.coefficient < b.coefficient : a.cell < b.cell;
    });
    for (std::size_t at = 0; at < terms.size();) {
        const std::int64_t coefficient = terms[at].coefficient;
        Cells cells;
        cells.reserve(terms.size() - at);
        for (; at < terms.size() && terms[at].coefficient == coefficient; ++at)
            cells.push_back(terms[at].cell);
        if (coefficient == 0) continue;
        if (all_differ(cells, see)) {
            sum.parts.push_back({coefficient, std::move(cells)});
            continue;
        }
        for (Cells& group : grouped(cells, see))
            sum.parts.push_back({coefficient, std::move(group)});
    }
    return sum;
}

}  // namespace nonet::general
