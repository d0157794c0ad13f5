#include "blame.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace nonet::steps {
namespace {

// Conflicts until a mark is left for others, or a use is taken to be needed.
constexpr int soon = 50;

constexpr std::size_t most_shrunk = 5;

struct Blamed {
    std::vector<int> uses;
    int mark;
};

std::size_t size(const Blamed& blamed) { return blamed.uses.size(); }

void shrink(Blamed& blamed, Boards& boards, Budget& budget) {
    for (std::size_t at = 0; at < blamed.uses.size();) {
        std::vector<int> fewer = blamed.uses;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
        // What comes before stays needed by any part.
        if (auto core = boards.core(fewer, blamed.mark, soon, budget)) blamed.uses = *core;
        else ++at;
    }
}

}  // namespace

std::vector<int> any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget) {
    std::vector<int> all(uses);
    std::iota(all.begin(), all.end(), 0);
    std::vector<Blamed> found;
    for (int most_conflicts : {soon, Boards::unlimited}) {
        if (!found.empty()) break;
        for (int mark : marks)
            if (auto core = boards.core(all, mark, most_conflicts, budget))
                found.push_back({std::move(*core), mark});
    }
    if (found.empty()) throw std::invalid_argument("the solution is not the only one");
    std::ranges::stable_sort(found, {}, size);
    if (found.size() > most_shrunk) found.resize(most_shrunk);
    for (Blamed& each : found) shrink(each, boards, budget);
    return std::ranges::min(found, {}, size).uses;
}

}  // namespace nonet::steps
