#include "growth.hpp"

#include <algorithm>
#include <array>

namespace nonet::general {

Growth::Growth(const Division& division, const Shards& shards, const Places& core,
               const Places& may)
    : of_(division), shards_(shards), core_(core) {
    const int budget = of_.size - core.size();
    std::array<Places, 65> rings{};  // by distance
    rings[0].add(core.first());
    Places seen = rings[0];
    for (int distance = 0; distance <= budget; ++distance)
        while (!rings[distance].empty()) {
            const Places now = rings[distance];
            rings[distance] = {};
            reached_ |= now;
            const Places next = (near(now) & may).without(seen);
            const auto take = [&](const Places& places, int then) {
                if (then > budget) return;
                rings[then] |= places;
                seen |= places;
            };
            take(next & core, distance);
            const Places others = next.without(core);
            take(others.without(shards_.joined()), distance + 1);
            (others & shards_.joined()).each([&](int place) {
                const auto& shard = shards_.of(place);
                if (!seen.has(place)) take(shard.places, distance + shard.size);
                return true;
            });
        }
}

Growth::Places Growth::near(const Places& places) const {
    Places found;
    places.each([&](int place) {
        found |= of_.near[place];
        return true;
    });
    return found;
}

Growth::Places Growth::forced() {
    size_ = reached_.size();
    reached_.each([&](int place) {
        entered_[place] = 0;
        return true;
    });
    explore(core_.first());
    return forced_;
}

// A depth-first search over the places of the core, and other shards. It numbers all places of a
// shard at once.
Growth::Subtree Growth::explore(int place) {
    const bool is_core = core_.has(place);
    Places here;
    if (is_core) here.add(place);
    else here = shards_.of(place).places;
    const int size = here.size(), number = ++clock_;
    here.each([&](int each) {
        entered_[each] = number;
        return true;
    });
    Subtree tree{number, size, is_core};
    int cut = size;
    bool cuts_core = false;
    (near(here) & reached_).without(here).each([&](int other) {
        if (entered_[other]) {
            tree.low = std::min(tree.low, entered_[other]);
            return true;
        }
        const Subtree below = explore(other);
        tree.low = std::min(tree.low, below.low);
        tree.size += below.size;
        tree.has_core |= below.has_core;
        if (below.low < number) return true;
        cut += below.size;
        cuts_core |= below.has_core;
        return true;
    });
    if (cuts_core || size_ - cut < of_.size) forced_ |= here;
    return tree;
}

}  // namespace nonet::general
