// When a search ends before its time.
#pragma once

#include <cstdint>
#include <functional>

namespace nonet::steps {

// Thrown out of a search, which can be asked again.
struct OutOfNodes {};
struct Stopped {};

class Budget {
public:
    Budget(std::uint64_t nodes, const std::function<bool()>& stopped)
        : left_(nodes), stopped_(stopped) {}

    void spend_node() {
        if (left_-- == 0) {
            left_ = 0;
            throw OutOfNodes{};
        }
        if (++spent_ % unasked == 0 && stopped_()) throw Stopped{};
    }

private:
    static constexpr std::uint64_t unasked = 16;  // nodes: far less than a millisecond

    std::uint64_t left_;
    std::uint64_t spent_ = 0;
    const std::function<bool()>& stopped_;
};

}  // namespace nonet::steps
