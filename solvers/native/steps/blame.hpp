// Finds any step, after a limit has ended the search for a cheapest one.
#pragma once

#include <vector>

#include "boards.hpp"
#include "budget.hpp"

namespace nonet::steps {

// The limit on the conflicts for one question, when the search has to end soon.
constexpr int soon = 50;

// Uses that remove a mark.
struct Blamed {
    std::vector<int> uses;
    int mark;
};

// Finds a small set of uses that removes one of these marks. First, the learner's conflicts give
// sets of uses for the easiest marks. Then the smallest sets lose the uses that they do not need.
Blamed any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget);

}  // namespace nonet::steps
