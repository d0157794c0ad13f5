#include "binding.hpp"

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "../lockstep/binding.hpp"
#include "../watch.hpp"
#include "board.hpp"
#include "runner.hpp"

namespace nb = nanobind;

namespace nonet::canon {
namespace {

using Rows = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::device::cpu>;
using Bytes = nb::ndarray<std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

bool fits(const Bytes& bytes, std::size_t size, std::size_t width) {
    return bytes.shape(0) == size && bytes.shape(1) == width;
}

void canonize(const Rows& rows, const Bytes& forms, const Bytes& cells, const Bytes& digits,
              const Numbers& automorphisms, int threads) {
    const std::size_t size = rows.shape(0);
    if (rows.shape(1) != cell_count || (size && rows.stride(1) != 1))
        throw nb::value_error("a puzzle is 81 bytes in a row");
    if (!fits(forms, size, cell_count) || !fits(cells, size, cell_count) ||
        !fits(digits, size, line_count + 1) || automorphisms.shape(0) != size)
        throw nb::value_error("the results have other shapes than the puzzles");
    if (threads < 1) throw nb::value_error("at least one thread is needed");
    const Batch batch{.boards = rows.data(),
                      .stride = size ? rows.stride(0) : 0,
                      .size = size,
                      .forms = forms.data(),
                      .cells = cells.data(),
                      .digits = digits.data(),
                      .automorphisms = automorphisms.data()};
    PythonWatch watch(std::nullopt);
    {
        const nb::gil_scoped_release released;
        lockstep::refuse_bad_rows(batch.boards, batch.stride, batch.size);
        run(batch, threads, [&] { return watch.stopped(); });
    }
    watch.raise_if_interrupted();
}

}  // namespace

void bind(nb::module_& module) {
    module.def("canonize", &canonize, nb::arg("rows"), nb::arg("forms"), nb::arg("cells"),
               nb::arg("digits"), nb::arg("automorphisms"), nb::arg("threads"));
}

}  // namespace nonet::canon
