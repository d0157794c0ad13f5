// Makes relations arc consistent: each value of one cell needs a partner in the other cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "scopes.hpp"
#include "source.hpp"

namespace nonet::general {

// Maps a set of values to the union of their partners, eight values per lookup.
template <class Mask>
class UnionTable {
public:
    explicit UnionTable(const std::vector<Mask>& partners) : bytes_((partners.size() + 7) / 8) {
        for (std::size_t byte = 0; byte < bytes_.size(); ++byte) {
            const std::size_t first = 8 * byte, values = std::min(partners.size() - first, most);
            for (unsigned mask = 1; mask < 1u << values; ++mask)
                bytes_[byte][mask] = static_cast<Mask>(bytes_[byte][without_lowest(mask)] |
                                                       partners[first + lowest(mask)]);
        }
    }

    Mask operator()(Mask mask) const {
        Mask partners = 0;
        for (std::size_t byte = 0; byte < bytes_.size(); ++byte)
            partners |= bytes_[byte][static_cast<std::uint64_t>(mask) >> (8 * byte) & 255];
        return partners;
    }

private:
    static constexpr std::size_t most = 8;  // values of a byte

    std::vector<std::array<Mask, 256>> bytes_;
};

template <class Shape>
class Relations : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr double blame = 1.0;

    // Leaves out relations that cliques cover.
    explicit Relations(const Source<Shape>& source) {
        const Model& model = source.model;
        for (const auto& table : model.tables) add_table(table);
        std::vector<int> apart(model.tables.size(), -1);
        for (std::size_t id = 0; id < model.relations.size(); ++id) {
            const Relation& relation = model.relations[id];
            if (source.cover.covers[id]) continue;
            add(std::array{relation.a, relation.b});
            int table = relation.table;
            if (source.see.has(relation.a, relation.b)) {
                if (apart[table] < 0) apart[table] = apart_of(model.tables, table);
                table = apart[table];
            }
            table_.push_back(table);
        }
        finish(model.cells);
    }

    double prior(int) const { return 1.0; }

    // The partners in the second cell for values of the first cell, and the other way round.
    Mask after(int table, Mask mask) const { return after_[table](mask); }
    Mask before(int table, Mask mask) const { return before_[table](mask); }

    // One pass is enough. If a value of `a` supports a value of `b`, the value of `b` supports it
    // as well.
    bool run(int id, Board<Shape>& on) const {
        const int a = cells(id)[0], b = cells(id)[1], table = table_[id];
        return on.keep(b, after(table, on.marks(a))) && on.keep(a, before(table, on.marks(b)));
    }

private:
    int add_table(const std::vector<std::uint64_t>& table) {
        std::vector<Mask> after(table.size()), before(table.size());
        for (std::size_t value = 0; value < table.size(); ++value) {
            after[value] = static_cast<Mask>(table[value]);
            each_value(after[value],
                       [&](int partner) { before[partner] |= bit<Mask>(static_cast<int>(value)); });
        }
        after_.emplace_back(after);
        before_.emplace_back(before);
        return static_cast<int>(after_.size()) - 1;
    }

    // For cells that differ: the number of the same table without pairs of equal values.
    int apart_of(const std::vector<std::vector<std::uint64_t>>& tables, int table) {
        std::vector<std::uint64_t> apart = tables[table];
        for (std::size_t value = 0; value < apart.size(); ++value)
            apart[value] &= ~bit<std::uint64_t>(static_cast<int>(value));
        return apart == tables[table] ? table : add_table(apart);
    }

    std::vector<UnionTable<Mask>> after_;
    std::vector<UnionTable<Mask>> before_;
    std::vector<int> table_;  // of each propagated relation
};

}  // namespace nonet::general
