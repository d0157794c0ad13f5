#include "regions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "growth.hpp"
#include "mask.hpp"
#include "model.hpp"
#include "shards.hpp"

namespace nonet::general {

namespace {

using Mask = std::uint64_t;

std::vector<int> numbered(const std::vector<int>& cells, int count) {
    std::vector<int> place(count, -1);
    for (std::size_t at = 0; at < cells.size(); ++at) place[cells[at]] = static_cast<int>(at);
    return place;
}

// Whether a primitive, other than a relation of the whole model, has a cell of some kind.
template <class Is>
bool any_cell(const Group& group, Is is) {
    const auto any = [&](const auto& part) {
        return std::any_of(part.cells.begin(), part.cells.end(), is);
    };
    return std::any_of(group.sums.begin(), group.sums.end(), any) ||
           std::any_of(group.counts.begin(), group.counts.end(), any) ||
           std::any_of(group.words.begin(), group.words.end(), any) ||
           std::any_of(group.choices.begin(), group.choices.end(), [&](const AnyOf& choice) {
               return std::any_of(
                   choice.alternatives.begin(), choice.alternatives.end(), [&](const Group& each) {
                       return any_cell(each, is) ||
                              std::any_of(each.relations.begin(), each.relations.end(),
                                          [&](const Relation& r) { return is(r.a) || is(r.b); }) ||
                              std::any_of(each.candidates.begin(), each.candidates.end(),
                                          [&](const Candidates& c) { return is(c.cell); });
                   });
           });
}

// Whether a relation allows just equal labels, or just different ones.
bool is_equality(const std::vector<Mask>& table, const std::vector<int>& labels,
                 bool negated = false) {
    Mask all = 0;
    for (int label : labels) all |= bit<Mask>(label);
    return std::all_of(labels.begin(), labels.end(), [&](int label) {
        return ((table[label] ^ (negated ? all : 0)) & all) == bit<Mask>(label);
    });
}

bool treats_labels_alike(const Model& model, const Partition& partition) {
    const std::vector<int> place = numbered(partition.marked, model.cells);
    const auto is_marked = [&](int cell) { return place[cell] >= 0; };
    for (const Relation& relation : model.relations) {
        const auto& table = model.tables[relation.table];
        if (is_marked(relation.a) != is_marked(relation.b) ||
            (is_marked(relation.a) && !is_equality(table, partition.labels) &&
             !is_equality(table, partition.labels, true)))
            return false;
    }
    bool alike = !any_cell(static_cast<const Group&>(model), is_marked);
    for (const auto& group : model.all_different)
        alike = alike && (std::all_of(group.begin(), group.end(), is_marked) ||
                          std::none_of(group.begin(), group.end(), is_marked));
    for (const Runs& runs : model.runs) alike = alike && !is_marked(runs.control);
    return alike && model.partitions.size() == 1;
}

}  // namespace

Regions::Regions(const Model& model, const Partition& partition)
    : division_{static_cast<int>(partition.marked.size() / partition.labels.size()),
                partition.marked,
                partition.filled,
                partition.labels,
                std::vector<Places>(partition.marked.size()),
                {}},
      alike_(treats_labels_alike(model, partition)) {
    const std::vector<int> place = numbered(marked(), model.cells);
    for (const auto& [a, b] : partition.edges) {
        division_.near[place[a]].add(place[b]);
        division_.near[place[b]].add(place[a]);
    }
    for (const Relation& relation : model.relations)
        if (place[relation.a] >= 0 && place[relation.b] >= 0 &&
            is_equality(model.tables[relation.table], partition.labels))
            division_.links.emplace_back(place[relation.a], place[relation.b]);
    cells_ = partition.marked;
    cells_.insert(cells_.end(), partition.filled.begin(), partition.filled.end());
    for (const Runs& runs : model.runs) {
        if (place[runs.first] < 0) continue;
        Clue clue{runs.control, model.first - runs.plus, place[runs.first], {}, {}, {}, false};
        Places starts;
        for (const auto& arm : runs.arms) {
            std::vector<int> along;
            for (int cell : arm) along.push_back(place[cell]);
            if (along.size() == 1 && !clue.ones.has(along[0])) clue.ones.add(along[0]);
            else clue.arms.push_back(along);
            for (int each : along) clue.places.add(each);
            if (!along.empty()) starts.add(along[0]);
        }
        clue.is_closed = division_.size > 1 && division_.near[clue.first].without(starts).empty();
        cells_.push_back(runs.control);
        clues_.push_back(std::move(clue));
    }
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
}

// One propagation.
class Draft {
    using Places = Division::Places;

public:
    Draft(const Regions& regions, Mask* marks, bool alike)
        : regions_(regions),
          of_(regions.division_),
          marks_(marks),
          alike_(alike),
          count_(static_cast<int>(of_.labels.size())),
          shards_(of_, marks) {}

