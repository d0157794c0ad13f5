// Writes a formula of bounded size, also under a condition.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "literals.hpp"

namespace nonet::general {

// Beyond its bound it writes nothing more, and has no formula.
class ClauseWriter {
    using Literal = learning::Literal;

public:
    // Sizes are in exclusions, of 16 bytes each.
    ClauseWriter(int variables, std::size_t most) : formula_{variables, {}, {}, {}}, most_(most) {}

    bool is_full() const { return size_ > most_; }
    void give_up() { size_ = most_ + 1; }

    // A variable of its own. Nothing that is not required may depend on it.
    Literal fresh() {
        size_ += size_of_variable;
        return learning::is_true(is_full() ? 0 : formula_.variables++);
    }

    // Neither is truth.
    void exclude(Literal one, Literal other) {
        if (one == falsity || other == falsity) return;
        ++size_;
        if (!is_full()) formula_.exclusions.push_back({one, other});
    }

    void imply(Literal one, Literal other) { exclude(one, learning::opposite(other)); }

    // What is so whether the condition holds or not.
    void define(const std::vector<Literal>& clause) {
        std::vector<Literal> open;
        for (Literal literal : clause) {
            if (literal == truth) return;
            if (literal != falsity) open.push_back(literal);
        }
        size_ += size_of_clause + open.size() / 2;
        if (!is_full()) formula_.clauses.push_back(std::move(open));
    }

    // What has to be so where the condition holds.
    void require(std::vector<Literal> clause) {
        clause.push_back(learning::opposite(condition_));
        define(clause);
    }

    // What is required by `write` is required only where a literal holds.
    template <class Write>
    void only_if(Literal condition, Write write) {
        const Literal outer = std::exchange(condition_, condition);
        write();
        condition_ = outer;
    }

    std::optional<learning::Formula> formula() && {
        if (is_full()) return std::nullopt;
        return std::move(formula_);
    }

private:
    // With what the solver keeps of them.
    static constexpr std::size_t size_of_variable = 8;
    static constexpr std::size_t size_of_clause = 6;

    learning::Formula formula_;
    std::size_t most_;
    std::size_t size_ = 0;
    Literal condition_ = truth;
};

}  // namespace nonet::general
