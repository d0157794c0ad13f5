#include "boards.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <cstdlib>
namespace nonet::steps {
namespace {

using learning::is_true;
using learning::Literal;
using learning::opposite;

// Conflicts until growing by a use is given up: counting pigeons would take for ever.
#ifdef STATS
const int patience = getenv("PAT") ? atoi(getenv("PAT")) : 60;
const int KEEP = getenv("KEEP") ? atoi(getenv("KEEP")) : 200;
const int MODE = getenv("MODE") ? atoi(getenv("MODE")) : 0;
#else
constexpr int patience = 60;
constexpr int MODE = 0, KEEP = 200;
#endif

constexpr int unlimited = std::numeric_limits<int>::max();

}  // namespace

Boards::Boards(const Model& model, const std::vector<char>& solution)
    : model_(model), solution_(solution), learner_(model.formula, true) {
    use_of_.assign(model.formula.variables, -1);
    const int uses = static_cast<int>(model.uses.size());
    for (int use = 0; use < uses; ++use)
        for (int variable : model.uses[use].own) use_of_[variable] = use;
    for (int use = 0; use < uses; ++use) order_.push_back(use);
    is_without_own_ = model.formula.variables == model.marks + uses;
}

#ifdef STATS
long st_finds = 0, st_none = 0, st_given = 0, st_broken = 0, st_try = 0, st_ok = 0, st_first = 0;
#endif
bool Boards::find(const std::vector<int>& uses, int mark, Budget& budget) {
    begin(uses, mark);
    shuffle();
    const auto& on = learner_.assignment();
    for (;;) {
        learner_.go_back(0);
        if (!assume()) return false;
        if (learner_.propagate()) return false;
        if (!collect()) continue;
        if (solve(patience, budget)) break;
        if (is_refuted_) return false;
    }
    (void)on;
    read();
#ifdef STATS
    ++st_finds;
    st_broken += broken_.size();
#endif
    return true;
}

std::optional<std::vector<int>> Boards::core(const std::vector<int>& uses, int mark,
                                             Budget& budget) {
    begin(uses, mark);
    learner_.go_back(0);
    core_.clear();
    if (!assume()) return core_;
    if (const auto conflict = learner_.propagate()) {
        refute(learner_.behind(*conflict));
        return core_;
    }
    if (solve(unlimited, budget)) return std::nullopt;
    return core_;
}

void Boards::begin(const std::vector<int>& uses, int mark) {
    if (learner_.conflicts() - kept_since_ > (std::uint64_t)KEEP) {
        learner_.forget_lessons();
        kept_since_ = learner_.conflicts();
    }
    learner_.go_back(0);
    for (int variable : passed_over_) learner_.put_back(variable);
    passed_over_.clear();
    for (int each = 0; each < model_.marks; ++each)
        learner_.prefer(solution_[each] ? is_true(each) : opposite(is_true(each)));
    assumed_.assign(1, is_true(mark));
    for (int use : uses) assumed_.push_back(model_.selector(use));
    dropped_.assign(model_.uses.size(), false);
    score_.assign(model_.uses.size(), 0);
    taken_.clear();
}

void Boards::shuffle() {
    for (std::size_t last = order_.size(); last > 1; --last) {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        std::swap(order_[last - 1], order_[(random_ >> 33) % last]);
    }
}

// Takes uses in as assumptions, one by one, as far as propagation goes.
bool Boards::collect() {
    const auto& on = learner_.assignment();
    taken_.clear();
    for (int use : order_) {
        const Literal selector = model_.selector(use);
        if (dropped_[use] || !on.is_open(selector)) continue;
        learner_.decide(selector);
        if (const auto conflict = learner_.propagate()) {
            learner_.learn(*conflict);
            if (on.level() == 0) return false;  // once more, with what was learnt
            while (learner_.propagate()) {
                dropped_[use] = true;
                return false;
            }
            continue;
        }
        learner_.merge_decision();
        taken_.push_back(use);
    }
    return true;
}

bool Boards::solve(int most_conflicts, Budget& budget) {
    int conflicts = 0;
    next_cell_ = 0;
    is_refuted_ = false;
    const auto& on = learner_.assignment();
    for (;;) {
        if (const auto conflict = learner_.propagate()) {
            budget.spend_node();
            if (on.level() <= 1) {
                refute(learner_.behind(*conflict));
                for (std::size_t at = taken_.size(); at-- > 0;)
                    if (std::ranges::binary_search(core_, taken_[at])) {
                        dropped_[taken_[at]] = true;
                        return false;
                    }
                is_refuted_ = true;
                return false;
            }
            learner_.learn(*conflict);
            next_cell_ = 0;
            for (Literal literal : learner_.lesson()) {
                const int use = learning::variable(literal) - model_.marks;
                if (use >= 0 && use < (int)score_.size()) ++score_[use];
            }
            if (++conflicts > most_conflicts) {
#ifdef STATS
                ++st_given;
#endif
                int worst = -1;
                for (int use : taken_)
                    if (worst < 0 || score_[use] >= score_[worst]) worst = use;
                if (worst >= 0) {
                    dropped_[worst] = true;
                    score_.assign(score_.size(), 0);
                    return false;
                }
            }
            continue;
        }
        if (on.level() == 0) {
            if (!assume()) {
                is_refuted_ = true;
                return false;
            }
            for (int use : taken_)  {
                const Literal selector = model_.selector(use);
                if (on.fails(selector)) {
                    dropped_[use] = true;
                    return false;
                }
                if (on.is_open(selector)) learner_.decide_as_well(selector);
            }
            continue;
        }
        if (!decide_mark(conflicts > 0)) return true;
    }
}

bool Boards::assume() {
    const auto& on = learner_.assignment();
    for (Literal literal : assumed_) {
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
    for (int mark : model_.cells[cell])
        if (learner_.assignment().holds(is_true(mark))) return true;
    return false;
}

// Towards the solution until the first conflict, and then what conflicts are about.
bool Boards::decide_mark(bool by_activity) {
    const auto& on = learner_.assignment();
    while (next_cell_ < model_.cells.size() && is_settled(static_cast<int>(next_cell_)))
        ++next_cell_;
    const bool settled = next_cell_ == model_.cells.size();
    if (settled && is_without_own_) return false;
    if (!by_activity && !settled) {
        int chosen = -1;
        for (int mark : model_.cells[next_cell_])
            if (on.is_open(is_true(mark)) && (chosen < 0 || (MODE & 1 ? learner_.preferred(mark) == is_true(mark) : solution_[mark]))) chosen = mark;
        learner_.decide(is_true(chosen));
        return true;
    }
    for (;;) {
        const int next = learner_.most_active();
        if (next < 0) return false;
        const int use = next < model_.marks ? -1 : next < model_.marks + (int)model_.uses.size() ? next - model_.marks : use_of_[next];
        if (use >= 0 && (use == next - model_.marks || !on.holds(model_.selector(use)))) {
            passed_over_.push_back(next);
            continue;
        }
        learner_.decide(MODE & 2 && next < model_.marks ? (solution_[next] ? is_true(next) : opposite(is_true(next))) : learner_.preferred(next));
        return true;
    }
}

// Takes the board in, and tries each use on it; those that hold are decided then.
void Boards::read() {
    const auto& on = learner_.assignment();
    board_.clear();
    for (int mark = 0; mark < model_.marks; ++mark)
        if (on.holds(is_true(mark))) board_.push_back(mark);
    broken_.clear();
    for (int use = 0; use < static_cast<int>(model_.uses.size()); ++use) {
        const Literal selector = model_.selector(use);
        if (on.holds(selector)) continue;
        if (on.is_open(selector)) {
            const int level = on.level();
            learner_.decide(selector);
            if (!learner_.propagate()) continue;
            learner_.go_back(level);
        }
        broken_.push_back(use);
    }
}

}  // namespace nonet::steps
