// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Shared memory, as the heaps of PEs are made of it.
#include <sys/statvfs.h>

#include "checks.h"
#include "child.h"
#include "os/memory.h"
#include "sources.h"

namespace omni::doctor {

namespace {

constexpr double kLimit_s = 10;
constexpr size_t kTried = size_t{2} << 20;

/// A store of another process through its own mapping shows here.
Finding try_memory_file() {
    auto file = os::create_memory_file("nvshmem-doctor", kTried);
    if (!file.ok())
        return fails("memory files", file.status().text(),
                     "allow memfd_create: Linux 3.17, no filter of system calls");
    auto here = os::map_shared(file->get(), kTried);
    if (!here.ok()) return fails("memory files", here.status().text(), "raise the limits below");
    const auto store = [&] {
        auto there = os::map_shared(file->get(), kTried);
        if (there.ok()) there->address()[kTried - 1] = 'x';
        return there.ok() ? 0 : 1;
    };
    if (!in_child(store, kLimit_s).good() || here->address()[kTried - 1] != 'x')
        return fails("memory files", "a store of another process does not show",
                     "run on a kernel whose memfd_create shares memory");
    return works("memory files", "a store of one process shows in another");
}

/// Sparse, so nothing is committed.
Finding try_heap() {
    const size_t bytes = os::round_up(heap_bytes(), os::page_size());
    const std::string cure = "a smaller NVSHMEM_SYMMETRIC_SIZE, or ulimit -f unlimited; ulimit -v unlimited";
    auto file = os::create_memory_file("nvshmem-doctor", bytes);
    if (!file.ok()) return fails("heap", file.status().text(), cure);
    auto memory = os::map_shared(file->get(), bytes);
    if (!memory.ok()) return fails("heap", memory.status().text(), cure);
    auto addresses = os::reserve(4 * bytes);
    if (!addresses.ok())
        return limited("heap", size_text(bytes) + " for one PE, but no addresses for two PEs side by side",
                       cure);
    return works("heap", size_text(bytes) + " can be mapped, for two PEs side by side");
}

Finding look_at_huge_pages() {
    const std::string mode = line_of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");
    const size_t open = mode.find('['), close = mode.find(']');
    if (open == std::string::npos || close == std::string::npos)
        return absent("huge pages", "the kernel has none for shared memory; heaps do without");
    const std::string chosen = mode.substr(open + 1, close - open - 1);
    if (chosen == "never" || chosen == "deny")
        return absent("huge pages", "off for shared memory (" + chosen + "); heaps do without",
                      "as root: echo advise > /sys/kernel/mm/transparent_hugepage/shmem_enabled");
    return works("huge pages", "on for shared memory: " + chosen);
}

Finding look_at_dev_shm() {
    struct statvfs facts;
    if (::statvfs("/dev/shm", &facts) != 0)
        return absent("/dev/shm", "is not there; this library does without, MPI libraries may not");
    return works("/dev/shm", size_text(facts.f_bavail * facts.f_frsize) +
                                 " free; used by MPI libraries, not by this one");
}

}  // namespace

Section look_at_memory() {
    return {"Shared memory", {try_memory_file(), try_heap(), look_at_huge_pages(), look_at_dev_shm()}};
}

}  // namespace omni::doctor
