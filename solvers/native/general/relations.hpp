// Makes relations arc consistent: each value of one cell needs a partner in the other cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
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
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    // A relation as seen from one of its cells: the other cell, and the table of its partners.
    struct Arc {
        int cell;
        int partners;
    };

    // Leaves out relations that cliques cover.
    explicit Relations(const Source<Shape>& source) {
        const Model& model = source.model;
        for (const auto& table : model.tables) add_table(table);
        std::vector<int> apart(model.tables.size(), -1);
        arcs_starts_.assign(model.cells + 1, 0);
        for (std::size_t id = 0; id < model.relations.size(); ++id) {
            const Relation& relation = model.relations[id];
            if (source.cover.covers[id]) continue;
            add(std::array{relation.a, relation.b});
            ++arcs_starts_[relation.a + 1];
            ++arcs_starts_[relation.b + 1];
            int table = relation.table;
            if (source.see.has(relation.a, relation.b)) {
                if (apart[table] < 0) apart[table] = apart_of(model.tables, table);
                table = apart[table];
            }
            table_.push_back(table);
        }
        std::partial_sum(arcs_starts_.begin(), arcs_starts_.end(), arcs_starts_.begin());
        arcs_.resize(arcs_starts_.back());
        std::vector<int> next(arcs_starts_.begin(), arcs_starts_.end() - 1);
        for (int id = 0; id < size(); ++id) {
            const int a = cells(id)[0], b = cells(id)[1];
            related_.add(a);
            related_.add(b);
            arcs_[next[a]++] = {b, after_[table_[id]]};
            arcs_[next[b]++] = {a, before_[table_[id]]};
        }
        for (int cell = 0; cell < model.cells; ++cell)
            std::sort(
                arcs_.begin() + arcs_starts_[cell], arcs_.begin() + arcs_starts_[cell + 1],
                [](const Arc& one, const Arc& other) { return one.partners < other.partners; });
    }

    double prior(int) const { return 1.0; }

    // All cells with arcs.
    const Cells& related() const { return related_; }

    // Restricts the cells that are related to this cell. Returns the cell that fails, or -1.
    template <class Propagation>
    int narrow_related(int cell, Propagation& on) const {
        const Mask marks = on.marks(cell);
        int partners = -1;
        Mask allowed = 0;
        for (int at = arcs_starts_[cell]; at < arcs_starts_[cell + 1]; ++at) {
            const Arc arc = arcs_[at];
            if (arc.partners != partners) allowed = unions_[partners = arc.partners](marks);
            if (!on.keep(arc.cell, allowed)) return arc.cell;
        }
        return -1;
    }

    // One pass is enough. If a value of `a` supports a value of `b`, the value of `b` supports it
    // as well.
    bool run(int id, Board<Shape>& on) const {
        const int a = cells(id)[0], b = cells(id)[1], table = table_[id];
        return on.keep(b, unions_[after_[table]](on.marks(a))) &&
               on.keep(a, unions_[before_[table]](on.marks(b)));
    }

private:
    void add_table(const std::vector<std::uint64_t>& table) {
        std::vector<Mask> after(table.size()), before(table.size());
        for (std::size_t value = 0; value < table.size(); ++value) {
            after[value] = static_cast<Mask>(table[value]);
            each_value(after[value],
                       [&](int partner) { before[partner] |= bit<Mask>(static_cast<int>(value)); });
        }
        after_.push_back(static_cast<int>(unions_.size()));
        unions_.emplace_back(after);
        if (before != after) unions_.emplace_back(before);
        before_.push_back(static_cast<int>(unions_.size()) - 1);
    }

    // For cells that differ: the number of the same table without pairs of equal values.
    int apart_of(const std::vector<std::vector<std::uint64_t>>& tables, int table) {
        std::vector<std::uint64_t> apart = tables[table];
        for (std::size_t value = 0; value < apart.size(); ++value)
            apart[value] &= ~bit<std::uint64_t>(static_cast<int>(value));
        if (apart == tables[table]) return table;
        add_table(apart);
        return static_cast<int>(after_.size()) - 1;
    }

    std::vector<UnionTable<Mask>> unions_;
    std::vector<int> after_, before_;  // for each table: the numbers of its unions
    std::vector<int> table_;           // of each propagated relation
    Cells related_;
    std::vector<Arc> arcs_;         // by cell
    std::vector<int> arcs_starts_;  // of each cell
};

}  // namespace nonet::general
