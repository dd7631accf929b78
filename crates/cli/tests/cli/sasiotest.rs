//! SASIOTEST's command line, as a command and as a name of the program.

use std::os::unix::fs::symlink;
use std::process::Command;

use rustix::process::Signal;

use crate::place::{PROGRAM, Place, Ran, until_written};

#[test]
fn it_runs_as_a_command_and_under_its_own_name() {
    let place = Place::new();
    let written = place.succeed("sasiotest test.out -w -filesize 1M");
    assert!(written.contains("Write Throughput: "), "{written}");
    symlink(PROGRAM, place.path("sasiotest")).expect("a link");
    let mut command = Command::new(place.path("sasiotest"));
    command.args(["test.out", "-r", "-filesize", "1M"]);
    let ran = Ran::of(place.prepare(command));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("Read Throughput: "), "{}", ran.stdout);
}

#[test]
fn its_errors_are_one_line_in_its_name() {
    let place = Place::new();
    for (line, word) in [
        ("sasiotest -r test.out", "file name must be the first"),
        ("sasiotest test.out -sgo", "-sgio"),
        ("sasiotest test.out -pagesize 0", "-pagesize"),
    ] {
        let said = place.fail(line);
        assert!(
            said.starts_with("sasiotest: ") && said.contains(word),
            "{line}: {said}"
        );
    }
}

#[test]
fn a_name_of_windows_is_not_a_file_here() {
    let place = Place::new();
    std::fs::write(place.path(r"d:\test.out"), "another's").unwrap();
    let said = place.fail(r"sasiotest d:\test.out -r");
    assert!(said.contains("--map d:=/mnt/d"), "{said}");
    assert!(said.contains(r"is ./d:\test.out"), "{said}");
    let line = format!(
        "sasiotest d:\\new.out -w -map d:={}",
        place.path("").display()
    );
    let printed = place.succeed(&line);
    assert!(printed.contains(r"to file: d:\new.out with"), "{printed}");
    assert!(place.names().contains(&"new.out".to_owned()));
}

#[test]
fn interrupted_it_says_so_with_its_code() {
    let place = Place::new();
    let run = place.start("sasiotest test.out -w -filesize 4G -pagesize 4K -writethru");
    until_written(&place.path("test.out"));
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    assert_eq!(place.names(), Vec::<String>::new());
}
