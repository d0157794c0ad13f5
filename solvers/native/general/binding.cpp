// The general engine for Python: build a model, compile it once, search from many domains.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "../watch.hpp"
#include "binding.hpp"
#include "engine.hpp"
#include "mask.hpp"
#include "model.hpp"

namespace nb = nanobind;

namespace nonet::general {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

const char* name(Progress progress) {
    switch (progress) {
        case Progress::found: return "solution";
        case Progress::exhausted: return "finished";
        case Progress::node_limit: return "nodes";
        default: return "seconds";
    }
}

Comparison comparison(const std::string_view op) {
    if (op == "==") return Comparison::equal;
    if (op == "<=") return Comparison::at_most;
    if (op == ">=") return Comparison::at_least;
    if (op == "in") return Comparison::one_of;
    throw std::invalid_argument("a sum compares by ==, <=, >= or in");
}

// A search with the engine that it needs, and the guard that keeps other threads out.
class PySearch {
public:
    PySearch(std::shared_ptr<const Engine> engine, const std::vector<std::uint64_t>& domains,
             std::uint64_t patience, int first)
        : engine_(std::move(engine)), search_(engine_->search(domains, patience)), first_(first) {}

    const char* run(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
        const Busy busy(running_);
        PythonWatch watch(seconds);
        Progress progress;
        {
            const nb::gil_scoped_release released;
            progress =
                search_->run(nodes.value_or(unlimited), [&watch] { return watch.stopped(); });
        }
        watch.raise_if_interrupted();
        return name(progress);
    }

    // Goes past up to `most` solutions; returns why it stopped, their number, and the values of
    // the first `kept` of them as indices, a byte each.
    nb::tuple take(std::uint64_t most, std::uint64_t kept, std::optional<double> seconds) {
        const Busy busy(running_);
        PythonWatch watch(seconds);
        std::uint64_t found = 0;
        std::vector<char> values;
        Progress progress = Progress::found;
        {
            const nb::gil_scoped_release released;
            for (; found < most; ++found) {
                progress = search_->run(unlimited, [&watch] { return watch.stopped(); });
                if (progress != Progress::found) break;
                if (found < kept)
                    for (int value : search_->solution())
                        values.push_back(static_cast<char>(value));
                search_->pass_over();
            }
        }
        watch.raise_if_interrupted();
        return nb::make_tuple(name(progress), found, nb::bytes(values.data(), values.size()));
    }

    nb::tuple solution() {
        const Busy busy(running_);
        std::vector<int> values = search_->solution();
        for (int& value : values) value += first_;
        return nb::tuple(nb::cast(values));
    }

    void pass_over() {
        const Busy busy(running_);
        search_->pass_over();
    }

    std::uint64_t nodes() const { return search_->nodes(); }
    std::uint64_t conflicts() const { return search_->conflicts(); }
    std::uint64_t calls() const { return search_->calls(); }

private:
    class Busy {
    public:
        explicit Busy(std::atomic<bool>& flag) : flag_(flag) {
            if (flag_.exchange(true)) throw std::runtime_error("the search runs in another thread");
        }
        ~Busy() { flag_ = false; }

    private:
        std::atomic<bool>& flag_;
    };

    std::shared_ptr<const Engine> engine_;
    std::unique_ptr<Search> search_;
    int first_;  // the value of index 0
    std::atomic<bool> running_ = false;
};

class PyEngine {
public:
    explicit PyEngine(const Model& model)
        : cells_(model.cells),
          first_(model.first),
          engine_(compile(model)),
          full_(all_values<std::uint64_t>(model.values)) {}

    bool learns() const { return engine_->learns(); }

