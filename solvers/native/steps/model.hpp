// The model of a search for steps, prepared once for all puzzles with the same rules.
#pragma once

#include <vector>

#include "../learning/formula.hpp"

namespace nonet::steps {

// Literals as in DIMACS: marks are 1 to `marks`, each higher variable belongs to one use.
using Clause = std::vector<int>;

struct Task {
    int marks = 0;
    std::vector<Clause> background;         // holds always; its clauses without negations are cells
    std::vector<std::vector<Clause>> uses;  // the uses that a step may cite
};

// The kind of a use, recognised from its clauses.
enum class Kind {
    single,  // exactly one of some marks in different cells
    house,   // each of its values has one place in as many cells
    other
};

// From here on marks are numbers from 0.
struct Use {
    Kind kind = Kind::other;
    std::vector<std::vector<int>> places;  // exactly one mark of each, unless the kind is other
    std::vector<int> cells;                // of the marks in its clauses
    std::vector<int> scope;                // the marks of these cells, which it could remove
    std::vector<int> own;                  // its own variables in the formula
};

struct Model {
    explicit Model(const Task& task);

    learning::Literal selector(int use) const { return learning::is_true(marks + use); }

    int marks;
    std::vector<std::vector<int>> cells;  // their marks
    std::vector<int> cell_of;             // of each mark; -1 for a mark without a cell
    std::vector<Use> uses;
    // The variables are the marks, a selector for each use, and the auxiliary variables of the
    // uses.
    // A use is required while its selector holds.
    learning::Formula formula;

private:
    Kind kind_of(const Use& use) const;
};

}  // namespace nonet::steps
