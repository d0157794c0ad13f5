// When a search that was called from Python has to stop: at a deadline, or on Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

namespace nonet {

// Asked by the calling thread while it does not hold the interpreter's lock.
class PythonWatch {
public:
    explicit PythonWatch(std::optional<double> seconds) : seconds_(seconds) {}

    bool stopped() {
        const Clock::time_point now = Clock::now();
        if (seconds_ && std::chrono::duration<double>(now - start_).count() >= *seconds_)
            return true;
        // Taking the lock may mean waiting for other threads, so not at every question.
        if (!interrupted_ && now - looked_ > std::chrono::milliseconds(10)) {
            looked_ = now;
            const nanobind::gil_scoped_acquire held;
            interrupted_ = PyErr_CheckSignals() != 0 || !has_memory();
        }
        return interrupted_;
    }

    // With the lock held again: raise what a signal handler raised, or that memory is short.
    void raise_if_interrupted() const {
        if (interrupted_) throw nanobind::python_error();
    }

private:
    // False leaves what was raised as the error of this thread. As it runs Python, this is also
    // where an error that another thread has set for this one is raised.
    static bool has_memory() {
        try {
            nanobind::module_::import_("nonet.system.limits").attr("require_unstopped")();
            return true;
        } catch (nanobind::python_error& error) {
            error.restore();
            return false;
        }
    }

    using Clock = std::chrono::steady_clock;

    Clock::time_point start_ = Clock::now();
    Clock::time_point looked_ = start_;
    std::optional<double> seconds_;
    bool interrupted_ = false;
};

}  // namespace nonet
