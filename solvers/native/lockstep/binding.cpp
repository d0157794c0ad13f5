// The lockstep engine for Python: arrays of puzzles, or one puzzle solution by solution.
#include "binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../watch.hpp"
#include "engine.hpp"
#include "isas.hpp"
#include "runner.hpp"

namespace nb = nanobind;

namespace nonet::lockstep {
namespace {

PyArrayObject* array_of(nb::handle object) {
    return reinterpret_cast<PyArrayObject*>(object.ptr());
}

template <class Item>
Item* items_of(nb::handle array) {
    return static_cast<Item*>(PyArray_DATA(array_of(array)));
}

// A new array. For a single puzzle, nanobind's own arrays would take too long.
template <std::size_t dimensions>
nb::object zeros(int type, std::array<npy_intp, dimensions> shape) {
    nb::object array = nb::steal(PyArray_ZEROS(int(dimensions), shape.data(), type, 0));
    if (!array.is_valid()) nb::raise_python_error();
    return array;
}

// A named tuple of this type. Calling the type would take three times as long.
template <std::size_t size>
nb::object named_tuple(nb::handle type, std::array<nb::object, size> items) {
    auto* const kind = reinterpret_cast<PyTypeObject*>(type.ptr());
    const auto allocate = reinterpret_cast<allocfunc>(PyType_GetSlot(kind, Py_tp_alloc));
    nb::object made = nb::steal(allocate(kind, size));
    if (!made.is_valid()) nb::raise_python_error();
    for (std::size_t i = 0; i < size; ++i)  // it takes the reference
        PyTuple_SetItem(made.ptr(), Py_ssize_t(i), items[i].release().ptr());
    return made;
}

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

// Reads an environment variable. Python's `os.environ` takes half as long as an easy puzzle.
nb::object environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? nb::steal(PyUnicode_DecodeFSDefault(value)) : nb::none();
}

// The instruction set to use for this many puzzles, if the caller asked for this name. Without a
// name, it is the one that NONET_ISA names, or the best one.
int isa_of(const std::optional<std::string>& name, std::size_t puzzles) {
    const char* asked = name ? name->c_str() : std::getenv("NONET_ISA");
    int isa = 0;
    if (asked && *asked) isa = isa_named(asked);
    else
        while (!all_isas[isa].supported()) ++isa;
    if (isa < 0) throw nb::value_error(("this machine has no " + std::string(asked)).c_str());
    return isa_for(isa, puzzles);
}

// Returns the counts, the flags and the solutions, or the first row with a wrong solution, or None
// if the rows are no array of 81 bytes each. If `kept` is None, the array of solutions has no axis
// for it.
nb::object run_batch(nb::handle results, nb::handle puzzles, const std::optional<std::string>& isa,
                     std::uint64_t limit, std::optional<std::size_t> kept, int threads, bool verify,
                     std::optional<double> seconds) {
    if (PyArray_ImportNumPyAPI() < 0) nb::raise_python_error();
    if (!PyArray_Check(puzzles.ptr())) return nb::none();
    PyArrayObject* rows = array_of(puzzles);
    if (PyArray_TYPE(rows) != NPY_UBYTE || PyArray_NDIM(rows) != 2 ||
        PyArray_DIM(rows, 1) != cell_count || (PyArray_SIZE(rows) && PyArray_STRIDE(rows, 1) != 1))
        return nb::none();
    if (limit < 1) throw nb::value_error("a limit of 0 solutions asks nothing");
    if (threads < 1) throw nb::value_error("at least one thread is needed");
    const npy_intp size = PyArray_DIM(rows, 0), most = npy_intp(kept.value_or(1));
    const nb::object counts = zeros(NPY_UINT64, std::array{size});
    const nb::object finished = zeros(NPY_BOOL, std::array{size});
    const nb::object solutions =
        kept ? zeros(NPY_UBYTE, std::array{size, most, npy_intp{cell_count}})
             : zeros(NPY_UBYTE, std::array{size, npy_intp{cell_count}});
    const Batch batch{.clues = items_of<const std::uint8_t>(puzzles),
                      .stride = PyArray_STRIDE(rows, 0),
                      .size = static_cast<std::size_t>(size),
                      .limit = limit,
                      .kept = static_cast<std::size_t>(most),
                      .counts = items_of<std::uint64_t>(counts),
                      .solutions = items_of<std::uint8_t>(solutions),
                      .finished = items_of<std::uint8_t>(finished)};
    const int number = isa_of(isa, batch.size);
    InterruptibleWatch watch(seconds);
    std::optional<std::size_t> wrong;
    {
        const nb::gil_scoped_release released;
        refuse_bad_rows(batch.clues, batch.stride, batch.size);
        run(batch, number, threads, watch);
        if (verify && batch.kept) wrong = first_wrong(batch, threads);
    }
    watch.raise_if_interrupted();
    if (wrong) return nb::cast(*wrong);
    return named_tuple<3>(results, {counts, finished, solutions});
}

// One puzzle, solution by solution. The engine pauses between two calls.
class PySearch {
public:
    PySearch(const nb::tuple& givens, const std::optional<nb::tuple>& marks)
        : engine_(isa_of(std::nullopt, 1)) {
        if (givens.size() != cell_count || (marks && marks->size() != cell_count))
            throw nb::value_error("a puzzle has 81 cells");
        std::transform(givens.begin(), givens.end(), clues_, clue_of);
        if (marks)
            std::transform(marks->begin(), marks->end(), marks_,
                           [](nb::handle mask) { return nb::cast<std::uint16_t>(mask); });
        const auto most = static_cast<std::size_t>(engine_->lanes());  // solutions found at once
        found_.resize(most * cell_count);
        const std::uint64_t no_limit = ~std::uint64_t{0};
        engine_->begin({clues_, cell_count, 1, no_limit, most, &count_, found_.data(), &finished_,
                        marks ? marks_ : nullptr},
                       queue_);
    }
    PySearch(const PySearch&) = delete;
    PySearch& operator=(const PySearch&) = delete;

