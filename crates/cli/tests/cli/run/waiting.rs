//! Pipes that a program reads or writes besides its data: with another end they work like files, and without one a
//! signal ends the wait.

use std::fs;
use std::io::{self, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::{expect_error, names_in, place_with};
use crate::test_folder::{Background, ProgramOutput, TestFolder, until};

const PRINT: &str = "data a; x = 7; run; proc print data=a; run;";

/// Creates a folder with a program and a pipe.
fn place_with_pipe(program: &str) -> TestFolder {
    let dir = place_with(&[("p.sas", program)]);
    let made = Command::new("mkfifo").arg(dir.path("pipe")).status();
    assert!(made.expect("mkfifo").success());
    dir
}

/// Waits until signals are handled by a process.
fn until_it_listens(process: u32) {
    let status = format!("/proc/{process}/status");
    until("it listens to signals", || {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|caught| u64::from_str_radix(caught.trim(), 16).ok());
        caught.is_some_and(|caught| caught >> (Signal::TERM.as_raw() - 1) & 1 == 1)
    });
}

/// Sends a signal to a run that waits for the other end of the pipe, and expects that it ends.
#[track_caller]
fn ends_by_a_signal(dir: &TestFolder, run: Background, what: &str) {
    until_it_listens(run.id());
    thread::sleep(Duration::from_millis(200));
    run.signal(Signal::TERM);
    let (_, ProgramOutput { code, stderr, .. }) = run.end();
    assert_eq!(code, Some(143), "{what}: {stderr}");
    assert!(!stderr.contains("panicked"), "{what}: {stderr}");
    assert_eq!(names_in(dir, "work"), [""; 0]);
}

#[test]
fn a_signal_ends_the_wait_for_a_pipe_without_another_end() {
    for (program, options) in [
        ("%include 'pipe';", "--log log"),
        ("filename f 'pipe'; %include f;", "--log log"),
        (PRINT, "--log pipe"),
        (PRINT, "--log log --listing pipe"),
        (PRINT, "--log log --json pipe"),
        (PRINT, "--log log --timeline pipe"),
    ] {
        let dir = place_with_pipe(program);
        let run = dir.start(&format!("run p.sas --work work {options}"));
        ends_by_a_signal(&dir, run, options);
    }
}

#[test]
fn a_signal_ends_the_wait_for_a_pipe_that_nobody_reads() {
    let much = "data a; do i = 1 to 20000; output; end; run; proc print data=a; run;";
    for options in ["--log log --listing pipe", "--log pipe --listing listing"] {
        let program = match options.starts_with("--log pipe") {
            true => "data _null_; do i = 1 to 1e9; put 'much for who reads nothing'; end; run;",
            false => much,
        };
        let dir = place_with_pipe(program);
        // It has a reader, which reads nothing.
        let held = fs::File::options().read(true).write(true).open(dir.path("pipe"));
        let run = dir.start(&format!("run p.sas --work work {options}"));
        ends_by_a_signal(&dir, run, options);
        drop(held);
    }
    let dir = place_with_pipe(much);
    let (reader, writer) = io::pipe().expect("a pipe");
    let mut command = dir.command("run p.sas --work work --log log");
    let mut child = command.stdout(writer).spawn().expect("it starts");
    until_it_listens(child.id());
    thread::sleep(Duration::from_millis(300));
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, Signal::TERM).expect("a signal");
    let mut code = None;
    until("it has ended", || {
        code = child.try_wait().expect("its state");
        code.is_some()
    });
    assert_eq!(code.and_then(|code| code.code()), Some(143));
    drop((reader, command));
}

#[test]
fn other_commands_end_by_a_signal_too() {
    for line in [
        "measure new --do write --size 64k --time 1 --json pipe",
        "fio --name=a --rw=write --size=64k --output=pipe",
        "fio --name=a --rw=write --size=64k --write_bw_log=log",
    ] {
        let dir = place_with_pipe(PRINT);
        fs::rename(dir.path("pipe"), dir.path("log_bw.1.log")).expect("another name");
        let made = Command::new("mkfifo").arg(dir.path("pipe")).status();
        assert!(made.expect("mkfifo").success());
        let run = dir.start(line);
        ends_by_a_signal(&dir, run, line);
    }
}

#[test]
fn pipes_that_have_their_other_end_are_as_good_as_files() {
    for (option, part) in [
        ("--log", "NOTE: The data set WORK.A has 1 observations"),
        ("--listing", "listing of p.sas"),
        ("--json", "\"name\": \"WORK.A\""),
        ("--timeline", "<!DOCTYPE html>"),
    ] {
        let dir = place_with_pipe(PRINT);
        let run = dir.start(&format!("run p.sas --work work {option} pipe"));
        // It opens the pipe first and waits for the reader.
        thread::sleep(Duration::from_millis(100));
        let mut heard = String::new();
        let mut pipe = fs::File::open(dir.path("pipe")).expect("the pipe");
        pipe.read_to_string(&mut heard).expect("text");
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(0), "{option}: {}", ran.stderr);
        assert!(heard.contains(part), "{option}: {heard}");
    }
    let dir = place_with_pipe("%include 'pipe'; %put after;");
    let run = dir.start("run p.sas --work work");
    thread::sleep(Duration::from_millis(100));
    fs::write(dir.path("pipe"), "%put from the pipe;").expect("the pipe");
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nfrom the pipe\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nafter\n"), "{}", ran.stderr);
}

#[test]
fn names_of_open_files_are_as_good_as_files() {
    let dir = place_with(&[("p.sas", PRINT), ("q.sas", "%put included;")]);
    let mut shell = Command::new("sh");
    let script = "exec 5>five; \"$1\" run - --work work --log /dev/stdout --listing /dev/fd/5 <p.sas | cat; \
                  echo \"%include '/dev/stdin';\" >i.sas; cat q.sas | \"$1\" run i.sas --log /dev/stderr";
    shell.args(["-c", script, "sh", crate::test_folder::PROGRAM]);
    let ran = ProgramOutput::of(dir.prepare(shell));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("WORK.A has 1 obs"), "{}", ran.stdout);
    assert!(ran.stderr.contains("\nincluded\n"), "{}", ran.stderr);
    let listing = fs::read_to_string(dir.path("five")).expect("the listing");
    assert!(listing.contains('7'), "{listing}");
}

#[test]
fn a_view_that_is_a_pipe_is_refused() {
    let dir = place_with_pipe("libname l 'lib'; data a; set l.v; run;");
    let view = dir.path("lib").join("v.feedrate-view");
    fs::rename(dir.path("pipe"), view).expect("another name");
    let mut command = dir.command("run p.sas --work work");
    command.stdin(Stdio::null());
    expect_error(&ProgramOutput::of(command), "no ordinary file");
}
