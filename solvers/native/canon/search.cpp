#include "search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace nonet::canon {
namespace {

constexpr int minirow_bits = 12;

// An order of the three columns of a slot.
struct Arrangement {
    std::uint8_t order[3];
};
constexpr Arrangement arrangements[] = {{{0, 1, 2}}, {{1, 0, 2}}, {{0, 2, 1}},
                                        {{1, 2, 0}}, {{2, 0, 1}}, {{2, 1, 0}}};
// Tied columns may change places. For each set of ties, the possible arrangements as bits.
constexpr std::uint8_t allowed[] = {0b000001, 0b000011, 0b000101, 0b111111};

std::uint64_t factorial(unsigned number) {
    std::uint64_t product = 1;
    while (number > 1) product *= number--;
    return product;
}

struct Minirow {
    std::uint8_t digit[3];

    Minirow(const std::uint8_t* row, const std::uint8_t* columns)
        : digit{row[columns[0]], row[columns[1]], row[columns[2]]} {}
    Minirow(const Minirow& other, const Arrangement& arrangement)
        : digit{other.digit[arrangement.order[0]], other.digit[arrangement.order[1]],
                other.digit[arrangement.order[2]]} {}

    bool is_empty() const { return !(digit[0] | digit[1] | digit[2]); }

    // The labels of the three digits as a text. A digit without a label gets the next label.
    unsigned text(const Way& way) const {
        unsigned next = way.label_count;
        const auto label = [&](int place) -> unsigned {
            return !digit[place] ? 0 : way.labels[digit[place]] ? way.labels[digit[place]] : ++next;
        };
        const unsigned first = label(0);
        const unsigned second = digit[1] == digit[0] ? first : label(1);
        const unsigned third = digit[2] == digit[1]   ? second
                               : digit[2] == digit[0] ? first
                                                      : label(2);
        return first << 8 | second << 4 | third;
    }
};

// The arrangements with the smallest text. Tied columns with equal digits are kept in one order.
struct Best {
    unsigned text = ~0U;
    unsigned arrangements = 0;  // a bit each

    Best(const Minirow& minirow, const Way& way, unsigned ties) {
        if (minirow.is_empty()) {
            text = 0;
            arrangements = 1;
            return;
        }
        for (unsigned left = allowed[ties]; left; left &= left - 1) {
            const int index = std::countr_zero(left);
            const std::uint8_t* order = canon::arrangements[index].order;
            const Minirow arranged(minirow, canon::arrangements[index]);
            if (is_repetition(arranged, order, ties, 0) || is_repetition(arranged, order, ties, 1))
                continue;
            const unsigned found = arranged.text(way);
            if (found < text) {
                text = found;
                arrangements = 0;
            }
            if (found == text) arrangements |= 1U << index;
        }
    }

