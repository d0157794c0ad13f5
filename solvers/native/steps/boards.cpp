#include "boards.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nonet::steps {
namespace {

using learning::is_true;
using learning::Literal;
using learning::opposite;

// The limit on the conflicts for adding a use. A pigeonhole problem would take too long.
constexpr int patience = 4;

// The limit on the conflicts for a board on which only given uses may fail.
constexpr int long_patience = 200;

// All learnt clauses are deleted after this many conflicts. They are long, and rarely help other
// questions.
constexpr std::uint64_t memory = 200;

}  // namespace

Boards::Boards(const Model& model, const std::vector<char>& solution)
    : model_(model), solution_(solution), learner_(model.formula, true), liking_(model.marks) {
    use_of_.assign(model.formula.variables, -1);
    for (int use = 0; use < static_cast<int>(model.uses.size()); ++use) {
        for (int variable : model.uses[use].own) use_of_[variable] = use;
        order_.push_back(use);
    }
    for (int cell = 0; cell < static_cast<int>(model.cells.size()); ++cell)
        all_cells_.push_back(cell);
}

// Makes the learner again if a twentieth of the open marks is gone: without the literals that are
// decided for good, and without the clauses that hold. No selector holds for good.
void Boards::simplify() {
    const auto& on = learner_.assignment();
    auto is_open = [&](Literal literal) { return on.is_open(literal); };
    learner_.go_back(0);
    learner_.propagate();
    int open_marks = 0;
    for (int mark = 0; mark < model_.marks; ++mark) open_marks += is_open(is_true(mark));
    if (20 * open_marks > 19 * open_marks_) return;
    open_marks_ = open_marks;
    learning::Formula less;
    less.variables = model_.formula.variables;
    for (Literal literal : on.trail()) less.clauses.push_back({literal});
    auto exclude = [&](Literal one, Literal other) {
        if (is_open(one) && is_open(other)) less.exclusions.emplace_back(one, other);
    };
    for (const auto& [one, other] : model_.formula.exclusions) exclude(one, other);
    for (const auto& each : model_.formula.conditional) {
        const auto& [one, other, condition] = each;
        if (on.holds(one)) exclude(other, condition);
        else if (on.holds(other)) exclude(one, condition);
        else if (is_open(one) && is_open(other) && is_open(condition))
            less.conditional.push_back(each);
    }
    for (const auto& clause : model_.formula.clauses) {
        if (std::ranges::any_of(clause, [&](Literal literal) { return on.holds(literal); }))
            continue;
        std::vector<Literal> rest;
        std::ranges::copy_if(clause, std::back_inserter(rest), is_open);
        if (rest.size() == 2) exclude(opposite(rest[0]), opposite(rest[1]));
        else less.clauses.push_back(std::move(rest));
    }
    learner_ = learning::Learner(less, true);
    passed_over_.clear();
    forgot_at_ = 0;
}

bool Boards::find(const std::vector<int>& uses, int mark, const std::vector<int>& parties,
                  Budget& budget) {
    begin(uses, mark, nullptr);
    parties_ = &parties;
    if (!start() || !solve(unlimited, budget)) return false;
    read_board();
    read_broken();
    return true;
}

bool Boards::find_breaking(const std::vector<int>& uses, int mark, Budget& budget) {
    std::vector<int> others;
    for (int use : order_)
        if (!std::ranges::binary_search(uses, use)) others.push_back(use);
    begin(others, mark, nullptr);
    if (!start() || !solve(long_patience, budget)) return false;
    read_board();
    read_broken();
    return true;
}

void Boards::grow(Budget& budget) {
    shuffler_.shuffle(order_);
    do start();
    while (!collect() || !solve(taken_.empty() ? unlimited : patience, budget));
    read_board();
    read_broken();
}

std::optional<bool> Boards::fill(const std::vector<int>& uses, const std::vector<int>& cells,
                                 int mark, const std::vector<char>& seen, int most_conflicts,
                                 Budget& budget) {
    begin(uses, mark, &seen);
    cells_ = &cells;
    is_needed_.assign(model_.cells.size(), false);
    for (int cell : cells) is_needed_[cell] = true;
    if (!start()) return false;
    const bool found = solve(most_conflicts, budget);
    if (found) read_board();
    return found || is_refuted_ ? std::optional(found) : std::nullopt;
}

