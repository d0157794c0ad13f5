// Automata over value indices: deterministic, and they start in state 0.
#pragma once

#include <vector>

#include "state_steps.hpp"

namespace nonet::general {

// Made once for each process, and shared by all models that use it.
struct Automaton {
    // `next` has the next state by state and value, -1 where the value rejects. `ends` are the
    // states that accept. Throws std::invalid_argument if they do not fit together.
    Automaton(int values, std::vector<int> next, const std::vector<int>& ends);

    int values;
    int states;
    std::vector<int> next;
    std::vector<char> accepting;
    StateSteps steps;
};

}  // namespace nonet::general
