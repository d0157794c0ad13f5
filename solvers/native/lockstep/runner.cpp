// Leases engines to threads, and shares a batch among them.
#include "runner.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "../parallel.hpp"
#include "checker.hpp"
#include "isas.hpp"

namespace nonet::lockstep {
namespace {

std::mutex free_engines_lock;
std::vector<std::pair<int, std::unique_ptr<Engine>>> free_engines;

using Sixteen = std::uint8_t __attribute__((vector_size(16)));

Sixteen outside_alphabet(const std::uint8_t* bytes) {
    Sixteen byte;
    std::memcpy(&byte, bytes, sizeof byte);
    return Sixteen(byte > 9) & Sixteen(byte != '.') & Sixteen(byte - '0' > 9);
}

bool is_outside_alphabet(std::uint8_t byte) {
    return byte > 9 && byte != '.' && (byte < '0' || byte > '9');
}

// Only one thread may call the caller's watch. This class passes the result to the other threads.
class Relay final : public Watch {
public:
    Relay(std::atomic<bool>& stop, Watch* watch) : stop_(stop), watch_(watch) {}

    bool stopped() override {
        if (watch_ && watch_->stopped()) stop_ = true;
        return stop_;
    }

private:
    std::atomic<bool>& stop_;
    Watch* watch_;
};

// Notes that a thread has ended, even by an exception.
class Finished {
public:
    explicit Finished(std::atomic<int>& busy) : busy_(busy) {}
    Finished(const Finished&) = delete;
    Finished& operator=(const Finished&) = delete;
    ~Finished() { --busy_; }

private:
    std::atomic<int>& busy_;
};

}  // namespace

Lease::Lease(int isa) : isa_(isa) {
    {
        const std::lock_guard lock(free_engines_lock);
        for (std::size_t i = free_engines.size(); i-- > 0;) {
            if (free_engines[i].first == isa) {
                engine_ = std::move(free_engines[i].second);
                free_engines.erase(free_engines.begin() + static_cast<std::ptrdiff_t>(i));
                return;
            }
        }
    }
    engine_.reset(all_isas[isa].make());
}

Lease::~Lease() {
    const std::lock_guard lock(free_engines_lock);
    free_engines.emplace_back(isa_, std::move(engine_));
}

std::optional<Place> first_bad(const std::uint8_t* clues, std::ptrdiff_t stride, std::size_t size) {
    for (std::size_t row = 0; row < size; ++row) {
        const std::uint8_t* bytes = clues + static_cast<std::ptrdiff_t>(row) * stride;
        Sixteen bad = outside_alphabet(bytes + cell_count - 16);
        for (std::size_t cell = 0; cell < cell_count - 1; cell += 16)
            bad |= outside_alphabet(bytes + cell);
        std::uint64_t halves[2];
        std::memcpy(halves, &bad, sizeof bad);
        if (halves[0] | halves[1]) {
            int cell = 0;
            while (!is_outside_alphabet(bytes[cell])) ++cell;
            return Place{row, cell};
        }
    }
    return std::nullopt;
}

void run(const Batch& batch, int isa, int threads, Watch& watch) {
    // Small shares let all threads finish together. Large shares avoid competition for the queue.
    const std::size_t share = batch.size / (8 * static_cast<std::size_t>(threads));
    Queue queue(batch.size, std::clamp<std::size_t>(share, 1, 256));
    std::atomic<bool> stop = false;
    std::atomic<int> busy = threads;
    in_parallel(threads, [&](int index) {
        {
            const Finished finished(busy);
            Lease engine(isa);
            Relay relay(stop, index == 0 ? &watch : nullptr);
            engine->begin(batch, queue);
            engine->advance(relay, ~std::uint64_t{0}, false);
        }
        // Only this thread may call the watch, so it continues to call it for the other threads.
        while (index == 0 && busy > 0) {
            if (watch.stopped()) stop = true;
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    });
}

std::optional<std::size_t> first_wrong(const Batch& batch, int threads) {
    std::atomic<std::size_t> wrong = batch.size;
    const auto parts = static_cast<std::size_t>(threads);
    in_parallel(threads, [&](int index) {
        const auto part = static_cast<std::size_t>(index);
        const std::size_t last = batch.size * (part + 1) / parts;
        for (std::size_t puzzle = batch.size * part / parts; puzzle < last; ++puzzle) {
            const std::uint8_t* clues =
                batch.clues + static_cast<std::ptrdiff_t>(puzzle) * batch.stride;
            const std::size_t given = std::min<std::size_t>(batch.counts[puzzle], batch.kept);
            const std::uint8_t* values = batch.solutions + puzzle * batch.kept * cell_count;
            for (std::size_t i = 0; i < given; ++i, values += cell_count) {
                const bool again =
                    i > 0 && std::memcmp(values - cell_count, values, cell_count) == 0;
                if (again || !checker::is_solution(clues, values)) {
                    std::size_t seen = wrong;
                    while (puzzle < seen && !wrong.compare_exchange_weak(seen, puzzle)) {
                    }
                    return;
                }
            }
        }
    });
    if (wrong == batch.size) return std::nullopt;
    return wrong.load();
}

}  // namespace nonet::lockstep
