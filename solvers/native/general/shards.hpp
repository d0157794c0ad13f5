// Shards: sets of places that surely share a region, with the labels and values they may have.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "cell_set.hpp"
#include "mask.hpp"

namespace nonet::general {

// The places of a partition are numbered in reading order. Labels are numbered in their order.
struct Division {
    static constexpr int most_places = 256;
    using Places = CellSet<most_places / 64>;

    int size;                                // of a region
    std::vector<int> marked;                 // for each place, the cell with its label
    std::vector<int> filled;                 // for each place, the cell with its value
    std::vector<int> labels;                 // value indices
    std::vector<Places> near;                // the places that touch a place
    std::vector<std::pair<int, int>> links;  // places that surely share a region
};

// A shard with one label belongs to the region of this label. All methods that restrict something
// return false for a contradiction.
class Shards {
public:
    using Mask = std::uint64_t;
    using Places = Division::Places;

    struct Shard {
        Mask labels;
        Mask fixed;  // values of settled places
        Mask any;    // values of all places
        int size;
        Places places;
        Places apart;  // places in other regions
    };

    // Reads the marks, which are indexed by cell.
    Shards(const Division& division, Mask* marks);

    // Joins the places of the division that surely share a region. Call this first.
    bool start();

    // Writes the labels that are left.
    void store() const;

    const Shard& of(int place) const { return shards_[root_[place]]; }
    Mask values(int place) const { return marks_[of_.filled[place]]; }
    const Places& possible(int label) const { return possible_[label]; }
    const Places& certain(int label) const { return certain_[label]; }
    // The places that are settled on this value.
    const Places& settled_on(int value) const { return settled_on_[value]; }
    // The places of shards of several places.
    const Places& joined() const { return joined_; }

    // Whether two shards may share a region, if a label fits.
    bool fit(const Shard& one, const Shard& other) const;
    bool join(int place, int other);
    void set_apart(int place, int other);

    bool keep_labels(int place, Mask mask);
    bool keep_values(int place, Mask mask);
    bool keep(int cell, Mask mask);

    // Removes settled values from the other places of a set that lies in one region. `fixed`
    // becomes the set of these values.
    bool keep_distinct(const Places& places, Mask& fixed);

    bool changed = true;  // something was restricted
    Mask stale;           // the labels of regions that have changed

private:
    const Division& of_;
    Mask* marks_;
    Places joined_;
    std::array<int, Division::most_places> root_;
    std::array<Shard, Division::most_places> shards_;
    std::array<Places, 64> possible_{}, certain_{}, settled_on_{};
};

}  // namespace nonet::general
