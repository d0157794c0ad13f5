// The search for the cheapest step, from board to board.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "model.hpp"

namespace nonet::steps {

// Uses, and all marks that they remove together; no step has fewer uses than `least`. If the nodes
// ended the search, it is some step.
struct Step {
    std::vector<int> uses;
    std::vector<int> removed;
    int least = 0;
    bool cut_off = false;
};

class Search {
public:
    virtual ~Search() = default;

    // The cheapest step with these marks; none where only the solution is left. Each board is the
    // one before with fewer marks. Where the nodes end it, it returns some step. It calls `pause`
    // now and then; after an exception of that it may be asked again.
    virtual std::optional<Step> next(const std::vector<char>& live, std::uint64_t nodes,
                                     const std::function<void()>& pause) = 0;
};

// Among steps of equal cost all are compared up to `compared` uses; above, only those that remove
// the first mark that can go.
std::unique_ptr<Search> search(std::shared_ptr<const Model> model, std::vector<char> solution,
                               int compared);

}  // namespace nonet::steps
