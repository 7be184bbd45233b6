// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// Linux memory files and mappings.
#include "os/memory.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <string>

namespace omni::os {

size_t page_size() {
    static const size_t size = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

namespace {

size_t largest_file() {
    rlimit limit;
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

}  // namespace

Result<Descriptor> create_memory_file(const char* name, size_t bytes) {
    Descriptor file(::memfd_create(name, MFD_CLOEXEC));
    if (!file.valid()) return system_error("cannot create memory file \"%s\"", name);
    if (bytes > largest_file()) {  // the kernel would send SIGXFSZ, which nobody expects
        errno = EFBIG;
        return system_error("cannot size memory file \"%s\" to %zu bytes", name, bytes);
    }
    if (::ftruncate(file.get(), static_cast<off_t>(bytes)) != 0)
        return system_error("cannot size memory file \"%s\" to %zu bytes", name, bytes);
    return file;
}

Result<Descriptor> open_descriptor_of(int pid, int fd) {
    const std::string path = format("/proc/%d/fd/%d", pid, fd);
    Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.valid()) return system_error("cannot open %s", path.c_str());
    return file;
}

namespace {

uint64_t inode_of(int fd) {
    struct stat facts;
    return ::fstat(fd, &facts) == 0 ? facts.st_ino : 0;
}

}  // namespace

FileAddress address_of(int descriptor) { return {::getpid(), descriptor, inode_of(descriptor)}; }

Result<Descriptor> open_file(const FileAddress& address) {
    auto file = open_descriptor_of(address.process, address.descriptor);
    if (file.ok() && inode_of(file->get()) != address.inode)
        return error(
            Code::internal,
            "process %d has another file as descriptor %d: the PEs are in different process name spaces",
            address.process, address.descriptor);
    return file;
}

Result<Mapping> reserve(size_t bytes, size_t alignment) {
    const size_t spare = alignment > page_size() ? alignment : 0;
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* found = ::mmap(nullptr, bytes + spare, PROT_NONE, flags, -1, 0);
    if (found == MAP_FAILED) return system_error("cannot reserve %zu bytes of addresses", bytes);
    char* begin = static_cast<char*>(found);
    char* aligned = reinterpret_cast<char*>(round_up(reinterpret_cast<uintptr_t>(found), alignment));
    if (const size_t before = static_cast<size_t>(aligned - begin); before > 0) ::munmap(begin, before);
    if (const size_t behind = static_cast<size_t>(begin + spare - aligned); behind > 0)
        ::munmap(aligned + bytes, behind);
    return Mapping(aligned, bytes);
}

Result<Mapping> map_zeros(size_t bytes) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (address == MAP_FAILED) return system_error("cannot get %zu bytes of memory", bytes);
    return Mapping(address, bytes);
}

Result<Mapping> map_shared(int fd, size_t bytes) {
    void* address = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (address == MAP_FAILED) return system_error("cannot map %zu bytes of a memory file", bytes);
    return Mapping(address, bytes);
}

Status map_shared_at(void* address, int fd, size_t offset, size_t bytes) {
    const int flags = MAP_SHARED | MAP_FIXED | MAP_NORESERVE;
    if (::mmap(address, bytes, PROT_READ | PROT_WRITE, flags, fd, static_cast<off_t>(offset)) == MAP_FAILED)
        return system_error("cannot map %zu bytes of a memory file at %p", bytes, address);
    return {};
}

Status unmap_at(void* address, size_t bytes) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    if (::mmap(address, bytes, PROT_NONE, flags, -1, 0) == MAP_FAILED)
        return system_error("cannot unmap %zu bytes at %p", bytes, address);
    return {};
}

bool is_mapped(const void* address, size_t bytes) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address) / page_size() * page_size();
    const size_t length = reinterpret_cast<uintptr_t>(address) + bytes - begin;
    return ::msync(reinterpret_cast<void*>(begin), length, MS_ASYNC) ==
           0;  // asynchronous: checks the range, starts nothing
}

namespace {

constexpr size_t kUnlimited = SIZE_MAX;

size_t memory_available_on_machine() {
    std::ifstream info("/proc/meminfo");
    std::string key, unit;
    for (size_t kib = 0; info >> key >> kib; std::getline(info, unit))
        if (key == "MemAvailable:") return kib * 1024;
    return kUnlimited;
}

size_t read_number(const std::string& path) {
    std::ifstream file(path);
    size_t number = kUnlimited;
    return file >> number ? number : kUnlimited;  // "max" does not parse: no limit
}

/// Where a kind of control groups keeps what a group may have and has.
struct Hierarchy {
    const char* controllers;  ///< as /proc/self/cgroup writes them; "" is version 2
    const char* root;
    const char* limit;
    const char* used;
};

constexpr Hierarchy kHierarchies[] = {
    {"", "/sys/fs/cgroup", "memory.max", "memory.current"},
    {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"},
};

/// The path of this process below the root, "" for the root and when unknown.
std::string control_group(const Hierarchy& hierarchy) {
    std::ifstream file("/proc/self/cgroup");
    const std::string mark = format(":%s:/", hierarchy.controllers);
    for (std::string line; std::getline(file, line);)
        if (const size_t at = line.find(':');
            at != std::string::npos && line.compare(at, mark.size(), mark) == 0)
            return line.substr(at + mark.size() - 1);
    return "";
}

size_t memory_left_in(const std::string& folder, const Hierarchy& hierarchy) {
    const size_t limit = read_number(folder + "/" + hierarchy.limit);
    const size_t used = read_number(folder + "/" + hierarchy.used);
    if (limit == kUnlimited || used == kUnlimited) return kUnlimited;
    return limit > used ? limit - used : 0;
}

/// What the tightest limit between this process and the root leaves.
size_t memory_left_by_control_groups() {
    size_t left = kUnlimited;
    for (const Hierarchy& hierarchy : kHierarchies) {
        std::string group = control_group(hierarchy);
        left = std::min(left, memory_left_in(hierarchy.root, hierarchy));
        for (; !group.empty(); group.resize(group.rfind('/')))
            left = std::min(left, memory_left_in(hierarchy.root + group, hierarchy));
    }
    return left;
}

}  // namespace

size_t available_memory() { return std::min(memory_available_on_machine(), memory_left_by_control_groups()); }

}  // namespace omni::os
