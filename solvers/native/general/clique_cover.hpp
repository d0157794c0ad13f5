// Finds cells of which every two differ and obey one and the same relation, and the sets of values
// that they can hold.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "mask.hpp"
#include "model.hpp"

namespace nonet::general {

// Lists the sets of a size of which every two values suit one another. partners[v] are the values
// that suit v: never v itself, and v suits them in turn.
template <class Mask>
class ValueSets {
public:
    // None if they are too many, or too hard to find, to look through at every change of a cell.
    static std::optional<std::vector<Mask>> of(const std::vector<Mask>& partners, int size) {
        ValueSets search(partners);
        const Mask full = all_values<Mask>(static_cast<int>(partners.size()));
        if (!search.collect(full, size, 0)) return std::nullopt;
        return std::move(search.sets_);
    }

private:
    static constexpr std::size_t most_sets = 128;
    static constexpr int most_steps = 10'000;

    explicit ValueSets(const std::vector<Mask>& partners) : partners_(partners) {}

    // Adds `size` of the candidates, all of which suit what is chosen; false means to give up.
    bool collect(Mask candidates, int size, Mask chosen) {
        if (++steps_ > most_steps) return false;
        if (size == 0) {
            sets_.push_back(chosen);
            return sets_.size() <= most_sets;
        }
        for (; count(candidates) >= size; candidates = without_lowest(candidates)) {
            const int value = lowest(candidates);
            // The others come later: each set is found once, in rising order.
            const Mask others = static_cast<Mask>(without_lowest(candidates) & partners_[value]);
            if (!collect(others, size - 1, static_cast<Mask>(chosen | bit<Mask>(value))))
                return false;
        }
        return true;
    }

    const std::vector<Mask>& partners_;
    std::vector<Mask> sets_;
    int steps_ = 0;
};

// What its cells hold, taken together, is one of the sets: that says all that the relation does.
template <class Shape>
struct Clique {
    std::vector<int> cells;
    typename Shape::Cells set;
    std::vector<typename Shape::Mask> sets;
};

// Covers relations by cliques of at least three cells, as large as they get, found greedily.
template <class Shape>
class CliqueCover {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    // Covers none of this many relations.
    explicit CliqueCover(std::size_t relations) : values_(0), covered_(relations) {}

    CliqueCover(const Model& model, const std::vector<Cells>& see)
        : values_(model.values), covered_(model.relations.size()) {
        // By what they allow to two values that differ: tables that differ otherwise are one.
        std::map<std::vector<Mask>, std::vector<int>> alike;
        std::vector<std::vector<Mask>> partners;
        for (const auto& table : model.tables) partners.push_back(without_diagonal(table));
        for (std::size_t id = 0; id < model.relations.size(); ++id) {
            const Relation& relation = model.relations[id];
            if (relation.a == relation.b || !see[relation.a].has(relation.b)) continue;
            alike[partners[relation.table]].push_back(static_cast<int>(id));
        }
        for (const auto& [table, ids] : alike)
            if (ids.size() >= 3 && is_symmetric(table) && says_more_than_differ(table))
                cover(model, table, ids);
    }

    const std::vector<Clique<Shape>>& cliques() const { return cliques_; }

    // Whether a clique says what this relation of the model does.
    bool covers(int relation) const { return covered_[relation]; }

private:
    // Cliques with too many sets that are found before no others are looked for: in thousands of
    // relations each takes milliseconds.
    static constexpr int most_in_vain = 100;

    using Graph = std::vector<Cells>;  // the neighbours of each cell

    static std::vector<Mask> without_diagonal(const std::vector<std::uint64_t>& table) {
        std::vector<Mask> partners;
        for (std::size_t value = 0; value < table.size(); ++value)
            partners.push_back(static_cast<Mask>(table[value] & ~bit<std::uint64_t>(value)));
        return partners;
    }

    static bool is_symmetric(const std::vector<Mask>& partners) {
        for (std::size_t value = 0; value < partners.size(); ++value)
            for (std::size_t other = 0; other < value; ++other)
                if ((partners[value] >> other & 1) != (partners[other] >> value & 1)) return false;
        return true;
    }

    bool says_more_than_differ(const std::vector<Mask>& partners) const {
        return std::any_of(partners.begin(), partners.end(),
                           [&](Mask mask) { return count(mask) < values_ - 1; });
    }

    void cover(const Model& model, const std::vector<Mask>& partners, const std::vector<int>& ids) {
        Graph graph(model.cells), done(model.cells);
        for (const int id : ids) {
            const Relation& relation = model.relations[id];
            graph[relation.a].add(relation.b);
            graph[relation.b].add(relation.a);
        }
        std::map<int, std::optional<std::vector<Mask>>> sets_of_size;
        int in_vain = 0;
        for (const int id : ids) {
            const Relation& relation = model.relations[id];
            if (!done[relation.a].has(relation.b)) {
                if (in_vain == most_in_vain) continue;
                Clique<Shape> clique = grown(graph, relation);
                const int size = static_cast<int>(clique.cells.size());
                if (size < 3) continue;
                if (size > values_) {  // this one refutes the model alone
                    cliques_.push_back(std::move(clique));
                    return;
                }
                auto [sets, is_new] = sets_of_size.try_emplace(size);
                if (is_new) sets->second = ValueSets<Mask>::of(partners, size);
                if (!sets->second) {
                    ++in_vain;
                    continue;
                }
                clique.sets = *sets->second;
                for (int cell : clique.cells) done[cell] |= clique.set;
                cliques_.push_back(std::move(clique));
            }
            covered_[id] = true;
        }
    }

    // Adds the cell that leaves the most others to add, until none is left.
    Clique<Shape> grown(const Graph& graph, const Relation& relation) const {
        Clique<Shape> clique{{}, {}, {}};
        auto add = [&](int cell) {
            clique.cells.push_back(cell);
            clique.set.add(cell);
        };
        add(relation.a);
        add(relation.b);
        Cells common = graph[relation.a] & graph[relation.b];
        // More cells than values cannot all differ; one too many is enough to say so.
        while (static_cast<int>(clique.cells.size()) <= values_) {
            int next = -1, most = -1;
            common.each([&](int cell) {
                const int left = (common & graph[cell]).size();
                if (left > most) next = cell, most = left;
                return true;
            });
            if (next < 0) break;
            add(next);
            common &= graph[next];
        }
        return clique;
    }

    int values_;
    std::vector<bool> covered_;
    std::vector<Clique<Shape>> cliques_;
};

}  // namespace nonet::general
