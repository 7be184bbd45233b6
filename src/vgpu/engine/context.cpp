// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//
// The switch for each processor.
#include "vgpu/engine/context.h"

#include <cstdint>

#if defined(__x86_64__)

asm(R"(
    .text
    .globl vgpu_switch_context
    .hidden vgpu_switch_context
    .type vgpu_switch_context, @function
    .p2align 4
vgpu_switch_context:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size vgpu_switch_context, . - vgpu_switch_context
)");

namespace vgpu {

/// Six registers, the address to return to, and a null return address of `entry`, so that its frame is
/// aligned as after a call and debuggers see the end of the stack.
Context make_context(void* top, void (*entry)()) {
    auto* words = static_cast<uintptr_t*>(top) - 8;
    for (int i = 0; i < 8; ++i) words[i] = 0;
    words[6] = reinterpret_cast<uintptr_t>(entry);
    return words;
}

}  // namespace vgpu

#elif defined(__aarch64__)

asm(R"(
    .text
    .globl vgpu_switch_context
    .hidden vgpu_switch_context
    .type vgpu_switch_context, @function
    .p2align 4
vgpu_switch_context:
    stp x29, x30, [sp, #-160]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #16]
    ldp x21, x22, [sp, #32]
    ldp x23, x24, [sp, #48]
    ldp x25, x26, [sp, #64]
    ldp x27, x28, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    ldp x29, x30, [sp], #160
    ret
    .size vgpu_switch_context, . - vgpu_switch_context
)");

namespace vgpu {

/// The frame that the switch takes off, with the link register at `entry`.
Context make_context(void* top, void (*entry)()) {
    auto* words = static_cast<uintptr_t*>(top) - 20;
    for (int i = 0; i < 20; ++i) words[i] = 0;
    words[1] = reinterpret_cast<uintptr_t>(entry);
    return words;
}

}  // namespace vgpu

#else

    #include <ucontext.h>

// The portable way, with a system call for each switch: a context lies at the top of its stack, or where it
// was suspended.
extern "C" void vgpu_switch_context(vgpu::Context* from, vgpu::Context to) {
    ucontext_t here;
    *from = &here;
    ::swapcontext(&here, static_cast<ucontext_t*>(to));
}

namespace vgpu {

Context make_context(void* top, void (*entry)()) {
    constexpr size_t kUsable = 16 * 1024;
    auto* context =
        reinterpret_cast<ucontext_t*>(static_cast<char*>(top) - (sizeof(ucontext_t) + 15) / 16 * 16);
    ::getcontext(context);
    context->uc_stack.ss_sp = reinterpret_cast<char*>(context) - kUsable;
    context->uc_stack.ss_size = kUsable;
    context->uc_link = nullptr;
    ::makecontext(context, entry, 0);
    return context;
}

}  // namespace vgpu

#endif
