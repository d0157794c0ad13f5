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

// The names of attributes as Python strings. They are made once, because new strings would take
// most of the time.
struct Names {
    nb::handle a = name("a"), b = name("b"), allowed = name("allowed"), cell = name("cell"),
               cells = name("cells"), values = name("values"), terms = name("terms"),
               op = name("op"), total = name("total"), automaton = name("automaton"),
               alternatives = name("alternatives"), start = name("start"), stop = name("stop"),
               marked = name("marked"), filled = name("filled"), edges = name("edges"),
               labels = name("labels"), control = name("control"), first = name("first"),
               arms = name("arms"), plus = name("plus");

    static const Names& all() {
        static const Names names;
        return names;
    }

private:
    static nb::handle name(const char* text) { return PyUnicode_InternFromString(text); }
};

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
                case all_different:
                    model_.all_different.push_back(numbers(nb::getattr(part, names_.cells)));
                    break;
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
        const std::vector<int> cells = numbers(nb::getattr(part, names_.cells));
        std::vector<int> sorted = cells;
        std::sort(sorted.begin(), sorted.end());
        const bool repeats = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
        if (repeats || std::ssize(cells) > model_.values) add_impossible(group);
        for (std::size_t a = 0; a < cells.size(); ++a)
            for (std::size_t b = a + 1; b < cells.size(); ++b)
                group.relations.push_back({cells[a], cells[b], table_of_difference()});
    }

    void add_relation(nb::handle part, Group& group) {
        const int a = nb::cast<int>(nb::getattr(part, names_.a));
        const int b = nb::cast<int>(nb::getattr(part, names_.b));
        group.relations.push_back({a, b, table(nb::getattr(part, names_.allowed))});
    }

    void add_sum(nb::handle part, Group& group) {
        Linear sum;
        std::int64_t weight = 0, most_total = 0;
        const nb::object terms = nb::getattr(part, names_.terms);
        sum.coefficients.reserve(nb::len_hint(terms));
        sum.cells.reserve(nb::len_hint(terms));
        for (nb::handle term : terms) {
            sum.coefficients.push_back(weighed(term[0]));
            sum.cells.push_back(nb::cast<int>(term[1]));
            weight += std::abs(sum.coefficients.back());
            require_weight(weight);
        }
        const nb::object total = nb::getattr(part, names_.total);
        sum.comparison = comparison(nb::getattr(part, names_.op));
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
        Count count{
            numbers(nb::getattr(part, names_.cells)), mask(nb::getattr(part, names_.values)), {}};
        for (nb::handle each : nb::getattr(part, names_.allowed)) {
            std::int64_t number = -1;  // stays for too large numbers
            if (nb::try_cast(each, number) && 0 <= number && number <= std::ssize(count.cells))
                count.numbers.push_back(static_cast<int>(number));
        }
        std::sort(count.numbers.begin(), count.numbers.end());
        group.counts.push_back(std::move(count));
    }

    void add_word(nb::handle part, Group& group) {
        group.words.push_back({numbers(nb::getattr(part, names_.cells)),
                               automaton(nb::getattr(part, names_.automaton))});
    }

    void add_candidates(nb::handle part, Group& group) {
        group.candidates.push_back({nb::cast<int>(nb::getattr(part, names_.cell)),
                                    mask(nb::getattr(part, names_.values))});
    }

    // If an alternative is empty, the whole choice always holds and is left out.
    void add_choice(nb::handle part, Group& group, int depth) {
        if (depth > vocabulary_.depth)
            throw Refusal{"alternatives in alternatives: the native engine goes " +
                          std::to_string(vocabulary_.depth) + " deep"};
        AnyOf choice;
        const nb::object alternatives = nb::getattr(part, names_.alternatives);
        choice.alternatives.reserve(nb::len_hint(alternatives));
        for (nb::handle parts : alternatives) {
            Group& alternative = choice.alternatives.emplace_back();
            bool is_empty = true;
            for (nb::handle inner : parts) {
                read(inner, alternative, depth);
                is_empty = false;
            }
            if (is_empty) return;
        }
        group.choices.push_back(std::move(choice));
    }

    void add_partition(nb::handle part) {
        Partition added{numbers(nb::getattr(part, names_.marked)),
                        numbers(nb::getattr(part, names_.filled)),
                        {},
                        numbers(nb::getattr(part, names_.labels))};
        for (nb::handle edge : nb::getattr(part, names_.edges))
            added.edges.emplace_back(nb::cast<int>(edge[0]), nb::cast<int>(edge[1]));
        for (int& label : added.labels) label -= model_.first;
        if (std::ssize(added.marked) > Regions::most_places || std::ssize(added.labels) > 63)
            throw Refusal{"regions of more than 256 cells, or more than 63 regions"};
        model_.partitions.push_back(std::move(added));
    }

    void add_runs(nb::handle part) {
        Runs added{nb::cast<int>(nb::getattr(part, names_.control)),
                   nb::cast<int>(nb::getattr(part, names_.first)),
                   {},
                   nb::cast<int>(nb::getattr(part, names_.plus))};
        std::ptrdiff_t longest = 0;
        for (nb::handle arm : nb::getattr(part, names_.arms)) {
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
        const nb::object cells = nb::steal(PySequence_Tuple(listed.ptr()));
        if (!cells.is_valid()) nb::raise_python_error();
        found.reserve(nb::len(cells));
        for (nb::handle each : nb::borrow<nb::tuple>(cells)) found.push_back(nb::cast<int>(each));
        return found;
    }

    // Values outside the model are left out.
    std::uint64_t mask(nb::handle values) const {
        std::uint64_t mask = 0;
        for (nb::handle each : values) {
            std::int64_t value = 0;
            if (!nb::try_cast(each, value)) continue;  // too large for a value
            if (model_.first <= value && value < model_.first + model_.values)
                mask |= bit<std::uint64_t>(static_cast<int>(value - model_.first));
        }
        return mask;
    }

    // Relations usually share their tables as one object.
    int table(nb::object allowed) {
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

    int automaton(nb::object said) {
        const auto [known, is_new] = automata_.try_emplace(said.ptr(), 0);
        if (is_new) {
            known->second = static_cast<int>(model_.automata.size());
            model_.automata.push_back(
                nb::cast<std::shared_ptr<Automaton>>(vocabulary_.automaton(said, values_)));
        }
        return known->second;
    }

    const Names& names_ = Names::all();
    Model& model_;
    nb::object values_;
    const Vocabulary& vocabulary_;
    const PyObject* kinds_[kind_count];
    std::map<const PyObject*, int> tables_, automata_;
    int difference_ = -1;
};

}  // namespace

Model read_model(int cells, nb::object values, nb::handle constraints,
                 const Vocabulary& vocabulary) {
    const Names& names = Names::all();
    const int first = nb::cast<int>(nb::getattr(values, names.start));
    const int behind = nb::cast<int>(nb::getattr(values, names.stop));
    Model model{{}, cells, behind - first, first, {}, {}, {}};
    if (model.values < 1 || model.values > most_values)
        throw std::invalid_argument("the engine holds 1 to 64 values");
    Reader(model, std::move(values), vocabulary).read(constraints);
    return model;
}

}  // namespace nonet::general
