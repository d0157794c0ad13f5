// What a few uses remove together.
#pragma once

#include <cstddef>
#include <vector>

#include "boards.hpp"
#include "budget.hpp"
#include "model.hpp"

namespace nonet::steps {

// Kept from board to board: while its marks live, a filling of the cells of the uses, with which
// they hold, shows of all its marks that they do not go.
class Joint {
public:
    Joint(const Model& model, std::vector<int> uses);

    const std::vector<int>& uses() const { return uses_; }
    std::size_t size() const { return scope_.size(); }  // how many marks they speak of

    // One of these marks has gone.
    void change() { is_known_ = false; }

    // The live marks that go, in rising order, but for those of which it takes too many conflicts
    // to tell.
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
