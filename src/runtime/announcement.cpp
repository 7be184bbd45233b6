// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Texts of the start.
#include "runtime/announcement.h"

#include <unistd.h>

#include <mutex>

#include "base/log_rules.h"
#include "base/misspelt.h"
#include "base/option_listing.h"
#include "nvshmem/version.h"
#include "os/cpu.h"

namespace omni::runtime {

namespace {

using log::Source;

constexpr const char* kVersion = NVSHMEM_VENDOR_STRING " (OmniSHMEM " OMNISHMEM_VERSION_STRING ")";

/// Past the buffers of the program: it has not written yet, or it flushes when it likes.
void print(const std::string& text) {
    [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
}

void wait_for_debugger(long seconds) {
    if (seconds <= 0) return;
    log::warn("process %d waits %ld s for a debugger (NVSHMEM_DEBUG_ATTACH_DELAY)", ::getpid(), seconds);
    ::sleep(static_cast<unsigned>(seconds));
}

void speak_for_all(const Options& options, const Settings& settings) {
    if (options.VERSION || log::tells_version(options)) print(std::string(kVersion) + "\n");
    if (options.INFO) print(list_options(settings, {.hidden = options.INFO_HIDDEN}));
    for (const std::string& doubt : doubtful_settings(settings)) log::warn("%s", doubt.c_str());
}

void log_settings(const Settings& settings) {
    for (const auto& [name, setting] : settings)
        log::info(Source::util, "%s is \"%s\" by %s", name.c_str(), setting.value.c_str(),
                  setting.origin.c_str());
}

void log_start(Runtime& runtime) {
    const ops::Pe& pe = runtime.pe();
    log::info(Source::init, "PE %d of %d, process %d on %d CPUs, started by way of %s", pe.me, pe.n,
              ::getpid(), os::usable_cpus(), runtime.bootstrap().name());
    log::info(Source::mem, "heap of %zu bytes at %p", pe.heap_bytes, static_cast<void*>(pe.base));
    log::info(Source::topo, "node of %zu PEs of %d", runtime.topology().node_of(pe.me).size(), pe.n);
    log::info(Source::p2p, "the heaps of %zu PEs of %d are mapped",
              runtime.topology().mapped_by(pe.me).size(), pe.n);
    log::info(Source::transport, "%s", runtime.describe_transport().c_str());
}

}  // namespace

Status prepare_log(const Options& options) {
    auto rules = log::rules_of(options);
    if (!rules.ok()) return std::move(rules).status();
    if (Status status = log::set_rules(*rules); !status.ok()) return status;
    static std::once_flag once;
    std::call_once(once, [&] { wait_for_debugger(options.DEBUG_ATTACH_DELAY); });
    return {};
}

void announce(Runtime& runtime, const Options& options, const Settings& settings) {
    static std::once_flag once;
    if (runtime.pe().me == 0) std::call_once(once, [&] { speak_for_all(options, settings); });
    log_settings(settings);
    log_start(runtime);
}

}  // namespace omni::runtime
