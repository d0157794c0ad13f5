#include "pairs.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace nonet::canon {
namespace {

constexpr std::size_t permutation_count = 362880;
constexpr std::uint16_t impossible = 0xffff;

// All allowed orders of the columns: any order of the stacks, and any order of the columns in each
// stack.
std::vector<Columns> orders_of_columns() {
    std::vector<Columns> found;
    Columns columns;
    std::iota(columns.begin(), columns.end(), std::uint8_t{0});
    do {
        bool keeps_stacks = true;
        for (std::size_t place = 0; place < line_count; ++place)
            keeps_stacks &= columns[place] / 3 == columns[place / 3 * 3] / 3;
        if (keeps_stacks) found.push_back(columns);
    } while (std::next_permutation(columns.begin(), columns.end()));
    return found;
}

// The pair after its columns have been put into this order.
Columns conjugated(const Columns& pair, const Columns& order) {
    Columns place_of, result;
    for (std::size_t place = 0; place < line_count; ++place)
        place_of[order[place]] = static_cast<std::uint8_t>(place);
    for (std::size_t place = 0; place < line_count; ++place)
        result[place] = place_of[pair[order[place]]];
    return result;
}

Columns inverse(const Columns& order) {
    Columns result;
    for (std::size_t place = 0; place < line_count; ++place)
        result[order[place]] = static_cast<std::uint8_t>(place);
    return result;
}

// Whether no digit is in the same box in both rows.
bool is_possible(const Columns& pair) {
    for (std::size_t column = 0; column < line_count; ++column)
        if (pair[column] / 3 == column / 3) return false;
    return true;
}

// The text of the second row, if each digit is replaced by its place in the first row. An empty
// cell counts as the last place.
Text text_of(const Columns& pair, bool has_empty_cell) {
    Text text = 0;
    for (const std::uint8_t place : pair)
        text = text << 4 | (!has_empty_cell ? place + 1U : place ? place : line_count);
    return text;
}

std::size_t rank_of(const Columns& pair) {
    std::size_t rank = 0;
    unsigned left = 0x1ff;
    for (std::size_t column = 0; column < line_count; ++column) {
        const unsigned bit = 1U << pair[column];
        rank = rank * (line_count - column) +
               static_cast<std::size_t>(std::popcount(left & (bit - 1)));
        left &= ~bit;
    }
    return rank;
}

std::vector<Columns> possible_pairs() {
    std::vector<Columns> found;
    Columns pair;
    std::iota(pair.begin(), pair.end(), std::uint8_t{0});
    do {
        if (is_possible(pair)) found.push_back(pair);
    } while (std::next_permutation(pair.begin(), pair.end()));
    return found;
}

}  // namespace

std::span<const Columns> orders_from(std::size_t column) {
    static const std::vector<Columns> orders = orders_of_columns();
    const std::size_t share = orders.size() / line_count;  // sorted by the first column
    return {orders.data() + share * column, share};
}

const Pairs& Pairs::of_full_rows() {
    static const Pairs pairs(false);
    return pairs;
}

const Pairs& Pairs::with_an_empty_cell() {
    static const Pairs pairs(true);
    return pairs;
}

std::optional<std::size_t> Pairs::find(const Columns& pair, std::size_t empty) const {
    const std::uint16_t number = number_[rank_of(pair)];
    if (number == impossible) return std::nullopt;
    return number * columns_ + empty;
}

// Visits each class of pairs once: applies all orders of the columns to its smallest member.
Pairs::Pairs(bool has_empty_cell)
    : columns_(has_empty_cell ? line_count : 1), number_(permutation_count, impossible) {
    std::vector<Columns> pairs = possible_pairs();
    for (std::size_t number = 0; number < pairs.size(); ++number)
        number_[rank_of(pairs[number])] = static_cast<std::uint16_t>(number);
    std::sort(pairs.begin(), pairs.end(), [&](const Columns& a, const Columns& b) {
        return text_of(a, has_empty_cell) < text_of(b, has_empty_cell);
    });
    second_row_.assign(pairs.size() * columns_, 0);
    first_.assign(second_row_.size() + 1, 0);
    const std::vector<Columns> orders = orders_of_columns();
    std::vector<std::pair<std::size_t, Columns>> leading;
    for (const Columns& pair : pairs) {
        // In the smallest text, the empty cell comes first.
        if (second_row_[*find(pair)]) continue;
        for (const Columns& order : orders) {
            const Columns back = inverse(order);
            const std::size_t member = *find(conjugated(pair, order), has_empty_cell ? back[0] : 0);
            second_row_[member] = text_of(pair, has_empty_cell);
            ++first_[member + 1];
            leading.emplace_back(member, back);
        }
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    orders_.resize(leading.size());
    std::vector<std::uint32_t> next(first_);
    for (const auto& [member, order] : leading) orders_[next[member]++] = order;
}

}  // namespace nonet::canon
