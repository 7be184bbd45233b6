// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
#include "meeting_place.h"

#include <gtest/gtest.h>
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

}  // namespace

int given_rank() { return number("OMNISHMEM_LIFE_RANK"); }
int given_size() { return number("OMNISHMEM_LIFE_SIZE"); }
bool by_unique_id() { return given_rank() >= 0; }

nvshmemx_uniqueid_t shared_id(const std::string& topic, bool maker) {
    const std::filesystem::path file = std::filesystem::path(std::getenv("OMNISHMEM_LIFE_FOLDER")) / topic;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    if (maker) {
        EXPECT_EQ(0, nvshmemx_get_uniqueid(&id));
        publish(id, file);
    }
    for (int tries = 0; tries < 6000 && !std::filesystem::exists(file); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(&id), sizeof id);
    return id;
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

}  // namespace omni::test
