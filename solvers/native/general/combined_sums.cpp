#include "combined_sums.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "cell_sets.hpp"
#include "model.hpp"
#include "parts.hpp"

namespace nonet::general {
namespace {

class Combining {
public:
    Combining(const Model& model, const CellSets& see) : model_(model), see_(see) {
        for (const Linear& sum : model.sums) take(sum);
        if (left_.size() < 2) return;
        for (std::size_t one = 0; one < left_.size(); ++one) pair_with_earlier(one);
        while (!pairs_.empty()) {
            const auto best = std::max_element(
                pairs_.begin(), pairs_.end(),
                [](const Pair& a, const Pair& b) { return a.joined.score < b.joined.score; });
            Pair chosen = std::move(*best);
            std::erase_if(pairs_, [&](const Pair& pair) {
                return pair.one == chosen.one || pair.one == chosen.other ||
                       pair.other == chosen.one || pair.other == chosen.other;
            });
            left_[chosen.one].is_joined = left_[chosen.other].is_joined = true;
            left_.push_back(std::move(chosen.joined));
            pair_with_earlier(left_.size() - 1);
        }
    }

    std::vector<Linear> sums() && {
        std::vector<Linear> sums;
        for (Member& member : left_)
            if (member.is_new && !member.is_joined && member.score > 0)
                sums.push_back(std::move(member.sum));
        return sums;
    }

private:
    static constexpr std::size_t least_cells = 6;  // shorter sums are restricted enough
    static constexpr int least_gain = 4;           // the product of the sizes of two joined parts

    struct Member {
        Linear sum;
        CellSets cells;  // one set
        CellSets parts;  // the cells of each part
        CellSets peers;  // for each part, the cells that all its cells see
        bool is_new;
        std::vector<int> sizes = {};  // of the parts
        std::int64_t score = 0;
        bool is_joined = false;
    };

    struct Pair {
        std::size_t one;
        std::size_t other;
        Member joined;
    };

    void take(const Linear& sum) {
        const bool suits = sum.comparison == Comparison::equal && sum.cells.size() >= least_cells &&
                           std::all_of(sum.coefficients.begin(), sum.coefficients.end(),
                                       [](auto coefficient) { return coefficient == 1; });
        if (!suits) return;
        Member member = measured(sum, false);
        // A cell that repeats has a coefficient of its own.
        if (common(member.cells[0], member.cells[0]) == static_cast<int>(sum.cells.size()))
            left_.push_back(std::move(member));
    }

    // The score is larger if the parts leave more room than the sum does.
    Member measured(const Linear& sum, bool is_new) const {
        const Sum apart = taken_apart(sum, model_.first, see_);
        std::int64_t least = 0, room = 0;
        for (const Part& part : apart.parts) {
            const auto size = static_cast<std::int64_t>(part.cells.size());
            least += size * (size - 1) / 2;
            room += size * (model_.values - size);
        }
        const int parts = static_cast<int>(apart.parts.size());
        Member member{sum, CellSets(1, see_.words()), CellSets(parts, see_.words()),
                      CellSets(parts, see_.words()), is_new};
        const std::int64_t up = apart.totals[0] - least, down = least + room - apart.totals[0];
        member.score = room - parts * std::min(up, down);
        for (const int cell : sum.cells) member.cells.add(0, cell);
        for (int id = 0; id < parts; ++id) {
            const std::vector<int>& cells = apart.parts[id].cells;
            member.sizes.push_back(static_cast<int>(cells.size()));
            each_common(see_[cells[0]], see_[cells[0]],
                        [&](int cell) { member.peers.add(id, cell); });
            for (const int cell : cells) {
                member.parts.add(id, cell);
                member.peers.keep(id, see_[cell]);
            }
        }
        return member;
    }

    void pair_with_earlier(std::size_t one) {
        for (std::size_t other = 0; other < one; ++other) {
            if (left_[other].is_joined || !are_related(left_[one], left_[other])) continue;
            Linear sum = left_[other].sum;
            const Linear& more = left_[one].sum;
            sum.cells.insert(sum.cells.end(), more.cells.begin(), more.cells.end());
            sum.coefficients.resize(sum.cells.size(), 1);
            sum.totals[0] += more.totals[0];
            Member joined = measured(sum, true);
            const std::int64_t score = left_[one].score, score_of_other = left_[other].score;
            if (joined.score > std::max(score, score_of_other) ||
                joined.score > score + score_of_other)
                pairs_.push_back({one, other, std::move(joined)});
        }
    }

    // Whether the sums have no cell in common, but a part of one sees a whole part of the other.
    // Joining two small parts hardly restricts a sum.
    static bool are_related(const Member& one, const Member& other) {
        if (common(one.cells[0], other.cells[0]) > 0) return false;
        for (std::size_t part = 0; part < one.sizes.size(); ++part)
            for (std::size_t seen = 0; seen < other.sizes.size(); ++seen)
                if (one.sizes[part] * other.sizes[seen] >= least_gain &&
                    contains(one.peers[part], other.parts[seen]))
                    return true;
        return false;
    }

    const Model& model_;
    const CellSets& see_;
    std::vector<Member> left_;
    std::vector<Pair> pairs_;
};

}  // namespace

std::vector<Linear> combined_sums(const Model& model, const CellSets& see) {
    return Combining(model, see).sums();
}

}  // namespace nonet::general
