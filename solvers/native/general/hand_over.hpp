// Tree search first, and where it does not get to an end, search that learns: instead, or by turns.
#pragma once

#include <cstdint>
#include <memory>

#include "engine.hpp"
#include "outline.hpp"
#include "tree.hpp"

namespace nonet::general {

// Hands over after `patience` nodes without a solution, or some times as many where the two take
// turns.
std::unique_ptr<Search> hand_over(const Outline& outline, std::unique_ptr<Tree> tree,
                                  std::uint64_t patience);

}  // namespace nonet::general
