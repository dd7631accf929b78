//! The metadata that Cargo has of the workspace and of all that it depends on.

use std::process::Command;

use serde::de::DeserializeOwned;

/// Runs `cargo metadata` for the first system, with further arguments. Panics if it fails, and if what it prints is not
/// as the caller expects it.
pub fn metadata<T: DeserializeOwned>(arguments: &[&str]) -> T {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version=1"])
        .arg("--filter-platform=x86_64-unknown-linux-gnu")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}
