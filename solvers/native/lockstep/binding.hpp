// The Python binding of the lockstep engine.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nonet::lockstep {

// Raise an error that names the first byte that is neither a value nor a digit or dot.
void refuse_bad_rows(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size);

void bind(nanobind::module_& module);

}  // namespace nonet::lockstep
