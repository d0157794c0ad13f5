#pragma once

#include <nanobind/nanobind.h>

namespace nonet::lockstep {

// Add the lockstep engine to the extension module.
void bind(nanobind::module_& module);

}  // namespace nonet::lockstep
