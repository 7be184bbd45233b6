// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// Options from the environment and from configuration files. Each case sees only the variables that it sets,
// and a home folder of its own.
#include "base/options.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/log_rules.h"
#include "base/misspelt.h"

extern char** environ;

namespace omni {
namespace {

class OptionsTest : public testing::Test {
  protected:
    void SetUp() override {
        std::vector<std::string> ours;
        for (char** entry = environ; *entry; ++entry)
            if (std::string(*entry).starts_with("NVSHMEM_"))
                ours.push_back(std::string(*entry).substr(0, std::string(*entry).find('=')));
        for (const std::string& name : ours) ::unsetenv(name.c_str());
        char pattern[] = "/tmp/options-XXXXXX";
        home_ = ::mkdtemp(pattern);
        ::setenv("HOME", home_.c_str(), 1);
    }
    void TearDown() override { std::filesystem::remove_all(home_); }

    static void set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }
    std::string write(const std::string& name, const std::string& text) {
        const std::string path = home_ + "/" + name;
        std::ofstream(path) << text;
        return path;
    }
    static Options read() {
        auto options = read_options();
        EXPECT_TRUE(options.ok()) << options.status().text();
        return options.ok() ? *options : Options();
    }
    static std::string complaint() {
        auto options = read_options();
        EXPECT_FALSE(options.ok());
        return options.status().text();
    }