    // Finds a solution that is not blocked, and returns the same solution until it is blocked. The
    // result is a tuple: the solution or None, whether the lanes are sure that there is no other
    // solution, and the number of guesses.
    nb::tuple solve(std::optional<std::uint64_t> guesses, std::optional<double> seconds) {
        InterruptibleWatch watch(seconds);
        Outcome outcome;
        bool is_last;
        std::uint64_t spent = 0, place;
        Grid grid;
        {
            const nb::gil_scoped_release released;
            const std::lock_guard one_at_a_time(lock_);
            outcome = search(watch, guesses.value_or(~std::uint64_t{0}), spent);
            if (outcome == Outcome::solution) grid = waiting_[next_];
            is_last = outcome == Outcome::solution ? finished_ && next_ + 1 == waiting_.size()
                                                   : outcome == Outcome::finished;
            place = passed_;
        }
        watch.raise_if_interrupted();
        nb::object found = nb::none();
        if (outcome == Outcome::solution) found = solution(grid);
        shown_ = {found, place};
        return nb::make_tuple(found, is_last, spent);
    }

    // Finds at most `most` further solutions, and returns their number, the first `kept` of them,
    // and whether the search is finished.
    nb::tuple take(std::uint64_t most, std::size_t kept, std::optional<double> seconds) {
        InterruptibleWatch watch(seconds);
        Outcome outcome = Outcome::solution;
        std::uint64_t found = 0, spent = 0;
        std::vector<Grid> grids;
        {
            const nb::gil_scoped_release released;
            const std::lock_guard one_at_a_time(lock_);
            for (; found < most; ++found) {
                // The lanes seldom ask the watch if they often pause at a solution.
                const bool is_over = found % 64 == 63 && watch.stopped();
                outcome = is_over ? Outcome::stopped : search(watch, ~std::uint64_t{0}, spent);
                if (outcome != Outcome::solution) break;
                if (grids.size() < kept) grids.push_back(waiting_[next_]);
                pass();
            }
        }
        watch.raise_if_interrupted();
        nb::list solutions;
        for (const Grid& grid : grids) solutions.append(solution(grid));
        return nb::make_tuple(found, solutions, outcome == Outcome::finished);
    }

