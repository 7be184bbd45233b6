// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays of known contents that are written and compared at the speed of memory, so that a test can afford
// large ones.
#pragma once

#include <vector>

#include "common.h"

namespace omni::test {

/// Element i of the array is f(i % period). The period is prime: blocks of usual sizes all differ.
template <class T>
class Pattern {
  public:
    static constexpr size_t period = 251;

    template <class F>
    explicit Pattern(F f) {
        for (size_t i = 0; i < period; ++i) elements_.push_back(f(i));
    }

    /// Elements [first, first + count) of the array.
    void write(T* to, size_t first, size_t count) const {
        for_each_run(first, count, [&](size_t done, const T* run, size_t n) {
            std::memcpy(to + done, run, n * sizeof(T));
        });
    }
    testing::AssertionResult is_at(const T* from, size_t first, size_t count) const {
        size_t wrong = count;
        for_each_run(first, count, [&](size_t done, const T* run, size_t n) {
            if (wrong == count && std::memcmp(from + done, run, n * sizeof(T)) != 0)
                wrong = first_difference(from, done, run);
        });
        if (wrong == count) return testing::AssertionSuccess();
        return same(from[wrong], elements_[(first + wrong) % period]) << " at " << wrong << " of " << count;
    }

  private:
    static size_t first_difference(const T* from, size_t done, const T* run) {
        size_t i = 0;
        while (same(from[done + i], run[i])) ++i;
        return done + i;
    }

    template <class F>
    void for_each_run(size_t first, size_t count, F f) const {
        for (size_t done = 0; done < count;) {
            const size_t at = (first + done) % period, n = std::min(period - at, count - done);
            f(done, elements_.data() + at, n);
            done += n;
        }
    }

    std::vector<T> elements_;
};

/// An array that is poison where a call may write `most` elements at the longest, and a little beyond.
template <class T>
struct Destination : Symmetric<T> {
    explicit Destination(size_t most) : Symmetric<T>(most + margin) {}

    /// Poison again for a call that writes at most `count`.
    void prepare(size_t count) { std::fill_n(this->data(), count + margin, poison<T>()); }
    /// Whether nothing was written from `count` elements on.
    bool ends_at(size_t count) const {
        return std::all_of(this->data() + count, this->data() + count + margin,
                           [](const T& value) { return bool(same(value, poison<T>())); });
    }

    static constexpr size_t margin = 16;
};

}  // namespace omni::test
