// The lockstep engine, as the extension module takes it in.
#pragma once

#include <nanobind/nanobind.h>

namespace nonet::lockstep {

void bind(nanobind::module_& module);

}  // namespace nonet::lockstep
