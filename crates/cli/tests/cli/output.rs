//! Results in files: what they may replace, and what they must not.

use std::fs::{self, File, OpenOptions, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use serde_json::Value;

use crate::test_folder::{TestFolder, until_written};

const KIB: usize = 1 << 10;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn json_in(dir: &TestFolder, name: &str) -> Value {
    json(&fs::read_to_string(dir.path(name)).expect("the result"))
}

#[test]
fn standard_output_by_its_other_names_is_written_to_and_stays_what_it_is() {
    let dir = TestFolder::new();
    dir.file("data", 64 * KIB);
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let text = dir.succeed(&format!("measure data --json {name}"));
        assert_eq!(json(&text)["feedrate"]["format"], "measure", "{name}");

        let mut command = dir.command(&format!("measure data --json {name}"));
        command.stdout(File::create(dir.path("out")).expect("a file"));
        assert!(command.status().expect("it runs").success(), "{name}");
        assert_eq!(json_in(&dir, "out")["feedrate"]["format"], "measure");

        // The present content is appended to.
        let log = dir.path("log");
        fs::write(&log, "first line\n").expect("a file");
        let mut command = dir.command(&format!("measure data --json {name}"));
        command.stdout(OpenOptions::new().append(true).open(&log).expect("it"));
        assert!(command.status().expect("it runs").success(), "{name}");
        let text = fs::read_to_string(&log).expect("the log");
        json(text.strip_prefix("first line\n").expect("the first line"));
    }
    assert!(Path::new("/dev/stdout").is_symlink());
    assert_eq!(dir.names(), ["data", "log", "out"]);
}

#[test]
fn another_descriptor_is_added_to() {
    let dir = TestFolder::new();
    dir.file("data", 64 * KIB);
    let mut command = dir.command("measure data --json /dev/stderr");
    let errors = dir.path("errors");
    fs::write(&errors, "first line\n").expect("a file");
    command.stderr(OpenOptions::new().append(true).open(&errors).expect("it"));
    assert!(command.output().expect("it runs").status.success());
    let text = fs::read_to_string(&errors).expect("the lines");
    json(text.strip_prefix("first line\n").expect("the first line"));
    assert!(Path::new("/dev/stderr").is_symlink());
    dir.succeed("measure data --json /dev/null");
    assert!(!Path::new("/dev/null").is_file());
}

#[test]
fn links_stay_and_what_they_name_is_replaced() {
    let dir = TestFolder::new();
    dir.file("data", 64 * KIB);
    fs::create_dir(dir.path("folder")).expect("a folder");
    symlink("folder/result", dir.path("link")).expect("a link");
    for _ in 0..2 {
        dir.succeed("measure data --json link");
        assert!(dir.path("link").is_symlink());
        assert_eq!(json_in(&dir, "folder/result")["settings"]["do"], "read");
    }
    assert_eq!(dir.names(), ["data", "folder", "link"]);
    symlink("loop", dir.path("loop")).expect("a link");
    assert!(dir.fail("measure data --json loop").contains("links"));
}

#[test]
fn a_result_keeps_the_rights_of_the_one_that_it_replaces() {
    let dir = TestFolder::new();
    dir.file("data", 64 * KIB);
    dir.succeed("measure data --json result");
    let mode = || {
        let result = fs::metadata(dir.path("result")).expect("the result");
        result.permissions().mode() & 0o777
    };
    // As for any new file, and not only for its owner.
    assert_eq!(mode() & 0o600, 0o600);
    fs::set_permissions(dir.path("result"), Permissions::from_mode(0o640)).expect("its mode");
    dir.succeed("measure data --json result");
    assert_eq!(mode(), 0o640);
}

#[test]
fn what_merely_speaks_of_feedrate_is_not_replaced() {
    let dir = TestFolder::new();
    dir.file("data", 64 * KIB);
    dir.succeed("measure made --do write --size 64K");
    let script = "#!/bin/sh\nfeedrate check /data\n";
    fs::write(dir.path("script"), script).expect("a file");
    for name in ["script", "made"] {
        let said = dir.fail(&format!("measure data --json {name}"));
        assert!(said.contains("not written by feedrate"), "{said}");
    }
    let kept = fs::read_to_string(dir.path("script")).expect("the script");
    assert_eq!(kept, script);
    // Nor a file that is given the name of the result while it is measured.
    let run = dir.start("measure data --time 1 --rate 1M --page 4K --json late");
    fs::write(dir.path("late"), script).expect("a file");
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(2));
    let kept = fs::read_to_string(dir.path("late")).expect("the script");
    assert_eq!(kept, script);
}

#[test]
fn a_result_that_cannot_be_written_does_not_take_the_text_with_it() {
    let dir = TestFolder::new();
    fs::create_dir(dir.path("gone")).expect("a folder");
    let line = "measure new --do write --size 1M --time 1 --rate 50M --json gone/result";
    let run = dir.start(line);
    until_written(&dir.path("new"));
    fs::remove_dir(dir.path("gone")).expect("it is empty");
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(2));
    assert!(ran.stdout.contains("MB/s"), "{}", ran.stdout);
    assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
}

#[test]
fn a_folder_that_takes_no_files_is_told_at_once() {
    let dir = TestFolder::new();
    dir.file("data", 64 * KIB);
    let said = dir.fail("measure data --json /sys/feedrate.json");
    assert!(said.contains("cannot write /sys/feedrate.json"), "{said}");
}