    std::unique_ptr<PySearch> search(const std::vector<std::uint64_t>& domains,
                                     std::optional<std::uint64_t> patience) const {
        if (static_cast<int>(domains.size()) != cells_)
            throw std::invalid_argument("a domain is needed for each cell");
        for (std::uint64_t domain : domains)
            if (domain & ~full_) throw std::invalid_argument("a domain is outside the values");
        return std::make_unique<PySearch>(engine_, domains, patience.value_or(unlimited), first_);
    }

private:
    int cells_;
    int first_;
    std::shared_ptr<const Engine> engine_;
    std::uint64_t full_;
};

}  // namespace

void bind(nb::module_& module) {
    nb::class_<Group>(module, "GeneralGroup")
        .def(nb::init<>())
        .def("relation",
             [](Group& self, int a, int b, int table) { self.relations.push_back({a, b, table}); })
        .def("linear",
             [](Group& self, std::vector<std::int64_t> coefficients, std::vector<int> cells,
                std::string_view op, std::vector<std::int64_t> totals) {
                 self.sums.push_back({std::move(coefficients), std::move(cells), comparison(op),
                                      std::move(totals)});
             })
        .def("count",
             [](Group& self, std::vector<int> cells, std::uint64_t values,
                std::vector<int> numbers) {
                 self.counts.push_back({std::move(cells), values, std::move(numbers)});
             })
        .def("word", [](Group& self, std::vector<int> cells,
                        int automaton) { self.words.push_back({std::move(cells), automaton}); })
        .def("any_of",
             [](Group& self, std::vector<Group> alternatives) {
                 self.choices.push_back({std::move(alternatives)});
             })
        .def("candidates", [](Group& self, int cell, std::uint64_t mask) {
            self.candidates.push_back({cell, mask});
        });

    // An object of its own, so that models of many puzzles take it as it is.
    nb::class_<Automaton>(module, "GeneralAutomaton")
        .def(
            "__init__",
            [](Automaton* self, int values, std::vector<int> next,
               const std::vector<int>& accepting) {
                const int states = static_cast<int>(std::ssize(next) / std::max(values, 1));
                std::vector<char> ends(states);
                for (int state : accepting) {
                    if (state < 0 || state >= states)
                        throw std::invalid_argument("an accepting state is outside the automaton");
                    ends[state] = true;
                }
                new (self) Automaton{states, std::move(next), std::move(ends)};
            },
            nb::arg("values"), nb::arg("next"), nb::arg("accepting"));

    nb::class_<Model, Group>(module, "GeneralModel")
        .def(
            "__init__",
            [](Model* self, int cells, int values, int first) {
                new (self) Model{{}, cells, values, first, {}, {}, {}};
            },
            nb::arg("cells"), nb::arg("values"), nb::arg("first"))
        .def("all_different",
             [](Model& self, std::vector<int> cells) {
                 self.all_different.push_back(std::move(cells));
             })
        .def("table",
             [](Model& self, std::vector<std::uint64_t> partners) {
                 self.tables.push_back(std::move(partners));
                 return static_cast<int>(self.tables.size()) - 1;
             })
        .def("automaton", [](Model& self, const Automaton& automaton) {
            self.automata.push_back(automaton);
            return static_cast<int>(self.automata.size()) - 1;
        });

    nb::class_<PySearch>(module, "GeneralSearch")
        .def("run", &PySearch::run, nb::arg("nodes").none(), nb::arg("seconds").none())
        .def("take", &PySearch::take, nb::arg("most"), nb::arg("kept"), nb::arg("seconds").none())
        .def("solution", &PySearch::solution)
        .def("pass_over", &PySearch::pass_over)
        .def_prop_ro("nodes", &PySearch::nodes)
        .def_prop_ro("conflicts", &PySearch::conflicts)
        .def_prop_ro("calls", &PySearch::calls);

    nb::class_<PyEngine>(module, "GeneralEngine")
        .def(nb::init<const Model&>())
        .def_prop_ro("learns", &PyEngine::learns)
        .def("search", &PyEngine::search, nb::arg("domains"),
             nb::arg("patience").none() = nb::none());
}

}  // namespace nonet::general
