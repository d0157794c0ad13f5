// The engine for one shape of sets.
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
#include "shapes.hpp"

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

    bool learns() const override { return network_.learning() != Learning::never; }

private:
    Network<Shape> network_;
    Root<Shape> root_;
};

template <class Shape>
std::unique_ptr<const Engine> shaped(const Model& model) {
    return std::make_unique<ShapedEngine<Shape>>(model);
}

}  // namespace nonet::general
