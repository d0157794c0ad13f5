// Reads primitives from Python objects into a model.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "model.hpp"

namespace nonet::general {

// What the engine needs from Python, the same for all models.
struct Vocabulary {
    // The classes of primitives, in the order of `Reader`.
    nanobind::tuple kinds;
    // partners(allowed, values) returns a mask for each value of the first cell: the values that
    // the second cell may have with it.
    nanobind::callable partners;
    // automaton(automaton, values) returns a GeneralAutomaton.
    nanobind::callable automaton;
    // The limit on nested alternatives.
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