    std::string home_;
};

TEST_F(OptionsTest, DefaultsAreThoseOfTheTable) {
    const Options options = read();
    EXPECT_EQ(size_t{1} << 30, options.SYMMETRIC_SIZE);
    EXPECT_EQ("exit", options.ERROR_MODE);
    EXPECT_EQ(0.0, options.WAIT_TIMEOUT);
    EXPECT_TRUE(options.CHECKED);
    EXPECT_FALSE(options.DISABLE_P2P);
}

TEST_F(OptionsTest, TheEnvironmentIsRead) {
    set("NVSHMEM_SYMMETRIC_SIZE", "64M");
    set("NVSHMEM_MAX_TEAMS", "0x20");
    set("NVSHMEM_WAIT_TIMEOUT", "0.5");
    set("NVSHMEM_NODE", "a b");
    const Options options = read();
    EXPECT_EQ(size_t{64} << 20, options.SYMMETRIC_SIZE);
    EXPECT_EQ(32, options.MAX_TEAMS);
    EXPECT_EQ(0.5, options.WAIT_TIMEOUT);
    EXPECT_EQ("a b", options.NODE);
}

TEST_F(OptionsTest, AVariableThatIsSetIsTrueUnlessItSaysNo) {
    for (const char* no : {"0", "no", "N", "false", "F"}) {
        set("NVSHMEM_DISABLE_P2P", no);
        EXPECT_FALSE(read().DISABLE_P2P) << no;
    }
    for (const char* yes : {"1", "yes", "true", "on", ""}) {
        set("NVSHMEM_DISABLE_P2P", yes);
        EXPECT_TRUE(read().DISABLE_P2P) << yes;
    }
}

TEST_F(OptionsTest, AFileWinsOverTheEnvironmentAndTheNamedFileOverTheOneAtHome) {
    set("NVSHMEM_MAX_TEAMS", "10");
    set("NVSHMEM_NODE", "environment");
    set("NVSHMEM_ERROR_MODE", "return");
    write(".nvshmem.conf", "NVSHMEM_MAX_TEAMS=11\nNVSHMEM_NODE=home\n");
    EXPECT_EQ(11, read().MAX_TEAMS);
    set("NVSHMEM_CONF_FILE", write("mine.conf", "NVSHMEM_MAX_TEAMS=12\n"));
    const Options options = read();
    EXPECT_EQ(12, options.MAX_TEAMS);
    EXPECT_EQ("home", options.NODE);
    EXPECT_EQ("return", options.ERROR_MODE);
}

TEST_F(OptionsTest, TheFormOfFiles) {
    set("NVSHMEM_CONF_FILE", write("form.conf",
                                   "# a comment\n"
                                   "\n"
                                   "  NVSHMEM_NODE =  two words \t# behind a value\r\n"
                                   "export NVSHMEM_MAX_TEAMS=9\n"
                                   "MAX_TEAMS=9\n"
                                   "NVSHMEM_MAX_TEAMS\n"
                                   "NVSHMEM_DEBUG=\"quoted\"\n"
                                   "NVSHMEM_WAIT_REPORT=5=6\n"
                                   "NVSHMEM_WAIT_REPORT=7"));
    const Options options = read();
    EXPECT_EQ("two words", options.NODE);
    EXPECT_EQ(256, options.MAX_TEAMS) << "lines without the full name in front are ignored";
    EXPECT_EQ("\"quoted\"", options.DEBUG);
    EXPECT_EQ(7, options.WAIT_REPORT) << "the last line of a name counts, also without its newline";
}

TEST_F(OptionsTest, AMissingFileIsNoError) {
    set("NVSHMEM_CONF_FILE", home_ + "/nowhere");
    set("NVSHMEM_MAX_TEAMS", "8");
    EXPECT_EQ(8, read().MAX_TEAMS);
    ::unsetenv("HOME");
    EXPECT_EQ(8, read().MAX_TEAMS);
}

TEST_F(OptionsTest, AMalformedValueIsNamedWithItsVariableAndTheForm) {
    const std::pair<const char*, const char*> bad[] = {
        {"NVSHMEM_SYMMETRIC_SIZE", "1GB"},  {"NVSHMEM_SYMMETRIC_SIZE", "-1"},
        {"NVSHMEM_SYMMETRIC_SIZE", ""},     {"NVSHMEM_SYMMETRIC_SIZE", "nan"},
        {"NVSHMEM_SYMMETRIC_SIZE", "9e99"}, {"NVSHMEM_MAX_TEAMS", "many"},
        {"NVSHMEM_MAX_TEAMS", "1.5"},       {"NVSHMEM_MAX_TEAMS", "99999999999999999999"},
        {"NVSHMEM_WAIT_TIMEOUT", "-3"},     {"NVSHMEM_WAIT_TIMEOUT", "10s"},
        {"NVSHMEM_WAIT_TIMEOUT", "inf"},
    };
    for (const auto& [name, value] : bad) {
        set(name, value);
        const std::string text = complaint();
        EXPECT_NE(std::string::npos,
                  text.find(std::string(name) + " is \"" + value + "\"; the accepted form is"))
            << text;
        ::unsetenv(name);
    }
}

TEST_F(OptionsTest, Sizes) {
    const std::pair<const char*, size_t> good[] = {
        {"0", 0},
        {"1", 1},
        {"1k", 1024},
        {"1K", 1024},
        {"0.5m", 512 * 1024},
        {"1.5G", size_t{3} << 29},
        {"2t", size_t{2} << 40},
        {"0.3", 1},
        {"1e3", 1000},
        {"268435456", 268435456},
    };
    for (const auto& [text, bytes] : good) {
        auto size = parse_size(text);
        ASSERT_TRUE(size.ok()) << text;
        EXPECT_EQ(bytes, *size) << text;
    }
    for (const char* text : {"", "k", "1kb", "1 k", "-1", "1x", "inf", "0x", "9223372036854775808"})
        EXPECT_FALSE(parse_size(text).ok()) << text;
}

TEST_F(OptionsTest, MisspeltNamesAreNamedWithTheNearest) {
    set("NVSHMEM_SYMETRIC_SIZE", "1G");
    set("NVSHMEM_SYMMETRIC_HEAP_SIZE", "1G");
    set("NVSHMEM_ABRACADABRA", "x");
    write(".nvshmem.conf", "NVSHMEM_MAX_TEEMS=3\n");
    const std::vector<std::string> expected = {
        "NVSHMEM_ABRACADABRA is set, but there is no such variable",
        "NVSHMEM_MAX_TEEMS is set, but there is no such variable; did you mean NVSHMEM_MAX_TEAMS?",
        "NVSHMEM_SYMETRIC_SIZE is set, but there is no such variable; did you mean NVSHMEM_SYMMETRIC_SIZE?",
        "NVSHMEM_SYMMETRIC_HEAP_SIZE is set, but there is no such variable; did you mean "
        "NVSHMEM_SYMMETRIC_SIZE?",
    };
    EXPECT_EQ(expected, doubtful_settings(read_settings()));
}

TEST_F(OptionsTest, VariablesOfBuildsAndInstallationsAreNoMisspelling) {
    for (const char* name :
         {"NVSHMEM_HOME", "NVSHMEM_PREFIX", "NVSHMEM_DIR", "NVSHMEM_ROOT", "NVSHMEM_PATH", "NVSHMEM_LIB_DIR",
          "NVSHMEM_INCLUDE", "NVSHMEM_MPI_SUPPORT", "NVSHMEM_BUILD_TESTS", "NVSHMEM_USE_NCCL",
          "NVSHMEM_TRACE", "NVSHMEM_PERFTEST_INSTALL", "NVSHMEM_TEST_DATA", "NVSHMEM_DEVEL",
          "NVSHMEM_DEFAULT_PMIX"})
        set(name, "x");
    EXPECT_EQ(std::vector<std::string>(), doubtful_settings(read_settings()));
}

TEST_F(OptionsTest, ABooleanThatSaysNeitherYesNorNoIsNamedWithTheForm) {
    for (const char* clear : {"1", "2", "yes", "True", "on", "", "0", "no", "False"}) {
        set("NVSHMEM_DISABLE_P2P", clear);
        EXPECT_TRUE(doubtful_settings(read_settings()).empty()) << clear;
    }
    set("NVSHMEM_DISABLE_P2P", "off");
    EXPECT_TRUE(read().DISABLE_P2P);
    const std::vector<std::string> expected = {
        "NVSHMEM_DISABLE_P2P is \"off\", which counts as true; the accepted form is 1, yes or true, and 0, "
        "no "
        "or false"};
    EXPECT_EQ(expected, doubtful_settings(read_settings()));
}

TEST_F(OptionsTest, AVariableThatChangesNothingSaysWhy) {
    const auto& table = option_table();
    const auto facts = [&](const std::string& name) {
        return *std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
    };
    EXPECT_TRUE(facts("NVSHMEM_SYMMETRIC_SIZE").acts());
    EXPECT_FALSE(facts("NVSHMEM_QP_DEPTH").acts());
    EXPECT_NE(std::string::npos, std::string(facts("NVSHMEM_QP_DEPTH").reason).find("network"));
    EXPECT_EQ("exit", facts("NVSHMEM_ERROR_MODE").default_value);
    EXPECT_EQ("", facts("NVSHMEM_NODE").default_value);
}

TEST_F(OptionsTest, ASettingKnowsItsOrigin) {
    set("NVSHMEM_NODE", "a");
    set("NVSHMEM_MAX_TEAMS", "9");
    write(".nvshmem.conf", "NVSHMEM_MAX_TEAMS=10\n");
    Settings settings = read_settings();
    EXPECT_EQ("the environment", settings["NVSHMEM_NODE"].origin);
    EXPECT_EQ(home_ + "/.nvshmem.conf", settings["NVSHMEM_MAX_TEAMS"].origin);
    EXPECT_EQ("10", settings["NVSHMEM_MAX_TEAMS"].value);
}

TEST_F(OptionsTest, LevelsOfTheLog) {
    const auto level = [](const char* text) {
        Options options;
        options.DEBUG = text;
        return log::rules_of(options)->level;
    };
    for (const char* quiet : {"", "VERSION", "version", "WARN", "warn"})
        EXPECT_EQ(log::Level::warn, level(quiet)) << quiet;
    for (const char* loud : {"INFO", "info", "ABORT", "1", "anything"})
        EXPECT_EQ(log::Level::info, level(loud)) << loud;
    EXPECT_EQ(log::Level::trace, level("Trace"));
}

TEST_F(OptionsTest, SourcesOfTheLog) {
    const auto bit = [](log::Source source) { return uint32_t{1} << static_cast<int>(source); };
    const auto sources = [](const char* list) {
        Options options;
        options.DEBUG_SUBSYS = list;
        auto rules = log::rules_of(options);
        return rules.ok() ? rules->sources : 0;
    };
    const uint32_t all = sources("ALL");
    EXPECT_EQ(all, sources(""));
    EXPECT_EQ(bit(log::Source::init) | bit(log::Source::util), sources("INIT, util"));
    EXPECT_EQ(all & ~bit(log::Source::mem), sources("^MEM"));
    EXPECT_EQ(all & ~bit(log::Source::mem) & ~bit(log::Source::p2p), sources("^MEM,^P2P"));
    EXPECT_EQ(bit(log::Source::topo), sources("TOPO,MEM,^MEM"));
    for (const char* wrong : {"HEAP", "INIT;MEM", "^", "INIT,,MEM"}) EXPECT_EQ(0u, sources(wrong)) << wrong;
}

TEST_F(OptionsTest, TheFileOfTheLogNamesHostAndProcess) {
    char host[256];
    ::gethostname(host, sizeof host);
    Options options;
    options.DEBUG = "INFO";
    options.DEBUG_FILE = "/x/%h-%p%%q.%";
    EXPECT_EQ(std::string("/x/") + host + "-" + std::to_string(::getpid()) + "%%q.%",
              log::rules_of(options)->file);
    options.DEBUG = "VERSION";
    EXPECT_EQ("", log::rules_of(options)->file) << "only above that level";
}

TEST_F(OptionsTest, NamesOfTheTableAreUniqueAndComplete) {
    std::vector<std::string> names;
    for (const OptionFacts& facts : option_table()) {
        const std::string name = facts.name;
        EXPECT_TRUE(name.starts_with("NVSHMEM_") || name.starts_with("OMNISHMEM_"));
        EXPECT_FALSE(std::string(facts.meaning).empty()) << facts.name;
        names.push_back(facts.name);
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names.end(), std::adjacent_find(names.begin(), names.end()));
}

}  // namespace
}  // namespace omni
