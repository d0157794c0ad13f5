// The interface of a tree search for the search that takes over.
#pragma once

#include <cstdint>
#include <vector>

#include "engine.hpp"

namespace nonet::general {

class Tree : public Search {
public:
    // A state that contains all remaining solutions, and perhaps some earlier ones. The search must
    // have done at least one node, and must not be finished.
    virtual std::vector<std::uint64_t> root() const = 0;

    // The finished share of the tree, if all values of a cell had equally large subtrees.
    virtual double done() const = 0;
};

}  // namespace nonet::general
