// Linear in general: bounds, and for == the sums of each part that the others can complete.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bounds.hpp"
#include "distinct_sums.hpp"
#include "group.hpp"
#include "parts.hpp"
#include "scopes.hpp"
#include "subsets.hpp"

namespace nonet::general {

template <class Shape>
class Sums : public Scopes {
    using Mask = typename Shape::Mask;

public:
    static constexpr bool wakes_itself = false;
    static constexpr double blame = 1.0;

    Sums(const Model& model, const std::vector<Sum<Shape>>& sums, const Subsets<Mask>& subsets)
        : values_(model.values), subsets_(subsets), distinct_(model.values) {
        for (const auto& sum : sums) {
            const bool left_to_cages =
                sum.is_cage() && static_cast<int>(sum.parts[0].cells.size()) <= subsets.most();
            if (left_to_cages) continue;
            std::vector<int> cells;
            for (const auto& part : sum.parts)
                cells.insert(cells.end(), part.cells.begin(), part.cells.end());
            add(cells);
            sums_.push_back(sum);
        }
        finish(model.cells);
    }

    double prior(int id) const {
        return std::max(2 * values_ - static_cast<int>(cells(id).size()), values_);
    }

    template <class Propagation>
    bool run(int id, Mask, Propagation& on) const {
        const Sum<Shape>& sum = sums_[id];
        Slack slack;
        if (!measure(sum, slack, on)) return false;
        if (!narrow(sum, slack, on)) return false;
        if (sum.comparison != Comparison::equal || sum.parts.size() > most_parts) return true;
        if (!measure(sum, slack, on)) return false;
        if (slack.up < word) return complete(sum, +1, slack.up, on);
        if (slack.down < word) return complete(sum, -1, slack.down, on);
        return true;
    }

private:
    static constexpr int word = 64;
    static constexpr std::size_t most_parts = 24;

    // How far the sum may rise from its lower bound, and fall from its upper one.
    struct Slack {
        std::int64_t up;
        std::int64_t down;
    };

    template <class Propagation>
    static bool measure(const Sum<Shape>& sum, Slack& slack, const Propagation& on) {
        std::int64_t low = 0, high = 0;
        for (const auto& part : sum.parts) {
            const OpenCells<Shape> open(part.cells, on);
            const Bounds<Shape> bounds(open);
            if (!bounds.possible()) return false;
            const std::int64_t one = part.coefficient * bounds.least;
            const std::int64_t other = part.coefficient * bounds.most;
            low += std::min(one, other);
            high += std::max(one, other);
        }
        // A side that the comparison leaves open has all the room that there is.
        slack.up = sum.comparison == Comparison::at_least ? high - low : sum.total - low;
        slack.down = sum.comparison == Comparison::at_most ? high - low : high - sum.total;
        return slack.up >= 0 && slack.down >= 0;
    }

    template <class Propagation>
    static bool narrow(const Sum<Shape>& sum, const Slack& slack, Propagation& on) {
        for (const auto& part : sum.parts) {
            const OpenCells<Shape> open(part.cells, on);
            const Bounds<Shape> bounds(open);
            if (!bounds.possible()) return false;
            const std::int64_t weight = std::abs(part.coefficient);
            const auto [up, down] =
                part.coefficient > 0 ? slack : Slack{slack.down, slack.up};
            if (!bounds.keep_between(bounds.most - down / weight, bounds.least + up / weight, on))
                return false;
        }
        return true;
    }

    // A part as a set of distances from its least contribution: bit d is d times its weight.
    struct Distances {
        std::uint64_t set;
        std::int64_t weight;
        int base;  // the sum of the part at distance 0
        int step;  // +1 or -1: what one more distance does to that sum
        bool cut;  // there are distances beyond the word
    };

    template <class Propagation>
    Distances distances(const Part<Shape>& part, int sign, const Propagation& on) const {
        const OpenCells<Shape> open(part.cells, on);
        const Bounds<Shape> bounds(open);
        const bool rises = part.coefficient * sign > 0;
        Distances found{0, std::abs(part.coefficient), rises ? bounds.least : bounds.most,
                        rises ? 1 : -1, bounds.most - bounds.least >= word};
        if (distinct_.exists() || open.size <= 1) {
            const std::uint64_t sums = open.size == 0   ? 1
                                       : open.size == 1 ? static_cast<std::uint64_t>(open.all)
                                                        : distinct_(open.size, open.all);
            found.set = rises ? sums >> (bounds.least - open.fixed)
                              : reversed(sums, bounds.most - open.fixed);
        } else {
            found.set = up_to(bounds.most - bounds.least);
        }
        return found;
    }

    // Runs from both ends over the parts; a distance stays if it meets the rest in the middle.
    template <class Propagation>
    bool complete(const Sum<Shape>& sum, int sign, std::int64_t slack, Propagation& on) const {
        const int parts = static_cast<int>(sum.parts.size());
        const int reach = static_cast<int>(slack);
        std::array<Distances, most_parts> found;
        std::array<std::uint64_t, most_parts + 1> before, after;
        before[0] = after[parts] = 1;
        for (int part = 0; part < parts; ++part)
            found[part] = distances(sum.parts[part], sign, on);
        for (int part = 0; part < parts; ++part)
            before[part + 1] = combined(before[part], found[part], reach);
        if (!(before[parts] >> reach & 1)) return false;
        for (int part = parts; part-- > 0;)
            after[part] = combined(after[part + 1], found[part], reach);

        for (int part = 0; part < parts; ++part) {
            const std::uint64_t wanted = reversed(after[part + 1], reach);
            std::array<int, word> sums;
            int count = 0;
            std::uint64_t kept = 0;
            each_value(found[part].set, [&](int distance) {
                const std::int64_t way = distance * found[part].weight;
                if (way > reach || !(before[part] << way & wanted)) return;
                kept |= std::uint64_t{1} << distance;
                sums[count++] = found[part].base + found[part].step * distance;
            });
            if (kept == found[part].set && !found[part].cut) continue;
            if (!restrict_group<Shape>(sum.parts[part].cells, sum.parts[part].set,
                                       {sums.data(), static_cast<std::size_t>(count)}, subsets_,
                                       on))
                return false;
        }
        return true;
    }

    static std::uint64_t combined(std::uint64_t sums, const Distances& part, int reach) {
        std::uint64_t all = 0;
        each_value(part.set, [&](int distance) {
            const std::int64_t way = distance * part.weight;
            if (way <= reach) all |= sums << way;
        });
        return all & up_to(reach);
    }

    // Bits 0 to `last`; a word at most.
    static std::uint64_t up_to(int last) {
        return last >= word - 1 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last + 1)) - 1;
    }

    // Bit i becomes bit last - i, where that exists.
    static std::uint64_t reversed(std::uint64_t bits, int last) {
        std::uint64_t result = 0;
        each_value(bits, [&](int bit) {
            if (bit <= last && last - bit < word) result |= std::uint64_t{1} << (last - bit);
        });
        return result;
    }

    int values_;
    const Subsets<Mask>& subsets_;
    DistinctSums distinct_;
    std::vector<Sum<Shape>> sums_;
};

}  // namespace nonet::general
