// Propagates any sum by bounds. If the sum has exact totals, it also finds the sums of each part
// that the other parts can complete.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "board.hpp"
#include "bounds.hpp"
#include "distinct_sums.hpp"
#include "group.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "parts.hpp"
#include "scopes.hpp"
#include "source.hpp"
#include "sum_filter.hpp"

namespace nonet::general {

template <class Shape>
class Sums : public Scopes {
    using Mask = typename Shape::Mask;
    using Cells = typename Shape::Cells;

public:
    static constexpr double blame = 1.0;

    explicit Sums(const Source<Shape>& source)
        : values_(source.model.values),
          filter_(source.filter),
          distinct_(DistinctSums::shared(source.model.values)) {
        for (const auto& sum : source.sums) {
            if (!takes(sum, source.filter)) continue;
            std::vector<int> cells;
            auto& sets = sets_.emplace_back();
            for (const auto& part : sum.parts) {
                cells.insert(cells.end(), part.cells.begin(), part.cells.end());
                sets.push_back(Cells(part.cells));
            }
            add(cells, static_cast<int>(cells.size()) > most_alert);
            sums_.push_back(&sum);
        }
    }

    // Whether this kind handles a sum. `Cages` handles all other sums.
    static bool takes(const Sum& sum, const SumFilter<Shape>& filter) {
        return !sum.is_cage() || !filter.knows(static_cast<int>(sum.parts[0].cells.size()));
    }

    double prior(int id) const {
        return std::max(2 * values_ - static_cast<int>(cells(id).size()), values_);
    }

    bool run(int id, Board<Shape>& on) const {
        const Sum& sum = *sums_[id];
        if (!sum.is_listed() || sum.parts.size() > most_parts) {
            Slack slack;
            return measure(sum, slack, on, [](auto&&...) {}) && narrow(sum, slack, on);
        }
        std::array<Measure, most_parts> measures;
        auto note = [&](std::size_t part, const Measure& measure) { measures[part] = measure; };
        Slack slack;
        if (!measure(sum, slack, on, note)) return false;
        // Completion is stronger than bounds. So use bounds only if completion cannot find
        // everything.
        if (!filter_.knows(values_) || std::min(slack.up, slack.down) >= word) {
            if (!narrow(sum, slack, on) || !measure(sum, slack, on, note)) return false;
        }
        if (is_loose(sum, measures, slack)) return true;
        if (slack.up < word) {
            const std::uint64_t ends = distances_of_totals(sum, slack, +1);
            return complete(id, measures, +1, slack.up, ends, on);
        }
        if (slack.down < word) {
            const std::uint64_t ends = distances_of_totals(sum, slack, -1);
            return complete(id, measures, -1, slack.down, ends, on);
        }
        return true;
    }

private:
    static constexpr int word = 64;
    static constexpr std::size_t most_parts = 24;
    // With up to this many open cells, always try completion.
    static constexpr int most_tight = 4;
    // Longer sums only wake at a new bound, because gaps between marks hardly matter in them.
    static constexpr int most_alert = 4;

    // The current state of a part.
    struct Measure {
        Mask open;  // all marks of its open cells
        int size;   // the number of open cells
        int fixed;  // the sum of the settled cells
        int least;  // the bounds of the whole
        int most;
        std::uint64_t sums;  // possible sums of the open cells
    };

    // How far the sum may be above its lower bound, and below its upper bound.
    struct Slack {
        std::int64_t up;
        std::int64_t down;
        std::int64_t first;  // the extreme totals between the bounds
        std::int64_t last;
    };

