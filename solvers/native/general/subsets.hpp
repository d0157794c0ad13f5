// All sets of value indices of a given size and sum.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "mask.hpp"

namespace nonet::general {

// For up to 16 values, it has the sets of all sizes. For more values, it only has sizes with few
// sets.
template <class Mask>
class Subsets {
public:
    // Made once for each process. The sets of 16 values take a millisecond.
    static const Subsets& shared(int values) {
        static std::mutex guard;
        static std::map<int, Subsets> made;
        const std::lock_guard held(guard);
        return made.try_emplace(values, values).first->second;
    }

    explicit Subsets(int values) {
        double count = 1;  // of sets of the size
        for (int size = 0; size <= values && (values <= 16 || count <= most_of_a_size); ++size) {
            auto& by_sum = sizes_.emplace_back(size * (2 * values - size - 1) / 2 + 1);
            collect(by_sum, values, 0, size, 0, 0);
            count = count * (values - size) / (size + 1);
        }
    }

    // The largest available size.
    int most() const { return static_cast<int>(sizes_.size()) - 1; }

    std::span<const Mask> of(int size, int sum) const {
        const auto& by_sum = sizes_[size];
        if (sum < 0 || sum >= static_cast<int>(by_sum.size())) return {};
        return by_sum[sum];
    }

private:
    static constexpr double most_of_a_size = 20'000;

    static void collect(std::vector<std::vector<Mask>>& by_sum, int values, int from, int size,
                        Mask chosen, int sum) {
        if (size == 0) {
            by_sum[sum].push_back(chosen);
            return;
        }
        for (int value = from; value + size <= values; ++value)
            collect(by_sum, values, value + 1, size - 1,
                    static_cast<Mask>(chosen | bit<Mask>(value)), sum + value);
    }

    std::vector<std::vector<std::vector<Mask>>> sizes_;  // [size][sum]
};

// The sets of values that have one of several sums.
template <class Mask>
struct SetsOfSums {
    std::span<const int> sums;
    const Subsets<Mask>& subsets;

    template <class Open, class Visit>
    bool each(const Open& open, Visit visit) const {
        if (open.size > subsets.most()) return false;
        for (const int sum : sums)
            for (const Mask set : subsets.of(open.size, sum - open.fixed))
                if (!visit(set)) return false;
        return true;
    }
};

}  // namespace nonet::general
