// Reads primitives from Python objects into a model.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "model.hpp"

namespace nonet::general {

// What the engine needs from Python, the same for all models. `kinds` has the classes of
// primitives, in the order of `Reader`. `partners(allowed, values)` returns a mask for each value
// of the first cell: the values of the second cell that go with it. `automaton(automaton, values)`
// returns a GeneralAutomaton. `depth` is the limit on nested alternatives.
struct Vocabulary {
    nanobind::tuple kinds;
    nanobind::callable partners;
    nanobind::callable automaton;
    int depth;
};

// The reason why the engine refuses a model.
struct Refusal {
    std::string reason;
};

// `values` is a range. Throws a Refusal if the model would take too much memory or stack.
Model read_model(int cells, nanobind::object values, nanobind::handle constraints,
                 const Vocabulary& vocabulary);

}  // namespace nonet::general