    // Whether the part can have any sum.
    bool measure(const Part& part, Measure& found, const Board<Shape>& on) const {
        if (!distinct_) {
            const OpenCells<Shape> open(part.cells, on);
            const Bounds<Shape> bounds(open);
            found = {open.all, open.size, open.fixed, bounds.least, bounds.most, 0};
            return bounds.possible();
        }
        found = {0, 0, 0, 0, 0, 0};
        for (int cell : part.cells) {  // no branch: it would be unpredictable
            const Mask mask = on.marks(cell);
            const bool is_open = !settled(mask);
            const int low = lowest(mask);
            found.open |= is_open ? mask : Mask{0};
            found.size += is_open;
            found.fixed += is_open ? 0 : low;
            found.least += low;
            found.most += highest(mask);
        }
        found.sums = (*distinct_)(found.size, found.open);
        if (!found.sums) return false;
        found.least = std::max(found.least, found.fixed + lowest(found.sums));
        found.most = std::min(found.most, found.fixed + highest(found.sums));
        return found.least <= found.most;
    }

    template <class Note>
    bool measure(const Sum& sum, Slack& slack, const Board<Shape>& on, Note note) const {
        std::int64_t low = 0, high = 0;
        for (std::size_t part = 0; part < sum.parts.size(); ++part) {
            Measure found;
            if (!measure(sum.parts[part], found, on)) return false;
            note(part, found);
            const std::int64_t one = sum.parts[part].coefficient * found.least;
            const std::int64_t other = sum.parts[part].coefficient * found.most;
            low += std::min(one, other);
            high += std::max(one, other);
        }
        slack.first = slack.last = sum.totals.front();
        if (sum.comparison == Comparison::one_of) {
            const auto inside = std::lower_bound(sum.totals.begin(), sum.totals.end(), low);
            const auto behind = std::upper_bound(inside, sum.totals.end(), high);
            if (inside == behind) return false;
            slack.first = *inside;
            slack.last = *(behind - 1);
        }
        // A side without a bound has unlimited room.
        slack.up = sum.comparison == Comparison::at_least ? high - low : slack.last - low;
        slack.down = sum.comparison == Comparison::at_most ? high - low : high - slack.first;
        return slack.up >= 0 && slack.down >= 0;
    }

    // Whether completion can be skipped: many cells are open, and no part alone can exceed the
    // slack.
    static bool is_loose(const Sum& sum, const std::array<Measure, most_parts>& measures,
                         const Slack& slack) {
        int open = 0;
        for (std::size_t part = 0; part < sum.parts.size(); ++part) {
            const std::int64_t range = measures[part].most - measures[part].least;
            if (range * std::abs(sum.parts[part].coefficient) > std::min(slack.up, slack.down))
                return false;
            open += measures[part].size;
        }
        return open > most_tight;
    }

    // The totals as distances from the lower or from the upper bound. All distances fit into a
    // word.
    static std::uint64_t distances_of_totals(const Sum& sum, const Slack& slack, int sign) {
        std::uint64_t ends = 0;
        for (const std::int64_t total : sum.totals) {
            const std::int64_t distance =
                sign > 0 ? slack.up - (slack.last - total) : slack.down - (total - slack.first);
            if (slack.first <= total && total <= slack.last)
                ends |= bit<std::uint64_t>(static_cast<int>(distance));
        }
        return ends;
    }

    static bool narrow(const Sum& sum, const Slack& slack, Board<Shape>& on) {
        for (const auto& part : sum.parts) {
            const OpenCells<Shape> open(part.cells, on);
            const Bounds<Shape> bounds(open);
            if (!bounds.possible()) return false;
            const std::int64_t weight = std::abs(part.coefficient);
            const std::int64_t up = part.coefficient > 0 ? slack.up : slack.down;
            const std::int64_t down = part.coefficient > 0 ? slack.down : slack.up;
            if (!bounds.keep_between(bounds.most - down / weight, bounds.least + up / weight, on))
                return false;
        }
        return true;
    }

    // The possible sums of a part, as distances from its least contribution. Bit d stands for d
    // times the weight.
    struct Distances {
        std::uint64_t set;
        std::int64_t weight;
        int base;  // the sum at distance 0
        int step;  // +1 or -1 for each distance
        bool cut;  // some distances are cut off
    };

