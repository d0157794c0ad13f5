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

    // Looks for a board with a mark on which these uses hold; false if there is none. As many
    // others hold as can, taken in random order, but for some where it takes too long to tell.
    bool find(const std::vector<int>& uses, int mark, Budget& budget);

    // Looks for values of some cells, those of these uses, with which the uses hold and a mark is
    // there. Nothing else has to hold, and the marks of these cells alone are the board.
    bool fill(const std::vector<int>& uses, const std::vector<int>& cells, int mark,
              Budget& budget);

    // Some of these uses that leave no board with a mark; nothing if there is one.
    std::optional<std::vector<int>> core(const std::vector<int>& uses, int mark, Budget& budget);

    // The marks of the board that was found, and the uses that do not hold on it, as far as known.
    const std::vector<int>& board() const { return board_; }
    const std::vector<int>& broken() const { return broken_; }

private:
    using Literal = learning::Literal;

    void begin(const std::vector<int>& uses, int mark);
    void shuffle();
    bool start();
    bool collect();
    bool solve(int most_conflicts, Budget& budget);
    bool assume();
    bool refute(const std::vector<Literal>& decisions);
    bool drop(int use);
    bool drop_latest();
    bool drop_most_troublesome();
    void note_trouble();
    bool decide_mark(bool by_activity);
    bool decide_own();
    bool is_settled(int cell) const;
    bool needs_value(int variable) const;
    void read_board();
    void read_broken();
    bool also_holds(int use);

    const Model& model_;
    const std::vector<char>& solution_;
    learning::Learner learner_;
    std::vector<int> use_of_;  // of each variable that belongs to one, -1 for others
    std::vector<int> all_cells_;
    std::uint64_t random_ = 1;
    std::uint64_t forgot_at_ = 0;  // the conflicts there were then

    // The present question.
    std::vector<Literal> assumed_;
    const std::vector<int>* cells_ = nullptr;  // those that need a value
    std::vector<char> is_needed_;              // for each cell
    std::vector<int> order_;                   // of the uses: earlier ones are preferred
    std::vector<int> taken_;                   // uses that are assumed as well
    std::vector<char> is_dropped_;             // for each use
    std::vector<int> trouble_;                 // for each use
    std::size_t next_cell_ = 0;                // all before it are settled
    std::vector<int> passed_over_;             // variables that are open but need no value

    // The answer.
    bool is_refuted_ = false;
    std::vector<int> core_;
    std::vector<int> board_;
    std::vector<int> broken_;
};

}  // namespace nonet::steps
