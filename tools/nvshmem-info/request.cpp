// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
// The command line, by CLI11.
#include "request.h"

#include <CLI/CLI.hpp>
#include <iostream>

namespace omni::nvshmem_info {

namespace {

void add_options(CLI::App& app, Request& request, bool& all) {
    app.set_help_flag("-h,--help", "show this text");
    app.add_flag("-n,--version", request.version, "the version");
    app.add_flag("-b,--build", request.build, "how this build was made; CUDA API and driver");
    app.add_flag("-e,--env", request.variables,
                 "the environment variables: type, default, value where it is set");
    app.add_flag("-d,--hidden", request.hidden, "the hidden variables too");
    app.add_flag("-a,--all", all, "everything");
    app.add_flag("-r,--rst", request.restructured, "the environment variables as reStructuredText");
    app.add_flag("--json", request.json, "what is asked for, or everything, as JSON");
}

Request complete(Request request, bool all) {
    const bool none = !request.version && !request.build && !request.variables && !request.hidden;
    if (all || (request.json && none))
        request.version = request.build = request.variables = request.hidden = true;
    request.variables |= request.hidden && !request.restructured;
    return request;
}

}  // namespace

std::variant<Request, int> parse(int count, char** words) {
    CLI::App app("Shows the version, the build and the environment variables of the library.",
                 "nvshmem-info");
    Request request;
    bool all = false;
    add_options(app, request, all);
    try {
        app.parse(count, words);
        return complete(request, all);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return 0;
    } catch (const CLI::Error& wrong) {
        std::cerr << "nvshmem-info: " << wrong.what() << "\nnvshmem-info --help shows the options\n";
        return 1;
    }
}

}  // namespace omni::nvshmem_info
