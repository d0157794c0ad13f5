#include "joint.hpp"

#include <algorithm>
#include <utility>

namespace nonet::steps {
namespace {

void sort_out(std::vector<int>& numbers) {
    std::ranges::sort(numbers);
    numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
}

}  // namespace

Joint::Joint(const Model& model, std::vector<int> uses) : uses_(std::move(uses)) {
    for (int use : uses_) {
        const Use& each = model.uses[use];
        cells_.insert(cells_.end(), each.cells.begin(), each.cells.end());
        scope_.insert(scope_.end(), each.scope.begin(), each.scope.end());
    }
    sort_out(cells_);
    sort_out(scope_);
}

const std::vector<int>& Joint::removed(const std::vector<char>& live,
                                       const std::vector<char>& solution, Boards& boards,
                                       Budget& budget, int most_conflicts) {
    if (is_known_) return removed_;
    auto is_gone = [&](int mark) { return !live[mark]; };
    std::erase_if(fillings_, [&](const auto& each) { return std::ranges::any_of(each, is_gone); });
    std::erase_if(removed_, is_gone);
    std::vector<char> is_decided = solution;
    for (int mark : removed_) is_decided[mark] = true;
    for (const auto& filling : fillings_)
        for (int mark : filling) is_decided[mark] = true;
    for (int mark : scope_) {
        if (!live[mark] || is_decided[mark]) continue;
        budget.pause_sometimes();
        const auto stays = boards.fill(uses_, cells_, mark, is_decided, most_conflicts, budget);
        if (!stays) continue;
        if (!*stays) {
            removed_.push_back(mark);
            continue;
        }
        fillings_.push_back(boards.board());
        for (int each : boards.board()) is_decided[each] = true;
    }
    std::ranges::sort(removed_);
    is_known_ = true;
    return removed_;
}

}  // namespace nonet::steps
