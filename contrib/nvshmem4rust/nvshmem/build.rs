// SPDX-FileCopyrightText: OmniSHMEM contributors
// SPDX-License-Identifier: Apache-2.0
//! Puts the bindings into OUT_DIR and says where the host library is.
//!
//! A crate that CMake made has the bindings in `bindings/`; in the source tree the generator beside the crate makes them, which
//! needs python3.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const FILES: [&str; 3] = ["nvshmem_host.rs", "nvshmem_host_api.rs", "elements.rs"];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let bindings = here.join("bindings");
    if bindings.is_dir() {
        copy(&bindings, &out);
    } else {
        generate(&here, &out);
    }
    println!("cargo:rerun-if-env-changed=NVSHMEM_HOST_LIB_DIR");
    if let Ok(folder) = env::var("NVSHMEM_HOST_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
    }
    println!("cargo:rustc-link-lib=dylib=nvshmem_host");
}

fn copy(bindings: &Path, out: &Path) {
    println!("cargo:rerun-if-changed={}", bindings.display());
    for file in FILES {
        fs::copy(bindings.join(file), out.join(file))
            .unwrap_or_else(|error| panic!("{file} in {}: {error}", bindings.display()));
    }
}

fn generate(here: &Path, out: &Path) {
    let source = here.join("../../..");
    for input in ["api", "include/nvshmem", "contrib/nvshmem4rust/generator", "tools/generate_api.py"] {
        println!("cargo:rerun-if-changed={}", source.join(input).display());
    }
    let done = Command::new("python3")
        .arg("-B")
        .arg(here.join("../generator/generate.py"))
        .arg(out)
        .args(FILES)
        .status();
    assert!(
        done.as_ref().is_ok_and(|status| status.success()),
        "python3 could not make the bindings: {done:?}"
    );
}
