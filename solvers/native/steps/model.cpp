#include "model.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace nonet::steps {
namespace {

using learning::is_true;
using learning::Literal;
using learning::opposite;

bool is_positive(const Clause& clause) {
    return std::ranges::all_of(clause, [](int literal) { return literal > 0; });
}

// Returns the sets of marks of which exactly one holds, if the clauses say only this. Returns
// nothing if there are other clauses.
std::vector<std::vector<int>> exactly_one(const std::vector<Clause>& clauses, int marks) {
    std::vector<std::vector<int>> places;
    std::set<std::pair<int, int>> pairs;
    for (const Clause& clause : clauses) {
        if (is_positive(clause)) {
            places.emplace_back();
            for (int literal : clause) {
                if (literal > marks) return {};
                places.back().push_back(literal - 1);
            }
            std::ranges::sort(places.back());
        } else if (clause.size() == 2 && std::max(clause[0], clause[1]) < 0) {
            pairs.insert(std::minmax(-clause[0] - 1, -clause[1] - 1));
        } else {
            return {};
        }
    }
    std::set<std::pair<int, int>> said;
    for (const auto& marks_of_one : places)
        for (std::size_t b = 0; b < marks_of_one.size(); ++b)
            for (std::size_t a = 0; a < b; ++a) said.insert({marks_of_one[a], marks_of_one[b]});
    return said == pairs ? places : std::vector<std::vector<int>>{};
}

}  // namespace

Model::Model(const Task& task) : marks(task.marks), cell_of(task.marks, -1) {
    formula.variables = marks + static_cast<int>(task.uses.size());
    auto write = [&](const Clause& clause, auto literal_of, std::vector<Literal> also) {
        for (int each : clause) also.push_back(literal_of(each));
        if (also.size() == 2) formula.exclusions.emplace_back(opposite(also[0]), opposite(also[1]));
        else formula.clauses.push_back(std::move(also));
    };
    auto of_mark = [this](int literal) {
        const int mark = std::abs(literal) - 1;
        if (literal == 0 || mark >= marks)
            throw std::invalid_argument("the background is about marks alone");
        return literal > 0 ? is_true(mark) : opposite(is_true(mark));
    };
    for (const Clause& clause : task.background) write(clause, of_mark, {});
    for (const Clause& clause : task.background) {
        if (!is_positive(clause)) continue;
        for (int mark : clause) cell_of[mark - 1] = static_cast<int>(cells.size());
        auto& added = cells.emplace_back(clause);
        for (int& mark : added) --mark;
    }
    for (const auto& clauses : task.uses) {
        const int number = static_cast<int>(uses.size());
        Use& use = uses.emplace_back();
        std::map<int, int> own;
        std::vector<bool> seen(cells.size());
        auto literal_of = [&](int literal) {
            int variable = std::abs(literal) - 1;
            if (literal == 0) throw std::invalid_argument("0 is no literal");
            if (variable >= marks) {
                const auto [found, is_new] = own.try_emplace(variable, formula.variables);
                if (is_new) use.own.push_back(formula.variables++);
                variable = found->second;
            } else if (const int cell = cell_of[variable]; cell >= 0 && !seen[cell]) {
                seen[cell] = true;
                use.cells.push_back(cell);
            }
            return literal > 0 ? is_true(variable) : opposite(is_true(variable));
        };
        for (const Clause& clause : clauses)
            if (clause.size() == 2)
                formula.conditional.push_back({opposite(literal_of(clause[0])),
                                               opposite(literal_of(clause[1])), selector(number)});
            else write(clause, literal_of, {opposite(selector(number))});
        std::ranges::sort(use.cells);
        for (int cell : use.cells)
            use.scope.insert(use.scope.end(), cells[cell].begin(), cells[cell].end());
        std::ranges::sort(use.scope);
        use.places = exactly_one(clauses, marks);
        use.kind = kind_of(use);
    }
}

// In a house, each place set has one mark in each cell, and together the place sets have all marks
// of the cells.
Kind Model::kind_of(const Use& use) const {
    for (const auto& place : use.places) {
        std::set<int> met;
        for (int mark : place)
            if (cell_of[mark] < 0 || !met.insert(cell_of[mark]).second) return Kind::other;
    }
    if (use.places.size() == 1) return Kind::single;
    std::set<int> said;
    for (const auto& place : use.places) {
        if (place.size() != use.cells.size()) return Kind::other;
        said.insert(place.begin(), place.end());
    }
    const bool square = use.places.size() == use.cells.size() && said.size() == use.scope.size();
    const bool whole = said.size() == use.places.size() * use.cells.size();
    return square && whole && !said.empty() && use.cells.size() <= 64 ? Kind::house : Kind::other;
}

}  // namespace nonet::steps
