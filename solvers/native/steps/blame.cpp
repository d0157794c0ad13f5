#include "blame.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace nonet::steps {
namespace {

// The limits on the conflicts for each mark. One round tries all marks with the same limit, because
// some marks are quick and others take minutes.
constexpr int longest = 5'000;
constexpr std::array patience = {5, soon, 500, longest, Boards::unlimited};

constexpr std::size_t most_shrunk = 5;

std::size_t size(const Blamed& blamed) { return blamed.uses.size(); }

// Drops the uses that are not needed to remove the mark, as far as this many conflicts can show it.
void shrink(Blamed& blamed, int most_conflicts, Boards& boards, Budget& budget) {
    for (std::size_t at = 0; at < blamed.uses.size();) {
        std::vector<int> fewer = blamed.uses;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
        // Every smaller set still needs the earlier uses.
        if (auto core = boards.core(fewer, blamed.mark, most_conflicts, budget))
            blamed.uses = *core;
        else ++at;
    }
}

// Finds uses that remove each mark, if this many conflicts can show it. If the limit is high, stops
// after one mark.
std::vector<Blamed> blame(Boards& boards, int uses, const std::vector<int>& marks,
                          int most_conflicts, Budget& budget) {
    std::vector<int> all(uses);
    std::iota(all.begin(), all.end(), 0);
    std::vector<Blamed> found;
    for (int mark : marks) {
        if (auto core = boards.core(all, mark, most_conflicts, budget))
            found.push_back({std::move(*core), mark});
        if (most_conflicts > soon && !found.empty()) break;
    }
    return found;
}

}  // namespace

Blamed any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget) {
    for (int most_conflicts : patience) {
        std::vector<Blamed> found = blame(boards, uses, marks, most_conflicts, budget);
        if (found.empty()) continue;
        std::ranges::stable_sort(found, {}, size);
        if (found.size() > most_shrunk) found.resize(most_shrunk);
        const int enough = std::clamp(most_conflicts, soon, longest);
        for (Blamed& each : found) shrink(each, enough, boards, budget);
        return std::ranges::min(found, {}, size);
    }
    throw std::invalid_argument("the solution is not the only one");
}

}  // namespace nonet::steps
