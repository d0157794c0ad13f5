#include "links.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mask.hpp"
#include "model.hpp"

namespace nonet::general {
namespace {

void collect(const Group& group, std::vector<int>& cells) {
    auto add = [&](const std::vector<int>& more) {
        cells.insert(cells.end(), more.begin(), more.end());
    };
    // This line names all members, so it does not compile if a new kind of primitive is forgotten.
    const auto& [relations, sums, counts, words, choices, candidates] = group;
    for (const Relation& relation : relations) add({relation.a, relation.b});
    for (const Linear& sum : sums) add(sum.cells);
    for (const Count& count : counts) add(count.cells);
    for (const Word& word : words) add(word.cells);
    for (const AnyOf& choice : choices)
        for (const Group& alternative : choice.alternatives) collect(alternative, cells);
    for (const Candidates& each : candidates) cells.push_back(each.cell);
}

// Whether primitives hold for values.
class Judge {
public:
    Judge(const Model& model, const std::vector<int>& values) : model_(model), values_(values) {}

    bool holds(const Relation& relation) const {
        return model_.tables[relation.table][value(relation.a)] >> value(relation.b) & 1;
    }
    bool holds(const Linear& sum) const {
        std::int64_t total = 0;
        for (std::size_t at = 0; at < sum.cells.size(); ++at)
            total += sum.coefficients[at] * (model_.first + value(sum.cells[at]));
        switch (sum.comparison) {
            case Comparison::at_most: return total <= sum.totals[0];
            case Comparison::at_least: return total >= sum.totals[0];
            default: return std::binary_search(sum.totals.begin(), sum.totals.end(), total);
        }
    }
    bool holds(const Count& count) const {
        int hits = 0;
        for (int cell : count.cells) hits += count.values >> value(cell) & 1;
        return std::binary_search(count.numbers.begin(), count.numbers.end(), hits);
    }
    bool holds(const Word& word) const {
        const Automaton& automaton = *model_.automata[word.automaton];
        int state = 0;
        for (int cell : word.cells) {
            state =
                automaton.next[static_cast<std::size_t>(state) * automaton.values + value(cell)];
            if (state < 0) return false;
        }
        return automaton.accepting[state];
    }
    bool holds(const AnyOf& choice) const {
        return std::any_of(choice.alternatives.begin(), choice.alternatives.end(),
                           [&](const Group& group) { return holds(group); });
    }

private:
    bool holds(const Candidates& candidates) const {
        return candidates.mask >> value(candidates.cell) & 1;
    }
    bool holds(const Group& group) const {
        auto all = [&](const auto& primitives) {
            return std::all_of(primitives.begin(), primitives.end(),
                               [&](const auto& primitive) { return holds(primitive); });
        };
        return all(group.candidates) && all(group.relations) && all(group.sums) &&
               all(group.counts) && all(group.words) && all(group.choices);
    }
    int value(int cell) const { return values_[cell]; }

    const Model& model_;
    const std::vector<int>& values_;
};

}  // namespace

Links::Links(const Model& model) : model_(model), of_(model.cells) {
    int id = 0;
    for (const auto& each : model.relations) add(Kind::relation, id++, {each.a, each.b});
    id = 0;
    for (const auto& each : model.sums) add(Kind::sum, id++, each.cells);
    id = 0;
    for (const auto& each : model.counts) add(Kind::count, id++, each.cells);
    id = 0;
    for (const auto& each : model.words) add(Kind::word, id++, each.cells);
    id = 0;
    for (const auto& each : model.choices) {
        std::vector<int> cells;
        for (const Group& alternative : each.alternatives) collect(alternative, cells);
        add(Kind::choice, id++, cells);
    }
}

void Links::add(Kind kind, int id, const std::vector<int>& cells) {
    const int link = size();
    links_.push_back({kind, id});
    for (int cell : cells)
        if (of_[cell].empty() || of_[cell].back() != link) of_[cell].push_back(link);
}

bool Links::holds(int link, const std::vector<int>& values) const {
    const Judge judge(model_, values);
    const int id = links_[link].id;
    switch (links_[link].kind) {
        case Kind::relation: return judge.holds(model_.relations[id]);
        case Kind::sum: return judge.holds(model_.sums[id]);
        case Kind::count: return judge.holds(model_.counts[id]);
        case Kind::word: return judge.holds(model_.words[id]);
        default: return judge.holds(model_.choices[id]);
    }
}

std::uint64_t Links::allowed(int link, int cell, std::uint64_t marks,
                             std::vector<int>& values) const {
    if (links_[link].kind == Kind::relation) {
        const Relation& relation = model_.relations[links_[link].id];
        if (relation.a != cell) return marks & model_.tables[relation.table][values[relation.a]];
    }
    std::uint64_t allowed = 0;
    each_value(marks, [&](int value) {
        values[cell] = value;
        if (holds(link, values)) allowed |= bit<std::uint64_t>(value);
    });
    return allowed;
}

}  // namespace nonet::general
