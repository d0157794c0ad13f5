// The general engine for Python: build a model, compile it once, search from many domains.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engine.hpp"
#include "mask.hpp"

namespace nb = nanobind;

namespace nonet::general {
namespace {

// So long Python waits for a signal at most, beside the time of one node.
constexpr auto patience = std::chrono::milliseconds(10);

Comparison comparison(const std::string_view op) {
    if (op == "==") return Comparison::equal;
    if (op == "<=") return Comparison::at_most;
    if (op == ">=") return Comparison::at_least;
    throw std::invalid_argument("a sum compares by ==, <= or >=");
}

// A search with the engine that it needs, and the guard that keeps other threads out.
class PySearch {
public:
    PySearch(std::shared_ptr<const Engine> engine, const std::vector<std::uint64_t>& domains)
        : engine_(std::move(engine)), search_(engine_->search(domains)) {}

    Progress run(std::optional<std::uint64_t> nodes, std::optional<double> seconds) {
        const Busy busy(running_);
        const auto start = Clock::now();
        const auto deadline = seconds && *seconds < 1e9
                                  ? start + std::chrono::duration_cast<Clock::duration>(
                                                std::chrono::duration<double>(*seconds))
                                  : Clock::time_point::max();
        const std::uint64_t last =
            nodes && *nodes < std::numeric_limits<std::uint64_t>::max() - search_->nodes()
                ? search_->nodes() + *nodes
                : std::numeric_limits<std::uint64_t>::max();
        for (;;) {
            Progress progress;
            {
                const nb::gil_scoped_release release;
                progress = search_->run(last - search_->nodes(),
                                        std::min(deadline, Clock::now() + patience));
            }
            if (progress != Progress::time_up || Clock::now() >= deadline) return progress;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
    }

    std::vector<int> solution() {
        const Busy busy(running_);
        return search_->solution();
    }

    void pass_over() {
        const Busy busy(running_);
        search_->pass_over();
    }

    std::uint64_t nodes() const { return search_->nodes(); }
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
    std::atomic<bool> running_ = false;
};

class PyEngine {
public:
    explicit PyEngine(const Model& model)
        : cells_(model.cells),
          engine_(compile(model)),
          full_(all_values<std::uint64_t>(model.values)) {}

    std::unique_ptr<PySearch> search(const std::vector<std::uint64_t>& domains) const {
        if (static_cast<int>(domains.size()) != cells_)
            throw std::invalid_argument("a domain is needed for each cell");
        for (std::uint64_t domain : domains)
            if (domain & ~full_) throw std::invalid_argument("a domain is outside the values");
        return std::make_unique<PySearch>(engine_, domains);
    }

private:
    int cells_;
    std::shared_ptr<const Engine> engine_;
    std::uint64_t full_;
};

}  // namespace

void bind_general(nb::module_& module) {
    nb::enum_<Progress>(module, "Progress")
        .value("FOUND", Progress::found)
        .value("EXHAUSTED", Progress::exhausted)
        .value("NODE_LIMIT", Progress::node_limit)
        .value("TIME_UP", Progress::time_up);

    nb::class_<Model>(module, "GeneralModel")
        .def("__init__",
             [](Model* self, int cells, int values, int first) {
                 new (self) Model{cells, values, first, {}, {}, {}, {}};
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
        .def("relation",
             [](Model& self, int a, int b, int table) { self.relations.push_back({a, b, table}); })
        .def("linear", [](Model& self, std::vector<std::int64_t> coefficients,
                          std::vector<int> cells, std::string_view op, std::int64_t total) {
            self.sums.push_back({std::move(coefficients), std::move(cells), comparison(op), total});
        });

    nb::class_<PySearch>(module, "GeneralSearch")
        .def("run", &PySearch::run, nb::arg("nodes").none(), nb::arg("seconds").none())
        .def("solution", &PySearch::solution)
        .def("pass_over", &PySearch::pass_over)
        .def_prop_ro("nodes", &PySearch::nodes)
        .def_prop_ro("calls", &PySearch::calls);

    nb::class_<PyEngine>(module, "GeneralEngine")
        .def(nb::init<const Model&>())
        .def("search", &PyEngine::search);
}

}  // namespace nonet::general
