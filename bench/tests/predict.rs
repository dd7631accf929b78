//! Predictions that are held against programs, as who runs them sees it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// A program that answers as feedrate does: each run of what it predicts takes 2 s, and the program itself `real`.
fn answering(folder: &Path, real: &str) -> std::path::PathBuf {
    let step = format!(r#""predicted":{{"runs":[2.0,2.0]}},"real":{{"runs":[{real},{real}]}}"#);
    let script = format!(
        r#"#!/bin/sh
case $1 in
  --version) echo feedrate 0; exit 0;;
  run) text='{{"usage":{{"real_seconds":1}},"steps":[]}}';;
  profile) text='{{"steps":[{{"began_microseconds":1,"ended_microseconds":9}}]}}';;
  predict) text='{{"total":{{{step}}},"steps":[{{"name":"DATA",{step}}}]}}';;
  derive) case "$*" in *--fio*) echo 'no job of fio today' >&2; exit 2;; esac;;
  *) exit 0;;
esac
while [ $# -gt 1 ]; do
  if [ "$1" = --json ]; then echo "$text" >"$2"; fi
  shift
done
"#
    );
    let path = folder.join("answering");
    fs::write(&path, script).expect("a folder to write in");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

fn predict(feedrate: &Path, folder: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_feedrate-bench"))
        .arg("predict")
        .arg("--feedrate")
        .arg(feedrate)
        .arg("--folder")
        .arg(folder)
        .args(["--mb", "5", "--cases", "copy", "--methods", "direct"])
        .args(more)
        .output()
        .expect("a program that was just built")
}

fn told(real: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let feedrate = answering(folder.path(), real);
    let within = folder.path().join("within");
    fs::create_dir(&within).expect("a folder");
    // `true` answers to --version too, as if it were fio.
    let ran = predict(&feedrate, &within, &["--rounds", "6", "--fio", "true"]);
    let left = fs::read_dir(&within).expect("the folder").count();
    assert_eq!(left, 0, "files are left");
    let said = [ran.stdout, ran.stderr].concat();
    (ran.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn times_that_agree_pass_and_others_fail() {
    let (code, said) = told("2.02");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1.010 [1.010, 1.010]"), "{said}");
    assert!(said.contains("to be within 5 % of 1: passed"), "{said}");
    let (code, said) = told("3.0");
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("to be within 5 % of 1: failed"), "{said}");
}

#[test]
fn what_fio_cannot_do_is_told() {
    let (_, said) = told("2.0");
    assert!(said.contains("no job of fio today"), "{said}");
}

#[test]
fn without_feedrate_nothing_is_measured() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let ran = predict(Path::new("/no/such/feedrate"), folder.path(), &[]);
    assert_eq!(ran.status.code(), Some(2));
}
