// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Starting threads with the right signal mask.
#include "os/thread.h"

#include <pthread.h>
#include <signal.h>

#include <system_error>

#include "base/exhaustion.h"

namespace omni::os {

namespace {

/// Blocks what others send; faults of the thread itself stay deliverable. Children inherit the mask.
class SignalsBlocked {
  public:
    SignalsBlocked() {
        sigset_t sent;
        ::sigfillset(&sent);
        for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS})
            ::sigdelset(&sent, fault);
        ::pthread_sigmask(SIG_BLOCK, &sent, &before_);
    }
    ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsBlocked(const SignalsBlocked&) = delete;
    SignalsBlocked& operator=(const SignalsBlocked&) = delete;

  private:
    sigset_t before_;
};

}  // namespace

Result<std::thread> start_thread(const char* name, std::function<void()> body) try {
    const SignalsBlocked guard;
    std::thread thread(std::move(body));
    ::pthread_setname_np(thread.native_handle(), name);
    return thread;
} catch (const std::system_error& failure) {
    return start_error(format("the thread %s", name).c_str(), failure.code().value());
}

}  // namespace omni::os
