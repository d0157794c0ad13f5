#include "blame.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace nonet::steps {
namespace {

// Conflicts until a mark is left for others. Each is asked again with more: some are soon blamed
// where others take minutes.
constexpr std::array patience = {5, soon, 500, 5'000, Boards::unlimited};

constexpr std::size_t most_shrunk = 5;

std::size_t size(const Blamed& blamed) { return blamed.uses.size(); }

// Leaves out each use without which it is soon seen that the mark goes.
void shrink(Blamed& blamed, Boards& boards, Budget& budget) {
    for (std::size_t at = 0; at < blamed.uses.size();) {
        std::vector<int> fewer = blamed.uses;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
        // What comes before stays needed by any part.
        if (auto core = boards.core(fewer, blamed.mark, soon, budget)) blamed.uses = *core;
        else ++at;
    }
}

// What is blamed for each mark, where that is soon done; else for the mark where it is done first.
std::vector<Blamed> blame(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget) {
    std::vector<int> all(uses);
    std::iota(all.begin(), all.end(), 0);
    std::vector<Blamed> found;
    for (int most_conflicts : patience) {
        for (int mark : marks) {
            if (auto core = boards.core(all, mark, most_conflicts, budget))
                found.push_back({std::move(*core), mark});
            if (most_conflicts > soon && !found.empty()) break;
        }
        if (!found.empty()) return found;
    }
    throw std::invalid_argument("the solution is not the only one");
}

}  // namespace

Blamed any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget) {
    std::vector<Blamed> found = blame(boards, uses, marks, budget);
    std::ranges::stable_sort(found, {}, size);
    if (found.size() > most_shrunk) found.resize(most_shrunk);
    for (Blamed& each : found) shrink(each, boards, budget);
    return std::ranges::min(found, {}, size);
}

}  // namespace nonet::steps
