// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which handles of a kind are in use, so that a stale or foreign one is an error and no crash.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace vgpu::api {

/// Owns the objects of one kind of handle.
template <class T>
class Live {
  public:
    static Live& all() {
        static Live* one = new Live;  // outlives the program's own static objects, which may hold handles
        return *one;
    }

    T* add(std::shared_ptr<T> object) {
        T* handle = object.get();
        const std::lock_guard lock(mutex_);
        objects_.emplace(handle, std::move(object));
        return handle;
    }
    /// Null when there is none.
    std::shared_ptr<T> find(const T* handle) {
        const std::lock_guard lock(mutex_);
        const auto found = objects_.find(handle);
        return found == objects_.end() ? nullptr : found->second;
    }
    /// Takes it out; null when there is none.
    std::shared_ptr<T> remove(const T* handle) {
        const std::lock_guard lock(mutex_);
        const auto node = objects_.extract(handle);
        return node.empty() ? nullptr : std::move(node.mapped());
    }

  private:
    std::mutex mutex_;
    std::unordered_map<const T*, std::shared_ptr<T>> objects_;
};

}  // namespace vgpu::api
