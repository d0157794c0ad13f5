#include "beginnings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "pairs.hpp"

namespace nonet::canon {
namespace {

// A row with one empty cell, and the digit that is missing from it.
struct FirstRow {
    std::size_t empty = 0;
    std::uint8_t missing = line_count * (line_count + 1) / 2;  // the sum of all digits
    std::uint8_t column_of[line_count + 1] = {};
    const std::uint8_t* by_column;

    explicit FirstRow(const std::uint8_t* digits) : by_column(digits) {
        for (std::size_t column = 0; column < line_count; ++column) {
            if (!digits[column]) empty = column;
            missing = static_cast<std::uint8_t>(missing - digits[column]);
            column_of[digits[column]] = static_cast<std::uint8_t>(column);
        }
        column_of[missing] = static_cast<std::uint8_t>(empty);
    }

    // Finds the pair of this row and a full row in the table of `Pairs`.
    std::optional<std::size_t> find(const std::uint8_t* digits) const {
        Columns pair;
        for (std::size_t column = 0; column < line_count; ++column)
            pair[column] = column_of[digits[column]];
        return Pairs::with_an_empty_cell().find(pair, empty);
    }

    // The text of the second row with the columns in this order, or the largest text if the row is
    // worse than the best.
    Text second_row(const std::uint8_t* digits, const Columns& columns, Text best) const {
        std::uint8_t label_of[line_count + 1] = {};
        for (std::size_t place = 0; place < line_count; ++place)
            label_of[by_column[columns[place]]] = static_cast<std::uint8_t>(place);
        label_of[missing] = line_count;
        label_of[0] = 0;
        Text text = 0;
        for (std::size_t place = 0; place < line_count; ++place) {
            text = text << 4 | label_of[digits[columns[place]]];
            const std::size_t rest = 4 * (line_count - 1 - place);
            if (text > best >> rest) return ~Text{0};
        }
        return text;
    }
};

// The beginning with these two rows and this order of the columns.
Way way_with(const Way& start, const FirstRow& row, const Columns& columns, int first, int second) {
    Way way = start;
    std::copy(columns.begin(), columns.end(), way.columns);
    for (std::size_t place = 1; place < line_count; ++place)
        way.labels[row.by_column[columns[place]]] = static_cast<std::uint8_t>(place);
    way.labels[row.missing] = way.label_count = line_count;
    std::fill(way.column_ties, way.column_ties + 3, std::uint8_t{0});
    way.stack_ties = 0;
    way.rows[0] = static_cast<std::uint8_t>(first);
    way.rows[1] = static_cast<std::uint8_t>(second);
    way.unused &= static_cast<std::uint16_t>(~(1U << first | 1U << second));
    return way;
}

bool is_full(const Side& side, int row) {
    return std::count(side.digit[row], side.digit[row] + line_count, 0) == 0;
}

}  // namespace

void Beginnings::clear() {
    text_ = ~Text{0};
    ways_.clear();
}

bool Beginnings::is_beaten(Text text) {
    if (text < text_) ways_.clear();
    if (text <= text_) text_ = text;
    return text > text_;
}

bool Beginnings::add(const Side& side, int row, const Way& start) {
    const FirstRow first(side.digit[row]);
    const int band = row / 3 * 3;
    const int others[2] = {band + (row + 1) % 3, band + (row + 2) % 3};
    std::optional<std::size_t> pairs[2];
    for (int i = 0; i < 2; ++i)
        if (is_full(side, others[i]) && !(pairs[i] = first.find(side.digit[others[i]])))
            return false;
    const Pairs& table = Pairs::with_an_empty_cell();
    for (int i = 0; i < 2; ++i) {
        const int second = others[i];
        const auto add = [&](const Columns& columns) {
            ways_.push_back(way_with(start, first, columns, row, second));
        };
        if (pairs[i]) {
            if (is_beaten(table.second_row(*pairs[i]))) continue;
            for (const Columns& columns : table.orders(*pairs[i])) add(columns);
        } else {
            for (const Columns& columns : orders_from(first.empty))
                if (!is_beaten(first.second_row(side.digit[second], columns, text_))) add(columns);
        }
    }
    return true;
}

}  // namespace nonet::canon
