// Threads that share a piece of work.
#pragma once

#include <exception>
#include <thread>
#include <vector>

namespace nonet {

// Calls part(0) in the calling thread, and part(1) to part(threads - 1) in other threads.
template <class Part>
void in_parallel(int threads, Part part) {
    std::vector<std::thread> others;
    std::exception_ptr failure;
    try {
        for (int index = 1; index < threads; ++index) others.emplace_back(part, index);
        part(0);
    } catch (...) {
        failure = std::current_exception();
    }
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace nonet
