//! The script that measures a machine, as who runs it sees it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The result of a check, as far as the table has it.
const CHECK: &str = r#"{"started_at": "2026-11-29T14:11:26Z", "complete": true,
    "fingerprint": {"cpu_model": "AMD EPYC", "physical_cores": 8, "memory_bytes": 68719476736},
    "folders": [{"preflight": {"volume": {"fs_type": "nfs4"}}, "verdict": {"as_sas": null, "best":
        {"mb_per_core": 93.4, "interval": {"low": 90.1, "high": 97.2}, "undecided": false}}}]}"#;

/// A program that answers as `feedrate check` does, with an exit code.
fn answering(folder: &Path, code: u8) -> PathBuf {
    let check = folder.join("check.json");
    fs::write(&check, CHECK).expect("a file");
    let path = folder.join("feedrate");
    let script = format!("#!/bin/sh\ncp '{}' \"$4\"\nexit {code}\n", check.display());
    fs::write(&path, script).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

/// Runs the script without fio in its path.
fn measure(folder: &Path, code: u8, words: &str) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("measure-machine.sh");
    let tools = folder.join("tools");
    fs::create_dir_all(&tools).expect("a folder");
    for tool in ["dirname", "mktemp", "rm", "cat", "cp", "sh"] {
        let found = ["/usr/bin", "/bin"].map(|place| Path::new(place).join(tool));
        let found = found.iter().find(|path| path.exists()).expect("the tools of a shell");
        // It is there from the call before.
        let _ = std::os::unix::fs::symlink(found, tools.join(tool));
    }
    Command::new("/bin/sh")
        .arg(script)
        .arg(folder)
        .arg(words)
        .arg(folder.join("result.json"))
        .env("PATH", tools)
        .env("FEEDRATE_PROGRAM", answering(folder, code))
        .env("FEEDRATE_BENCH", env!("CARGO_BIN_EXE_feedrate-bench"))
        .output()
        .expect("a shell")
}

#[test]
fn a_machine_without_fio_has_a_result_too() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let ran = measure(folder.path(), 1, "NFS 4.1");
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(
        said.contains("| NFS 4.1, nfs4 | AMD EPYC, 8 cores, 64 GiB | 2026-11-29 | 93 [90, 97] | - | - | - | - |"),
        "{said}"
    );
    let result = fs::read_to_string(folder.path().join("result.json")).expect("a result");
    assert_eq!(result.lines().count(), 1);
    // An existing result is not replaced.
    let again = measure(folder.path(), 0, "NFS 4.1");
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.path().join("result.json")).ok(), Some(result));
}

#[test]
fn a_check_that_fails_leaves_no_result() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    assert_eq!(measure(folder.path(), 2, "NFS").status.code(), Some(2));
    assert_eq!(measure(folder.path(), 0, "so-called \"NFS\"").status.code(), Some(2));
    assert!(!folder.path().join("result.json").exists());
}
