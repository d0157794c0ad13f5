#include "pairs.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace nonet::canon {
namespace {

constexpr std::size_t permutation_count = 362880;
constexpr Text impossible = ~Text{0};

// All orders of the columns: those of the stacks, and in each stack those of its columns.
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

// The pair as it is under an order of the columns: place → order → pair → back to places.
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

// No digit of the second row stands in the same box of the first.
bool is_possible(const Columns& pair) {
    for (std::size_t column = 0; column < line_count; ++column)
        if (pair[column] / 3 == column / 3) return false;
    return true;
}

Text text_of(const Columns& pair) {
    Text text = 0;
    for (const std::uint8_t place : pair) text = text << 4 | (place + 1U);
    return text;
}

}  // namespace

const Pairs& Pairs::table() {
    static const Pairs pairs;
    return pairs;
}

std::size_t Pairs::rank(const Columns& pair) {
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

// Each class is walked through once from its smallest member, by all orders.
Pairs::Pairs() : second_row_(permutation_count, impossible), first_(permutation_count + 1) {
    const std::vector<Columns> orders = orders_of_columns();
    std::vector<std::pair<std::size_t, Columns>> leading;
    Columns pair;
    std::iota(pair.begin(), pair.end(), std::uint8_t{0});
    // The pairs come in the order of their texts, so the first one of a class is its smallest.
    do {
        if (!is_possible(pair) || second_row_[rank(pair)] != impossible) continue;
        for (const Columns& order : orders) {
            const std::size_t member = rank(conjugated(pair, order));
            second_row_[member] = text_of(pair);
            leading.emplace_back(member, inverse(order));
        }
    } while (std::next_permutation(pair.begin(), pair.end()));
    std::sort(leading.begin(), leading.end());
    orders_.reserve(leading.size());
    for (const auto& [member, order] : leading) {
        ++first_[member + 1];
        orders_.push_back(order);
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
}

}  // namespace nonet::canon