std::optional<std::vector<int>> Boards::core(const std::vector<int>& uses, int mark,
                                             int most_conflicts, Budget& budget) {
    begin(uses, mark, nullptr);
    const bool goes = !start() || (!solve(most_conflicts, budget) && is_refuted_);
    return goes ? std::optional(core_) : std::nullopt;
}

void Boards::begin(const std::vector<int>& uses, int mark, const std::vector<char>* seen) {
    if (learner_.conflicts() - forgot_at_ > memory) {
        learner_.forget_lessons();
        forgot_at_ = learner_.conflicts();
    }
    learner_.go_back(0);
    for (int variable : passed_over_) learner_.put_back(variable);
    passed_over_.clear();
    for (int each = 0; each < model_.marks; ++each) {
        liking_[each] = static_cast<char>(2 * (seen && !(*seen)[each]) + solution_[each]);
        learner_.prefer(liking_[each] ? is_true(each) : opposite(is_true(each)));
    }
    assumed_.assign(1, is_true(mark));
    for (int use : uses) assumed_.push_back(model_.selector(use));
    is_dropped_.assign(model_.uses.size(), false);
    trouble_.assign(model_.uses.size(), 0);
    cells_ = &all_cells_;
    is_needed_.assign(model_.cells.size(), true);
}

// Assume all of them, and propagate.
bool Boards::start() {
    learner_.go_back(0);
    taken_.clear();
    is_refuted_ = false;
    // First propagate level 0, because propagation that ended in a conflict has not visited all
    // watches.
    if (learner_.propagate()) return refute({});
    if (!assume()) return false;
    const auto conflict = learner_.propagate();
    return conflict ? refute(learner_.behind(*conflict)) : true;
}

// Assumes uses one after the other, as long as propagation finds no conflict. Returns false if the
// search has to start again.
bool Boards::collect() {
    const auto& on = learner_.assignment();
    taken_.clear();
    for (int use : order_) {
        const Literal selector = model_.selector(use);
        if (is_dropped_[use] || !on.is_open(selector)) continue;
        learner_.decide(selector);
        const auto conflict = learner_.propagate();
        if (!conflict) {
            learner_.merge_decision();
            taken_.push_back(use);
            continue;
        }
        learner_.learn(*conflict);
        if (on.level() == 0) return false;
        if (learner_.propagate()) return drop(use);
    }
    return true;
}

// Searches for a board with the assumptions and all added uses. Returns false if there is none, or
// if the search takes too many conflicts. Then it has dropped a use: the latest one, or the one in
// the most conflicts.
bool Boards::solve(int most_conflicts, Budget& budget) {
    int conflicts = 0;
    look_from_the_start();
    const auto& on = learner_.assignment();
    for (;;) {
        if (const auto conflict = learner_.propagate()) {
            budget.spend_node();
            if (on.level() <= 1) return refute(learner_.behind(*conflict)) || drop_latest();
            learner_.learn(*conflict);
            look_from_the_start();
            note_trouble();
            if (++conflicts > most_conflicts)
                return taken_.empty() ? false : drop_most_troublesome();
        } else if (on.level() == 0) {
            if (!assume()) return drop_latest();
        } else if (!decide_mark(conflicts > 0)) {
            return true;
        }
    }
}

bool Boards::drop(int use) {
    const std::vector<int>& party_of = *parties_;
    for (std::size_t other = 0; other < party_of.size(); ++other)
        if (party_of[other] == party_of[use]) is_dropped_[other] = true;
    return false;
}

bool Boards::drop_latest() {
    const auto latest = std::find_if(taken_.rbegin(), taken_.rend(), [this](int use) {
        return std::ranges::binary_search(core_, use);
    });
    if (latest != taken_.rend()) return drop(*latest);
    is_refuted_ = true;
    return false;
}

bool Boards::drop_most_troublesome() {
    const int use = *std::ranges::max_element(
        taken_, [this](int one, int other) { return trouble_[one] < trouble_[other]; });
    trouble_.assign(trouble_.size(), 0);
    return drop(use);
}

// For each use, counts the learnt clauses that needed it.
void Boards::note_trouble() {
    for (Literal literal : learner_.lesson()) {
        const int use = learning::variable(literal) - model_.marks;
        if (use >= 0 && use < static_cast<int>(trouble_.size())) ++trouble_[use];
    }
}

