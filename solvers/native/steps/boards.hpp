// Boards with a mark, on which some uses hold: a search that learns, under assumptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "../learning/formula.hpp"
#include "../learning/learner.hpp"
#include "budget.hpp"
#include "model.hpp"

namespace nonet::steps {

class Boards {
public:
    Boards(const Model& model, const std::vector<char>& solution);

    // Takes a mark away for good.
    void remove(int mark) { learner_.add({learning::opposite(learning::is_true(mark))}); }

    // Looks for a board with a mark on which these uses hold; false if there is none. The board is
    // grown: changed so that other uses hold as well, each in turn, unless that takes too long.
    bool find(const std::vector<int>& uses, int mark, Budget& budget);

    // Some of these uses that leave no board with a mark; nothing if there is one.
    std::optional<std::vector<int>> core(const std::vector<int>& uses, int mark, Budget& budget);

    // The marks of the board that was found, and the uses that do not hold on it, as far as known.
    const std::vector<int>& board() const { return board_; }
    const std::vector<int>& broken() const { return broken_; }

    std::uint64_t conflicts() const { return learner_.conflicts(); }

private:
    using Literal = learning::Literal;

    void begin(const std::vector<int>& uses, int mark);
    void shuffle();
    bool collect();
    bool solve(int most_conflicts, Budget& budget);
    bool assume();
    bool refute(const std::vector<Literal>& decisions);
    bool decide_mark(bool by_activity);
    bool is_settled(int cell) const;
    void read();

    const Model& model_;
    const std::vector<char>& solution_;
    learning::Learner learner_;
    std::vector<Literal> assumed_;   // all of it is one decision, the first
    std::size_t next_cell_ = 0;      // all before it are settled
    std::vector<int> use_of_;        // of each variable that belongs to one, -1 for others
    bool is_without_own_;
    std::vector<int> passed_over_;   // variables that are open but need no value
    std::uint64_t kept_since_ = 0;
    bool is_refuted_ = false;
    std::vector<int> order_, score_, taken_;
    std::vector<char> dropped_;
    std::vector<int> core_;
    std::vector<int> board_;
    std::vector<int> broken_;
    std::uint64_t random_ = 1;
};

}  // namespace nonet::steps
