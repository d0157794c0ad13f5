// Decides when a search called from Python has to stop: at a deadline, or on Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

namespace nonet {

// Call `stopped` without the interpreter's lock, and only in the calling thread.
class PythonWatch {
public:
    explicit PythonWatch(std::optional<double> seconds) : seconds_(seconds) {}

    bool stopped() {
        const Clock::time_point now = Clock::now();
        if (seconds_ && std::chrono::duration<double>(now - start_).count() >= *seconds_)
            return true;
        // Take the lock only from time to time, because other threads may hold it.
        if (!interrupted_ && now - looked_ > std::chrono::milliseconds(10)) {
            looked_ = now;
            const nanobind::gil_scoped_acquire held;
            interrupted_ = PyErr_CheckSignals() != 0 || !has_memory();
        }
        return interrupted_;
    }

    // Call this with the lock held. It raises the error of a signal handler, or an error for lack
    // of memory.
    void raise_if_interrupted() const {
        if (interrupted_) throw nanobind::python_error();
    }

private:
    // If this returns false, a Python error is set for this thread. The call runs Python code, so
    // it also raises an error that another thread has set for this thread.
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
