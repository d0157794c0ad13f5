// Propagates AnyOf by constructive disjunction: removes the marks that every possible alternative
// removes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "alternatives.hpp"
#include "board.hpp"
#include "cages.hpp"
#include "clique_cover.hpp"
#include "counts.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "parts.hpp"
#include "relations.hpp"
#include "scopes.hpp"
#include "source.hpp"
#include "sum_filter.hpp"
#include "sums.hpp"
#include "trial.hpp"
#include "words.hpp"

namespace nonet::general {

template <class Shape>
class Choices : public Scopes {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    explicit Choices(const Source<Shape>& source) {
        const Model& model = source.model;
        if (!model.choices.empty()) {
            inside_ = std::make_unique<const Inside>(source);
            Ids ids(inside_->sums, source.filter);
            choices_.reserve(model.choices.size());
            for (const AnyOf& choice : model.choices) add_choice(choice, ids);
        }
    }

    double prior(int) const { return 1.0; }

    // Visits the parts of all sums inside alternatives.
    template <class Visit>
    void each_part(Visit visit) const {
        if (!inside_) return;
        for (const auto& sum : inside_->sums)
            for (const auto& part : sum.parts) visit(part);
        inside_->choices.each_part(visit);
    }

    // Keeps the marks that at least one alternative allows.
    bool run(int id, Board<Shape>& on) const {
        const auto cells = this->cells(id);
        std::array<Mask, Shape::most_cells> kept;
        for (std::size_t place = 0; place < cells.size(); ++place) kept[place] = 0;
        bool any = false;
        for (const Alternative& alternative : choices_[id].alternatives) {
            if (is_refuted(alternative, on)) continue;
            Trial<Shape> trial(on, choices_[id].scope);
            const std::uint64_t before = trial.work;
            const bool is_settled = settle(alternative, trial);
            on.work += on.network.cells + trial.work - before;
            if (!is_settled) continue;
            any = true;
            bool all = true;
            for (std::size_t place = 0; place < cells.size(); ++place) {
                kept[place] |= trial.marks(cells[place]);
                all &= kept[place] == on.marks(cells[place]);
            }
            if (all) return true;
        }
        for (std::size_t place = 0; any && place < cells.size(); ++place)
            any = on.keep(cells[place], kept[place]);
        return any;
    }

private:
    // The limit on the propagators that a trial and its inner trials run. They take some
    // milliseconds.
    static constexpr std::uint64_t most_work = 100'000;

    // A propagator of an alternative: its kind, and its number within the kind.
    enum class Kind { relation, cage, count, word, sum, choice };
    struct Step {
        Kind kind;
        int id;
    };
    struct Alternative {
        std::vector<Candidates> candidates;
        std::vector<Step> steps;
    };
    struct Choice {
        Cells scope;
        std::vector<Alternative> alternatives;
    };

    // The propagators of all alternatives. Nothing wakes them.
    struct Inside {
        explicit Inside(const Source<Shape>& around)
            : Inside(around, all_alternatives(around.model)) {}
        Inside(const Source<Shape>& around, const Model& model)
            : sums(sums_of_alternatives(around.model, around.see)),
              cover{{}, std::vector<bool>(model.relations.size())},
              relations(source(around, model)),
              cages(source(around, model)),
              counts(source(around, model)),
              words(source(around, model), true),
              in_parts(source(around, model)),
              choices(source(around, model)) {}

        Source<Shape> source(const Source<Shape>& around, const Model& model) const {
            return {model, around.see, sums, cover, around.filter};
        }

        std::vector<Sum> sums;
        CliqueCover cover;  // empty
        Relations<Shape> relations;
        Cages<Shape> cages;
        Counts<Shape> counts;
        Words<Shape> words;
        Sums<Shape> in_parts;
        Choices<Shape> choices;
    };

    // The number of the next propagator of each kind.
    struct Ids {
        Ids(const std::vector<Sum>& sums, const SumFilter<Shape>& filter)
            : sums(sums), filter(filter) {}

        const std::vector<Sum>& sums;
        const SumFilter<Shape>& filter;
        int relation = 0, count = 0, word = 0, linear = 0, cage = 0, sum = 0, choice = 0;
    };

    void add_choice(const AnyOf& choice, Ids& ids) {
        Choice& added = choices_.emplace_back();
        added.alternatives.reserve(choice.alternatives.size());
        for (const Group& group : choice.alternatives)
            added.alternatives.push_back(alternative(group, ids, added.scope));
        std::vector<int> cells;
        cells.reserve(static_cast<std::size_t>(added.scope.size()));
        added.scope.each([&](int cell) {
            cells.push_back(cell);
            return true;
        });
        add(cells);
    }

    Alternative alternative(const Group& group, Ids& ids, Cells& scope) const {
        Alternative added{group.candidates, {}};
        auto take = [&](Kind kind, const Scopes& scopes, int id) {
            added.steps.push_back({kind, id});
            for (int cell : scopes.cells(id)) scope.add(cell);
        };
        for (const Candidates& candidates : group.candidates) scope.add(candidates.cell);
        for (std::size_t at = 0; at < group.relations.size(); ++at)
            take(Kind::relation, inside_->relations, ids.relation++);
        for (std::size_t at = 0; at < group.counts.size(); ++at)
            take(Kind::count, inside_->counts, ids.count++);
        for (std::size_t at = 0; at < group.sums.size(); ++at) {
            const Sum& sum = ids.sums[ids.linear++];
            if (Cages<Shape>::takes(sum)) take(Kind::cage, inside_->cages, ids.cage++);
            if (Sums<Shape>::takes(sum, ids.filter)) take(Kind::sum, inside_->in_parts, ids.sum++);
        }
        for (std::size_t at = 0; at < group.words.size(); ++at)
            take(Kind::word, inside_->words, ids.word++);
        for (std::size_t at = 0; at < group.choices.size(); ++at)
            take(Kind::choice, inside_->choices, ids.choice++);
        return added;
    }

    static bool is_refuted(const Alternative& alternative, const Board<Shape>& on) {
        for (const Candidates& candidates : alternative.candidates)
            if (!(on.marks(candidates.cell) & static_cast<Mask>(candidates.mask))) return true;
        return false;
    }

    // Runs the propagators of an alternative until nothing more follows, or the work is too much.
    // Then wrong marks may remain. But if all cells are settled, one pass is enough to decide.
    bool settle(const Alternative& alternative, Trial<Shape>& trial) const {
        for (const Candidates& candidates : alternative.candidates)
            if (!trial.keep(candidates.cell, static_cast<Mask>(candidates.mask))) return false;
        do {
            trial.changed = false;
            for (const Step& step : alternative.steps)
                if (!run(step, trial)) return false;
            trial.work += alternative.steps.size();
        } while (trial.changed && trial.work < most_work);
        return true;
    }

    bool run(const Step& step, Trial<Shape>& trial) const {
        switch (step.kind) {
            case Kind::relation: return inside_->relations.run(step.id, trial);
            case Kind::cage: return inside_->cages.run(step.id, trial);
            case Kind::count: return inside_->counts.run(step.id, trial);
            case Kind::word: return inside_->words.run(step.id, trial);
            case Kind::sum: return inside_->in_parts.run(step.id, trial);
            default: return inside_->choices.run(step.id, trial);
        }
    }

    std::unique_ptr<const Inside> inside_;
    std::vector<Choice> choices_;
};

}  // namespace nonet::general
