// All steps of two or three uses, found by trying all sets of so many uses.
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

// A use that shares only one cell with the others restricts it independently. If no smaller set
// removes a mark, such a set removes none. So only few sets matter.
class Few {
public:
    Few(const Model& model, int size) : model_(model), size_(size), of_(model.uses.size()) {}

    // False for houses split by digits, and on large boards.
    bool are_listed();

    // Call this when a mark in the clauses of a use was removed.
    void change(int use) {
        for (int number : of_[use]) all_[number].change();
    }

    // All steps of this size, if no smaller set of uses removes a mark.
    std::vector<Step> steps(const std::vector<char>& live, const std::vector<char>& solution,
                            Boards& boards, Budget& budget);

private:
    bool list(std::vector<int>& chosen, int next);

    const Model& model_;
    int size_;
    std::optional<bool> are_listed_;
    std::vector<Joint> all_;
    std::size_t marks_ = 0;             // in all sets together
    std::vector<std::vector<int>> of_;  // for each use
};

}  // namespace nonet::steps
