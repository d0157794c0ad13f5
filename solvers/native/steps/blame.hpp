// Some step, where the search for a cheapest one is ended.
#pragma once

#include <vector>

#include "boards.hpp"
#include "budget.hpp"

namespace nonet::steps {

// Conflicts after which something is no longer asked: a search that was ended shall end.
constexpr int soon = 50;

// Uses that remove a mark.
struct Blamed {
    std::vector<int> uses;
    int mark;
};

// A set of few uses, of so many, that removes one of these marks: what the learner blames, where it
// is soon done, and of the smallest such sets the uses that are needed.
Blamed any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget);

}  // namespace nonet::steps
