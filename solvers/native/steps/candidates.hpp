// The sets of uses that a search compares.
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

    // Forgets what the boards with these marks have shown; returns the uses that may fail.
    virtual std::vector<int> renew(const std::vector<int>& gone) = 0;

    // The sets to compare at a cost, if nothing is cheaper, in some order.
    virtual std::vector<std::vector<int>> sets(int cost, Boards& boards, Budget& budget) = 0;
};

// Of all live marks up to `compared` uses; above, of the first mark that can go. All that is given
// outlives them.
std::unique_ptr<Candidates> candidates(const Model& model, const std::vector<char>& solution,
                                       const std::vector<char>& live, int compared);

}  // namespace nonet::steps
