// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// One object a thread that may be used to the very end of the process.
#pragma once

#include <pthread.h>

namespace omni {

/// Like a thread_local T made on first use. A thread_local of the main thread is destroyed before exit
/// handlers run, and the library may be called from those; here the object of a thread goes when the thread
/// ends, and that of the main thread stays.
template <class T>
class PerThread {
  public:
    PerThread() {
        ::pthread_key_create(&key_, [](void* object) { delete static_cast<T*>(object); });
    }
    PerThread(const PerThread&) = delete;
    PerThread& operator=(const PerThread&) = delete;

    T& operator*() const {
        if (void* present = ::pthread_getspecific(key_)) return *static_cast<T*>(present);
        T* fresh = new T;
        ::pthread_setspecific(key_, fresh);
        return *fresh;
    }

  private:
    pthread_key_t key_;  // never given back
};

}  // namespace omni
