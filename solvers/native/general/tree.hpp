// A tree search as seen by the search that it hands over to.
#pragma once

#include <cstdint>
#include <vector>

#include "engine.hpp"

namespace nonet::general {

class Tree : public Search {
public:
    // The marks that all solutions have which are still ahead; some of those passed over may have
    // them, too. The search has done a node at least, and is not at its end.
    virtual std::vector<std::uint64_t> root() const = 0;

    // How much of the tree is done, if each value of a cell takes as much of it as another.
    virtual double done() const = 0;
};

}  // namespace nonet::general
