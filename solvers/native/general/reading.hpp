// The primitives as Python has them, read into a model.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "model.hpp"

namespace nonet::general {

// What Python says once for all models: the classes of its primitives, in the order of `Reader`,
// two functions of what models share, and how deep alternatives may stand in one another.
// `partners(allowed, values)` lists, for each value of a first cell, the mask for the second;
// `automaton(automaton, values)` gives a GeneralAutomaton.
struct Vocabulary {
    nanobind::tuple kinds;
    nanobind::callable partners;
    nanobind::callable automaton;
    int depth;
};

// Why the engine cannot take a model.
struct Refusal {
    std::string reason;
};

// `values` is a range. Throws a Refusal, before it takes much memory or stack.
Model read_model(int cells, nanobind::object values, nanobind::handle constraints,
                 const Vocabulary& vocabulary);

}  // namespace nonet::general
