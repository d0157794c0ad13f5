// The interface of a tree search that learning can take over from.
#pragma once

#include <cstdint>
#include <vector>

#include "engine.hpp"

namespace nonet::general {

class Tree : public Search {
public:
    // Returns marks that contain all remaining solutions, and perhaps some earlier ones. Call this
    // after the first node, and before the search is finished.
    virtual std::vector<std::uint64_t> root() const = 0;

    // Estimates the finished share of the tree. The estimate assumes that all values of a cell have
    // equally large subtrees.
    virtual double done() const = 0;
};

}  // namespace nonet::general
