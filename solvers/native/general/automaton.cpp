#include "automaton.hpp"

#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace nonet::general {
namespace {

void require(bool condition, const char* complaint) {
    if (!condition) throw std::invalid_argument(complaint);
}

}  // namespace

Automaton::Automaton(int values, std::vector<int> next, const std::vector<int>& ends)
    : values(values), states(0), next(std::move(next)) {
    require(values >= 1, "an automaton lacks values");
    states = static_cast<int>(std::ssize(this->next) / values);
    require(states >= 1, "an automaton lacks states");
    require(std::ssize(this->next) == std::int64_t{states} * values, "an automaton lacks values");
    for (int state : this->next)
        require(-1 <= state && state < states, "an automaton leaves its states");
    accepting.resize(states);
    for (int state : ends) {
        require(0 <= state && state < states, "an accepting state is outside the automaton");
        accepting[state] = true;
    }
    if (states <= StateSteps::most_states) steps = StateSteps(values, this->next, accepting);
}

}  // namespace nonet::general
