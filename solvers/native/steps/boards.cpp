#include "boards.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace nonet::steps {
namespace {

using learning::is_true;
using learning::Literal;
using learning::opposite;

// Conflicts until a use is given up: counting pigeons would take for ever.
constexpr int patience = 60;

}  // namespace

Boards::Boards(const Model& model, const std::vector<char>& solution)
    : model_(model),
      solution_(solution),
      learner_(model.formula),
      order_(model.uses.size()),
      given_up_(model.uses.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    use_of_.assign(model.formula.variables, -1);
    for (int use = 0; use < static_cast<int>(model.uses.size()); ++use)
        for (int variable : model.uses[use].own) use_of_[variable] = use;
    is_without_own_ = model.formula.variables == model.marks + static_cast<int>(order_.size());
}

bool Boards::find(const std::vector<int>& uses, int mark, Budget& budget) {
    if (!search(uses, mark, Others::tried, budget)) return false;
    read();
    return true;
}

std::optional<std::vector<int>> Boards::core(const std::vector<int>& uses, int mark,
                                             Budget& budget) {
    if (search(uses, mark, Others::left, budget)) return std::nullopt;
    return core_;
}

bool Boards::search(const std::vector<int>& uses, int mark, Others others, Budget& budget) {
    learner_.go_back(0);
    for (int variable : passed_over_) learner_.put_back(variable);
    passed_over_.clear();
    prepare();
    int conflicts = 0;
    bool had_conflicts = false;
    for (;;) {
        if (const auto conflict = learner_.propagate()) {
            budget.spend_node();
            if (learner_.assignment().level() <= 1) return refute(learner_.behind(*conflict));
            learner_.learn(*conflict);
            next_use_ = next_cell_ = 0;
            had_conflicts = true;
            if (++conflicts > patience) {
                give_up_use();
                conflicts = 0;
            }
            continue;
        }
        if (learner_.assignment().level() == 0) {
            if (!assume(uses, mark)) return false;
            next_use_ = next_cell_ = 0;
            continue;
        }
        if (others == Others::tried && decide_use()) continue;
        if (!decide_mark(had_conflicts)) return true;
    }
}

// The solution is tried first, the uses in random order.
void Boards::prepare() {
    for (int mark = 0; mark < model_.marks; ++mark)
        learner_.prefer(solution_[mark] ? is_true(mark) : opposite(is_true(mark)));
    for (std::size_t last = order_.size(); last > 1; --last) {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        std::swap(order_[last - 1], order_[(random_ >> 33) % last]);
    }
    given_up_.assign(given_up_.size(), false);
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

// All of it as one decision.
bool Boards::assume(const std::vector<int>& uses, int mark) {
    const auto& on = learner_.assignment();
    std::vector<Literal> all{is_true(mark)};
    for (int use : uses) all.push_back(model_.selector(use));
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

bool Boards::decide_use() {
    for (; next_use_ < order_.size(); ++next_use_) {
        const int use = order_[next_use_];
        const Literal selector = model_.selector(use);
        if (!learner_.assignment().is_open(selector)) continue;
        if (given_up_[use]) learner_.decide(opposite(selector));
        else learner_.decide(selector);
        return true;
    }
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
    while (next_cell_ < model_.cells.size() && is_settled(static_cast<int>(next_cell_))) ++next_cell_;
    const bool settled = next_cell_ == model_.cells.size();
    if (settled && is_without_own_) return false;
    if (!by_activity && !settled) {
        int chosen = -1;
        for (int mark : model_.cells[next_cell_])
            if (on.is_open(is_true(mark)) && (chosen < 0 || solution_[mark])) chosen = mark;
        learner_.decide(is_true(chosen));
        return true;
    }
    for (;;) {
        const int next = learner_.most_active();
        if (next < 0) return false;
        if (use_of_[next] >= 0 && !on.holds(model_.selector(use_of_[next]))) {
            passed_over_.push_back(next);
            continue;
        }
        learner_.decide(learner_.preferred(next));
        return true;
    }
}

void Boards::give_up_use() {
    const auto& on = learner_.assignment();
    int latest = -1;
    for (std::size_t at = 0; at < order_.size(); ++at) {
        const int use = order_[at];
        const int variable = learning::variable(model_.selector(use));
        if (given_up_[use] || !on.holds(model_.selector(use))) continue;
        if (on.level(variable) < 2) continue;
        if (latest < 0 ||
            on.level(variable) > on.level(learning::variable(model_.selector(latest))))
            latest = use;
    }
    if (latest < 0) return;
    ++dropped_total;
    given_up_[latest] = true;
    learner_.go_back(on.level(learning::variable(model_.selector(latest))) - 1);
}

void Boards::read() {
    const auto& on = learner_.assignment();
    board_.clear();
    for (int mark = 0; mark < model_.marks; ++mark)
        if (on.holds(is_true(mark))) board_.push_back(mark);
    broken_.clear();
    for (int use = 0; use < static_cast<int>(model_.uses.size()); ++use)
        if (!on.holds(model_.selector(use))) broken_.push_back(use);
}

}  // namespace nonet::steps
