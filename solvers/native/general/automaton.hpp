// Deterministic automata over value indices. Each starts in state 0.
#pragma once

#include <vector>

#include "state_steps.hpp"

namespace nonet::general {

// Each automaton is made once for each process. All models that use it share it.
struct Automaton {
    // `next` has the next state for each state and value, or -1 if the automaton rejects the value.
    // `ends` has the accepting states. Throws std::invalid_argument if these do not fit together.
    Automaton(int values, std::vector<int> next, const std::vector<int>& ends);

    int values;
    int states;
    std::vector<int> next;
    std::vector<char> accepting;
    StateSteps steps;
};

}  // namespace nonet::general
