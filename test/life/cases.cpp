// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace omni::test {
namespace {

int number(const char* variable) {
    const char* text = std::getenv(variable);
    return text ? std::atoi(text) : -1;
}

void publish(const nvshmemx_uniqueid_t& id, const std::filesystem::path& file) {
    const std::string draft = file.string() + ".draft";
    std::ofstream(draft, std::ios::binary).write(reinterpret_cast<const char*>(&id), sizeof id);
    std::filesystem::rename(draft, file);
}

size_t entries_of(const char* folder) {
    size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

/// Mappings with this in their line.
size_t count_mappings(const char* word) {
    std::ifstream file("/proc/self/maps");
    size_t count = 0;
    for (std::string line; std::getline(file, line);) count += line.find(word) != std::string::npos;
    return count;
}

}  // namespace

int given_rank() { return number("OMNISHMEM_LIFE_RANK"); }
int given_size() { return number("OMNISHMEM_LIFE_SIZE"); }
bool by_unique_id() { return given_rank() >= 0; }

nvshmemx_uniqueid_t shared_id(const std::string& topic, bool maker) {
    const std::filesystem::path file = std::filesystem::path(std::getenv("OMNISHMEM_LIFE_FOLDER")) / topic;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    const bool session = std::getenv("NVSHMEM_BOOTSTRAP_UID_SESSION_ID") != nullptr;
    if (maker || session) {
        EXPECT_EQ(0, nvshmemx_get_uniqueid(&id));
    }
    if (session) return id;
    if (maker) publish(id, file);
    for (int tries = 0; tries < 6000 && !std::filesystem::exists(file); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(&id), sizeof id);
    return id;
}

void announce(const std::string& name) {
    std::ofstream(std::filesystem::path(std::getenv("OMNISHMEM_LIFE_FOLDER")) / name);
}

int start_by_id(const nvshmemx_uniqueid_t& id, int rank, int size) {
    nvshmemx_init_attr_t attributes;
    std::memset(&attributes, 0x5a, sizeof attributes);  // clients hand in memory that nobody initialized
    EXPECT_EQ(0, nvshmemx_set_attr_uniqueid_args(rank, size, &id, &attributes));
    return nvshmemx_hostlib_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes);
}

int start(const std::string& topic) {
    if (!by_unique_id()) return nvshmem_init_thread(NVSHMEM_THREAD_MULTIPLE, nullptr);
    return start_by_id(shared_id(topic, given_rank() == 0), given_rank(), given_size());
}

void exchange_with_neighbours(long salt) {
    const int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
    long* word = static_cast<long*>(nvshmem_calloc(1, sizeof(long)));
    ASSERT_NE(nullptr, word);
    nvshmem_long_p(word, salt + me, (me + 1) % pes);
    nvshmem_barrier_all();
    EXPECT_EQ(salt + (me + pes - 1) % pes, *word);
    nvshmem_free(word);
}

int last_code() {
    const nvshmemx_error_info_t* info = nvshmemx_last_error();
    return info ? info->code : 0;
}

std::string last_text() {
    const nvshmemx_error_info_t* info = nvshmemx_last_error();
    return info ? info->text : "";
}

Footprint Footprint::now() {
    return {entries_of("/proc/self/task"), entries_of("/proc/self/fd"), count_mappings("omnishmem")};
}

size_t all_mappings() { return count_mappings(""); }

size_t resident_kib() {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;)
        if (size_t kib = 0; word == "VmRSS:" && file >> kib) return kib;
    return 0;
}

std::ostream& operator<<(std::ostream& out, const Footprint& f) {
    return out << f.threads << " threads, " << f.descriptors << " descriptors, " << f.mappings << " mappings";
}

}  // namespace omni::test
