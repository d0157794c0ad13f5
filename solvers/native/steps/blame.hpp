// Some step, where the search for a cheapest one is ended.
#pragma once

#include <vector>

#include "boards.hpp"
#include "budget.hpp"

namespace nonet::steps {

// A set of few uses, of so many, that removes one of these marks: what the learner blames, where it
// is soon done, and of the smallest such sets the uses that are needed.
std::vector<int> any_step(Boards& boards, int uses, const std::vector<int>& marks, Budget& budget);

}  // namespace nonet::steps
