// Ends a search at a node limit.
#pragma once

#include <cstdint>
#include <functional>

namespace nonet::steps {

// Thrown at the limit. The search stays usable.
struct OutOfNodes {};

class Budget {
public:
    // Counts nodes, and regularly calls `pause`, which may throw an exception.
    Budget(std::uint64_t nodes, const std::function<void()>& pause) : left_(nodes), pause_(pause) {}

    void spend_node() {
        if (left_ == 0) throw OutOfNodes{};
        --left_;
        pause_sometimes();
    }

    // Call this for work that is too quick to count as a node.
    void pause_sometimes() {
        if (++spent_ % between_pauses == 0) pause_();
    }

private:
    static constexpr std::uint64_t between_pauses = 16;  // nodes: far less than a millisecond

    std::uint64_t left_;
    std::uint64_t spent_ = 0;
    const std::function<void()>& pause_;
};

}  // namespace nonet::steps