    Distances distances(const Part& part, const Measure& measure, int sign) const {
        const int range = measure.most - measure.least;
        const bool rises = part.coefficient * sign > 0;
        Distances found{up_to(range), std::abs(part.coefficient),
                        rises ? measure.least : measure.most, rises ? 1 : -1, range >= word};
        if (distinct_ || measure.size <= 1) {
            const std::uint64_t sums = distinct_           ? measure.sums
                                       : measure.size == 0 ? 1
                                                           : std::uint64_t{measure.open};
            found.set = rises ? sums >> (measure.least - measure.fixed)
                              : reversed(sums, measure.most - measure.fixed);
        }
        return found;
    }

    // Keeps a distance of a part only if the other parts can complete it to one of the targets in
    // `ends`. `slack` is the farthest target. The parts are combined from both ends.
    bool complete(int id, const std::array<Measure, most_parts>& measures, int sign,
                  std::int64_t slack, std::uint64_t ends, Board<Shape>& on) const {
        const Sum& sum = *sums_[id];
        const int parts = static_cast<int>(sum.parts.size());
        const int reach = static_cast<int>(slack);
        if (parts == 0) return reach == 0;
        std::array<Distances, most_parts> found;
        std::array<std::uint64_t, most_parts> ways, after;  // distances times their weights
        for (int part = 0; part < parts; ++part) {
            found[part] = distances(sum.parts[part], measures[part], sign);
            ways[part] = spread(found[part].set, found[part].weight) & up_to(reach);
        }
        after[parts - 1] = 1;
        for (int part = parts - 1; part > 0; --part)
            after[part - 1] = added(ways[part], after[part], reach);

        std::uint64_t before = 1;
        for (int part = 0; part < parts; ++part) {
            const std::uint64_t others = added(before, after[part], reach);
            std::uint64_t meets = 0;
            each_value(ends, [&](int end) { meets |= reversed(others, end); });
            if (part + 1 < parts) before = added(ways[part], before, reach);
            const std::uint64_t kept = ways[part] & meets;
            if (!kept) return false;
            if (kept == ways[part] && found[part].weight * highest(found[part].set) <= reach &&
                !found[part].cut)
                continue;
            if (filter_.has_tables() && found[part].weight == 1) {
                if (!filter_.restrict(sum.parts[part].cells, sets_[id][part], kept,
                                      found[part].base, found[part].step, on))
                    return false;
                continue;
            }
            std::array<int, word> sums;
            std::size_t count = 0;
            each_value(kept, [&](int way) {
                const int distance = static_cast<int>(way / found[part].weight);
                sums[count++] = found[part].base + found[part].step * distance;
            });
            if (!filter_.restrict(sum.parts[part].cells, sets_[id][part], {sums.data(), count}, on))
                return false;
        }
        return true;
    }

    // All sums of two elements, one of each set, up to `reach`. The first set should be the smaller
    // one.
    static std::uint64_t added(std::uint64_t one, std::uint64_t other, int reach) {
        if (one == 1) return other;
        if (other == 1) return one;
        std::uint64_t sums = 0;
        each_value(one, [&](int way) { sums |= other << way; });
        return sums & up_to(reach);
    }

    // Bit i becomes bit i · weight, if that fits in the word.
    static std::uint64_t spread(std::uint64_t set, std::int64_t weight) {
        if (weight == 1) return set;
        std::uint64_t ways = 0;
        each_value(set, [&](int distance) {
            if (distance * weight < word) ways |= bit<std::uint64_t>(distance * weight);
        });
        return ways;
    }

    // Bits 0 to `last`, at most a full word.
    static std::uint64_t up_to(int last) {
        return last >= word - 1 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last + 1)) - 1;
    }

    int values_;
    const SumFilter<Shape>& filter_;
    const DistinctSums* distinct_;
    std::vector<const Sum*> sums_;          // the sums of these propagators
    std::vector<std::vector<Cells>> sets_;  // the cells of their parts
};

}  // namespace nonet::general
