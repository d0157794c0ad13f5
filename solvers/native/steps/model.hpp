// The model of a search for steps, prepared once for all puzzles with the same rules.
#pragma once

#include <vector>

#include "../learning/formula.hpp"

namespace nonet::steps {

// A clause has literals as in DIMACS. The variables 1 to `marks` are marks. Each higher variable
// belongs to one use.
using Clause = std::vector<int>;

struct Task {
    int marks = 0;
    // These clauses always hold. A clause without negations lists the marks of a cell.
    std::vector<Clause> background;
    // A reason that a step may cite.
    std::vector<std::vector<Clause>> uses;
};

// The kind of a use, recognised from its clauses.
enum class Kind {
    single,  // exactly one of several marks
    house,   // each value has one place
    other
};

// The marks in a `Use` are numbered from 0.
struct Use {
    Kind kind = Kind::other;
    // Exactly one mark of each of these sets holds. Empty if the clauses say anything else.
    std::vector<std::vector<int>> places;
    std::vector<int> cells;  // of the marks in its clauses
    std::vector<int> scope;  // all marks of these cells
    std::vector<int> own;    // its own variables in the formula
};

struct Model {
    explicit Model(const Task& task);

    learning::Literal selector(int use) const { return learning::is_true(marks + use); }

    int marks;
    std::vector<std::vector<int>> cells;  // their marks
    std::vector<int> cell_of;             // by mark; -1 without a cell
    std::vector<Use> uses;
    // The variables are the marks, a selector for each use, and the auxiliary variables of the
    // uses. If the selector of a use is true, the use must hold.
    learning::Formula formula;

private:
    Kind kind_of(const Use& use) const;
};

}  // namespace nonet::steps
