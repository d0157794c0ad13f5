#include "reading.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "automaton.hpp"
#include "engine.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "regions.hpp"

namespace nb = nanobind;

namespace nonet::general {
namespace {

// A field of a primitive. Primitives are tuples.
nb::handle field(nb::handle part, Py_ssize_t index) {
    PyObject* const found = PyTuple_GetItem(part.ptr(), index);
    if (!found) nb::raise_python_error();
    return found;
}

nb::tuple as_tuple(nb::handle listed) {
    PyObject* const items = PySequence_Tuple(listed.ptr());
    if (!items) nb::raise_python_error();
    return nb::steal<nb::tuple>(items);
}

class Reader {
public:
    Reader(Model& model, nb::object values, const Vocabulary& vocabulary)
        : model_(model), values_(std::move(values)), vocabulary_(vocabulary) {
        if (vocabulary.kinds.size() != kind_count)
            throw std::invalid_argument("the engine takes nine kinds of primitives");
        for (int kind = 0; kind < kind_count; ++kind)
            kinds_[kind] = vocabulary.kinds[static_cast<std::size_t>(kind)].ptr();
    }

    void read(nb::handle constraints) {
        for (nb::handle part : constraints) switch (kind_of(part)) {
                case all_different: model_.all_different.push_back(numbers(field(part, 0))); break;
                case partition: add_partition(part); break;
                case runs: add_runs(part); break;
                default: read(part, model_, 0);
            }
        require_runs_on_partitions();
    }

private:
    // Limits on sums, which are computed in 64 bits.
    static constexpr std::int64_t most_weight = std::int64_t{1} << 40;
    static constexpr std::int64_t most_shift = std::int64_t{1} << 50;

    // In the order of the vocabulary.
    enum Kind {
        all_different,
        relation,
        linear,
        count,
        regular,
        candidates,
        any_of,
        partition,
        runs,
        kind_count
    };

    Kind kind_of(nb::handle part) const {
        const PyObject* const type = part.type().ptr();
        for (int kind = 0; kind < kind_count; ++kind)
            if (kinds_[kind] == type) return static_cast<Kind>(kind);
        return kind_count;
    }

    void read(nb::handle part, Group& group, int depth) {
        switch (kind_of(part)) {
            case all_different: return add_different(part, group);
            case relation: return add_relation(part, group);
            case linear: return add_sum(part, group);
            case count: return add_count(part, group);
            case regular: return add_word(part, group);
            case candidates: return add_candidates(part, group);
            case any_of: return add_choice(part, group, depth + 1);
            default: refuse(part);
        }
    }

    // Inside an alternative, AllDifferent becomes a relation between every two cells.
    void add_different(nb::handle part, Group& group) {
        const std::vector<int> cells = numbers(field(part, 0));
        std::vector<int> sorted = cells;
        std::sort(sorted.begin(), sorted.end());
        const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
        if (repeats || std::ssize(cells) > model_.values) add_impossible(group);
        for (std::size_t a = 0; a < cells.size(); ++a)
            for (std::size_t b = a + 1; b < cells.size(); ++b)
                group.relations.push_back({cells[a], cells[b], table_of_difference()});
    }

    void add_relation(nb::handle part, Group& group) {
        group.relations.push_back(
            {nb::cast<int>(field(part, 0)), nb::cast<int>(field(part, 1)), table(field(part, 2))});
    }

    void add_sum(nb::handle part, Group& group) {
        Linear sum;
        std::int64_t weight = 0, most_total = 0;
        const nb::tuple terms = as_tuple(field(part, 0));
        sum.coefficients.reserve(terms.size());
        sum.cells.reserve(terms.size());
        for (nb::handle term : terms) {
            sum.coefficients.push_back(weighed(field(term, 0)));
            sum.cells.push_back(nb::cast<int>(field(term, 1)));
            weight += std::abs(sum.coefficients.back());
            require_weight(weight);
        }
        const nb::handle total = field(part, 2);
        sum.comparison = comparison(field(part, 1));
        if (sum.comparison == Comparison::one_of) {
            for (nb::handle each : total) sum.totals.push_back(weighed(each));
            std::sort(sum.totals.begin(), sum.totals.end());
            if (sum.totals.empty()) return add_impossible(group);
        } else {
            sum.totals.push_back(weighed(total));
        }
        for (std::int64_t each : sum.totals) most_total = std::max(most_total, std::abs(each));
        require_weight(weight + most_total);
        if (weight > most_shift / std::max<std::int64_t>(1, std::abs(std::int64_t{model_.first})))
            throw Refusal{
                "a sum whose weights times the first value are beyond 2⁵⁰, to which the native "
                "engine counts"};
        group.sums.push_back(std::move(sum));
    }

