// Threads that share a piece of work.
#pragma once

#include <exception>
#include <thread>
#include <vector>

namespace nonet {

// Do the parts 0 to threads - 1 side by side, the first one in the calling thread.
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
