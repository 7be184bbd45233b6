# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# At installation: writes the commit of `source` to git_commit.txt, "unknown" where it is no git checkout.
execute_process(COMMAND git -C ${source} rev-parse HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
                RESULT_VARIABLE status ERROR_QUIET)
if(NOT status EQUAL 0)
    set(commit unknown)
endif()
file(WRITE $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/git_commit.txt "${commit}\n")
