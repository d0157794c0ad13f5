// Writes sums as clauses: the sets of values of each part, and a walk over the sums of the parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "../learning/formula.hpp"
#include "clause_writer.hpp"
#include "literals.hpp"
#include "mask.hpp"
#include "parts.hpp"
#include "set_clauses.hpp"
#include "walk.hpp"

namespace nonet::general {

class SumClauses {
    using Mask = std::uint64_t;
    using Literal = learning::Literal;

public:
    SumClauses(const Literals& literals, int values, ClauseWriter& writer)
        : literals_(literals), writer_(writer), sets_(literals, values, writer) {}

    void write(const Sum& sum) {
        if (sum.parts.size() == 1 && write_sets(sum)) return;
        std::vector<Addend> addends;
        for (const Part& part : sum.parts) add(part, addends);
        write_walk(sum, addends);
    }

    // Cells hold one of some sets.
    void write(const std::vector<int>& cells, const std::vector<Mask>& sets) {
        std::vector<Literal> clause;
        for (const auto& chosen : sets_.chosen(cells, sets)) clause.push_back(chosen.literal);
        writer_.require(std::move(clause));
    }

    bool suits(Mask set, const std::vector<int>& cells) const { return sets_.suits(set, cells); }

private:
    // The limit on the range of partial sums. More would take more memory than everything else
    // together.
    static constexpr std::int64_t most_range = 10'000;

    // The possible values of an addend, each with a literal. Exactly one of the literals holds.
    using Addend = std::vector<std::pair<Literal, std::int64_t>>;

    // Writes a sum with a single part. Returns false if the part has too many sets of values.
    bool write_sets(const Sum& sum) {
        const Part& part = sum.parts[0];
        auto sets = sets_.left_to(part.cells);
        if (!sets) return false;
        std::erase_if(*sets, [&](Mask set) { return !allows(sum, part.coefficient * total(set)); });
        write(part.cells, *sets);
        return true;
    }

    static bool allows(const Sum& sum, std::int64_t total) {
        if (sum.comparison == Comparison::at_most) return total <= sum.totals[0];
        if (sum.comparison == Comparison::at_least) return total >= sum.totals[0];
        return std::binary_search(sum.totals.begin(), sum.totals.end(), total);
    }

    static int total(Mask set) {
        int total = 0;
        each_value(set, [&](int value) { total += value; });
        return total;
    }

    // A part with few sets is one addend. Otherwise each cell is an addend.
    void add(const Part& part, std::vector<Addend>& addends) {
        if (part.cells.size() > 1) {
            if (const auto sets = sets_.left_to(part.cells)) {
                addends.push_back(sums(part, *sets));
                return;
            }
        }
        for (int cell : part.cells) {
            Addend& added = addends.emplace_back();
            each_value(literals_.marks(cell), [&](int value) {
                added.push_back({literals_.of(cell, value), part.coefficient * value});
            });
        }
    }

    // Returns each sum that these sets have, with a literal for it.
    Addend sums(const Part& part, const std::vector<Mask>& sets) {
        std::map<int, std::vector<Literal>> by_sum;
        for (const auto& [set, literal] : sets_.chosen(part.cells, sets))
            by_sum[total(set)].push_back(literal);
        Addend sums;
        std::vector<Literal> one;
        for (auto& [sum, chosen] : by_sum) {
            Literal literal = chosen[0];
            if (chosen.size() > 1) {
                literal = writer_.fresh();
                for (Literal set : chosen) writer_.imply(set, literal);
                chosen.push_back(learning::opposite(literal));
                writer_.define(chosen);
            }
            sums.push_back({literal, part.coefficient * sum});
            one.push_back(literal);
        }
        writer_.require(one);
        return sums;
    }

    // Writes a walk over the partial sums, which are counted from their minimum.
    void write_walk(const Sum& sum, const std::vector<Addend>& addends) {
        std::int64_t least = 0, range = 0;
        for (const Addend& added : addends) {
            if (added.empty()) return writer_.require({});
            const auto [low, high] = ends(added);
            least += low;
            range += high - low;
        }
        if (range > most_range) return writer_.give_up();
        std::vector<std::vector<Letter>> letters;
        for (const Addend& added : addends) {
            const std::int64_t low = ends(added).first;
            auto& place = letters.emplace_back();
            for (const auto& [literal, weight] : added)
                place.push_back({literal, static_cast<int>(weight - low)});
        }
        std::vector<char> accepting(range + 1);
        for (std::int64_t state = 0; state <= range; ++state)
            accepting[state] = allows(sum, least + state);
        Walk(std::move(letters), std::move(accepting), [range](int state, int more) {
            return state + more <= range ? state + more : -1;
        }).write(writer_);
    }

    static std::pair<std::int64_t, std::int64_t> ends(const Addend& added) {
        auto less = [](const auto& one, const auto& other) { return one.second < other.second; };
        const auto [low, high] = std::minmax_element(added.begin(), added.end(), less);
        return {low->second, high->second};
    }

    const Literals& literals_;
    ClauseWriter& writer_;
    SetClauses sets_;
};

}  // namespace nonet::general
