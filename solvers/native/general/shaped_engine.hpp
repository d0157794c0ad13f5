#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "branching.hpp"
#include "engine.hpp"
#include "hand_over.hpp"
#include "model.hpp"
#include "network.hpp"
#include "outline.hpp"
#include "search.hpp"
#include "shapes.hpp"
#include "thinning.hpp"

namespace nonet::general {

template <class Shape>
class ShapedEngine final : public Engine {
public:
    explicit ShapedEngine(std::shared_ptr<const Model> model)
        : network_(std::move(model)), branching_(network_) {}

    std::unique_ptr<Search> search(std::span<const std::uint64_t> domains, std::uint64_t patience,
                                   Thinning* thinning) const override {
        auto tree = std::make_unique<TreeSearch<Shape>>(network_, branching_, domains, thinning);
        if (thinning || !learns()) return tree;
        return hand_over(network_.outline, std::move(tree), std::max<std::uint64_t>(patience, 1));
    }

    bool learns() const override { return network_.outline.learning() != Learning::never; }

private:
    Network<Shape> network_;
    Branching<Shape> branching_;  // the initial weights of every search
};

template <class Shape>
std::unique_ptr<const Engine> shaped(std::shared_ptr<const Model> model) {
    return std::make_unique<ShapedEngine<Shape>>(std::move(model));
}

}  // namespace nonet::general