    static bool is_repetition(const Minirow& arranged, const std::uint8_t* order, unsigned ties,
                              int place) {
        return (ties >> place & 1) && arranged.digit[place] == arranged.digit[place + 1] &&
               order[place] > order[place + 1];
    }
};

// Puts the columns of a slot into an order. Labels new digits, and unties columns that now differ.
void arrange(Way& way, int slot, const Minirow& minirow, const Arrangement& arrangement) {
    std::uint8_t* columns = way.columns + 3 * slot;
    const std::uint8_t before[3] = {columns[0], columns[1], columns[2]};
    for (int place = 0; place < 3; ++place) {
        columns[place] = before[arrangement.order[place]];
        const std::uint8_t digit = minirow.digit[arrangement.order[place]];
        if (digit && !way.labels[digit]) way.labels[digit] = ++way.label_count;
    }
    for (int place = 0; place < 2; ++place)
        if (minirow.digit[arrangement.order[place]] != minirow.digit[arrangement.order[place + 1]])
            way.column_ties[slot] &= static_cast<std::uint8_t>(~(1U << place));
}

void exchange_slots(Way& way, int a, int b) {
    std::swap_ranges(way.columns + 3 * a, way.columns + 3 * a + 3, way.columns + 3 * b);
    std::swap(way.column_ties[a], way.column_ties[b]);
}

// Whether one of three symbols is a new label.
bool has_new_label(unsigned text, const Way& way) {
    return std::max({text >> 8, text >> 4 & 15, text & 15}) > way.label_count;
}

// The number of symmetries that a complete way stands for. Columns and stacks that are still tied
// may be in any order.
std::uint64_t ways_of(const Way& way) {
    constexpr std::uint64_t orders[] = {1, 2, 2, 6};
    std::uint64_t product = way.ways * orders[way.stack_ties];
    for (const std::uint8_t ties : way.column_ties) product *= orders[ties];
    return product * factorial(line_count - way.label_count);
}

// The number of set bits in each mask of three bits.
constexpr std::uint8_t bits_of_three[] = {0, 1, 1, 2, 1, 2, 2, 3};

// For each set of unused rows, the bands without used rows.
constexpr auto whole_bands = [] {
    std::array<std::uint8_t, 1 << line_count> bands{};
    for (unsigned unused = 0; unused < bands.size(); ++unused)
        for (unsigned band = 0; band < 3; ++band)
            if ((unused >> (3 * band) & 7) == 7)
                bands[unused] = static_cast<std::uint8_t>(bands[unused] | 1U << band);
    return bands;
}();

void describe(const Board& board, Way way, Canonical& result) {
    for (std::uint8_t& label : way.labels)
        if (&label != way.labels && !label) label = ++way.label_count;
    std::copy(way.labels, way.labels + line_count + 1, result.digits.begin());
    for (int row = 0; row < line_count; ++row) {
        for (int place = 0; place < line_count; ++place) {
            const int lines[2] = {way.rows[row], way.columns[place]};
            const int cell = lines[way.turned] * line_count + lines[1 - way.turned];
            const auto here = static_cast<std::size_t>(row * line_count + place);
            result.cells[here] = static_cast<std::uint8_t>(cell);
            result.form[here] = way.labels[board[static_cast<std::size_t>(cell)]];
        }
    }
}

}  // namespace

void Search::run(const Board& board, Canonical& result) {
    const Sides sides(board);
    begin(sides);
    for (int level = 1; level < line_count; ++level) {
        ways_.swap(next_);
        next_.clear();
        best_ = ~Text{0};
        if (level == 1) {
            next_ = beginnings_.ways();
            best_ = beginnings_.text();
        }
        for (const Way& way : ways_) extend(sides.side[way.turned], way, level);
    }
    result.automorphisms = 0;
    for (const Way& way : next_) result.automorphisms += ways_of(way);
    describe(board, next_.front(), result);
}

void Search::begin(const Sides& sides) {
    next_.clear();
    beginnings_.clear();
    best_ = ~Text{0};
    const int turns = sides.is_symmetric ? 1 : 2;
    unsigned shapes[2][line_count] = {}, smallest = 0;
    if (!sides.has_repeats) {
        smallest = ~0U;
        for (int turned = 0; turned < turns; ++turned)
            for (int row = 0; row < line_count; ++row)
                smallest =
                    std::min(smallest, shapes[turned][row] = shape_of(sides.side[turned].row[row]));
    }
    Way start{.ways = sides.is_symmetric ? 2U : 1U,
              .columns = {0, 1, 2, 3, 4, 5, 6, 7, 8},
              .rows = {},
              .labels = {},
              .label_count = 0,
              .column_ties = {3, 3, 3},
              .stack_ties = 3,
              .turned = 0,
              .unused = 0x1ff};
    for (int turned = 0; turned < turns; ++turned) {
        start.turned = static_cast<std::uint8_t>(turned);
        for (int row = 0; row < line_count; ++row)
            if (shapes[turned][row] == smallest) {
                const Side& side = sides.side[turned];
                const bool is_begun =
                    smallest == one_empty_cell && beginnings_.add(side, row, start);
                if (!is_begun) try_row(side, start, row, 0);
            }
    }
}

// Tries the rows that may come next: rows of an unfinished band, or else rows of all unused bands.
void Search::extend(const Side& side, const Way& way, int level) {
    unsigned left = way.unused;
    if (level % 3) left &= 7U << (way.rows[level - 1] / 3 * 3);
    for (; left; left &= left - 1) try_row(side, way, std::countr_zero(left), level);
}

