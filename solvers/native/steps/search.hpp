// The search for the cheapest step, from board to board.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model.hpp"

namespace nonet::steps {

// Uses, and all marks that they remove together. No step has fewer uses than `least`. If the limit
// of nodes ended the search, it need not be a cheapest step.
struct Step {
    std::vector<int> uses;
    std::vector<int> removed;
    int least = 0;
    bool cut_off = false;
};

class Search {
public:
    virtual ~Search() = default;

    // Returns the cheapest step with these marks, or nothing if only the solution is left. Each
    // board must have only marks of the last board. At the node limit it returns any step. It
    // regularly calls `pause`, and stays usable after an exception from `pause`.
    virtual std::optional<Step> next(const std::vector<char>& live, std::uint64_t nodes,
                                     const std::function<void()>& pause) = 0;
};

// Up to `compared` uses, all steps of equal cost are compared. Above, only steps that remove the
// first removable mark.
std::unique_ptr<Search> search(std::shared_ptr<const Model> model, std::vector<char> solution,
                               int compared);

}  // namespace nonet::steps
