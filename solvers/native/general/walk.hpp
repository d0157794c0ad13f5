// Writes the clauses of words. Each state and each step on a path to acceptance has a variable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "clause_writer.hpp"
#include "literals.hpp"

namespace nonet::general {

// A possible next letter of a word. Exactly one letter of each place holds.
struct Letter {
    learning::Literal literal;
    int symbol;
};

// A walk starts in state 0 and takes one letter of each place. step(state, symbol) is the next
// state, or -1 to reject. A step implies its two states and its letter. Each state and each letter
// needs a step. So unit propagation is as strong as words.hpp.
template <class Step>
class Walk {
    using Literal = learning::Literal;

public:
    // `accepting` has an entry for each state.
    Walk(std::vector<std::vector<Letter>> letters, std::vector<char> accepting, Step step)
        : letters_(std::move(letters)), accepting_(std::move(accepting)), step_(step) {}

    void write(ClauseWriter& writer) {
        if (writer.is_full()) return;
        const std::size_t states = accepting_.size();
        if ((letters_.size() + 1) > most_viable / states) return writer.give_up();
        find_viable();
        if (!viable_[0]) return writer.require({});
        std::vector<Literal> before(states, truth), after(states, truth);
        std::vector<std::vector<Literal>> entering(states);
        for (std::size_t place = 0; place < letters_.size() && !writer.is_full(); ++place) {
            const bool is_last = place + 1 == letters_.size();
            each_viable(place + 1, [&](int state) {
                after[state] = is_last ? truth : writer.fresh();
                entering[state] = {learning::opposite(after[state])};
            });
            write_steps(place, before, after, entering, writer);
            if (!is_last)
                each_viable(place + 1, [&](int state) { writer.define(entering[state]); });
            std::swap(before, after);
        }
    }

private:
    // In bits: 2 MB.
    static constexpr std::size_t most_viable = std::size_t{1} << 24;

    void write_steps(std::size_t place, const std::vector<Literal>& before,
                     const std::vector<Literal>& after, std::vector<std::vector<Literal>>& entering,
                     ClauseWriter& writer) const {
        const auto& letters = letters_[place];
        std::vector<std::vector<Literal>> spelling;
        for (const Letter& letter : letters)
            spelling.push_back({learning::opposite(letter.literal)});
        each_viable(place, [&](int state) {
            std::vector<Literal> leaving{learning::opposite(before[state])};
            for (std::size_t index = 0; index < letters.size(); ++index) {
                const int next = step_(state, letters[index].symbol);
                if (next < 0 || !is_viable(place + 1, next)) continue;
                const Literal step = writer.fresh();
                writer.imply(step, before[state]);
                writer.imply(step, letters[index].literal);
                writer.imply(step, after[next]);
                leaving.push_back(step);
                entering[next].push_back(step);
                spelling[index].push_back(step);
            }
            if (place == 0) writer.require(leaving);
            else writer.define(leaving);
        });
        for (const auto& clause : spelling) writer.require(clause);
    }

    // Finds the states that can be reached, and from which an accepting state can be reached.
    void find_viable() {
        viable_.assign((letters_.size() + 1) * accepting_.size(), false);
        viable_[0] = true;
        for (std::size_t place = 0; place < letters_.size(); ++place)
            each_viable(place, [&](int state) {
                for (const Letter& letter : letters_[place]) {
                    const int next = step_(state, letter.symbol);
                    if (next >= 0) viable_[index(place + 1, next)] = true;
                }
            });
        each_viable(letters_.size(),
                    [&](int state) { viable_[index(letters_.size(), state)] = accepting_[state]; });
        for (std::size_t place = letters_.size(); place-- > 0;)
            each_viable(place, [&](int state) {
                viable_[index(place, state)] = std::any_of(
                    letters_[place].begin(), letters_[place].end(), [&](const Letter& letter) {
                        const int next = step_(state, letter.symbol);
                        return next >= 0 && is_viable(place + 1, next);
                    });
            });
    }

    std::size_t index(std::size_t place, int state) const {
        return place * accepting_.size() + static_cast<std::size_t>(state);
    }

    bool is_viable(std::size_t place, int state) const { return viable_[index(place, state)]; }

    template <class Visit>
    void each_viable(std::size_t place, Visit visit) const {
        for (int state = 0; state < static_cast<int>(accepting_.size()); ++state)
            if (is_viable(place, state)) visit(state);
    }

    std::vector<std::vector<Letter>> letters_;
    std::vector<char> accepting_;
    Step step_;
    std::vector<bool> viable_;  // by place and state
};

}  // namespace nonet::general
