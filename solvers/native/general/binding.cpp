// The general engine for Python. A model is read and compiled once. Each search starts from its own
// domains.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../watch.hpp"
#include "automaton.hpp"
#include "binding.hpp"
#include "engine.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "reading.hpp"
#include "thinning.hpp"

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

// A search with its engine, and a lock against concurrent use.
class PySearch {
public:
    PySearch(std::shared_ptr<const Engine> engine, const std::vector<std::uint64_t>& domains,
             std::uint64_t patience, int first, std::optional<Thinning> thinning)
        : engine_(std::move(engine)),
          thinning_(std::move(thinning)),
          search_(engine_->search(domains, patience, thinning_ ? &*thinning_ : nullptr)),
          first_(first) {}

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

    // Counts up to `most` further solutions. Returns why the search stopped, the number of
    // solutions, and the first `kept` solutions. Each value of a solution is a byte.
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

    // Of a sample: the weight of all solutions, and by open cells the weight of the nodes, and the
    // goals.
    nb::tuple sampled() {
        const Busy busy(running_);
        return nb::make_tuple(thinning_->solutions, thinning_->nodes(), thinning_->goals());
    }

    std::uint64_t nodes() {
        const Busy busy(running_);
        return search_->nodes();
    }
    std::uint64_t conflicts() {
        const Busy busy(running_);
        return search_->conflicts();
    }
    std::uint64_t calls() {
        const Busy busy(running_);
        return search_->calls();
    }

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
    std::optional<Thinning> thinning_;
    std::unique_ptr<Search> search_;
    int first_;  // the value of index 0
    std::atomic<bool> running_ = false;
};

// A model, or the reason why it was refused. Engines share it, so it never changes.
class PyModel {
public:
    PyModel(int cells, nb::object values, nb::object constraints, nb::tuple kinds,
            nb::callable partners, nb::callable automaton, int depth) {
        try {
            model_ = std::make_shared<const Model>(
                read_model(cells, values, constraints, {kinds, partners, automaton, depth}));
        } catch (const Refusal& refusal) {
            refusal_ = refusal.reason;
        }
    }

    const std::optional<std::string>& refusal() const { return refusal_; }

    const std::shared_ptr<const Model>& model() const {
        if (refusal_) throw std::invalid_argument(*refusal_);
        return model_;
    }

private:
    std::shared_ptr<const Model> model_;
    std::optional<std::string> refusal_;
};

class PyEngine {
public:
    explicit PyEngine(const PyModel& read)
        : cells_(read.model()->cells),
          values_(read.model()->values),
          first_(read.model()->first),
          engine_(compile(read.model())) {}

    bool learns() const { return engine_->learns(); }

    std::unique_ptr<PySearch> search(const std::vector<std::uint64_t>& domains,
                                     std::optional<std::uint64_t> patience) const {
        return start(domains, patience.value_or(unlimited), std::nullopt);
    }

    std::unique_ptr<PySearch> sample(const std::vector<std::uint64_t>& domains,
                                     std::vector<double> goals, std::vector<double> due,
                                     std::uint64_t most) const {
        if (std::min(goals.size(), due.size()) <= domains.size() || most == 0)
            throw std::invalid_argument("a goal is needed for each number of open cells");
        return start(domains, unlimited, Thinning(std::move(goals), std::move(due), most));
    }

private:
    std::unique_ptr<PySearch> start(const std::vector<std::uint64_t>& domains,
                                    std::uint64_t patience,
                                    std::optional<Thinning> thinning) const {
        if (static_cast<int>(domains.size()) != cells_)
            throw std::invalid_argument("a domain is needed for each cell");
        for (std::uint64_t domain : domains)
            if (domain & ~all_values<std::uint64_t>(values_))
                throw std::invalid_argument("a domain is outside the values");
        return std::make_unique<PySearch>(engine_, domains, patience, first_, std::move(thinning));
    }

    int cells_;
    int values_;
    int first_;
    std::shared_ptr<const Engine> engine_;
};

}  // namespace

void bind(nb::module_& module) {
    // Automata are Python objects, so that the models of many puzzles can share them.
    nb::class_<Automaton>(module, "GeneralAutomaton")
        .def(nb::init<int, std::vector<int>, const std::vector<int>&>(), nb::arg("values"),
             nb::arg("next"), nb::arg("accepting"));

    nb::class_<PySearch>(module, "GeneralSearch")
        .def("run", &PySearch::run, nb::arg("nodes").none(), nb::arg("seconds").none())
        .def("take", &PySearch::take, nb::arg("most"), nb::arg("kept"), nb::arg("seconds").none())
        .def("solution", &PySearch::solution)
        .def("pass_over", &PySearch::pass_over)
        .def("sampled", &PySearch::sampled)
        .def_prop_ro("nodes", &PySearch::nodes)
        .def_prop_ro("conflicts", &PySearch::conflicts)
        .def_prop_ro("calls", &PySearch::calls);

    nb::class_<PyModel>(module, "GeneralModel")
        .def(nb::init<int, nb::object, nb::object, nb::tuple, nb::callable, nb::callable, int>(),
             nb::arg("cells"), nb::arg("values"), nb::arg("constraints"), nb::arg("kinds"),
             nb::arg("partners"), nb::arg("automaton"), nb::arg("depth"))
        .def_prop_ro("refusal", &PyModel::refusal);

    nb::class_<PyEngine>(module, "GeneralEngine")
        .def(nb::init<const PyModel&>())
        .def_prop_ro("learns", &PyEngine::learns)
        .def("search", &PyEngine::search, nb::arg("domains"),
             nb::arg("patience").none() = nb::none())
        .def("sample", &PyEngine::sample, nb::arg("domains"), nb::arg("goals"), nb::arg("due"),
             nb::arg("most"));
}

}  // namespace nonet::general
