#include "pairs.hpp"

#include <algorithm>

namespace nonet::steps {
namespace {

// Marks in all pairs together.
constexpr std::size_t most_marks = 100'000;

bool share_cells(const Use& one, const Use& other) {
    auto is_shared = [&](int cell) { return std::ranges::binary_search(other.cells, cell); };
    return std::ranges::count_if(one.cells, is_shared) > 1;
}

}  // namespace

bool Pairs::are_few() {
    if (!are_few_) are_few_ = list();
    return *are_few_;
}

bool Pairs::list() {
    const auto& uses = model_.uses;
    if (std::ranges::any_of(uses, [](const Use& use) { return use.kind == Kind::single; }))
        return false;
    std::size_t marks = 0;
    for (int one = 0; one < static_cast<int>(uses.size()); ++one)
        for (int other = 0; other < one; ++other) {
            if (!share_cells(uses[one], uses[other])) continue;
            of_[one].push_back(static_cast<int>(all_.size()));
            of_[other].push_back(static_cast<int>(all_.size()));
            marks += all_.emplace_back(model_, std::vector<int>{other, one}).size();
            if (marks > most_marks) return false;
        }
    return true;
}

std::vector<Step> Pairs::steps(const std::vector<char>& live, const std::vector<char>& solution,
                               Boards& boards, Budget& budget) {
    std::vector<Step> found;
    for (Joint& pair : all_) {
        const auto& removed = pair.removed(live, solution, boards, budget);
        if (!removed.empty()) found.push_back({pair.uses(), removed, 2});
    }
    return found;
}

}  // namespace nonet::steps
