#include "regions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "mask.hpp"
#include "model.hpp"

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

bool treats_labels_alike(const Model& model, const Partition& partition) {
    const std::vector<int> place = numbered(partition.marked, model.cells);
    const auto is_marked = [&](int cell) { return place[cell] >= 0; };
    Mask labels = 0;
    for (int label : partition.labels) labels |= bit<Mask>(label);
    const auto keeps_all_alike = [&](const std::vector<std::uint64_t>& table, Mask flip) {
        return std::all_of(partition.labels.begin(), partition.labels.end(), [&](int label) {
            return ((table[label] ^ flip) & labels) == bit<Mask>(label);
        });
    };
    for (const Relation& relation : model.relations) {
        const auto& table = model.tables[relation.table];
        if (is_marked(relation.a) != is_marked(relation.b) ||
            (is_marked(relation.a) && !keeps_all_alike(table, 0) &&
             !keeps_all_alike(table, labels)))
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
    : places_(static_cast<int>(partition.marked.size())),
      size_(places_ / static_cast<int>(partition.labels.size())),
      alike_(treats_labels_alike(model, partition)),
      marked_(partition.marked),
      filled_(partition.filled),
      labels_(partition.labels),
      near_(partition.marked.size()) {
    const std::vector<int> place = numbered(marked_, model.cells);
    for (const auto& [a, b] : partition.edges) {
        near_[place[a]].push_back(place[b]);
        near_[place[b]].push_back(place[a]);
    }
    cells_ = marked_;
    cells_.insert(cells_.end(), filled_.begin(), filled_.end());
    for (const Runs& runs : model.runs) {
        if (place[runs.first] < 0) continue;
        Clue clue{runs.control, model.first - runs.plus, place[runs.first], {}};
        for (const auto& arm : runs.arms) {
            auto& added = clue.arms.emplace_back();
            for (int cell : arm) added.push_back(place[cell]);
        }
        cells_.push_back(runs.control);
        clues_.push_back(std::move(clue));
    }
    std::sort(cells_.begin(), cells_.end());
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
}

// One propagation. A *shard* is a set of places that surely share a region. Its number is that of
// one of its places, the root. A shard with one label belongs to the region of this label.
class Draft {
public:
    Draft(const Regions& regions, Mask* marks, bool alike)
        : of_(regions),
          marks_(marks),
          alike_(alike),
          count_(static_cast<int>(regions.labels_.size())),
          words_((regions.places_ + 63) / 64) {}

    bool run() {
        load();
        do {
            changed_ = false;
            // At first, each shard is connected, so labels() finds areas that lie apart. Clues also
            // join cells that do not touch.
            if ((!alike_ && !order()) || !found_shards() || !labels()) return false;
            do {
                joined_ = false;
                for (const auto& clue : of_.clues_) {
                    clue_ = &clue;
                    if (!follow(clue)) return false;
                }
                clue_ = nullptr;
                if (!distinct() || !labels() || !shards() || !pockets()) return false;
            } while (joined_);
            for (int place = 0; place < of_.places_; ++place) {
                const Mask now = shard_[root(place)].labels;
                changed_ |= now != labels_[place];
                labels_[place] = now;
            }
        } while (changed_);
        store();
        return true;
    }

    // After a contradiction: lists the cells of the clue, or of the region, that failed.
    void blame(std::vector<int>& cells) const {
        if (clue_) {
            cells.push_back(clue_->control);
            for (const auto& arm : clue_->arms)
                for (int place : arm) cells.push_back(of_.marked_[place]);
            return;
        }
        for (int core : cores_)
            each_place(core, [&](int place) {
                cells.push_back(of_.marked_[place]);
                cells.push_back(of_.filled_[place]);
            });
    }

private:
    static constexpr int most = Regions::most_places;
    using Set = std::array<Mask, most / 64>;

    struct Shard {
        Mask labels;
        Mask fixed;  // values of settled places
        Mask any;    // values of all places
        int size;
        int last;   // of the list of places
        Set apart;  // roots of shards in other regions
    };

    class List {
    public:
        int size() const { return size_; }
        bool empty() const { return size_ == 0; }
        int operator[](int at) const { return items_[at]; }
        const int* begin() const { return items_.data(); }
        const int* end() const { return items_.data() + size_; }
        void clear() { size_ = 0; }
        void push_back(int item) { items_[size_++] = item; }
        void assign(int item) {
            clear();
            push_back(item);
        }

    private:
        std::array<int, most> items_;
        int size_ = 0;
    };

    void load() {
        for (int place = 0; place < of_.places_; ++place) {
            const Mask said = marks_[of_.marked_[place]];
            Mask mask = 0;
            for (int label = 0; label < count_; ++label)
                mask |= (said >> of_.labels_[label] & 1) << label;
            labels_[place] = mask;
        }
    }

    void store() const {
        for (int place = 0; place < of_.places_; ++place) {
            Mask said = 0;
            each_value(labels_[place], [&](int label) { said |= bit<Mask>(of_.labels_[label]); });
            marks_[of_.marked_[place]] = said;
        }
    }

    // Each label first occurs after the one before it, and the last label occurs. A state is the
    // number of labels so far.
    bool order() {
        std::array<Mask, most> before;
        Mask states = 1;
        for (int place = 0; place < of_.places_; ++place) {
            before[place] = states;
            const Mask mask = labels_[place];
            if (!mask) return false;
            states = later(states, mask) | (states & mask) << 1;
        }
        states &= bit<Mask>(count_);
        if (!states) return false;
        for (int place = of_.places_; place-- > 0;) {
            const Mask mask = labels_[place], old = before[place] & states,
                       fresh = before[place] & states >> 1;
            const Mask kept = mask & ((old ? below(highest(old)) : 0) | fresh);
            if (!kept) return false;
            changed_ |= kept != mask;
            labels_[place] = kept;
            states = later(old, kept) | (fresh & kept);
        }
        return true;
    }

    static Mask below(int number) { return bit<Mask>(number) - 1; }

    // The states in which the lowest of the labels has occurred.
    static Mask later(Mask states, Mask labels) { return states & ~below(lowest(labels) + 1); }

    bool found_shards() {
        for (int place = 0; place < of_.places_; ++place) {
            const Mask values = held(place);
            if (!values) return false;
            root_[place] = place;
            next_[place] = -1;
            shard_[place] = {labels_[place], settled(values) ? values : 0, values, 1, place, {}};
        }
        for (int place = 0; place < of_.places_; ++place) {
            if (!settled(labels_[place])) continue;
            for (int other : of_.near_[place])
                if (other > place && labels_[other] == labels_[place] && !join(place, other))
                    return false;
        }
        return true;
    }

    int root(int place) const { return root_[place]; }

    bool has(const Set& set, int place) const { return set[place / 64] >> (place % 64) & 1; }

    bool are_apart(int a, int b) const { return has(shard_[a].apart, b); }

    void set_apart(int a, int b) {
        if (are_apart(a, b)) return;
        shard_[a].apart[b / 64] |= bit<Mask>(b % 64);
        shard_[b].apart[a / 64] |= bit<Mask>(a % 64);
    }

    // Whether two shards may share a region.
    bool fit(int a, int b) const {
        const Shard &one = shard_[a], &other = shard_[b];
        return (one.labels & other.labels) && !(one.fixed & other.fixed) &&
               one.size + other.size <= of_.size_ && !are_apart(a, b) &&
               count(one.any | other.any) >= one.size + other.size;
    }

    bool join(int place, int other) {
        int a = root(place), b = root(other);
        if (a == b) return true;
        if (!fit(a, b)) return false;
        if (b < a) std::swap(a, b);
        Shard &into = shard_[a], &from = shard_[b];
        into.labels &= from.labels;
        into.fixed |= from.fixed;
        into.any |= from.any;
        into.size += from.size;
        next_[into.last] = b;
        into.last = from.last;
        each_place(b, [&](int each) { root_[each] = a; });
        for (int word = 0; word < words_; ++word) {
            into.apart[word] |= from.apart[word];
            each_value(from.apart[word],
                       [&](int at) { shard_[word * 64 + at].apart[a / 64] |= bit<Mask>(a % 64); });
        }
        joined_ = true;
        return true;
    }

    template <class Visit>
    void each_place(int shard, Visit visit) const {
        for (int place = shard; place >= 0; place = next_[place]) visit(place);
    }

    template <class Visit>
    bool each_shard(Visit visit) {
        for (int place = 0; place < of_.places_; ++place)
            if (root_[place] == place && !visit(place)) return false;
        return true;
    }

    bool keep_labels(int shard, Mask mask) {
        const Mask now = shard_[shard].labels & mask;
        joined_ |= now != shard_[shard].labels;
        shard_[shard].labels = now;
        return now;
    }

    Mask held(int place) const { return marks_[of_.filled_[place]]; }

    bool keep_values(int place, Mask mask) { return keep(of_.filled_[place], mask); }

    bool keep(int cell, Mask mask) {
        const Mask now = marks_[cell] & mask;
        changed_ |= now != marks_[cell];
        marks_[cell] = now;
        return now;
    }

    // The lengths of the runs add up to the value of the control cell.
    bool follow(const Regions::Clue& clue) {
        const std::size_t arms = clue.arms.size();
        const int first = root(clue.first);
        std::array<Mask, most + 1> lengths, possible, totals;
        for (std::size_t arm = 0; arm < arms; ++arm) possible[arm] = 0;
        const Mask control = marks_[clue.control];
        const Mask wanted = clue.base >= 0 ? control << clue.base : control >> -clue.base;
        Mask kept = 0, supported = 0;
        each_value(shard_[first].labels, [&](int label) {
            totals[0] = 1;
            for (std::size_t arm = 0; arm < arms; ++arm) {
                lengths[arm] = lengths_of(clue.arms[arm], first, bit<Mask>(label));
                totals[arm + 1] = 0;
                each_value(lengths[arm],
                           [&](int length) { totals[arm + 1] |= totals[arm] << length; });
            }
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
        });
        const Mask said = clue.base >= 0 ? supported >> clue.base : supported << -clue.base;
        if (!keep(clue.control, said) || !keep_labels(first, kept)) return false;
        for (std::size_t arm = 0; arm < arms; ++arm) {
            const auto& line = clue.arms[arm];
            const int least = lowest(possible[arm]);
            for (int at = 0; at < least; ++at)
                if (!join(clue.first, line[at])) return false;
            if (settled(possible[arm]) && least < static_cast<int>(line.size())) {
                const int own = root(clue.first), other = root(line[least]);
                if (own == other) return false;
                set_apart(own, other);
            }
        }
        return true;
    }

    // The possible lengths of a run.
    Mask lengths_of(const std::vector<int>& arm, int first, Mask label) const {
        Mask found = 0;
        for (std::size_t at = 0; at <= arm.size(); ++at) {
            if (at == arm.size()) return found | bit<Mask>(static_cast<int>(at));
            const int here = root(arm[at]);
            if (here == first) continue;
            if (shard_[here].labels != label) found |= bit<Mask>(static_cast<int>(at));
            if (!(shard_[here].labels & label) || !fit(first, here)) return found;
        }
        return found;
    }

    // The settled values of a shard occur nowhere else in it.
    bool distinct() {
        return each_shard([&](int shard) {
            cores_.assign(shard);
            return keep_distinct({&shard, 1});
        });
    }

    bool keep_distinct(std::span<const int> shards) {
        for (bool again = true; again;) {
            again = false;
            Mask fixed = 0, all = 0;
            int places = 0;
            for (int shard : shards)
                for (int place = shard; place >= 0; place = next_[place], ++places) {
                    all |= held(place);
                    if (!settled(held(place))) continue;
                    if (fixed & held(place)) return false;
                    fixed |= held(place);
                }
            if (count(all) < places) return false;
            for (int shard : shards) {
                Mask own = 0, any = 0;
                for (int place = shard; place >= 0; place = next_[place]) {
                    if (!settled(held(place))) {
                        if (!keep_values(place, ~fixed)) return false;
                        again |= settled(held(place));
                    }
                    any |= held(place);
                    if (settled(held(place))) own |= held(place);
                }
                shard_[shard].fixed = own;
                shard_[shard].any = any;
            }
        }
        return true;
    }

    // Each label: its shards are connected, by way of shards that may have the label.
    bool labels() {
        for (int label = 0; label < count_; ++label) {
            const Mask own = bit<Mask>(label);
            cores_.clear();
            Shard all{own, 0, 0, 0, 0, {}};
            bool ok = each_shard([&](int shard) {
                const Shard& one = shard_[shard];
                if (one.labels != own) return true;
                if (all.fixed & one.fixed) return false;
                all.fixed |= one.fixed;
                all.any |= one.any;
                all.size += one.size;
                for (int word = 0; word < words_; ++word) all.apart[word] |= one.apart[word];
                cores_.push_back(shard);
                return all.size <= of_.size_;
            });
            if (!ok) return false;
            if (cores_.empty()) {
                if (!has_room(own)) return false;
                continue;
            }
            if (!keep_distinct({cores_.begin(), cores_.end()})) return false;
            ok = each_shard([&](int shard) {
                const Shard& one = shard_[shard];
                if (!(one.labels & own) || one.labels == own) return true;
                return (!(all.fixed & one.fixed) && all.size + one.size <= of_.size_ &&
                        !has(all.apart, shard)) ||
                       keep_labels(shard, ~own);
            });
            if (!ok) return false;
            grow(all.size, [&](int shard) { return (shard_[shard].labels & own) != 0; });
            if (!reached_enough()) return false;
            ok = each_shard([&](int shard) {
                if (!(shard_[shard].labels & own) || shard_[shard].labels == own) return true;
                if (!reached_[shard]) return keep_labels(shard, ~own);
                return !is_forced(shard) || keep_labels(shard, own);
            });
            if (!ok) return false;
            if (!last_places([&](int shard) { return keep_labels(shard, own); })) return false;
        }
        return true;
    }

    // A label without a shard of its own has a component that is large enough.
    bool has_room(Mask own) {
        bool found = false;
        std::fill_n(reached_.begin(), of_.places_, false);
        const bool ok = each_shard([&](int shard) {
            if (!(shard_[shard].labels & own) || reached_[shard]) return true;
            ahead_.assign(shard);
            reached_[shard] = true;
            int size = 0;
            Mask any = 0;
            for (int at = 0; at < ahead_.size(); ++at) {
                size += shard_[ahead_[at]].size;
                any |= shard_[ahead_[at]].any;
                each_neighbour(ahead_[at], [&](int other) {
                    if (reached_[other] || !(shard_[other].labels & own)) return;
                    reached_[other] = true;
                    ahead_.push_back(other);
                });
            }
            if (size >= of_.size_ && count(any) >= of_.size_) {
                found = true;
                return true;
            }
            for (int each : ahead_)
                if (!keep_labels(each, ~own)) return false;
            return true;
        });
        return ok && found;
    }

    template <class Visit>
    void each_neighbour(int shard, Visit visit) const {
        for (int place = shard; place >= 0; place = next_[place])
            for (int near : of_.near_[place]) {
                const int other = root(near);
                if (other != shard) visit(other);
            }
    }

    // Each shard without a label: the same, by way of shards that fit.
    bool shards() {
        for (int shard = 0; shard < of_.places_; ++shard) {
            if (root_[shard] != shard || settled(shard_[shard].labels)) continue;
            if (shard_[shard].size == of_.size_) continue;
            cores_.assign(shard);
            grow(shard_[shard].size, [&](int other) { return fit(shard, other); });
            if (!reached_enough()) return false;
            forced_.clear();
            const bool ok = each_shard([&](int other) {
                                if (other == shard) return true;
                                if (!reached_[other]) set_apart(shard, other);
                                else if (is_forced(other)) forced_.push_back(other);
                                return true;
                            }) &&
                            last_places([&](int other) {
                                if (!is_forced(other)) forced_.push_back(other);
                                return true;
                            });
            if (!ok) return false;
            for (int other : forced_)
                if (!join(shard, other)) return false;
        }
        return true;
    }

    // Reaches the shards that a region with these cores may have, nearest first. A way to a shard
    // takes all places of the shards on it.
    template <class May>
    void grow(int size, May may) {
        std::fill_n(reached_.begin(), of_.places_, false);
        weight_ = 0;
        found_.clear();
        const int budget = of_.size_ - size;
        std::array<int, most> after;        // the next shard at the same distance
        std::array<int, most + 1> nearest;  // the first shard at each distance
        std::fill_n(nearest.begin(), budget + 1, -1);
        after[cores_[0]] = -1;
        nearest[0] = cores_[0];
        reached_[cores_[0]] = true;
        for (int distance = 0; distance <= budget; ++distance)
            while (nearest[distance] >= 0) {
                const int shard = nearest[distance];
                nearest[distance] = after[shard];
                weight_ += shard_[shard].size;
                found_.push_back(shard);
                each_neighbour(shard, [&](int other) {
                    if (reached_[other]) return;
                    const bool core = is_core(other);
                    if (!core && !may(other)) return;
                    const int then = distance + (core ? 0 : shard_[other].size);
                    if (then > budget) return;
                    reached_[other] = true;
                    after[other] = nearest[then];
                    nearest[then] = other;
                });
            }
        for (int shard : found_) entered_[shard] = 0;
        clock_ = 0;
        explore(cores_[0]);
    }

    struct Subtree {
        int low;
        int weight;
        bool has_core;
    };

    // Finds the shards without which a core, or too many places, would be cut off.
    Subtree explore(int shard) {
        Subtree tree{entered_[shard] = ++clock_, shard_[shard].size, is_core(shard)};
        int cut = shard_[shard].size;
        bool cuts_core = false;
        each_neighbour(shard, [&](int other) {
            if (!reached_[other]) return;
            if (entered_[other]) {
                tree.low = std::min(tree.low, entered_[other]);
                return;
            }
            const Subtree below = explore(other);
            tree.low = std::min(tree.low, below.low);
            tree.weight += below.weight;
            tree.has_core |= below.has_core;
            if (below.low < entered_[shard]) return;
            cut += below.weight;
            cuts_core |= below.has_core;
        });
        cut_[shard] = cuts_core ? most : cut;
        return tree;
    }

    bool is_core(int shard) const {
        return std::find(cores_.begin(), cores_.end(), shard) != cores_.end();
    }

    bool is_forced(int shard) const { return weight_ - cut_[shard] < of_.size_; }

    bool reached_enough() const {
        if (weight_ < of_.size_) return false;
        for (int core : cores_)
            if (!reached_[core]) return false;
        return true;
    }

    // A region has enough values. If it has every value, the last place of a value has it.
    template <class Take>
    bool last_places(Take take) {
        Mask once = 0, twice = 0, shard_once = 0, shard_twice = 0;
        for (int shard : found_) {
            Mask any = 0;
            each_place(shard, [&](int place) {
                twice |= once & held(place);
                once |= held(place);
                any |= held(place);
            });
            shard_twice |= shard_once & any;
            shard_once |= any;
        }
        if (count(once) < of_.size_) return false;
        if (count(once) > of_.size_) return true;
        once &= ~twice;
        shard_once &= ~shard_twice;
        for (int shard : found_) {
            bool ok = true;
            Mask any = 0;
            each_place(shard, [&](int place) {
                any |= held(place);
                const Mask last = held(place) & once;
                if (last && ok) ok = settled(last) && keep_values(place, last);
            });
            if (ok && (any & shard_once) && !is_core(shard)) ok = take(shard);
            if (!ok) return false;
        }
        return true;
    }

    // Places that surely lie in no common region separate pockets. Regions fill each pocket.
    bool pockets() {
        std::fill_n(reached_.begin(), of_.places_, false);
        return each_shard([&](int shard) {
            if (reached_[shard]) return true;
            ahead_.assign(shard);
            reached_[shard] = true;
            int size = 0;
            for (int at = 0; at < ahead_.size(); ++at) {
                const int here = ahead_[at];
                size += shard_[here].size;
                each_neighbour(here, [&](int other) {
                    if (reached_[other] || !fit(here, other)) return;
                    reached_[other] = true;
                    ahead_.push_back(other);
                });
            }
            return size % of_.size_ == 0;
        });
    }

    const Regions& of_;
    Mask* marks_;
    bool alike_;
    int count_;  // of labels
    int words_;
    bool changed_ = false, joined_ = false;
    std::array<Mask, most> labels_;
    std::array<int, most> root_, next_;
    std::array<Shard, most> shard_;
    const Regions::Clue* clue_ = nullptr;  // the clue that is followed
    List cores_, ahead_, forced_;
    List found_;  // the shards that the last growth has reached
    // Of the last growth.
    std::array<bool, most> reached_;
    std::array<int, most> entered_, cut_;
    int weight_ = 0, clock_ = 0;
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
    for (int label : labels_) labels |= bit<Mask>(label);
    return alike_ && std::all_of(marked_.begin(), marked_.end(),
                                 [&](int cell) { return (domains[cell] & labels) == labels; });
}

void Regions::number(std::vector<int>& solution) const {
    std::array<int, 64> number;
    number.fill(-1);
    auto next = labels_.begin();
    for (int cell : marked_) {
        int& known = number[solution[cell]];
        if (known < 0) known = *next++;
        solution[cell] = known;
    }
}

}  // namespace nonet::general
