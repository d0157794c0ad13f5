#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nonet::lockstep {

// Raises an error for the first byte that is not a value, a digit or a dot.
void refuse_bad_rows(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size);

void bind(nanobind::module_& module);

}  // namespace nonet::lockstep