// Tries only one of several equal rows, and only one of several equal bands.
void Search::try_row(const Side& side, const Way& way, int row, int level) {
    const int band = row / 3;
    const unsigned rows = side.same_rows[row] & way.unused >> (3 * band);
    if (std::countr_zero(rows) < row % 3) return;
    unsigned alike = bits_of_three[rows];
    if (level % 3 == 0) {
        const unsigned bands = side.same_bands[band] & whole_bands[way.unused];
        if (std::countr_zero(bands) < band) return;
        alike *= bits_of_three[bands];
    }
    const std::uint8_t* digits = side.digit[row];
    // Test the row before copying the way, because most rows fail.
    if (!(way.stack_ties & 1) &&
        is_beaten(Best({digits, way.columns}, way, way.column_ties[0]).text, 1))
        return;
    Way next = way;
    next.ways *= alike;
    next.rows[level] = static_cast<std::uint8_t>(row);
    next.unused &= static_cast<std::uint16_t>(~(1U << row));
    fill(digits, next, 0, 0);
}

bool Search::is_beaten(Text text, int slots) const {
    return text > best_ >> (minirow_bits * (3 - slots));
}

// Fills the row from this slot on, in all ways that may be the best.
void Search::fill(const std::uint8_t* row, Way way, int slot, Text text) {
    for (; slot < 3; ++slot) {
        if (way.stack_ties >> slot & 1) {
            const int tied = way.stack_ties >> (slot + 1) & 1 ? 3 : 2;
            fill_tied(row, way, slot, tied, text);
            return;
        }
        const Minirow minirow(row, way.columns + 3 * slot);
        const unsigned ties = way.column_ties[slot];
        const Best best(minirow, way, ties);
        text = text << minirow_bits | best.text;
        if (is_beaten(text, slot + 1)) return;
        unsigned left = best.arrangements;
        for (; left & (left - 1); left &= left - 1) {
            Way other = way;
            arrange(other, slot, minirow, arrangements[std::countr_zero(left)]);
            fill(row, other, slot + 1, text);
        }
        if (best.text) arrange(way, slot, minirow, arrangements[std::countr_zero(left)]);
    }
    if (text < best_) {
        best_ = text;
        next_.clear();
    }
    next_.push_back(way);
}

// Fills a slot whose stack is tied with the next ones. Tries each of these stacks first.
void Search::fill_tied(const std::uint8_t* row, const Way& way, int slot, int tied, Text text) {
    unsigned smallest = ~0U;
    for (int other = slot; other < slot + tied; ++other)
        smallest = std::min(smallest,
                            Best({row, way.columns + 3 * other}, way, way.column_ties[other]).text);
    if (is_beaten(text << minirow_bits | smallest, slot + 1)) return;
    const bool decides = has_new_label(smallest, way);
    Way all = way;
    int first = slot;
    for (int other = slot; other < slot + tied; ++other) {
        const Minirow minirow(row, way.columns + 3 * other);
        const Best best(minirow, way, way.column_ties[other]);
        if (best.text != smallest) continue;
        if (!decides) {  // these stacks come first, still tied
            exchange_slots(all, first, other);
            arrange(all, first, Minirow(row, all.columns + 3 * first),
                    arrangements[std::countr_zero(best.arrangements)]);
            ++first;
            text = text << minirow_bits | smallest;
            continue;
        }
        for (unsigned left = best.arrangements; left; left &= left - 1) {
            Way next = way;
            exchange_slots(next, slot, other);
            next.stack_ties &= static_cast<std::uint8_t>(~(1U << slot));
            arrange(next, slot, minirow, arrangements[std::countr_zero(left)]);
            fill(row, next, slot + 1, text << minirow_bits | smallest);
        }
    }
    if (decides) return;
    if (first < slot + tied) all.stack_ties &= static_cast<std::uint8_t>(~(1U << (first - 1)));
    if (!is_beaten(text, first)) fill(row, all, first, text);
}

}  // namespace nonet::canon
