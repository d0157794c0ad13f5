#include "value_sets.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mask.hpp"

namespace nonet::general {
namespace {

using Mask = std::uint64_t;

class ValueSets {
public:
    static std::optional<std::vector<Mask>> of(const std::vector<Mask>& partners, int size) {
        ValueSets search(partners);
        const Mask full = all_values<Mask>(static_cast<int>(partners.size()));
        if (!search.collect(full, size, 0)) return std::nullopt;
        return std::move(search.sets_);
    }

private:
    static constexpr std::size_t most_sets = 128;
    static constexpr int most_steps = 10'000;

    explicit ValueSets(const std::vector<Mask>& partners) : partners_(partners) {}

    // Adds `size` candidates that are compatible with each other. Returns false to give up.
    bool collect(Mask candidates, int size, Mask chosen) {
        if (++steps_ > most_steps) return false;
        if (size == 0) {
            sets_.push_back(chosen);
            return sets_.size() <= most_sets;
        }
        for (; count(candidates) >= size; candidates = without_lowest(candidates)) {
            const int value = lowest(candidates);
            // Only later candidates remain, so each set is found once, in rising order.
            const Mask others = static_cast<Mask>(without_lowest(candidates) & partners_[value]);
            if (!collect(others, size - 1, static_cast<Mask>(chosen | bit<Mask>(value))))
                return false;
        }
        return true;
    }

    const std::vector<Mask>& partners_;
    std::vector<Mask> sets_;
    int steps_ = 0;
};

}  // namespace

std::optional<std::vector<Mask>> value_sets(const std::vector<Mask>& partners, int size) {
    return ValueSets::of(partners, size);
}

}  // namespace nonet::general
