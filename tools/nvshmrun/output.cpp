// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Pipes from the PEs to the outlets.
#include "output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "poller.h"

namespace omni::nvshmrun {

namespace {

constexpr size_t kReadBytes = size_t{64} << 10;
constexpr size_t kLargestPipe = size_t{1} << 20;  // no more than this is old news
constexpr size_t kLongestLine = size_t{1} << 20;  // a longer one is passed on in parts

bool is_same_file(int a, int b) {
    struct stat of_a, of_b;
    return ::fstat(a, &of_a) == 0 && ::fstat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

std::string tag_of(int pe, const Outlet& outlet) {
    const std::string text = "[PE " + std::to_string(pe) + "]";
    const bool coloured = outlet.is_terminal() && !std::getenv("NO_COLOR");
    return coloured ? format("\033[%dm%s\033[0m ", 31 + pe % 6, text.c_str()) : text + " ";
}

}  // namespace

// ---- One stream

bool Stream::read_some() {
    char bytes[kReadBytes];
    const ssize_t count = ::read(pipe_.get(), bytes, sizeof bytes);
    if (count > 0) {
        line_.append(bytes, static_cast<size_t>(count));
        return true;
    }
    if (count == 0) pipe_ = os::Descriptor();
    return false;
}

void Stream::pass_on_lines() {
    const size_t last_end = line_.rfind('\n');
    if (last_end == std::string::npos) return;
    outlet_.put(this, tag_, std::string_view(line_).substr(0, last_end + 1));
    line_.erase(0, last_end + 1);
}

void Stream::pass_on_rest() {
    outlet_.put(this, tag_, line_);
    line_.clear();
}

void Stream::watch(Poller& poller) {
    if (!is_open() || outlet_.is_full()) return;
    poller.add(pipe_.get(), POLLIN, [this] {
        read_some();
        pass_on_lines();
        if (!is_open() || line_.size() > kLongestLine) pass_on_rest();
        if (outlet_.is_broken()) pipe_ = os::Descriptor();  // the PE learns of it by its next write
    });
}

void Stream::drain() {
    for (size_t left = kLargestPipe; left > 0 && is_open() && read_some(); left -= kReadBytes)
        pass_on_lines();
    if (!is_open()) pass_on_rest();
}

void Stream::finish() {
    drain();
    pass_on_rest();
}

void Stream::show_prompt() {
    if (outlet_.is_terminal() && !line_.empty() && line_.size() == line_at_last_look_) pass_on_rest();
    line_at_last_look_ = line_.size();
}

// ---- All of them

std::unique_ptr<Outlet> Output::separate_errors() {
    return is_same_file(STDOUT_FILENO, STDERR_FILENO) ? nullptr : std::make_unique<Outlet>(STDERR_FILENO);
}

Result<os::Descriptor> Output::connect(int pe, Outlet& outlet) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return system_error("cannot make a pipe for its output");
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    streams_.push_back(
        std::make_unique<Stream>(os::Descriptor(ends[0]), outlet, tag_ ? tag_of(pe, outlet) : ""));
    return os::Descriptor(ends[1]);
}

Result<Output::Ends> Output::connect(int pe) {
    if (direct_) return Ends();
    auto output = connect(pe, output_);
    if (!output.ok()) return std::move(output).status();
    auto errors = connect(pe, this->errors());
    if (!errors.ok()) return std::move(errors).status();
    return Ends{std::move(*output), std::move(*errors)};
}

void Output::say(const std::string& text) { errors().put(this, "", text); }

void Output::watch(Poller& poller) {
    std::erase_if(streams_, [](const auto& stream) { return !stream->is_open(); });
    for (const auto& stream : streams_) stream->watch(poller);
    output_.watch(poller);
    if (errors_) errors_->watch(poller);
}

void Output::drain() {
    for (const auto& stream : streams_) stream->drain();
}

void Output::finish() {
    for (const auto& stream : streams_) stream->finish();
}

void Output::show_prompts() {
    for (const auto& stream : streams_) stream->show_prompt();
}

int Output::failure() const {
    return output_.failure() != 0 || !errors_ ? output_.failure() : errors_->failure();
}

bool Output::is_flushed() const { return output_.is_empty() && (!errors_ || errors_->is_empty()); }

}  // namespace omni::nvshmrun