    // Blocks a grid. The lanes never find the same grid twice.
    void block(const nb::tuple& values) {
        // If this is the tuple that `solve` returned last, its values need not be read.
        const bool is_shown = values.is(shown_.values);
        const std::uint64_t place = shown_.place;
        Grid grid;
        if (!is_shown) {
            if (values.size() != cell_count) throw nb::value_error("a grid has 81 cells");
            std::transform(values.begin(), values.end(), grid.begin(), clue_of);
        }
        const nb::gil_scoped_release released;
        const std::lock_guard one_at_a_time(lock_);
        if (is_shown) {
            if (place == passed_) pass();
        } else if (has_waiting() && waiting_[next_] == grid) {
            pass();
        } else {
            blocked_.insert(grid);
        }
    }

private:
    using Grid = std::array<std::uint8_t, cell_count>;

    // Drop blocked solutions from the front. Return whether a solution is left.
    bool has_waiting() {
        while (next_ < waiting_.size() && blocked_.count(waiting_[next_])) pass();
        return next_ < waiting_.size();
    }

    void pass() {
        ++next_;
        ++passed_;
    }

    // Run the lanes until they have a solution, and return why they stopped.
    Outcome search(Watch& watch, std::uint64_t guesses, std::uint64_t& spent) {
        const std::uint64_t at_first = engine_->guesses();
        Outcome outcome = Outcome::solution;
        while (outcome == Outcome::solution && !has_waiting()) {
            waiting_.clear();
            next_ = 0;
            const std::uint64_t before = count_;
            outcome = engine_->advance(watch, guesses - std::min(guesses, spent), true);
            for (std::uint64_t i = 0; i < count_ - before; ++i) {
                Grid& grid = waiting_.emplace_back();
                std::copy_n(found_.data() + i * cell_count, cell_count, grid.begin());
            }
            spent = engine_->guesses() - at_first;
        }
        return outcome;
    }

    // A given in the engine's format, 0 for an empty cell.
    static std::uint8_t clue_of(nb::handle given) {
        if (given.is_none()) return 0;
        const int value = nb::cast<int>(given);
        if (value < 1 || value > 9) throw nb::value_error("a given is None or from 1 to 9");
        return static_cast<std::uint8_t>(value);
    }

    static nb::tuple solution(const Grid& values) {
        nb::tuple cells = nb::steal<nb::tuple>(PyTuple_New(cell_count));
        if (!cells.is_valid()) nb::raise_python_error();
        for (Py_ssize_t cell = 0; cell < cell_count; ++cell)  // it takes the reference
            PyTuple_SetItem(cells.ptr(), cell,
                            PyLong_FromLong(values[static_cast<std::size_t>(cell)]));
        return cells;
    }

    Lease engine_;
    std::mutex lock_;
    Queue queue_{1, 1};
    std::uint8_t clues_[cell_count];
    std::uint16_t marks_[cell_count];
    std::vector<std::uint8_t> found_;  // by the last call
    std::vector<Grid> waiting_;        // the solutions from `next_` on
    std::size_t next_ = 0;
    std::uint64_t passed_ = 0;  // solutions already returned or dropped
    std::set<Grid> blocked_;
    struct {
        nb::object values;
        std::uint64_t place;  // the number of earlier solutions
    } shown_{};
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
    module.def("run_batch", &run_batch, nb::arg("results"), nb::arg("rows"), nb::arg("isa").none(),
               nb::arg("limit"), nb::arg("kept").none(), nb::arg("threads"), nb::arg("verify"),
               nb::arg("seconds").none());
    nb::class_<PySearch>(module, "LockstepSearch")
        .def(nb::init<const nb::tuple&, const std::optional<nb::tuple>&>(), nb::arg("givens"),
             nb::arg("marks").none())
        .def("solve", &PySearch::solve, nb::arg("guesses").none(), nb::arg("seconds").none())
        .def("take", &PySearch::take, nb::arg("most"), nb::arg("kept"), nb::arg("seconds").none())
        .def("block", &PySearch::block, nb::arg("values"));
}

}  // namespace nonet::lockstep
