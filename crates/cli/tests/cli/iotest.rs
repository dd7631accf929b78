//! The command lines of iotest.sh and rhel_iotest.sh, as a command and as names of the program.

use std::os::unix::fs::symlink;
use std::process::Command;

use rustix::process::Signal;

use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until};

/// Returns the number that a program cuts out of the one line with these words.
#[track_caller]
fn cut(printed: &str, words: &str) -> f64 {
    let lines: Vec<&str> = printed.lines().filter(|line| line.contains(words)).collect();
    let [line] = lines.as_slice() else {
        panic!("{words}: {printed}");
    };
    let (before, _) = line.split_once(" megabytes").expect("the unit");
    let (_, number) = before.split_once(':').expect("a colon");
    number.trim().parse().expect("a number")
}

#[test]
fn it_runs_as_a_command_in_both_forms() {
    let dir = TestFolder::new();
    for (line, name) in [
        ("iotest -i 2 -t . -b 16 -s 64", "average "),
        ("iotest -t . --filesize 1M", ""),
        ("iotest -t . --filesize 1M --cold-durable", ""),
    ] {
        let printed = dir.succeed(line);
        for way in ["read", "write"] {
            assert!(cut(&printed, &format!("{name}{way} throughput rate")) > 0.0);
        }
        assert!(
            printed.contains(&format!("INVOCATION:  feedrate {line}\n")),
            "{printed}"
        );
        assert!(printed.contains("BESIDE THEM, BY FEEDRATE"), "{printed}");
        assert_eq!(dir.names(), Vec::<String>::new());
    }
}

#[test]
fn the_cold_lines_are_the_cold_figures_of_the_table() {
    let dir = TestFolder::new();
    for (line, [read, write]) in [
        ("iotest -t . --filesize 1M", [0, 1]),
        ("iotest -t . --filesize 1M --cold-durable", [2, 3]),
    ] {
        let printed = dir.succeed(line);
        let table = printed.lines().find_map(|line| line.strip_prefix("Mean stream"));
        let figures: Vec<&str> = table.expect("the table").split_whitespace().collect();
        let figure = |column: usize| figures[column].parse::<f64>().expect("a rate");
        assert_eq!(cut(&printed, "read throughput rate"), figure(read));
        assert_eq!(cut(&printed, "write throughput rate"), figure(write));
    }
}

#[test]
fn it_runs_under_the_names_of_the_scripts() {
    let dir = TestFolder::new();
    let called = |name: &str, line: &str| {
        if !dir.path(name).exists() {
            symlink(PROGRAM, dir.path(name)).expect("a link");
        }
        let mut command = Command::new(dir.path(name));
        command.args(line.split_whitespace());
        ProgramOutput::of(dir.prepare(command))
    };
    let ran = called("iotest.sh", "-i 1 -t . -b 16 -s 64");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("INVOCATION:  iotest.sh -i 1 -t . -b 16 -s 64\n"),
        "{}",
        ran.stdout
    );
    let ran = called("rhel_iotest.sh", "-t . --filesize 1M");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("per physical core\n"), "{}", ran.stdout);
    let said = called("iotest.sh", "-t .").failed("iotest.sh -t .");
    assert!(said.starts_with("iotest: -i, -b and -s are missing"), "{said}");
    let said = called("rhel_iotest.sh", "-t . -i 4").failed("rhel_iotest.sh -t . -i 4");
    assert!(said.starts_with("rhel_iotest: rhel_iotest.sh has no -i"), "{said}");
    let ran = called("rhel_iotest.sh", "--help");
    assert!(
        ran.code == Some(0) && ran.stdout.contains("-t <FOLDER>"),
        "{}",
        ran.stdout
    );
}

#[test]
fn its_errors_are_one_line() {
    let dir = TestFolder::new();
    dir.file("file", 10);
    for (line, word) in [
        ("iotest", "-t is missing"),
        ("iotest -t nowhere --filesize 1M", "-t nowhere: there is no such folder"),
        ("iotest -t file --filesize 1M", "-t file: it is not a folder"),
        ("iotest -t . -i 4", "-b and -s are missing"),
        ("iotest -t . -i 4 -b 10 -s 64K", "'64K' for '-s <KB>'"),
        ("iotest -t . -x", "unexpected argument '-x'"),
        ("iotest -t . –i 4", "an en dash"),
        ("iotest -i 4 -t . -b 1000000000 -s 1024", "4 files of"),
        ("iotest -t . --filesize 1000T", "a smaller --filesize"),
        ("iotest -t /proc --filesize 64K", "-t /proc: "),
        (
            "iotest -t /dev/shm --filesize 64K --cold-durable",
            "keeps its files in memory",
        ),
    ] {
        let said = dir.fail(line);
        assert!(said.contains(word), "{line}: {said}");
    }
}

#[test]
fn a_description_makes_nothing() {
    let dir = TestFolder::new();
    let printed = dir.succeed("iotest -t . -i 4 -b 1000000000 -s 1024 --explain");
    assert!(printed.contains("it would be refused"), "{printed}");
    assert!(printed.lines().all(|line| line.chars().count() <= 80), "{printed}");
    assert_eq!(dir.names(), Vec::<String>::new());
}

#[test]
fn interrupted_it_prints_no_figure_and_tidies_up() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let dir = TestFolder::new();
        // Small blocks, so that it takes a while.
        let run = dir.start("iotest -i 1 -t . -b 524288 -s 1");
        until("it is at work", || !dir.names().is_empty());
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
        assert_eq!(dir.names(), Vec::<String>::new());
    }
}

#[test]
fn its_command_line_is_said_to_other_tools() {
    let dir = TestFolder::new();
    let told = dir.succeed("translate --from iotest --to fio -i 2 -t /data -b 1000 -s 64");
    assert!(
        told.contains("filename=/data/iotest-2.dat\nrw=write\nbs=65536\nsize=65536000\n"),
        "{told}"
    );
    let told = dir.succeed("translate --from sasiotest --to iotest /d/f -w -filesize 64M -pagesize 64K");
    assert_eq!(told, "iotest.sh -i 1 -t /d -b 1024 -s 64\n");
    assert!(
        dir.fail("translate --from iotest --to fio -i 2")
            .contains("iotest: -t is missing")
    );
}
