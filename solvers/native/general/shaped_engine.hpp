// The engine for one shape of sets: a file for each keeps the compiler's share small.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>

#include "engine.hpp"
#include "hand_over.hpp"
#include "model.hpp"
#include "network.hpp"
#include "search.hpp"
#include "state.hpp"

namespace nonet::general {

template <class Shape>
class ShapedEngine final : public Engine {
public:
    explicit ShapedEngine(const Model& model) : network_(model), root_(network_) {}

    std::unique_ptr<Search> search(std::span<const std::uint64_t> domains,
                                   std::uint64_t patience) const override {
        if (!learns()) return std::make_unique<TreeSearch<Shape>>(root_, domains);
        return std::make_unique<HandOver<Shape>>(root_, domains,
                                                 std::max<std::uint64_t>(patience, 1));
    }

    // What sums and cliques conclude from sets of values is more than their clauses would.
    bool learns() const override {
        return network_.sums.empty() && network_.cover.cliques().empty();
    }

private:
    Network<Shape> network_;
    Root<Shape> root_;
};

// Up to 16 values
using Small = Shape<std::uint16_t, 2>;    // 11×11 without boxes, and all of 9×9
using Medium = Shape<std::uint16_t, 4>;   // 16×16
using Sparse = Shape<std::uint16_t, 64>;  // few values on any board
// Up to 64 values
using Wide = Shape<std::uint64_t, 7>;    // 20×20
using Large = Shape<std::uint64_t, 10>;  // 25×25
using Huge = Shape<std::uint64_t, 21>;   // 36×36
using Giant = Shape<std::uint64_t, 64>;  // 64×64

}  // namespace nonet::general
