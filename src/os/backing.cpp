// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Reading /proc/self/maps.
#include "os/backing.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cinttypes>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

namespace omni::os {

namespace {

/// A line of /proc/self/maps, and where the run of mappings ends that goes on with the same file.
struct Run {
    uintptr_t begin, end, run_end;
    char access[5];
    uint64_t offset;
    unsigned major, minor;
    uint64_t inode;
    std::string path;

    bool shared() const { return access[3] == 's'; }
    bool writable() const { return access[0] == 'r' && access[1] == 'w'; }
    bool continues_in(const Run& next) const {
        return next.begin == run_end && next.shared() && next.writable() && next.inode == inode &&
               next.major == major && next.minor == minor && next.offset == offset + (run_end - begin);
    }
    bool is_file(int fd) const {
        struct stat facts;
        return ::fstat(fd, &facts) == 0 && facts.st_ino == inode && facts.st_dev == makedev(major, minor);
    }
};

std::optional<Run> parse(const std::string& line) {
    Run r{};
    int path = 0;
    const int found =
        std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s %" SCNx64 " %x:%x %" SCNu64 " %n", &r.begin,
                    &r.end, r.access, &r.offset, &r.major, &r.minor, &r.inode, &path);
    if (found != 7) return std::nullopt;
    r.run_end = r.end;
    r.path = line.substr(static_cast<size_t>(path));
    return r;
}

/// The mapping that holds `begin`, and those that go on behind it.
std::optional<Run> run_at(uintptr_t begin) {
    std::ifstream maps("/proc/self/maps");
    std::optional<Run> run;
    for (std::string line; std::getline(maps, line);) {
        const auto next = parse(line);
        if (!next) continue;
        if (!run && next->begin <= begin && begin < next->end)
            run = next;
        else if (run && run->continues_in(*next))
            run->run_end = next->end;
        else if (run)
            break;
    }
    return run;
}

Descriptor open_path(const std::string& path) {
    return Descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY));
}

Descriptor open_if_same(const std::string& path, const Run& run) {
    struct stat facts;  // looked at first: opening a device or a pipe could do something
    if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_ino != run.inode) return {};
    Descriptor file = open_path(path);
    return file.valid() && run.is_file(file.get()) ? std::move(file) : Descriptor();
}

Descriptor open_by_descriptor(const Run& run) {
    const std::string folder = "/proc/self/fd";
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr)
        if (Descriptor file = open_if_same(folder + "/" + entry->d_name, run); file.valid()) return file;
    return {};
}

Descriptor open_file_of(const Run& run) {
    if (Descriptor file = open_by_descriptor(run); file.valid()) return file;
    if (Descriptor file = open_if_same(run.path, run); file.valid()) return file;
    return open_path(format("/proc/self/map_files/%" PRIxPTR "-%" PRIxPTR, run.begin, run.end));
}

constexpr const char* kCure =
    "take it from memfd_create and mmap with MAP_SHARED and keep the descriptor open, or from nvshmem_malloc";

Status check_run(const char* name, const void* address, size_t bytes, const std::optional<Run>& run) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    if (!run) return error(Code::invalid_value, "%s %p is no mapped memory", name, address);
    if (!run->shared())
        return error(
            Code::not_supported,
            "%s %p is private memory (a stack, malloc, MAP_PRIVATE), which other processes cannot map: %s",
            name, address, kCure);
    if (!run->writable())
        return error(Code::not_supported, "%s %p is mapped without read and write access", name, address);
    if (run->run_end - begin < bytes)
        return error(Code::invalid_value,
                     "%s %p has %zu bytes, but only the first %zu are one mapping of one file", name, address,
                     bytes, static_cast<size_t>(run->run_end - begin));
    return {};
}

Status check_length(const char* name, const void* address, size_t bytes, const Backing& backing) {
    struct stat facts;
    if (::fstat(backing.file.get(), &facts) != 0)
        return system_error("cannot look at the file of %s %p", name, address);
    const uint64_t length = static_cast<uint64_t>(facts.st_size);
    if (length >= backing.offset && length - backing.offset >= bytes) return {};
    return error(Code::invalid_value,
                 "%s %p + %zu bytes reaches beyond the end of its file of %" PRIu64
                 " bytes: ftruncate it to its size",
                 name, address, bytes, length);
}

}  // namespace

Result<Backing> find_backing(const char* name, const void* address, size_t bytes) {
    const auto run = run_at(reinterpret_cast<uintptr_t>(address));
    if (Status status = check_run(name, address, bytes, run); !status.ok()) return status;
    Backing backing{open_file_of(*run), run->offset + (reinterpret_cast<uintptr_t>(address) - run->begin)};
    if (!backing.file.valid())
        return error(
            Code::not_supported,
            "%s %p is shared memory whose file this process has not open any more, so other processes "
            "cannot find it: %s",
            name, address, kCure);
    if (Status status = check_length(name, address, bytes, backing); !status.ok()) return status;
    return backing;
}

}  // namespace omni::os