// Makes one decision of the assumptions and all added uses.
bool Boards::assume() {
    const auto& on = learner_.assignment();
    std::vector<Literal> all = assumed_;
    for (int use : taken_) all.push_back(model_.selector(use));
    for (Literal literal : all) {
        if (on.holds(literal)) continue;
        if (on.fails(literal)) {
            std::vector<Literal> decisions = learner_.behind(literal);
            decisions.push_back(literal);
            return refute(decisions);
        }
        if (on.level() == 0) learner_.decide(literal);
        else learner_.decide_as_well(literal);
    }
    return true;
}

bool Boards::refute(const std::vector<Literal>& decisions) {
    core_.clear();
    for (Literal decision : decisions) {
        const int use = learning::variable(decision) - model_.marks;
        if (use >= 0) core_.push_back(use);
    }
    std::ranges::sort(core_);
    return false;
}

bool Boards::is_settled(int cell) const {
    auto holds = [this](int mark) { return learner_.assignment().holds(is_true(mark)); };
    return std::ranges::any_of(model_.cells[cell], holds);
}

// Decides by preference until the first conflict, and then by activity.
bool Boards::decide_mark(bool by_activity) {
    const auto& on = learner_.assignment();
    while (next_cell_ < cells_->size() && is_settled((*cells_)[next_cell_])) ++next_cell_;
    if (next_cell_ == cells_->size()) return decide_own();
    if (!by_activity) {
        int chosen = -1;
        for (int mark : model_.cells[(*cells_)[next_cell_]])
            if (on.is_open(is_true(mark)) && (chosen < 0 || liking_[mark] > liking_[chosen]))
                chosen = mark;
        learner_.decide(is_true(chosen));
        return true;
    }
    for (;;) {
        const int next = learner_.most_active();
        if (next < 0) return false;
        if (needs_value(next)) {
            learner_.decide(learner_.preferred(next));
            return true;
        }
        passed_over_.push_back(next);
    }
}

// Decides open variables of uses that hold, after all cells have got values.
bool Boards::decide_own() {
    const auto& on = learner_.assignment();
    for (; next_use_ < model_.uses.size(); ++next_use_, next_own_ = 0) {
        if (!on.holds(model_.selector(static_cast<int>(next_use_)))) continue;
        const auto& own = model_.uses[next_use_].own;
        for (; next_own_ < own.size(); ++next_own_) {
            if (!on.is_open(is_true(own[next_own_]))) continue;
            learner_.decide(learner_.preferred(own[next_own_]));
            has_changed_ = true;
            return true;
        }
    }
    if (!has_changed_) return false;
    look_from_the_start();  // another use may hold by now
    return decide_mark(false);
}

// Whether a variable needs a value. Open selectors need none, and neither do the variables of their
// uses.
bool Boards::needs_value(int variable) const {
    if (variable < model_.marks) {
        const int cell = model_.cell_of[variable];
        return cell >= 0 && is_needed_[cell];
    }
    const int use = use_of_[variable];
    return use >= 0 && learner_.assignment().holds(model_.selector(use));
}

void Boards::read_board() {
    board_.clear();
    for (int cell : *cells_)
        for (int mark : model_.cells[cell])
            if (learner_.assignment().holds(is_true(mark))) board_.push_back(mark);
}

// Reads the uses that fail on the board. A dropped use may still hold.
void Boards::read_broken() {
    const auto& on = learner_.assignment();
    broken_.clear();
    for (int use : order_)
        if (!on.holds(model_.selector(use)) && !also_holds(use)) broken_.push_back(use);
}

// Whether a use holds on the current board without a search over its own variables.
bool Boards::also_holds(int use) {
    const auto& on = learner_.assignment();
    if (on.fails(model_.selector(use))) return false;
    const int level = on.level();
    learner_.decide(model_.selector(use));
    bool holds = !learner_.propagate();
    for (int variable : model_.uses[use].own) {
        if (!holds) break;
        if (!on.is_open(is_true(variable))) continue;
        learner_.decide(learner_.preferred(variable));
        holds = !learner_.propagate();
    }
    if (!holds) learner_.go_back(level);
    return holds;
}

}  // namespace nonet::steps
