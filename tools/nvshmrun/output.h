// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Standard output and standard error of the PEs: a pipe each, read here and passed on line by line. A single
// PE without a tag keeps those of the launcher.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/status.h"
#include "os/descriptor.h"
#include "outlet.h"

namespace omni::nvshmrun {

/// One of the two outputs of one PE.
class Stream {
  public:
    Stream(os::Descriptor pipe, Outlet& outlet, std::string tag)
        : pipe_(std::move(pipe)), outlet_(outlet), tag_(std::move(tag)) {}

    void watch(Poller& poller);
    /// Passes on the lines that the pipe holds now.
    void drain();
    /// The unfinished line, too.
    void finish();
    /// A prompt has no end of line: on a terminal, shows an unfinished line that did not grow since the last
    /// call.
    void show_prompt();
    bool is_open() const { return pipe_.valid(); }

  private:
    bool read_some();
    void pass_on_lines();
    void pass_on_rest();

    os::Descriptor pipe_;
    Outlet& outlet_;
    std::string tag_;
    std::string line_;  // begun, lacks its end
    size_t line_at_last_look_ = 0;
};

class Output {
  public:
    Output(bool tag, int pes) : tag_(tag), direct_(pes == 1 && !tag) {}

    /// What a PE gets as descriptors 1 and 2; not valid where it keeps the launcher's.
    struct Ends {
        os::Descriptor output, errors;
    };
    Result<Ends> connect(int pe);

    /// A block of the launcher's own, on standard error.
    void say(const std::string& text);

    void watch(Poller& poller);
    /// Passes on what the PEs have written so far, apart from unfinished lines of those that live.
    void drain();
    /// Passes on all of it.
    void finish();
    void show_prompts();
    /// Nothing waits to be written.
    bool is_flushed() const;
    /// Why some of it could not be written, as errno; 0 where all could, or where nobody reads.
    int failure() const;

  private:
    Outlet& errors() { return errors_ ? *errors_ : output_; }
    Result<os::Descriptor> connect(int pe, Outlet& outlet);

    bool tag_, direct_;
    Outlet output_{1};
    std::unique_ptr<Outlet> errors_ =
        separate_errors();  // null: both are one file, so one queue keeps their lines whole
    std::vector<std::unique_ptr<Stream>> streams_;

    static std::unique_ptr<Outlet> separate_errors();
};

}  // namespace omni::nvshmrun
