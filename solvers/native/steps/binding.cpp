// The search for steps, for Python. A model is prepared once, and then used for board after board.
#include "binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "budget.hpp"
#include "model.hpp"
#include "search.hpp"

namespace nb = nanobind;

namespace nonet::steps {
namespace {

// Regularly raises the errors that end a search: Ctrl-C, or a limit of time or memory.
class Leave {
public:
    explicit Leave(nb::callable require) : require_(std::move(require)) {}

    void ask() {
        const Clock::time_point now = Clock::now();
        if (now - asked_ < std::chrono::milliseconds(5)) return;  // others may hold the lock
        asked_ = now;
        const nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        require_();
    }

private:
    using Clock = std::chrono::steady_clock;

    nb::callable require_;
    Clock::time_point asked_ = Clock::now();
};

class PyModel {
public:
    PyModel(int marks, std::vector<Clause> background, std::vector<std::vector<Clause>> uses)
        : model_(
              std::make_shared<const Model>(Task{marks, std::move(background), std::move(uses)})) {}

    std::shared_ptr<const Model> get() const { return model_; }

private:
    std::shared_ptr<const Model> model_;
};

class PySearch {
public:
    PySearch(const PyModel& model, const std::vector<int>& solution, int compared)
        : marks_(model.get()->marks),
          search_(steps::search(model.get(), flags(solution), compared)) {}

    nb::object next(const std::vector<int>& live, std::optional<std::uint64_t> nodes,
                    nb::callable require) {
        if (running_.exchange(true)) throw std::runtime_error("the search runs in another thread");
        const std::unique_ptr<std::atomic<bool>, void (*)(std::atomic<bool>*)> busy(
            &running_, [](std::atomic<bool>* flag) { *flag = false; });
        Leave leave(std::move(require));
        const std::vector<char> board = flags(live);
        std::optional<Step> step;
        {
            const nb::gil_scoped_release released;
            step = search_->next(board, nodes.value_or(std::numeric_limits<std::uint64_t>::max()),
                                 [&leave] { leave.ask(); });
        }
        if (!step) return nb::none();
        for (int& mark : step->removed) ++mark;
        return nb::make_tuple(nb::tuple(nb::cast(step->uses)), nb::tuple(nb::cast(step->removed)),
                              step->least, step->cut_off);
    }

private:
    std::vector<char> flags(const std::vector<int>& marks) const {
        std::vector<char> flags(marks_);
        for (int mark : marks) {
            if (mark < 1 || mark > marks_) throw std::invalid_argument("there is no such mark");
            flags[mark - 1] = true;
        }
        return flags;
    }

    int marks_;
    std::unique_ptr<Search> search_;
    std::atomic<bool> running_ = false;
};

}  // namespace

void bind(nb::module_& module) {
    nb::class_<PyModel>(module, "StepModel")
        .def(nb::init<int, std::vector<Clause>, std::vector<std::vector<Clause>>>(),
             nb::arg("marks"), nb::arg("background"), nb::arg("uses"));

    nb::class_<PySearch>(module, "StepSearch")
        .def(nb::init<const PyModel&, const std::vector<int>&, int>(), nb::arg("model"),
             nb::arg("solution"), nb::arg("compared"))
        .def("next", &PySearch::next, nb::arg("live"), nb::arg("nodes").none(), nb::arg("require"));
}

}  // namespace nonet::steps
