// The lockstep engine for Python: arrays of puzzles, or one puzzle solution by solution.
#include "binding.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "../watch.hpp"
#include "engine.hpp"
#include "isas.hpp"
#include "runner.hpp"

namespace nb = nanobind;

namespace nonet::lockstep {
namespace {

using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::device::cpu>;
using Counts = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Solutions = nb::ndarray<std::uint8_t, nb::c_contig, nb::device::cpu>;

class InterruptibleWatch final : public Watch, public PythonWatch {
public:
    using PythonWatch::PythonWatch;
    bool stopped() override { return PythonWatch::stopped(); }
};

std::vector<std::string> isas() {
    std::vector<std::string> names;
    for (int isa = 0; isa < isa_count; ++isa)
        if (all_isas[isa].supported()) names.emplace_back(all_isas[isa].name);
    return names;
}

// What an environment variable holds. Asking `os.environ` takes half as long as an easy puzzle.
nb::object environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? nb::steal(PyUnicode_DecodeFSDefault(value)) : nb::none();
}

// The instruction set to use for a number of puzzles when one of this name was asked for.
int isa_of(const std::string& name, std::size_t puzzles) {
    const int isa = isa_named(name.c_str());
    if (isa < 0) throw nb::value_error(("this machine has no " + name).c_str());
    return isa_for(isa, puzzles);
}

// Returns the first puzzle with a wrong solution, if `verify` finds one.
std::optional<std::size_t> run_batch(const Rows& rows, const Counts& counts, const Flags& finished,
                                     const Solutions& solutions, const std::string& isa,
                                     std::uint64_t limit, int threads, bool verify,
                                     std::optional<double> seconds) {
    const std::size_t size = rows.shape(0);
    if (rows.shape(1) != cell_count || (size && rows.stride(1) != 1))
        throw nb::value_error("a puzzle is 81 bytes in a row");
    const std::size_t kept = size ? solutions.size() / (size * cell_count) : 0;
    if (counts.shape(0) != size || finished.shape(0) != size ||
        solutions.size() != size * kept * cell_count) {
        throw nb::value_error("the results have other shapes than the puzzles");
    }
    if (limit < 1) throw nb::value_error("a limit of 0 solutions asks nothing");
    if (threads < 1) throw nb::value_error("at least one thread is needed");
    const Batch batch{.clues = rows.data(),
                      .stride = rows.stride(0),
                      .size = size,
                      .limit = limit,
                      .kept = kept,
                      .counts = counts.data(),
                      .solutions = solutions.data(),
                      .finished = reinterpret_cast<std::uint8_t*>(finished.data())};
    const int number = isa_of(isa, size);
    InterruptibleWatch watch(seconds);
    std::optional<std::size_t> wrong;
    {
        const nb::gil_scoped_release released;
        refuse_bad_rows(batch.clues, batch.stride, batch.size);
        run(batch, number, threads, watch);
        if (verify && kept) wrong = first_wrong(batch, threads);
    }
    watch.raise_if_interrupted();
    return wrong;
}

// One puzzle, solution by solution; between two calls the engine waits where it stands.
class PySearch {
public:
    PySearch(const nb::tuple& givens, const std::string& isa) : engine_(isa_of(isa, 1)) {
        if (givens.size() != cell_count) throw nb::value_error("a puzzle has 81 cells");
        std::transform(givens.begin(), givens.end(), clues_, clue_of);
        const auto most = static_cast<std::size_t>(engine_->lanes());  // solutions found at once
        found_.resize(most * cell_count);
        const std::uint64_t no_limit = ~std::uint64_t{0};
        engine_->begin({clues_, cell_count, 1, no_limit, most, &count_, found_.data(), &finished_},
                       queue_);
    }
    PySearch(const PySearch&) = delete;
    PySearch& operator=(const PySearch&) = delete;

    // Go on to the next solutions; returns why it came back, and their values, 81 bytes each.
    nb::tuple next(std::optional<std::uint64_t> guesses, std::optional<double> seconds) {
        const std::uint64_t before = count_;
        InterruptibleWatch watch(seconds);
        Outcome outcome;
        {
            const nb::gil_scoped_release released;
            const std::lock_guard one_at_a_time(lock_);
            outcome = engine_->advance(watch, guesses.value_or(~std::uint64_t{0}), true);
        }
        watch.raise_if_interrupted();
        nb::list solutions;
        for (std::size_t i = 0; i < count_ - before; ++i)
            solutions.append(solution(found_.data() + i * cell_count));
        return nb::make_tuple(outcome_name(outcome), solutions);
    }

    std::uint64_t guesses() const { return engine_->guesses(); }

private:
    // A given as the engine reads it, 0 for an empty cell.
    static std::uint8_t clue_of(nb::handle given) {
        if (given.is_none()) return 0;
        const int value = nb::cast<int>(given);
        if (value < 1 || value > 9) throw nb::value_error("a given is None or from 1 to 9");
        return static_cast<std::uint8_t>(value);
    }

    static nb::tuple solution(const std::uint8_t* values) {
        nb::tuple cells = nb::steal<nb::tuple>(PyTuple_New(cell_count));
        if (!cells.is_valid()) nb::raise_python_error();
        for (Py_ssize_t cell = 0; cell < cell_count; ++cell)  // it takes the reference
            PyTuple_SetItem(cells.ptr(), cell, PyLong_FromLong(values[cell]));
        return cells;
    }

    static const char* outcome_name(Outcome outcome) {
        switch (outcome) {
            case Outcome::solution: return "solution";
            case Outcome::finished: return "finished";
            case Outcome::exhausted: return "guesses";
            case Outcome::stopped: return "seconds";
        }
        return "";
    }

    Lease engine_;
    std::mutex lock_;
    Queue queue_{1, 1};
    std::uint8_t clues_[cell_count];
    std::vector<std::uint8_t> found_;
    std::uint64_t count_ = 0;
    std::uint8_t finished_ = 0;
};

}  // namespace

void refuse_bad_rows(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size) {
    if (const auto bad = first_bad(clues, stride, size)) {
        const unsigned byte = clues[static_cast<std::ptrdiff_t>(bad->row) * stride + bad->cell];
        const std::string message = "row " + std::to_string(bad->row) + ": byte " +
                                    std::to_string(byte) + " at r" +
                                    std::to_string(bad->cell / 9 + 1) + "c" +
                                    std::to_string(bad->cell % 9 + 1) + " is no digit and no '.'";
        throw nb::value_error(message.c_str());
    }
}

void bind(nb::module_& module) {
    module.def("isas", &isas);
    module.def("environment", &environment, nb::arg("name"));
    module.def("run_batch", &run_batch, nb::arg("rows"), nb::arg("counts"), nb::arg("finished"),
               nb::arg("solutions"), nb::arg("isa"), nb::arg("limit"), nb::arg("threads"),
               nb::arg("verify"), nb::arg("seconds").none());
    nb::class_<PySearch>(module, "LockstepSearch")
        .def(nb::init<const nb::tuple&, const std::string&>(), nb::arg("givens"), nb::arg("isa"))
        .def("next", &PySearch::next, nb::arg("guesses").none(), nb::arg("seconds").none())
        .def_prop_ro("guesses", &PySearch::guesses);
}

}  // namespace nonet::lockstep