    static std::int64_t weighed(nb::handle number) {
        std::int64_t found = 0;
        // Compare before calling `abs`, which overflows for the smallest number.
        const bool is_small = nb::try_cast(number, found) && -most_weight <= found;
        require_weight(is_small ? found : most_weight + 1);
        return found;
    }

    static void require_weight(std::int64_t weight) {
        if (weight > most_weight)
            throw Refusal{"a sum of a weight beyond 2⁴⁰, to which the native engine counts"};
    }

    void add_count(nb::handle part, Group& group) {
        Count count{numbers(field(part, 0)), mask(field(part, 1)), {}};
        for (nb::handle each : field(part, 2)) {
            std::int64_t number = -1;  // stays for too large numbers
            if (nb::try_cast(each, number) && 0 <= number && number <= std::ssize(count.cells))
                count.numbers.push_back(static_cast<int>(number));
        }
        std::sort(count.numbers.begin(), count.numbers.end());
        group.counts.push_back(std::move(count));
    }

    void add_word(nb::handle part, Group& group) {
        group.words.push_back({numbers(field(part, 0)), automaton(field(part, 1))});
    }

    void add_candidates(nb::handle part, Group& group) {
        group.candidates.push_back({nb::cast<int>(field(part, 0)), mask(field(part, 1))});
    }

    // If an alternative is empty, the whole choice always holds and is left out.
    void add_choice(nb::handle part, Group& group, int depth) {
        if (depth > vocabulary_.depth)
            throw Refusal{"alternatives in alternatives: the native engine goes " +
                          std::to_string(vocabulary_.depth) + " deep"};
        AnyOf choice;
        const nb::tuple alternatives = as_tuple(field(part, 0));
        choice.alternatives.reserve(alternatives.size());
        for (nb::handle parts : alternatives) {
            const nb::tuple inside = as_tuple(parts);
            if (inside.size() == 0) return;
            Group& alternative = choice.alternatives.emplace_back();
            for (nb::handle inner : inside) read(inner, alternative, depth);
        }
        group.choices.push_back(std::move(choice));
    }

    void add_partition(nb::handle part) {
        Partition added{
            numbers(field(part, 0)), numbers(field(part, 1)), {}, numbers(field(part, 3))};
        for (nb::handle edge : as_tuple(field(part, 2)))
            added.edges.emplace_back(nb::cast<int>(field(edge, 0)), nb::cast<int>(field(edge, 1)));
        for (int& label : added.labels) label -= model_.first;
        if (std::ssize(added.marked) > Regions::most_places || std::ssize(added.labels) > 63)
            throw Refusal{"regions of more than 256 cells, or more than 63 regions"};
        model_.partitions.push_back(std::move(added));
    }

    void add_runs(nb::handle part) {
        Runs added{nb::cast<int>(field(part, 0)),
                   nb::cast<int>(field(part, 1)),
                   {},
                   nb::cast<int>(field(part, 3))};
        std::ptrdiff_t longest = 0;
        for (nb::handle arm : as_tuple(field(part, 2))) {
            added.arms.push_back(numbers(arm));
            longest = std::max(longest, std::ssize(added.arms.back()));
        }
        const int least = model_.first - added.plus;
        if (longest > 63 || std::ssize(added.arms) > Regions::most_places || least < -63 ||
            least + model_.values > 64)
            throw Refusal{"a run of more than 63 cells"};
        model_.runs.push_back(std::move(added));
    }

