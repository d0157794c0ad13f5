#include "board.hpp"

#include <algorithm>

namespace nonet::canon {

unsigned shape_of(Text row) {
    const Text filled = (row | row >> 1 | row >> 2 | row >> 3) & 0x111111111;
    const auto counts = static_cast<std::uint32_t>(filled + (filled >> 4) + (filled >> 8));
    const unsigned a = counts & 15, b = counts >> 12 & 15, c = counts >> 24 & 15;
    const unsigned least = std::min({a, b, c}), most = std::max({a, b, c});
    return least << 4 | (a + b + c - least - most) << 2 | most;
}

Sides::Sides(const Board& board) : side{}, has_repeats(false) {
    std::uint16_t seen[2][line_count] = {};
    for (int row = 0; row < line_count; ++row) {
        for (int column = 0; column < line_count; ++column) {
            const std::uint8_t digit = board[static_cast<std::size_t>(row * line_count + column)];
            const int lines[2] = {row, column};
            // Empty cells do not count as repeated.
            const unsigned bit = digit ? 1U << digit : 0;
            for (int turned = 0; turned < 2; ++turned) {
                const int line = lines[turned], place = lines[1 - turned];
                side[turned].digit[line][place] = digit;
                side[turned].row[line] = side[turned].row[line] << 4 | digit;
                has_repeats |= (seen[turned][line] & bit) != 0;
                seen[turned][line] |= static_cast<std::uint16_t>(bit);
            }
        }
    }
    is_symmetric = std::equal(side[0].row, side[0].row + line_count, side[1].row);
    for (Side& each : side) each.compare_rows();
}

void Side::compare_rows() {
    Text sorted[3][3];
    for (int band = 0; band < 3; ++band) {
        const Text* rows = row + 3 * band;
        for (int i = 0; i < 3; ++i) {
            unsigned same = 0;
            for (int j = 0; j < 3; ++j) same |= unsigned{rows[i] == rows[j]} << j;
            same_rows[3 * band + i] = static_cast<std::uint8_t>(same);
        }
        std::copy(rows, rows + 3, sorted[band]);
        std::sort(sorted[band], sorted[band] + 3);
    }
    for (int i = 0; i < 3; ++i) {
        unsigned same = 0;
        for (int j = 0; j < 3; ++j)
            same |= unsigned{std::equal(sorted[i], sorted[i] + 3, sorted[j])} << j;
        same_bands[i] = static_cast<std::uint8_t>(same);
    }
}

}  // namespace nonet::canon
