// Growth: the places that a region can reach from its certain places.
#pragma once

#include <array>

#include "shards.hpp"

namespace nonet::general {

class Growth {
    using Places = Division::Places;

public:
    // A region has all places of `core`, and its other places may be those of `may`, which contains
    // `core`. A way takes all places of the shards on it, but places of the core that do not touch
    // need a way between them.
    Growth(const Division& division, const Shards& shards, const Places& core, const Places& may);

    const Places& reached() const { return reached_; }

    // The places without which a part of the core, or too many places, would be cut off. Call this
    // only if the whole core is reached.
    Places forced();

private:
    struct Subtree {
        int low;
        int size;
        bool has_core;
    };

    Subtree explore(int place);

    Places near(const Places& places) const;

    const Division& of_;
    const Shards& shards_;
    const Places& core_;
    Places reached_, forced_;
    int size_ = 0;  // of what is reached
    int clock_ = 0;
    std::array<int, Division::most_places> entered_;
};

}  // namespace nonet::general
