// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Terminal to pipe.
#include "input.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "poller.h"
#include "terminal.h"

namespace omni::nvshmrun {

Result<Input> Input::open(bool for_pe_0) {
    Input input;
    input.inherits_ = for_pe_0 && ::isatty(STDIN_FILENO) != 1;
    input.nothing_ = os::Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!input.nothing_.valid()) return system_error("cannot open /dev/null");
    if (!for_pe_0 || input.inherits_) return input;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot make a pipe for the input of PE 0");
    input.pes_end_ = os::Descriptor(ends[0]);
    input.pipe_ = os::Descriptor(ends[1]);
    ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return input;
}

int Input::end_for(int pe) const {
    if (pe == 0 && inherits_) return -1;
    return pe == 0 && pes_end_.valid() ? pes_end_.get() : nothing_.get();
}

void Input::close_ends() { pes_end_ = os::Descriptor(); }

void Input::watch(Poller& poller) {
    if (!pipe_.valid()) return;
    if (!text_.empty()) {
        poller.add(pipe_.get(), POLLOUT, [this] { write_pipe(); });
    } else if (is_foreground()) {
        poller.add(STDIN_FILENO, POLLIN, [this] { read_terminal(); });
    }
}

void Input::read_terminal() {
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0) text_.assign(bytes, static_cast<size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) pipe_ = os::Descriptor();
}

void Input::write_pipe() {
    const ssize_t count = ::write(pipe_.get(), text_.data(), text_.size());
    if (count > 0) text_.erase(0, static_cast<size_t>(count));
    if (count < 0 && errno != EAGAIN && errno != EINTR) pipe_ = os::Descriptor();  // PE 0 reads no more
}

}  // namespace omni::nvshmrun
