// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Atomic operations on one element of a PE. They are atomic with each other, on whichever PE they are called.

use crate::element::{AtomicBits, AtomicElement, AtomicFloat, AtomicInteger};
use crate::{Result, SymmetricSlice};

/// Defines methods that check the place of an element and call the family's function of the same name.
macro_rules! atomics {
    ($trait:ident: $($(#[$doc:meta])* $method:ident as $function:ident ($($value:ident),*) $(-> $result:ident)?;)*) => {
        impl<T: $trait> SymmetricSlice<T> {
            $($(#[$doc])*
            #[inline]
            pub fn $method(&self, index: usize, $($value: T,)* pe: i32) -> Result<atomics!(@result $($result)?)> {
                let place = self.place(stringify!($method), index, pe)?;
                Ok(unsafe { T::$function(place, $($value,)* pe) })
            })*
        }
    };
    (@result) => { () };
    (@result $result:ident) => { $result };
}

atomics! { AtomicElement:
    /// Reads element `index` of PE `pe`.
    atomic_fetch as atomic_fetch() -> T;
    /// Writes it.
    atomic_set as atomic_set(value);
    /// Writes it and returns what was there.
    atomic_swap as atomic_swap(value) -> T;
}

atomics! { AtomicInteger:
    /// Writes `value` if `expected` is there; returns what was there.
    atomic_compare_swap as atomic_compare_swap(expected, value) -> T;
    /// Adds `value`; integers wrap.
    atomic_add as atomic_add(value);
    /// Adds `value` and returns what was there.
    atomic_fetch_add as atomic_fetch_add(value) -> T;
    /// Adds 1.
    atomic_inc as atomic_inc();
    /// Adds 1 and returns what was there.
    atomic_fetch_inc as atomic_fetch_inc() -> T;
}

atomics! { AtomicBits:
    /// Keeps the bits that `value` has too.
    atomic_and as atomic_and(value);
    /// The same; returns what was there.
    atomic_fetch_and as atomic_fetch_and(value) -> T;
    /// Sets the bits of `value`.
    atomic_or as atomic_or(value);
    /// The same; returns what was there.
    atomic_fetch_or as atomic_fetch_or(value) -> T;
    /// Turns the bits of `value` over.
    atomic_xor as atomic_xor(value);
    /// The same; returns what was there.
    atomic_fetch_xor as atomic_fetch_xor(value) -> T;
}

atomics! { AtomicFloat:
    /// Adds a floating `value`.
    atomic_float_add as atomic_add(value);
    /// Adds a floating `value` and returns what was there.
    atomic_float_fetch_add as atomic_fetch_add(value) -> T;
}
