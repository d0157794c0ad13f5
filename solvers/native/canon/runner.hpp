// Many boards, shared among threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace nonet::canon {

// Boards of 81 bytes each: values, digits or dots. Two boards begin `stride` bytes apart. The
// caller has checked the bytes.
struct Batch {
    const std::uint8_t* boards;
    std::ptrdiff_t stride;
    std::size_t size;
    std::uint8_t* forms;           // 81 values each
    std::uint8_t* cells;           // 81 each
    std::uint8_t* digits;          // 10 each
    std::uint64_t* automorphisms;  // 1 each
};

// Find all forms. Only the calling thread calls `stopped`. If it returns true, all threads stop.
void run(const Batch& batch, int threads, const std::function<bool()>& stopped);

}  // namespace nonet::canon