    bool run() {
        if (of_.size > 64 || !shards_.start()) return false;  // values cannot differ in 65 places
        while (std::exchange(shards_.changed, false)) {
            core_ = {};
            if (!alike_ && !order()) return false;
            for (const auto& clue : regions_.clues_) {
                clue_ = &clue;
                if (!follow(clue)) return false;
            }
            clue_ = nullptr;
            if (!keep_shards_distinct()) return false;
            roomy_ = {};
            while (shards_.stale) {
                const int label = lowest(shards_.stale);
                shards_.stale = without_lowest(shards_.stale);
                if (!keep_region(label)) return false;
            }
        }
        shards_.store();
        return true;
    }

    // After a contradiction: lists the cells of the clue, or of the region, that failed.
    void blame(std::vector<int>& cells) const {
        if (clue_) cells.push_back(clue_->control);
        each(clue_ ? clue_->places : core_, [&](int place) {
            cells.push_back(of_.marked[place]);
            if (!clue_) cells.push_back(of_.filled[place]);
            return true;
        });
    }

private:
    template <class Visit>
    static bool each(const Places& places, Visit visit) {
        return places.each(visit);
    }

    bool keep_labels(const Places& places, Mask mask) {
        return each(places, [&](int place) { return shards_.keep_labels(place, mask); });
    }

    // Each label first occurs after the one before it, and the last label occurs. A state is the
    // number of labels so far.
    bool order() {
        std::array<Mask, Division::most_places> before;
        const int places = static_cast<int>(of_.marked.size());
        Mask states = 1;
        for (int place = 0; place < places; ++place) {
            before[place] = states;
            const Mask mask = shards_.of(place).labels;
            if (!mask) return false;
            states = later(states, mask) | (states & mask) << 1;
        }
        states &= bit<Mask>(count_);
        if (!states) return false;
        for (int place = places; place-- > 0;) {
            const Mask mask = shards_.of(place).labels, old = before[place] & states,
                       fresh = before[place] & states >> 1;
            const Mask kept = mask & ((old ? below(highest(old)) : 0) | fresh);
            if (!shards_.keep_labels(place, kept)) return false;
            states = later(old, kept) | (fresh & kept);
        }
        return true;
    }

    static Mask below(int number) { return bit<Mask>(number) - 1; }

    // The states in which the lowest of the labels has occurred.
    static Mask later(Mask states, Mask labels) { return states & ~below(lowest(labels) + 1); }

    // The lengths of the runs add up to the value of the control cell.
    bool follow(const Regions::Clue& clue) {
        const std::size_t arms = clue.arms.size();
        const auto& first = shards_.of(clue.first);
        Places others;  // that cannot share the region of the first place
        each(clue.places.without(first.places), [&](int place) {
            if (!shards_.fit(first, shards_.of(place))) others.add(place);
            return true;
        });
        std::array<Mask, Division::most_places + 1> lengths, possible, totals;
        for (std::size_t arm = 0; arm < arms; ++arm) possible[arm] = 0;
        const Mask control = marks_[clue.control];
        const Mask wanted = clue.base >= 0 ? control << clue.base : control >> -clue.base;
        Mask kept = 0, supported = 0;
        Places may_differ, may_agree;  // of the arms of one place
        each_value(first.labels, [&](int label) {
            Places sure = shards_.certain(label), may = shards_.possible(label).without(others);
            sure |= first.places;
            may |= first.places;
            if (!(sure & others).empty()) return;
            const Places sure_ones = sure & clue.ones, may_ones = may & clue.ones;
            const int least = sure_ones.size(), most = may_ones.size();
            totals[0] = least > 63 ? 0 : all_values<Mask>(std::min(most, 63) - least + 1) << least;
            for (std::size_t arm = 0; arm < arms; ++arm) {
                lengths[arm] = lengths_of(clue.arms[arm], sure, may);
                totals[arm + 1] = 0;
                each_value(lengths[arm],
                           [&](int length) { totals[arm + 1] |= totals[arm] << length; });
            }
            // The region has a place that touches the first one.
            if (clue.is_closed && (sure & of_.near[clue.first]).empty())
                totals[arms] = without_lowest(totals[arms]);
            Mask after = totals[arms] & wanted;
            if (!after) return;
            kept |= bit<Mask>(label);
            supported |= after;
            for (std::size_t arm = arms; arm-- > 0;) {
                Mask before = 0;
                each_value(lengths[arm], [&](int length) {
                    const Mask from = totals[arm] & after >> length;
                    if (from) possible[arm] |= bit<Mask>(length);
                    before |= from;
                });
                after = before;
            }
            may_differ |= clue.ones.without(lowest(after) < most ? sure_ones : may_ones);
            may_agree |= highest(after) > least ? may_ones : sure_ones;
        });
        const Mask said = clue.base >= 0 ? supported >> clue.base : supported << -clue.base;
        if (!shards_.keep(clue.control, said) || !shards_.keep_labels(clue.first, kept))
            return false;
        each(clue.ones.without(may_agree), [&](int place) {
            shards_.set_apart(clue.first, place);
            return true;
        });
        if (!each(clue.ones.without(may_differ),
                  [&](int place) { return shards_.join(clue.first, place); }))
            return false;
        for (std::size_t arm = 0; arm < arms; ++arm) {
            const auto& line = clue.arms[arm];
            const int least = lowest(possible[arm]);
            for (int at = 0; at < least; ++at)
                if (!shards_.join(clue.first, line[at])) return false;
            if (settled(possible[arm]) && least < static_cast<int>(line.size())) {
                if (shards_.of(clue.first).places.has(line[least])) return false;
                shards_.set_apart(clue.first, line[least]);
            }
        }
        return true;
    }

