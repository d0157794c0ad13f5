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

    // The sets to compare at this cost, in some order, if no cheaper set exists.
    virtual std::vector<std::vector<int>> sets(int cost, Boards& boards, Budget& budget) = 0;
};

// Up to `compared` uses, sets for all live marks. Above, only for the first removable mark. All
// arguments must outlive this object.
std::unique_ptr<Candidates> candidates(const Model& model, const std::vector<char>& solution,
                                       const std::vector<char>& live, int compared);

}  // namespace nonet::steps
