# SPDX-FileCopyrightText: OmniSHMEM contributors
# SPDX-License-Identifier: Apache-2.0
"""elements.rs: one trait a family of types, whose functions are the C functions of the family."""
from host import HEAD

TRAITS = {"rma": ("Element", "Types that can be put, got, signalled and moved by collectives."),
          "amo_extended": ("AtomicElement", "Types with atomic fetch, set and swap."),
          "amo_standard": ("AtomicInteger", "Types with atomic add, increment and compare-and-swap."),
          "amo_bitwise": ("AtomicBits", "Types with atomic and, or, xor."),
          "amo_float": ("AtomicFloat", "Types with floating atomic add."),
          "wait": ("Wait", "Types whose value a PE can wait for."),
          "reduce": ("Reduce", "Types with the reductions min, max, sum and prod."),
          "reduce_bitwise": ("ReduceBits", "Types with the reductions and, or, xor.")}
BOUNDS = {"rma": "Copy + Send + Sync + 'static"}
SAFETY = """\
///
/// # Safety
///
/// Every bit pattern of the type is a value of it. The functions are the C functions of the same names, with their contracts.
"""


def render(source) -> str:
    parts = [family_text(source, family, methods) for family, methods in source.families().items() if methods]
    return HEAD + "\nuse crate::sys::{self, cudaStream_t, nvshmem_bfloat16, nvshmem_half, nvshmem_team_t};\n\n" + "\n".join(parts)


def family_text(source, family: str, methods: list) -> str:
    trait, meaning = TRAITS[family]
    declarations = "".join(f"    /// `{method.c.name}`\n    unsafe fn {method.name}{own(method)};\n" for method in methods)
    head = f"/// {meaning}\n{SAFETY}pub unsafe trait {trait}: {BOUNDS.get(family, 'Element')} {{\n{declarations}}}\n"
    return head + "".join(implementation(trait, rust, name, methods) for rust, name in source.names_by_rust_type(family).items())


def implementation(trait: str, rust: str, typename: str, methods: list) -> str:
    bodies = "".join(f"    #[inline(always)]\n    unsafe fn {method.name}{own(method)} {{ unsafe {{ "
                     f"sys::{method.c.name.replace('TYPENAME', typename)}({method.c.arguments}) }} }}\n" for method in methods)
    return f"unsafe impl {trait} for {rust} {{\n{bodies}}}\n"


def own(method) -> str:
    return method.c.signature.replace("TYPE", "Self")
