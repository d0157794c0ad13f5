#pragma once

#include <nanobind/nanobind.h>

namespace nonet::general {

void bind(nanobind::module_& module);

}  // namespace nonet::general
