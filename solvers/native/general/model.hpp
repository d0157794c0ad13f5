// What the engine is told: primitives over cells and value indices, in plain vectors.
//
// Values are indices from 0 here; `first` is the value of index 0, which only sums need.
#pragma once

#include <cstdint>
#include <vector>

namespace nonet::general {

enum class Comparison { equal, at_most, at_least };

struct Relation {
    int a;
    int b;
    int table;  // an index into Model::tables
};

struct Linear {
    std::vector<std::int64_t> coefficients;
    std::vector<int> cells;  // beside the coefficients; a cell may repeat
    Comparison comparison;
    std::int64_t total;
};

struct Model {
    int cells;
    int values;
    int first;
    std::vector<std::vector<int>> all_different;
    // A table has, for each value of the first cell, the mask of what the second may hold.
    std::vector<std::vector<std::uint64_t>> tables;
    std::vector<Relation> relations;
    std::vector<Linear> sums;
};

}  // namespace nonet::general
