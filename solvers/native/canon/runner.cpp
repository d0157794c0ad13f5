#include "runner.hpp"

#include <algorithm>
#include <atomic>

#include "../parallel.hpp"
#include "board.hpp"
#include "grids.hpp"
#include "search.hpp"

namespace nonet::canon {
namespace {

// The number of boards between two checks for Ctrl-C. Even a slow board takes only a millisecond.
constexpr std::size_t share = 64;

Board read(const std::uint8_t* bytes) {
    Board board;
    std::transform(bytes, bytes + cell_count, board.begin(), [](std::uint8_t byte) {
        return static_cast<std::uint8_t>(byte == '.' ? 0 : byte > 9 ? byte - '0' : byte);
    });
    return board;
}

void write(const Canonical& found, const Batch& batch, std::size_t index) {
    std::copy(found.form.begin(), found.form.end(), batch.forms + index * cell_count);
    std::copy(found.cells.begin(), found.cells.end(), batch.cells + index * cell_count);
    std::copy(found.digits.begin(), found.digits.end(), batch.digits + index * found.digits.size());
    batch.automorphisms[index] = found.automorphisms;
}

}  // namespace

void run(const Batch& batch, int threads, const std::function<bool()>& stopped) {
    std::atomic<std::size_t> taken = 0;
    std::atomic<bool> stop = false;
    in_parallel(threads, [&](int thread) {
        Search search;
        Canonical found;
        for (std::size_t first; !stop && (first = taken.fetch_add(share)) < batch.size;) {
            const std::size_t last = std::min(batch.size, first + share);
            for (std::size_t index = first; index < last; ++index) {
                const Board board =
                    read(batch.boards + static_cast<std::ptrdiff_t>(index) * batch.stride);
                if (!canonize_grid(board, found)) search.run(board, found);
                write(found, batch, index);
            }
            if (thread == 0 && stopped()) stop = true;
        }
    });
}

}  // namespace nonet::canon
