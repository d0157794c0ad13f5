// The search for the cheapest step, from board to board.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model.hpp"

namespace nonet::steps {

// A set of uses, and all marks that they remove together. No step has fewer uses than `least`. If
// the limit of nodes ended the search, `cut_off` is set, and there may be a cheaper step.
struct Step {
    std::vector<int> uses;
    std::vector<int> removed;
    int least = 0;
    bool cut_off = false;
};

class Search {
public:
    virtual ~Search() = default;

    // Returns the cheapest step on a board with these live marks, or nothing if only the solution
    // is left. The last board must have had all these marks. At the node limit, returns any step.
    // Calls `pause` regularly, and stays usable after an exception from `pause`.
    virtual std::optional<Step> next(const std::vector<char>& live, std::uint64_t nodes,
                                     const std::function<void()>& pause) = 0;
};

// Compares all steps of equal cost up to a cost of `compared`. At a higher cost, compares only
// steps that remove the first removable mark.
std::unique_ptr<Search> search(std::shared_ptr<const Model> model, std::vector<char> solution,
                               int compared);

}  // namespace nonet::steps
