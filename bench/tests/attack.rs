//! The campaign as who runs it sees it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

fn attack(feedrate: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_feedrate-bench"))
        .arg("attack")
        .arg("--feedrate")
        .arg(feedrate)
        .args(["--folder", env!("CARGO_TARGET_TMPDIR"), "--seed", "1"])
        .args(more)
        .output()
        .expect("a program that was just built")
}

#[test]
fn a_program_that_loses_all_is_found_out() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    // It says that all went well, and does nothing.
    let idle = folder.path().join("idle");
    fs::write(&idle, "#!/bin/sh\nexit 0\n").unwrap();
    fs::set_permissions(&idle, fs::Permissions::from_mode(0o755)).unwrap();
    let found = attack(&idle, &["--only", "kills,together", "--rounds", "1"]);
    let told = String::from_utf8_lossy(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{told}");
    assert!(told.contains("lost: "), "{told}");
    assert!(told.contains("again: --only kills --seed 1 --round 0 --keep"), "{told}");
}

#[test]
fn nothing_tried_is_not_nothing_found() {
    let none = attack(Path::new("/no/such/feedrate"), &[]);
    assert_eq!(none.status.code(), Some(2));
    let said = String::from_utf8_lossy(&none.stderr);
    assert!(said.contains("cannot find /no/such/feedrate"), "{said}");
}
