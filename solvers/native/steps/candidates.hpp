// Finds the sets of uses that the search for steps compares.
#pragma once

#include <memory>
#include <vector>

#include "boards.hpp"
#include "budget.hpp"
#include "model.hpp"

namespace nonet::steps {

class Candidates {
public:
    virtual ~Candidates() = default;

    // Forgets all boards with these marks. Returns the uses that may fail.
    virtual std::vector<int> renew(const std::vector<int>& gone) = 0;

    // Returns the sets to compare at this cost. No set of a lower cost may exist.
    virtual std::vector<std::vector<int>> sets(int cost, Boards& boards, Budget& budget) = 0;
};

// Finds sets for all live marks up to a cost of `compared`. At a higher cost, finds only sets for
// the first removable mark. All arguments must outlive this object.
std::unique_ptr<Candidates> candidates(const Model& model, const std::vector<char>& solution,
                                       const std::vector<char>& live, int compared);

}  // namespace nonet::steps
