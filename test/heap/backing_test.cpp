// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Finding the file behind memory, for every kind of memory that a program may come with.
#include "os/backing.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <string>

#include "os/memory.h"

namespace {

using namespace omni;

const size_t page = os::page_size();

os::Mapping map(int fd, size_t bytes, int protection, int flags, size_t offset = 0) {
    void* address = ::mmap(nullptr, bytes, protection, flags, fd, static_cast<off_t>(offset));
    EXPECT_NE(address, MAP_FAILED);
    return os::Mapping(address, bytes);
}

os::Descriptor memory_file(size_t bytes) {
    auto file = os::create_memory_file("backing-test", bytes);
    EXPECT_TRUE(file.ok());
    return std::move(*file);
}

bool same_file(int a, int b) {
    struct stat first, second;
    return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_ino == second.st_ino &&
           first.st_dev == second.st_dev;
}

void expect_refused(const void* address, size_t bytes, Code code, const std::string& part) {
    auto backing = os::find_backing("buf", address, bytes);
    ASSERT_FALSE(backing.ok());
    EXPECT_EQ(backing.status().code(), code);
    EXPECT_NE(std::string(backing.status().text()).find(part), std::string::npos) << backing.status().text();
}

TEST(Backing, FindsAMemoryFileAndThePlaceInIt) {
    const os::Descriptor file = memory_file(8 * page);
    const os::Mapping memory = map(file.get(), 6 * page, PROT_READ | PROT_WRITE, MAP_SHARED, 2 * page);
    auto whole = os::find_backing("buf", memory.address(), 6 * page);
    ASSERT_TRUE(whole.ok()) << whole.status().text();
    EXPECT_TRUE(same_file(whole->file.get(), file.get()));
    EXPECT_EQ(whole->offset, 2 * page);
    auto part = os::find_backing("buf", memory.address() + 3 * page, page);
    ASSERT_TRUE(part.ok()) << part.status().text();
    EXPECT_EQ(part->offset, 5 * page);
}

TEST(Backing, ChoosesTheRightOneOfManyFiles) {
    const os::Descriptor first = memory_file(page), second = memory_file(page), third = memory_file(page);
    const os::Mapping memory = map(second.get(), page, PROT_READ | PROT_WRITE, MAP_SHARED);
    auto backing = os::find_backing("buf", memory.address(), page);
    ASSERT_TRUE(backing.ok());
    EXPECT_TRUE(same_file(backing->file.get(), second.get()));
}

TEST(Backing, GoesAcrossMappingsThatContinueEachOther) {
    const os::Descriptor file = memory_file(4 * page);
    const os::Mapping memory = map(file.get(), 4 * page, PROT_READ | PROT_WRITE, MAP_SHARED);
    ASSERT_EQ(::madvise(memory.address() + 2 * page, page, MADV_DONTFORK), 0);  // makes three mappings of one
    EXPECT_TRUE(os::find_backing("buf", memory.address(), 4 * page).ok());
}

TEST(Backing, FindsAFileByNameAfterItsDescriptorIsClosed) {
    char name[] = "/dev/shm/omnishmem-backing-XXXXXX";
    os::Descriptor file(::mkstemp(name));
    if (!file.valid()) GTEST_SKIP() << "no /dev/shm here";
    ASSERT_EQ(::ftruncate(file.get(), static_cast<off_t>(page)), 0);
    const os::Mapping memory = map(file.get(), page, PROT_READ | PROT_WRITE, MAP_SHARED);
    file = os::Descriptor();
    auto backing = os::find_backing("buf", memory.address(), page);
    ::unlink(name);
    EXPECT_TRUE(backing.ok()) << backing.status().text();
}

TEST(Backing, RefusesPrivateMemoryWithTheCure) {
    const os::Mapping anonymous = map(-1, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS);
    expect_refused(anonymous.address(), page, Code::not_supported, "MAP_SHARED");
    const os::Descriptor file = memory_file(page);
    const os::Mapping copy = map(file.get(), page, PROT_READ | PROT_WRITE, MAP_PRIVATE);
    expect_refused(copy.address(), page, Code::not_supported, "private memory");
}

TEST(Backing, RefusesMemoryThatCannotBeWritten) {
    const os::Descriptor file = memory_file(page);
    const os::Mapping memory = map(file.get(), page, PROT_READ, MAP_SHARED);
    expect_refused(memory.address(), page, Code::not_supported, "without read and write access");
}

TEST(Backing, RefusesWhatIsLongerThanItsMapping) {
    const os::Descriptor file = memory_file(4 * page);
    auto range = os::reserve(4 * page);
    ASSERT_TRUE(os::map_shared_at(range->address(), file.get(), 0, 2 * page).ok());
    expect_refused(range->address(), 4 * page, Code::invalid_value, "only the first");
    ASSERT_TRUE(os::map_shared_at(range->address() + 2 * page, file.get(), 0, 2 * page).ok());
    expect_refused(range->address(), 4 * page, Code::invalid_value,
                   "only the first");  // not the pages that go on
}

TEST(Backing, RefusesPagesBehindTheEndOfTheFile) {
    const os::Descriptor file = memory_file(2 * page);
    const os::Mapping memory = map(file.get(), 4 * page, PROT_READ | PROT_WRITE, MAP_SHARED);
    expect_refused(memory.address(), 4 * page, Code::invalid_value, "beyond the end of its file");
    EXPECT_TRUE(os::find_backing("buf", memory.address(), 2 * page).ok());
}

TEST(Backing, RefusesAddressesWithoutMemory) {
    expect_refused(reinterpret_cast<const void*>(page), page, Code::invalid_value, "no mapped memory");
}

}  // namespace
