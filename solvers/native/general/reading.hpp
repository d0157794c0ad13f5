// Reads primitives from Python objects into a model.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "model.hpp"

namespace nonet::general {

// The vocabulary from Python, the same for all models: the classes of primitives, in the order of
// `Reader`, two functions that make shared objects, and the greatest depth of nested alternatives.
// `partners(allowed, values)` lists, for each value of a first cell, the mask for the second.
// `automaton(automaton, values)` gives a GeneralAutomaton.
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

// `values` is a range. Throws a Refusal before it would use much memory or stack.
Model read_model(int cells, nanobind::object values, nanobind::handle constraints,
                 const Vocabulary& vocabulary);

}  // namespace nonet::general
