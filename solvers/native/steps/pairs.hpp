// What two uses remove together, tried for all pairs at once.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "boards.hpp"
#include "budget.hpp"
#include "joint.hpp"
#include "model.hpp"
#include "search.hpp"

namespace nonet::steps {

// Of uses that share a single cell, each leaves to it what it leaves alone: if neither removes
// anything alone, they remove nothing together. So there are few pairs that matter.
class Pairs {
public:
    explicit Pairs(const Model& model) : model_(model), of_(model.uses.size()) {}

    // False for houses that are split by values, and on large boards.
    bool are_few();

    // A mark has gone of which a use speaks.
    void change(int use) {
        for (int pair : of_[use]) all_[pair].change();
    }

    // All steps of two uses, if nothing goes by one.
    std::vector<Step> steps(const std::vector<char>& live, const std::vector<char>& solution,
                            Boards& boards, Budget& budget);

private:
    bool list();

    const Model& model_;
    std::optional<bool> are_few_;
    std::vector<Joint> all_;
    std::vector<std::vector<int>> of_;  // for each use
};

}  // namespace nonet::steps
