// Checks a model, and compiles it for the smallest shape that fits.
#include "engine.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "mask.hpp"
#include "shapes.hpp"

namespace nonet::general {
namespace {

// The limit on nested alternatives. Each level takes up to 100 KB of the stack.
constexpr int most_depth = 16;

// Limits on sums. They stay far below 64 bits, even after multiplication by the number of values.
constexpr std::int64_t most_weight = std::int64_t{1} << 40;
constexpr std::int64_t most_total = std::int64_t{1} << 50;

bool within(std::int64_t number, std::int64_t most) { return -most <= number && number <= most; }

void require(bool condition, const char* complaint) {
    if (!condition) throw std::invalid_argument(complaint);
}

// Checks all indices of a model, because the engine does not check them.
class Check {
public:
    explicit Check(const Model& model) : model_(model) {
        require(1 <= model.cells && model.cells <= most_cells, "the engine holds 1 to 4096 cells");
        require(1 <= model.values && model.values <= most_values,
                "the engine holds 1 to 64 values");
        full_ = all_values<std::uint64_t>(model.values);
        for (const auto& group : model.all_different) require_cells(group);
        for (const auto& table : model.tables) {
            require(std::ssize(table) == model.values, "a table lacks values");
            for (std::uint64_t partners : table)
                require((partners & ~full_) == 0, "a table has values outside the model");
        }
        for (const auto& automaton : model.automata)
            require(automaton->values == model.values, "an automaton lacks values");
        for (const Partition& partition : model.partitions) require_well_formed(partition);
        for (const Runs& runs : model.runs) {
            require_cell(runs.control);
            require_cell(runs.first);
            for (const auto& arm : runs.arms) require_cells(arm);
        }
        require_well_formed(model, 0);
    }

private:
    void require_cell(int cell) const {
        require(0 <= cell && cell < model_.cells, "a cell is outside the model");
    }

    void require_cells(const std::vector<int>& cells) const {
        for (int cell : cells) require_cell(cell);
    }

    void require_well_formed(const Group& group, int depth) const {
        require(depth <= most_depth, "alternatives are too deep");
        for (const Relation& relation : group.relations) {
            require_cell(relation.a);
            require_cell(relation.b);
            require(0 <= relation.table && relation.table < std::ssize(model_.tables),
                    "a relation has no table");
        }
        for (const Linear& sum : group.sums) require_well_formed(sum);
        for (const Count& count : group.counts) {
            require_cells(count.cells);
            require((count.values & ~full_) == 0, "a count is of values outside the model");
            require(std::is_sorted(count.numbers.begin(), count.numbers.end()),
                    "the numbers of a count do not rise");
        }
        for (const Word& word : group.words) {
            require_cells(word.cells);
            require(0 <= word.automaton && word.automaton < std::ssize(model_.automata),
                    "a word has no automaton");
        }
        for (const Candidates& candidates : group.candidates) require_cell(candidates.cell);
        for (const AnyOf& choice : group.choices)
            for (const Group& alternative : choice.alternatives)
                require_well_formed(alternative, depth + 1);
    }

    void require_well_formed(const Partition& partition) const {
        require_cells(partition.marked);
        require_cells(partition.filled);
        require(partition.marked.size() == partition.filled.size(), "a place lacks a cell");
        for (const auto& [a, b] : partition.edges) {
            require_cell(a);
            require_cell(b);
        }
        for (int label : partition.labels)
            require(0 <= label && label < model_.values, "a label is outside the model");
    }

    void require_well_formed(const Linear& sum) const {
        require_cells(sum.cells);
        require(sum.cells.size() == sum.coefficients.size(), "a cell lacks its coefficient");
        std::int64_t weight = 0;
        for (std::int64_t coefficient : sum.coefficients) {
            require(within(coefficient, most_weight), "a sum is too large");
            weight += std::abs(coefficient);
            require(weight <= most_weight, "a sum is too large");
        }
        const std::int64_t first = std::max(1, std::abs(model_.first));
        require(weight <= most_total / first, "a sum is too large");
        for (std::int64_t total : sum.totals)
            require(within(total, most_total), "a sum is too large");
        require(std::is_sorted(sum.totals.begin(), sum.totals.end()), "totals do not rise");
        require(sum.comparison == Comparison::one_of ? !sum.totals.empty() : sum.totals.size() == 1,
                "a sum has too few totals or too many");
    }

    const Model& model_;
    std::uint64_t full_;
};

}  // namespace

std::unique_ptr<const Engine> compile(std::shared_ptr<const Model> model) {
    Check{*model};
    const bool narrow = model->values <= Small::most_values;
    if (narrow && model->cells <= Small::most_cells) return shaped<Small>(std::move(model));
    if (narrow && model->cells <= Medium::most_cells) return shaped<Medium>(std::move(model));
    if (model->cells <= Large::most_cells) return shaped<Large>(std::move(model));
    if (model->cells <= Huge::most_cells) return shaped<Huge>(std::move(model));
    return shaped<Giant>(std::move(model));
}

}  // namespace nonet::general
