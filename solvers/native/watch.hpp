// Decides when a search called from Python has to stop: at a deadline, or on Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

namespace nonet {

// The calling thread asks it while it does not hold the interpreter's lock.
class PythonWatch {
public:
    explicit PythonWatch(std::optional<double> seconds) : seconds_(seconds) {}

    bool stopped() {
        const Clock::time_point now = Clock::now();
        if (seconds_ && std::chrono::duration<double>(now - start_).count() >= *seconds_)
            return true;
        // Taking the lock may mean waiting for other threads, so it is not taken for every
        // question.
        if (!interrupted_ && now - looked_ > std::chrono::milliseconds(10)) {
            looked_ = now;
            const nanobind::gil_scoped_acquire held;
            interrupted_ = PyErr_CheckSignals() != 0 || !has_memory();
        }
        return interrupted_;
    }

    // With the lock held again: raise the error of a signal handler, or an error for lack of
    // memory.
    void raise_if_interrupted() const {
        if (interrupted_) throw nanobind::python_error();
    }

private:
    // False leaves the error set for this thread. This call runs Python code, so an error that
    // another thread has set for this one is raised here, too.
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
