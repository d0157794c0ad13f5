// The marks that a few uses remove together.
#pragma once

#include <cstddef>
#include <vector>

#include "boards.hpp"
#include "budget.hpp"
#include "model.hpp"

namespace nonet::steps {

// Results are kept from board to board. A *filling* gives values to the cells of the uses so that
// the uses hold. It shows that the uses do not remove its marks, as long as all these marks are
// live.
class Joint {
public:
    Joint(const Model& model, std::vector<int> uses);

    const std::vector<int>& uses() const { return uses_; }
    std::size_t size() const { return scope_.size(); }  // marks in their scope

    // Call this when one of these marks was removed.
    void change() { is_known_ = false; }

    // The live marks that the uses remove together, in rising order. Leaves out marks that take too
    // many conflicts to decide.
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
