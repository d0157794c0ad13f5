// Checks a model, and chooses the narrowest sets that hold it.
#include "engine.hpp"

#include <cstdlib>
#include <stdexcept>

#include "mask.hpp"
#include "shapes.hpp"

namespace nonet::general {
namespace {

// Far from where 64 bits end, even times the largest value.
constexpr std::int64_t most_weight = std::int64_t{1} << 40;
constexpr std::int64_t most_total = std::int64_t{1} << 50;

bool within(std::int64_t number, std::int64_t most) { return -most <= number && number <= most; }

void require(bool condition, const char* complaint) {
    if (!condition) throw std::invalid_argument(complaint);
}

// The engine indexes without a check; this is the check.
void require_well_formed(const Model& model) {
    require(1 <= model.cells && model.cells <= most_cells, "the engine holds 1 to 4096 cells");
    require(1 <= model.values && model.values <= most_values, "the engine holds 1 to 64 values");
    const std::uint64_t full = all_values<std::uint64_t>(model.values);
    auto require_cell = [&](int cell) {
        require(0 <= cell && cell < model.cells, "a cell is outside the model");
    };
    for (const auto& group : model.all_different)
        for (int cell : group) require_cell(cell);
    for (const auto& table : model.tables) {
        require(static_cast<int>(table.size()) == model.values, "a table lacks values");
        for (std::uint64_t partners : table)
            require((partners & ~full) == 0, "a table has values outside the model");
    }
    for (const Relation& relation : model.relations) {
        require_cell(relation.a);
        require_cell(relation.b);
        require(0 <= relation.table && relation.table < static_cast<int>(model.tables.size()),
                "a relation has no table");
    }
    for (const Linear& sum : model.sums) {
        require(sum.cells.size() == sum.coefficients.size(), "a cell lacks its coefficient");
        std::int64_t weight = 0;
        for (std::int64_t coefficient : sum.coefficients) {
            require(within(coefficient, most_weight), "a sum is too large");
            weight += std::abs(coefficient);
            require(weight <= most_weight, "a sum is too large");
        }
        require(within(sum.total, most_total), "a sum is too large");
        for (int cell : sum.cells) require_cell(cell);
    }
}

}  // namespace

std::unique_ptr<const Engine> compile(const Model& model) {
    require_well_formed(model);
    if (model.values <= Small::most_values) {
        if (model.cells <= Small::most_cells) return shaped<Small>(model);
        if (model.cells <= Medium::most_cells) return shaped<Medium>(model);
        return shaped<Sparse>(model);
    }
    if (model.cells <= Wide::most_cells) return shaped<Wide>(model);
    if (model.cells <= Large::most_cells) return shaped<Large>(model);
    if (model.cells <= Huge::most_cells) return shaped<Huge>(model);
    return shaped<Giant>(model);
}

}  // namespace nonet::general
