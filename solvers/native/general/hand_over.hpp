// Tree search first. If it takes too long, learning replaces it, or the two alternate.
#pragma once

#include <cstdint>
#include <memory>

#include "engine.hpp"
#include "outline.hpp"
#include "tree.hpp"

namespace nonet::general {

// Learning starts after `patience` nodes without a solution, or after a multiple of them if the two
// searches alternate.
std::unique_ptr<Search> hand_over(const Outline& outline, std::unique_ptr<Tree> tree,
                                  std::uint64_t patience);

}  // namespace nonet::general
