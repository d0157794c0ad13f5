// Writes a formula of limited size. Clauses can depend on a condition.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "literals.hpp"

namespace nonet::general {

// If the formula becomes too large, the writer stops and returns no formula.
class ClauseWriter {
    using Literal = learning::Literal;

public:
    // Sizes are counted in exclusions. An exclusion takes 16 bytes.
    ClauseWriter(int variables, std::size_t most) : formula_{variables, {}, {}, {}}, most_(most) {}

    bool is_full() const { return size_ > most_; }
    void give_up() { size_ = most_ + 1; }

    // A new variable.
    Literal fresh() {
        size_ += size_of_variable;
        return learning::is_true(is_full() ? 0 : formula_.variables++);
    }

    // Neither literal may be the constant true.
    void exclude(Literal one, Literal other) {
        if (one == falsity || other == falsity) return;
        ++size_;
        if (!is_full()) formula_.exclusions.push_back({one, other});
    }

    void imply(Literal one, Literal other) { exclude(one, learning::opposite(other)); }

    // A clause that holds independently of the condition.
    void define(const std::vector<Literal>& clause) {
        std::vector<Literal> open;
        for (Literal literal : clause) {
            if (literal == truth) return;
            if (literal != falsity) open.push_back(literal);
        }
        size_ += size_of_clause + open.size() / 2;
        if (!is_full()) formula_.clauses.push_back(std::move(open));
    }

    // A clause that holds if the condition holds.
    void require(std::vector<Literal> clause) {
        clause.push_back(learning::opposite(condition_));
        define(clause);
    }

    // Within `write`, all required clauses depend on this literal.
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
    // The sizes include the solver's data.
    static constexpr std::size_t size_of_variable = 8;
    static constexpr std::size_t size_of_clause = 6;

    learning::Formula formula_;
    std::size_t most_;
    std::size_t size_ = 0;
    Literal condition_ = truth;
};

}  // namespace nonet::general
