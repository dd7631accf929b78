//! SASIOTEST's command line, as a command and as a name of the program.

use std::os::unix::fs::symlink;
use std::process::Command;

use rustix::process::Signal;

use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until_written};

#[test]
fn it_runs_as_a_command_and_under_its_own_name() {
    let dir = TestFolder::new();
    let written = dir.succeed("sasiotest test.out -w -filesize 1M");
    assert!(written.contains("Write Throughput: "), "{written}");
    symlink(PROGRAM, dir.path("sasiotest")).expect("a link");
    let mut command = Command::new(dir.path("sasiotest"));
    command.args(["test.out", "-r", "-filesize", "1M"]);
    let ran = ProgramOutput::of(dir.prepare(command));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("Read Throughput: "), "{}", ran.stdout);
}

#[test]
fn its_errors_are_one_line_in_its_name() {
    let dir = TestFolder::new();
    for (line, word) in [
        ("sasiotest -r test.out", "file name must be the first"),
        ("sasiotest test.out -sgo", "-sgio"),
        ("sasiotest test.out -pagesize 0", "-pagesize"),
    ] {
        let said = dir.fail(line);
        assert!(said.starts_with("sasiotest: ") && said.contains(word), "{line}: {said}");
    }
}

#[test]
fn a_name_of_windows_is_not_a_file_here() {
    let dir = TestFolder::new();
    std::fs::write(dir.path(r"d:\test.out"), "another's").unwrap();
    let said = dir.fail(r"sasiotest d:\test.out -r");
    assert!(said.contains("--map d:=/mnt/d"), "{said}");
    assert!(said.contains(r"is ./d:\test.out"), "{said}");
    let line = format!("sasiotest d:\\new.out -w -map d:={}", dir.path("").display());
    let printed = dir.succeed(&line);
    assert!(printed.contains(r"to file: d:\new.out with"), "{printed}");
    assert!(dir.names().contains(&"new.out".to_owned()));
}

#[test]
fn interrupted_it_says_so_with_its_code() {
    let dir = TestFolder::new();
    let run = dir.start("sasiotest test.out -w -filesize 4G -pagesize 4K -writethru");
    until_written(&dir.path("test.out"));
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert_eq!(dir.names(), Vec::<String>::new());
}
