// Searches with clause learning for boards that contain a given mark and obey given uses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "../learning/learner.hpp"
#include "budget.hpp"
#include "model.hpp"
#include "shuffler.hpp"

namespace nonet::steps {

class Boards {
public:
    static constexpr int unlimited = std::numeric_limits<int>::max();

    Boards(const Model& model, const std::vector<char>& solution);

    // Removes a mark for good.
    void remove(int mark) { learner_.add({learning::opposite(learning::is_true(mark))}); }

    // The uses that may fail on a board of live marks. All others are assumed to hold. Call this
    // after removing marks.
    void mind(std::vector<int> uses) {
        order_ = std::move(uses);
        simplify();
    }

    // Looks for a board close to the solution that has this mark and on which these uses hold.
    // Returns false if there is no such board. `parties` has the number of the party of each use.
    bool find(const std::vector<int>& uses, int mark, const std::vector<int>& parties,
              Budget& budget);

    // Looks for a board with this mark on which no other uses than these fail. Returns false if
    // there is no such board, or if the search takes too many conflicts.
    bool find_breaking(const std::vector<int>& uses, int mark, Budget& budget);

    // Whether few uses fail on the last board: at most a third in a small model.
    bool is_good() const {
        const std::size_t uses = model_.uses.size();
        return broken_.size() <= (uses <= small ? uses / 3 : few);
    }

    // Looks for another board with the same mark and uses, far from the solution. Adds other uses
    // in random order, as long as they can hold and that is quick to decide. If a use has to fail,
    // all uses of its party may fail.
    void grow(Budget& budget);

    // Looks for values of `cells` that include the mark, and with which these uses hold. Other uses
    // and other cells do not matter. Prefers marks that are not `seen`. Returns false if there are
    // no such values, and nothing if that takes too many conflicts to decide.
    std::optional<bool> fill(const std::vector<int>& uses, const std::vector<int>& cells, int mark,
                             const std::vector<char>& seen, int most_conflicts, Budget& budget);

    // Returns a subset of these uses that excludes the mark. Returns nothing if the uses allow the
    // mark, or if that takes too many conflicts to decide.
    std::optional<std::vector<int>> core(const std::vector<int>& uses, int mark, int most_conflicts,
                                         Budget& budget);

    // The marks of the last board, and the uses known to fail on it.
    const std::vector<int>& board() const { return board_; }
    const std::vector<int>& broken() const { return broken_; }

private:
    using Literal = learning::Literal;
    static constexpr std::size_t small = 96, few = 14;

    void simplify();
    void begin(const std::vector<int>& uses, int mark, const std::vector<char>* seen);
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
    void look_from_the_start() {
        next_cell_ = next_use_ = next_own_ = 0;
        has_changed_ = false;
    }
    bool is_settled(int cell) const;
    bool needs_value(int variable) const;
    void read_board();
    void read_broken();
    bool also_holds(int use);

    const Model& model_;
    const std::vector<char>& solution_;
    learning::Learner learner_;
    std::vector<int> use_of_;  // by variable; -1 for others
    std::vector<int> all_cells_;
    Shuffler shuffler_;
    std::uint64_t forgot_at_ = 0;    // in conflicts
    int open_marks_ = model_.marks;  // when the learner was made

    // The current question:
    std::vector<Literal> assumed_;
    std::vector<char> liking_;                 // of each mark, for first tries
    const std::vector<int>* cells_ = nullptr;  // the cells that need a value
    std::vector<char> is_needed_;              // for each cell
    std::vector<int> order_;                   // of uses that may fail
    std::vector<int> taken_;                   // uses that are assumed as well
    std::vector<char> is_dropped_;             // for each use
    const std::vector<int>* parties_ = nullptr;
    std::vector<int> trouble_;                 // for each use
    std::size_t next_cell_ = 0;                // all earlier ones are settled
    std::size_t next_use_ = 0, next_own_ = 0;  // likewise for variables of uses
    bool has_changed_ = false;                 // since the last full scan
    std::vector<int> passed_over_;             // open variables without a need

    // Its answer:
    bool is_refuted_ = false;
    std::vector<int> core_;
    std::vector<int> board_;
    std::vector<int> broken_;
};

}  // namespace nonet::steps
