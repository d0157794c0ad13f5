// The lockstep engine, as the extension module takes it in.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

namespace nonet::lockstep {

// Raise an error that names the first byte that is no value and no sign of one.
void refuse_bad_rows(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size);

void bind(nanobind::module_& module);

}  // namespace nonet::lockstep
