#include "grids.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.hpp"

namespace nonet::canon {
namespace {

struct Side {
    std::uint8_t digit[line_count][line_count];
    std::uint8_t column_of[line_count][line_count + 1];  // by row and digit
};

// Two rows of a band that can become the first two rows of the form.
struct Start {
    int turned, first, second;
    std::size_t pair;  // its place in the table
};

// One way to reorder the lines of the grid and to relabel its digits.
struct Reading {
    int turned;
    const Columns* columns;
    std::uint8_t labels[line_count + 1];
    std::uint8_t rows[line_count];
};

bool is_grid(const Board& board) {
    unsigned rows[line_count] = {}, columns[line_count] = {}, boxes[line_count] = {};
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        const std::size_t row = cell / line_count, column = cell % line_count;
        const unsigned bit = 1U << board[cell];
        rows[row] |= bit;
        columns[column] |= bit;
        boxes[row / 3 * 3 + column / 3] |= bit;
    }
    constexpr unsigned all_digits = 0x3fe;
    return std::all_of(rows, rows + line_count, [](unsigned has) { return has == all_digits; }) &&
           std::all_of(columns, columns + line_count,
                       [](unsigned has) { return has == all_digits; }) &&
           std::all_of(boxes, boxes + line_count, [](unsigned has) { return has == all_digits; });
}

class GridSearch {
public:
    explicit GridSearch(const Board& board) : board_(board) {
        for (std::size_t cell = 0; cell < cell_count; ++cell) {
            const std::size_t lines[2] = {cell / line_count, cell % line_count};
            for (std::size_t turned = 0; turned < 2; ++turned) {
                const std::size_t row = lines[turned], column = lines[1 - turned];
                sides_[turned].digit[row][column] = board[cell];
                sides_[turned].column_of[row][board[cell]] = static_cast<std::uint8_t>(column);
            }
        }
    }

    void run(Canonical& result) {
        find_starts();
        result.form.fill(line_count + 1);
        for (int index = 0; index < start_count_; ++index) {
            const Start& start = starts_[index];
            const Side& side = sides_[start.turned];
            for (const Columns& columns : Pairs::of_full_rows().orders(start.pair)) {
                Reading reading{
                    .turned = start.turned, .columns = &columns, .labels = {}, .rows = {}};
                for (std::size_t place = 0; place < line_count; ++place)
                    reading.labels[side.digit[start.first][columns[place]]] =
                        static_cast<std::uint8_t>(place + 1);
                order_rows(reading, start);
                compare(reading, result);
            }
        }
    }

private:
    void find_starts() {
        const Pairs& table = Pairs::of_full_rows();
        Text smallest = ~Text{0};
        for (int turned = 0; turned < 2; ++turned) {
            const Side& side = sides_[turned];
            for (int first = 0; first < line_count; ++first) {
                for (int step = 1; step < 3; ++step) {
                    const int second = first / 3 * 3 + (first + step) % 3;
                    Columns pair;
                    for (std::size_t column = 0; column < line_count; ++column)
                        pair[column] = side.column_of[first][side.digit[second][column]];
                    const std::size_t place = *table.find(pair);
                    const Text text = table.second_row(place);
                    if (text > smallest) continue;
                    if (text < smallest) start_count_ = 0;
                    smallest = text;
                    starts_[start_count_++] = {turned, first, second, place};
                }
            }
        }
    }

    // The third row is the remaining row of the band. The other rows and bands are sorted by their
    // labels in the first column.
    void order_rows(Reading& reading, const Start& start) const {
        const Side& side = sides_[reading.turned];
        const int band = start.first / 3;
        std::uint8_t row_with[line_count + 1];  // this label in the first column
        for (int row = 0; row < line_count; ++row)
            row_with[reading.labels[side.digit[row][(*reading.columns)[0]]]] =
                static_cast<std::uint8_t>(row);
        int bands[3] = {band, -1, -1};
        reading.rows[0] = static_cast<std::uint8_t>(start.first);
        reading.rows[1] = static_cast<std::uint8_t>(start.second);
        reading.rows[2] = static_cast<std::uint8_t>(9 * band + 3 - start.first - start.second);
        int counts[3] = {3, 0, 0};
        for (int label = 1; label <= line_count; ++label) {
            const std::uint8_t row = row_with[label];
            if (row / 3 == band) continue;
            if (bands[1] < 0) bands[1] = row / 3;
            const int slot = row / 3 == bands[1] ? 1 : 2;
            reading.rows[3 * slot + counts[slot]++] = row;
        }
    }

    void compare(const Reading& reading, Canonical& result) const {
        const Side& side = sides_[reading.turned];
        std::size_t here = 0;
        bool is_smaller = false;
        Board form;
        for (const std::uint8_t row : reading.rows) {
            for (const std::uint8_t column : *reading.columns) {
                form[here] = reading.labels[side.digit[row][column]];
                if (!is_smaller && form[here] != result.form[here]) {
                    if (form[here] > result.form[here]) return;
                    is_smaller = true;
                }
                ++here;
            }
        }
        if (!is_smaller) {
            ++result.automorphisms;
            return;
        }
        result.form = form;
        result.automorphisms = 1;
        std::copy(reading.labels, reading.labels + line_count + 1, result.digits.begin());
        here = 0;
        for (const int row : reading.rows)
            for (const int column : *reading.columns)
                result.cells[here++] = static_cast<std::uint8_t>(
                    reading.turned ? column * line_count + row : row * line_count + column);
    }

    const Board& board_;
    Side sides_[2];
    Start starts_[2 * line_count * 2];
    int start_count_ = 0;
};

}  // namespace

bool canonize_grid(const Board& board, Canonical& result) {
    if (!is_grid(board)) return false;
    GridSearch(board).run(result);
    return true;
}

}  // namespace nonet::canon
