#include "direct.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace nonet::steps {
namespace {

// Exactly one of the marks of this use holds. If only one of them is live, its cell loses all other
// marks. If the cell of a mark has no other live mark, the use's other marks are removed.
std::vector<int> removed_by_single(const Model& model, const Use& use,
                                   const std::vector<char>& live) {
    const std::vector<int>& place = use.places.front();
    auto is_alone = [&](int mark) {
        const auto& cell = model.cells[model.cell_of[mark]];
        return std::ranges::count_if(cell, [&](int each) { return live[each]; }) == 1;
    };
    std::vector<int> removed;
    int left = 0, last = -1, settled = -1;
    for (int mark : place) {
        if (!live[mark]) continue;
        ++left;
        last = mark;
        if (is_alone(mark)) settled = mark;
    }
    auto remove_others = [&](const std::vector<int>& marks, int kept) {
        for (int mark : marks)
            if (live[mark] && mark != kept) removed.push_back(mark);
    };
    if (settled >= 0) remove_others(place, settled);
    else if (left == 1) remove_others(model.cells[model.cell_of[last]], last);
    return removed;
}

// The solution matches the cells of a house with values. A mark is in another matching if and only
// if it is on a cycle of cells, in which each cell may take the value of the next.
std::vector<int> removed_by_house(const Model& model, const Use& use, const std::vector<char>& live,
                                  const std::vector<char>& solution) {
    const int size = static_cast<int>(use.cells.size());
    std::vector<int> number(model.cells.size());
    for (int index = 0; index < size; ++index) number[use.cells[index]] = index;
    std::vector<std::uint64_t> reached(size);
    struct Edge {
        int mark, from, to;
    };
    std::vector<Edge> edges;
    for (const auto& place : use.places) {
        const int owner = *std::ranges::find_if(place, [&](int mark) { return solution[mark]; });
        const int to = number[model.cell_of[owner]];
        for (int mark : place) {
            if (!live[mark]) continue;
            const int from = number[model.cell_of[mark]];
            reached[from] |= std::uint64_t{1} << to;
            if (from != to) edges.push_back({mark, from, to});
        }
    }
    for (int by = 0; by < size; ++by)
        for (int from = 0; from < size; ++from)
            if (reached[from] >> by & 1) reached[from] |= reached[by];
    std::vector<int> removed;
    for (const auto& [mark, from, to] : edges)
        if (!(reached[to] >> from & 1)) removed.push_back(mark);
    return removed;
}

}  // namespace

void require_solution(const Model& model, const std::vector<char>& solution) {
    auto has_one = [&](const std::vector<int>& marks) {
        return std::ranges::count_if(marks, [&](int mark) { return solution[mark]; }) == 1;
    };
    const bool holds =
        std::ranges::all_of(model.cells, has_one) &&
        std::ranges::all_of(model.uses, [&](const Use& use) {
            return use.kind == Kind::other || std::ranges::all_of(use.places, has_one);
        });
    if (!holds) throw std::invalid_argument("a cell or a use fails in the solution");
}

std::vector<int> removed_by(const Model& model, const Use& use, const std::vector<char>& live,
                            const std::vector<char>& solution) {
    std::vector<int> removed = use.kind == Kind::single
                                   ? removed_by_single(model, use, live)
                                   : removed_by_house(model, use, live, solution);
    std::ranges::sort(removed);
    return removed;
}

}  // namespace nonet::steps
