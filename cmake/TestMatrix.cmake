# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# The test matrix: which suite runs the PE tests in which mode at which PE counts, for each kind of build.
# `./dev test` runs the suite daily of the plain build; `./dev test --ci` runs the suite ci of the builds plain, address
# (with undefined), thread, and cross: for another processor, under an emulator, whose suite long `./dev test --long` runs.
#
#   processes  PEs are processes that map each other's heap
#   threads    PEs are threads of one process
#   shm        PEs are processes without mapped heaps: every operation goes through the shm transport
#   fault<S>   as shm, and the transport does its worst by seed S (OMNISHMEM_FAULT)
#   threads-fault<S>  the same for PEs as threads
#
#                            suite  mode       PEs
set(OMNI_MATRIX_plain        "daily processes  1 2 3 8"
                             "daily threads    1 2 3 8"
                             "daily shm        2 3"
                             "ci    processes  4 5 7"
                             "ci    threads    4 5 7"
                             "ci    shm        4 5 8"
                             "ci    fault1     2 3"
                             "ci    fault2     3")
set(OMNI_MATRIX_address      "ci    processes  2 3 8"
                             "ci    threads    3"
                             "ci    shm        3"
                             "ci    fault1     3")
set(OMNI_MATRIX_undefined    "ci    processes  2 3")
set(OMNI_MATRIX_thread       "ci    threads    2 3 5")
set(OMNI_MATRIX_cross        "long  processes  1 2 3"
                             "long  threads    3"
                             "long  shm        2")

# Runs that belong to the suite ci besides their own: what depends on the processor, as far as it is built in a minute.
set(OMNI_CI_RUNS_cross       half heap reducer socket local_memory rma.processes.2 rma.threads.3)

# Python tests over PEs, of plain builds with the package.
set(OMNI_MATRIX_python       "daily processes  1 2 3"
                             "daily shm        3"
                             "ci    processes  4 8"
                             "ci    shm        2")

# The suite that runs a test of one process once for each kind of build.
set(OMNI_UNIT_SUITE_plain    daily)
set(OMNI_UNIT_SUITE_address  ci)
set(OMNI_UNIT_SUITE_undefined ci)
set(OMNI_UNIT_SUITE_thread   ci)
set(OMNI_UNIT_SUITE_cross    long)
