// Finds some step, not necessarily a cheapest one, after a limit has ended the search.
#pragma once

#include <vector>

#include "boards.hpp"
#include "budget.hpp"

namespace nonet::steps {

// The most conflicts for one question, because the search has to end soon.
constexpr int soon = 50;

// Uses that remove a mark.
struct Blamed {
    std::vector<int> uses;
    int mark;
};

// A small set among these uses that removes one of these marks. The learner's conflicts give sets
// of uses for the easiest marks. The smallest sets are reduced to the uses that they need.
Blamed any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget);

}  // namespace nonet::steps
