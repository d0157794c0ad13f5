// The engine is compiled once for each of these shapes. Only shapes_narrow.cpp and shapes_wide.cpp
// may include shaped_engine.hpp, which takes most of the compile time.
#pragma once

#include <cstdint>
#include <memory>

#include "engine.hpp"
#include "model.hpp"
#include "state.hpp"

namespace nonet::general {

// Up to 16 values
using Small = Shape<std::uint16_t, 2>;   // all 9×9, and 11×11 without boxes
using Medium = Shape<std::uint16_t, 4>;  // 16×16
// Up to 64 values, or boards of more than 256 cells
using Large = Shape<std::uint64_t, 10>;  // 25×25, and five overlapping 9×9
using Huge = Shape<std::uint64_t, 21>;   // 36×36
using Giant = Shape<std::uint64_t, 64>;  // 64×64

// The engine of one shape, for a well-formed model that fits.
template <class Shape>
std::unique_ptr<const Engine> shaped(std::shared_ptr<const Model> model);

}  // namespace nonet::general
