//! The help of each command.

use crate::test_folder::TestFolder;

#[test]
fn the_help_of_each_command_stays_within_100_columns() {
    let dir = TestFolder::new();
    for (name, line) in [
        ("feedrate", "--help"),
        ("check", "check --help"),
        ("measure", "measure --help"),
        ("run", "run --help"),
        ("profile", "profile --help"),
        ("derive", "derive --help"),
        ("predict", "predict --help"),
        ("tune", "tune --help"),
        ("study", "study --help"),
        ("report", "report --help"),
        ("compare", "compare --help"),
        ("history", "history --help"),
        ("sasiotest", "sasiotest"),
        ("iotest", "iotest --help"),
        ("completions", "completions --help"),
        ("man", "man --help"),
    ] {
        let help = dir.succeed(line);
        for line in help.lines() {
            assert!(line.chars().count() <= 100, "{name}: {line}");
        }
        // A build with clusters has one command more.
        if cfg!(feature = "cluster") && name == "feedrate" {
            continue;
        }
        assert!(!help.contains("worker"), "{name} shows what is not for users");
        insta::assert_snapshot!(name, help);
    }
}

#[test]
fn the_short_help_is_shorter() {
    let dir = TestFolder::new();
    let short = dir.succeed("measure -h");
    assert!(short.len() < dir.succeed("measure --help").len());
}

#[test]
fn a_bare_call_shows_the_commands() {
    let ran = TestFolder::new().run("");
    assert_eq!(ran.code, Some(2));
    assert_eq!(ran.stdout, "");
    assert!(ran.stderr.contains("Usage: feedrate <COMMAND>"), "{}", ran.stderr);
}

#[test]
fn the_version_is_told() {
    let version = concat!("feedrate ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(TestFolder::new().succeed("--version"), version);
}