    void require_runs_on_partitions() const {
        for (const Runs& each : model_.runs)
            if (std::none_of(model_.partitions.begin(), model_.partitions.end(),
                             [&](const Partition& partition) { return holds(partition, each); }))
                throw Refusal{"a run outside the regions"};
    }

    static bool holds(const Partition& partition, const Runs& runs) {
        const std::set<int> marked(partition.marked.begin(), partition.marked.end());
        bool found = marked.count(runs.first);
        for (const auto& arm : runs.arms)
            for (int cell : arm) found = found && marked.count(cell);
        return found;
    }

    [[noreturn]] static void refuse(nb::handle part) {
        const std::string kind = nb::cast<std::string>(nb::getattr(part.type(), "__name__"));
        throw Refusal{kind + ": the native engine has no propagator for it"};
    }

    static void add_impossible(Group& group) { group.counts.push_back({{}, 0, {}}); }

    static Comparison comparison(nb::handle op) {
        const auto text = nb::cast<std::string>(op);
        if (text == "==") return Comparison::equal;
        if (text == "<=") return Comparison::at_most;
        if (text == ">=") return Comparison::at_least;
        if (text == "in") return Comparison::one_of;
        throw std::invalid_argument("a sum compares by ==, <=, >= or in");
    }

    static std::vector<int> numbers(nb::handle listed) {
        std::vector<int> found;
        const nb::tuple items = as_tuple(listed);
        found.reserve(items.size());
        for (nb::handle each : items) found.push_back(nb::cast<int>(each));
        return found;
    }

    // Values outside the model are left out. Primitives often share their sets as one object.
    std::uint64_t mask(nb::handle values) {
        const auto [known, is_new] = masks_.try_emplace(values.ptr(), 0);
        std::uint64_t& mask = known->second;
        if (!is_new) return mask;
        for (nb::handle each : values) {
            std::int64_t value = 0;
            if (!nb::try_cast(each, value)) continue;  // too large for a value
            if (model_.first <= value && value < model_.first + model_.values)
                mask |= bit<std::uint64_t>(static_cast<int>(value - model_.first));
        }
        return mask;
    }

    // Relations usually share their tables as one object.
    int table(nb::handle allowed) {
        const auto [known, is_new] = tables_.try_emplace(allowed.ptr(), 0);
        if (is_new) {
            known->second = static_cast<int>(model_.tables.size());
            model_.tables.push_back(
                nb::cast<std::vector<std::uint64_t>>(vocabulary_.partners(allowed, values_)));
        }
        return known->second;
    }

    int table_of_difference() {
        if (difference_ < 0) {
            difference_ = static_cast<int>(model_.tables.size());
            auto& table = model_.tables.emplace_back();
            const auto full = all_values<std::uint64_t>(model_.values);
            for (int value = 0; value < model_.values; ++value)
                table.push_back(full & ~bit<std::uint64_t>(value));
        }
        return difference_;
    }

    int automaton(nb::handle said) {
        const auto [known, is_new] = automata_.try_emplace(said.ptr(), 0);
        if (is_new) {
            known->second = static_cast<int>(model_.automata.size());
            model_.automata.push_back(
                nb::cast<std::shared_ptr<Automaton>>(vocabulary_.automaton(said, values_)));
        }
        return known->second;
    }

    Model& model_;
    nb::object values_;
    const Vocabulary& vocabulary_;
    const PyObject* kinds_[kind_count];
    std::map<const PyObject*, int> tables_, automata_;
    std::unordered_map<const PyObject*, std::uint64_t> masks_;
    int difference_ = -1;
};

}  // namespace

Model read_model(int cells, nb::object values, nb::handle constraints,
                 const Vocabulary& vocabulary) {
    const int first = nb::cast<int>(values.attr("start"));
    const int behind = nb::cast<int>(values.attr("stop"));
    Model model{{}, cells, behind - first, first, {}, {}, {}};
    if (model.values < 1 || model.values > most_values)
        throw std::invalid_argument("the engine holds 1 to 64 values");
    Reader(model, std::move(values), vocabulary).read(constraints);
    return model;
}

}  // namespace nonet::general
