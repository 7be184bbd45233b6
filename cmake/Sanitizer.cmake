# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
#
# OMNISHMEM_SANITIZER instruments everything that is built. -O1 with line tables keeps three builds within CI's time.
set(OMNISHMEM_SANITIZER "" CACHE STRING "address (with leaks and undefined behaviour), undefined, thread, or none")
set_property(CACHE OMNISHMEM_SANITIZER PROPERTY STRINGS "" address undefined thread)

set(checks_address address,undefined)
set(checks_undefined undefined)
set(checks_thread thread)

if(OMNISHMEM_SANITIZER)
    if(NOT DEFINED checks_${OMNISHMEM_SANITIZER})
        message(FATAL_ERROR "OMNISHMEM_SANITIZER is '${OMNISHMEM_SANITIZER}'; it can be address, undefined or thread")
    endif()
    add_compile_options(-O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all
                        -fsanitize=${checks_${OMNISHMEM_SANITIZER}})
    add_link_options(-fsanitize=${checks_${OMNISHMEM_SANITIZER}})
endif()
