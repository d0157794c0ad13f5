// The input of the engine: primitives over cells and value indices. Indices start at 0. `first` is
// the value of index 0, which only sums need.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "automaton.hpp"

namespace nonet::general {

enum class Comparison { equal, one_of, at_most, at_least };

struct Relation {
    int a;
    int b;
    int table;  // an index into Model::tables
};

struct Linear {
    std::vector<std::int64_t> coefficients;
    std::vector<int> cells;  // one per coefficient; may repeat
    Comparison comparison;
    std::vector<std::int64_t> totals;  // rising; just one unless `one_of`
};

// Counts the cells that have one of `values`. The count must be one of `numbers`.
struct Count {
    std::vector<int> cells;  // a repeated cell counts each time
    std::uint64_t values;
    std::vector<int> numbers;  // rising
};

// The values along the cells are a word that the automaton accepts.
struct Word {
    std::vector<int> cells;  // a cell may repeat
    int automaton;           // an index into Model::automata
};

// Part of an alternative: a cell has one of the values of a mask.
struct Candidates {
    int cell;
    std::uint64_t mask;
};

struct AnyOf;

// A conjunction of primitives: a model, or an alternative.
struct Group {
    std::vector<Relation> relations;
    std::vector<Linear> sums;
    std::vector<Count> counts;
    std::vector<Word> words;
    std::vector<AnyOf> choices;
    std::vector<Candidates> candidates;  // only inside alternatives
};

// At least one alternative holds.
struct AnyOf {
    std::vector<Group> alternatives;
};

// Labels divide some places into connected areas of the same size. The values in an area differ.
// Labels first occur in their order.
struct Partition {
    std::vector<int> marked;                 // for each place, the cell with its label
    std::vector<int> filled;                 // for each place, the cell with its value
    std::vector<std::pair<int, int>> edges;  // of cells with labels
    std::vector<int> labels;                 // rising value indices
};

// The value of `control` is `plus` and the lengths of the runs: the cells at the start of each arm
// that have the value of `first`.
struct Runs {
    int control;
    int first;
    std::vector<std::vector<int>> arms;
    int plus;
};

struct Model : Group {
    int cells;
    int values;
    int first;
    std::vector<std::vector<int>> all_different;
    // For each value of the first cell, a table has the mask of the values that the second cell may
    // have.
    std::vector<std::vector<std::uint64_t>> tables;
    std::vector<std::shared_ptr<const Automaton>> automata;
    std::vector<Partition> partitions = {};
    std::vector<Runs> runs = {};  // along the labels of a partition
};

}  // namespace nonet::general
