// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// A queue of text in front of a descriptor. The launcher must answer signals while a reader is slow, so it
// never blocks in write.
#include "outlet.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "poller.h"

namespace omni::nvshmrun {

Outlet::Outlet(int descriptor) : descriptor_(descriptor), terminal_(::isatty(descriptor) == 1) {}

void Outlet::put(const void* source, std::string_view tag, std::string_view text) {
    if (broken_ || text.empty()) return;
    if (unfinished_ && unfinished_ != source) {
        queue_ += '\n';
        unfinished_ = nullptr;
    }
    if (tag.empty()) {
        queue_ += text;
    } else {
        put_tagged(tag, text);
    }
    unfinished_ = text.back() == '\n' ? nullptr : source;
}

void Outlet::put_tagged(std::string_view tag, std::string_view text) {
    for (bool at_start = !unfinished_; !text.empty(); at_start = true) {
        const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
        if (at_start) queue_ += tag;
        queue_ += text.substr(0, length);
        text.remove_prefix(length);
    }
}

/// Whole lines if one ends within PIPE_BUF. A pipe that is ready takes that many bytes at once.
std::string_view Outlet::next_chunk() const {
    const std::string_view rest = std::string_view(queue_).substr(written_, PIPE_BUF);
    const size_t last_end = rest.rfind('\n');
    return last_end == std::string_view::npos ? rest : rest.substr(0, last_end + 1);
}

void Outlet::write_some() {
    const std::string_view chunk = next_chunk();
    const ssize_t written = ::write(descriptor_, chunk.data(), chunk.size());
    if (written < 0 && errno != EAGAIN && errno != EINTR) {
        broken_ = true;
        failure_ = errno == EPIPE ? 0 : errno;
    }
    if (written > 0) written_ += static_cast<size_t>(written);
    if (broken_ || is_empty() || written_ > kFull) {
        queue_.erase(0, broken_ ? queue_.size() : written_);
        written_ = 0;
    }
}

void Outlet::watch(Poller& poller) {
    if (!is_empty()) poller.add(descriptor_, POLLOUT, [this] { write_some(); });
}

}  // namespace omni::nvshmrun
