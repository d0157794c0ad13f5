#pragma once

#include <nanobind/nanobind.h>

namespace nonet::canon {

void bind(nanobind::module_& module);

}  // namespace nonet::canon
