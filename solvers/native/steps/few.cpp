#include "few.hpp"

#include <algorithm>

namespace nonet::steps {
namespace {

// The limit on the marks in all sets together.
constexpr std::size_t most_marks = 200'000;

// The limit on the uses of which all triples are tried. If no use has auxiliary variables, boards
// are found so quickly that trees take less time.
constexpr std::size_t most_uses = 128;

// Whether each use shares at least two cells with the others.
bool are_linked(const std::vector<Use>& uses, const std::vector<int>& chosen) {
    return std::ranges::all_of(chosen, [&](int use) {
        auto is_shared = [&](int cell) {
            return std::ranges::any_of(chosen, [&](int other) {
                return other != use && std::ranges::binary_search(uses[other].cells, cell);
            });
        };
        return std::ranges::count_if(uses[use].cells, is_shared) > 1;
    });
}

}  // namespace

bool Few::are_listed() {
    if (!are_listed_) {
        auto is_single = [](const Use& use) { return use.kind == Kind::single; };
        auto is_costly = [](const Use& use) { return !use.own.empty(); };
        const bool are_worth_trying = size_ == 2 || (model_.uses.size() <= most_uses &&
                                                     std::ranges::any_of(model_.uses, is_costly));
        std::vector<int> chosen;
        are_listed_ =
            are_worth_trying && std::ranges::none_of(model_.uses, is_single) && list(chosen, 0);
    }
    return *are_listed_;
}

// Lists the sets with the chosen uses and later ones. Returns false at the limit.
bool Few::list(std::vector<int>& chosen, int next) {
    if (static_cast<int>(chosen.size()) == size_) {
        if (!are_linked(model_.uses, chosen)) return true;
        for (int use : chosen) of_[use].push_back(static_cast<int>(all_.size()));
        marks_ += all_.emplace_back(model_, chosen).size();
        return marks_ <= most_marks;
    }
    for (; next < static_cast<int>(model_.uses.size()); ++next) {
        chosen.push_back(next);
        if (!list(chosen, next + 1)) return false;
        chosen.pop_back();
    }
    return true;
}

std::vector<Step> Few::steps(const std::vector<char>& live, const std::vector<char>& solution,
                             Boards& boards, Budget& budget) {
    std::vector<Step> found;
    for (Joint& joint : all_) {
        const auto& removed = joint.removed(live, solution, boards, budget);
        if (!removed.empty()) found.push_back({joint.uses(), removed, size_});
    }
    return found;
}

}  // namespace nonet::steps
