// Decides when a search called from Python has to stop: at a deadline, or on Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

namespace nonet {

// Call `stopped` without the interpreter's lock, and only in the calling thread.
class PythonWatch {
public:
    explicit PythonWatch(std::optional<double> seconds) : seconds_(seconds) {
        if (seconds) start_ = Clock::now();
    }

    bool stopped() {
        const Clock::time_point now = Clock::now();
        if (seconds_ && std::chrono::duration<double>(now - start_).count() >= *seconds_)
            return true;
        // Take the lock only from time to time, because other threads may hold it.
        if (!looked_) looked_ = now;
        if (!interrupted_ && now - *looked_ > std::chrono::milliseconds(10)) {
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

    std::optional<double> seconds_;
    Clock::time_point start_;                  // if there is a limit, because a call takes time
    std::optional<Clock::time_point> looked_;  // for signals
    bool interrupted_ = false;
};

}  // namespace nonet
