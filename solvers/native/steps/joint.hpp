// The marks that a few uses remove together.
#pragma once

#include <cstddef>
#include <vector>

#include "boards.hpp"
#include "budget.hpp"
#include "model.hpp"

namespace nonet::steps {

// Kept from board to board: a filling of the cells of the uses on which they hold shows that its
// marks are not removed, as long as they all live.
class Joint {
public:
    Joint(const Model& model, std::vector<int> uses);

    const std::vector<int>& uses() const { return uses_; }
    std::size_t size() const { return scope_.size(); }  // the number of marks in their scope

    // Call this when one of these marks was removed.
    void change() { is_known_ = false; }

    // The live marks that they remove, in rising order, except marks for which that takes too many
    // conflicts to decide.
    const std::vector<int>& removed(const std::vector<char>& live,
                                    const std::vector<char>& solution, Boards& boards,
                                    Budget& budget, int most_conflicts = Boards::unlimited);

private:
    std::vector<int> uses_, cells_, scope_;
    std::vector<std::vector<int>> fillings_;
    std::vector<int> removed_;
    bool is_known_ = false;
};

}  // namespace nonet::steps