    // The possible lengths of a run through places that are in a region, surely or perhaps.
    static Mask lengths_of(const std::vector<int>& arm, const Places& sure, const Places& may) {
        Mask found = 0;
        for (std::size_t at = 0; at < arm.size(); ++at) {
            if (sure.has(arm[at])) continue;
            found |= bit<Mask>(static_cast<int>(at));
            if (!may.has(arm[at])) return found;
        }
        return found | bit<Mask>(static_cast<int>(arm.size()));
    }

    bool keep_shards_distinct() {
        for (Places left = shards_.joined(); !left.empty();) {
            core_ = shards_.of(left.first()).places;
            Mask fixed;
            if (!shards_.keep_distinct(core_, fixed)) return false;
            left = left.without(core_);
        }
        return true;
    }

    // A region is connected, has its size, and its values differ.
    bool keep_region(int label) {
        const Mask own = bit<Mask>(label);
        core_ = shards_.certain(label);
        if (core_.empty()) return has_room(label);
        Mask fixed;
        if (core_.size() > of_.size || !shards_.keep_distinct(core_, fixed)) return false;
        Places others;
        each(core_, [&](int place) {
            others |= shards_.of(place).apart;
            return true;
        });
        if (!(others & core_).empty()) return false;
        each_value(fixed, [&](int value) { others |= shards_.settled_on(value); });
        if (!keep_labels((others & shards_.possible(label)).without(core_), ~own)) return false;
        Growth growth(of_, shards_, core_, shards_.possible(label));
        const Places& reached = growth.reached();
        if (reached.size() < of_.size || !core_.without(reached).empty()) return false;
        return keep_labels(shards_.possible(label).without(reached), ~own) &&
               keep_labels(growth.forced().without(core_), own) && keep_last_places(label, reached);
    }

    // A label without a certain place has a component that is large enough.
    bool has_room(int label) {
        const Places places = shards_.possible(label);
        if (!places.empty() && places == roomy_) return true;
        bool found = false;
        for (Places left = places; !left.empty();) {
            Places component, ahead;
            Mask any = 0;
            ahead.add(left.first());
            while (!ahead.empty()) {
                const int place = ahead.first();
                const auto& shard = shards_.of(place);
                component |= shard.places;
                any |= shard.any;
                each(shard.places, [&](int each) {
                    ahead |= of_.near[each] & left;
                    return true;
                });
                left = left.without(shard.places);
                ahead = ahead.without(component);
            }
            if (component.size() >= of_.size && count(any) >= of_.size) found = true;
            else if (!keep_labels(component, ~bit<Mask>(label))) return false;
        }
        if (found) roomy_ = shards_.possible(label);
        return found;
    }

    // A region has enough values. If it has every value, the last place of a value has it.
    bool keep_last_places(int label, const Places& reached) {
        Mask once = 0, twice = 0;
        each(reached, [&](int place) {
            twice |= once & shards_.values(place);
            once |= shards_.values(place);
            return true;
        });
        if (count(once) < of_.size) return false;
        once &= ~twice;
        if (count(once | twice) > of_.size || !once) return true;
        return each(reached, [&](int place) {
            const Mask last = shards_.values(place) & once;
            return !last || (settled(last) && shards_.keep_values(place, last) &&
                             shards_.keep_labels(place, bit<Mask>(label)));
        });
    }

    const Regions& regions_;
    const Division& of_;
    Mask* marks_;
    bool alike_;
    int count_;  // of labels
    Shards shards_;
    const Regions::Clue* clue_ = nullptr;  // the clue that is followed
    Places core_;                          // the places that are looked at
    Places roomy_;                         // the places of the last label without a certain place
};

bool Regions::narrow(std::uint64_t* marks, bool alike, std::vector<int>& culprits) const {
    Draft draft(*this, marks, alike);
    if (draft.run()) return true;
    culprits.clear();
    draft.blame(culprits);
    return false;
}

bool Regions::are_alike(std::span<const std::uint64_t> domains) const {
    Mask labels = 0;
    for (int label : division_.labels) labels |= bit<Mask>(label);
    return alike_ && std::all_of(division_.marked.begin(), division_.marked.end(),
                                 [&](int cell) { return (domains[cell] & labels) == labels; });
}

void Regions::number(std::vector<int>& solution) const {
    std::array<int, 64> number;
    number.fill(-1);
    auto next = division_.labels.begin();
    for (int cell : division_.marked) {
        int& known = number[solution[cell]];
        if (known < 0) known = *next++;
        solution[cell] = known;
    }
}

}  // namespace nonet::general
