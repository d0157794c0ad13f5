// Counts the places that each house has left for each value, for 64 houses at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nonet::general {

// The counts are stored as bit planes. Bit h of plane p is bit p of the count of house h, less one.
template <int most_values>
class Tallies {
public:
    // Every house has a place for each value in each of its cells.
    void start(int values, int words) {
        words_ = words;
        planes_.resize(static_cast<std::size_t>(values) * words);
        for (Planes& planes : planes_)
            for (int plane = 0; plane < plane_count; ++plane)
                planes[plane] = (values - 1) >> plane & 1 ? ~std::uint64_t{0} : 0;
    }

    // Removes a value from some cells, for one word of houses. `each(lose)` calls lose(houses) with
    // the set of houses of each cell. Returns the houses that now have at most two places left, or
    // at most three if `three` is set.
    template <class Each>
    [[gnu::always_inline]] std::uint64_t lose(int value, int word, bool three, const Each& each) {
        Planes planes = planes_[value * words_ + word];
        std::uint64_t touched = 0, none = 0;
        each([&](std::uint64_t borrow) {
            touched |= borrow;
            for (std::uint64_t& plane : planes) {
                plane ^= borrow;
                borrow &= plane;
            }
            none |= borrow;
        });
        planes_[value * words_ + word] = planes;
        std::uint64_t many = three ? planes[0] & planes[1] : planes[1];
        for (int plane = 2; plane < plane_count; ++plane) many |= planes[plane];
        return (touched & ~many) | none;
    }

    // Marks these houses as having many places, so that they are seldom returned again.
    void fill(int value, int word, std::uint64_t houses) {
        for (std::uint64_t& plane : planes_[value * words_ + word]) plane |= houses;
    }

private:
    static constexpr int plane_count = std::bit_width(static_cast<unsigned>(most_values) - 1);
    using Planes = std::array<std::uint64_t, plane_count>;

    int words_ = 0;
    std::vector<Planes> planes_;  // by value and word
};

}  // namespace nonet::general
