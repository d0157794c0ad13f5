// Random orders that are the same in each run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace nonet::steps {

class Shuffler {
public:
    void shuffle(std::vector<int>& order) {
        for (std::size_t last = order.size(); last > 1; --last) {
            state_ = state_ * 6364136223846793005u + 1442695040888963407u;
            std::swap(order[last - 1], order[(state_ >> 33) % last]);
        }
    }

private:
    std::uint64_t state_ = 1;
};

}  // namespace nonet::steps
