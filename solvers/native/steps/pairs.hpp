// All steps of two uses, found by trying all pairs.
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

// Two uses that share only one cell restrict it independently. If neither removes a mark alone,
// both together remove none. So only few pairs matter.
class Pairs {
public:
    explicit Pairs(const Model& model) : model_(model), of_(model.uses.size()) {}

    // False for houses split by digits, and on large boards.
    bool are_few();

    // Call this when a mark in the clauses of a use was removed.
    void change(int use) {
        for (int pair : of_[use]) all_[pair].change();
    }

    // All steps of two uses, if no single use removes a mark.
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
