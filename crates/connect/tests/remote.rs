//! Sessions behind launchers, which are shells here: what comes before their first words, and copies of the program.

#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::begin;
use feedrate_connect::{Bell, Launch, Process, ProgramCopy, Progress, RemoteStart, Reply, Request, frame};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// A session that announces itself, is ready, and ends with its input.
const SESSION: &str = "printf '\\036feedrate host 1\\n'; READY; exec cat >/dev/null";

/// Returns a shell script in which READY prints the first reply.
fn script(text: &str) -> String {
    let mut bytes = Vec::new();
    frame::write_message(&mut bytes, &Reply::Ready).expect("a frame");
    let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
    text.replace("READY", &format!("printf '{octal}'"))
}

/// Starts a launcher: a shell with a script, and words behind it.
fn launch(shell: &str, words: &[&str], bring: Option<ProgramCopy>, bell: &Bell) -> Process {
    let mut arguments = vec!["-c".into(), script(shell).into(), "launcher".into()];
    arguments.extend(words.iter().map(Into::into));
    let launch = Launch {
        program: PathBuf::from("/bin/sh"),
        arguments,
        spool: std::env::temp_dir(),
        remote: Some(RemoteStart { version: "1", bring }),
    };
    Process::start(&launch, begin("N2"), bell, &Arc::default()).expect("a launcher")
}

fn until(process: &Process, bell: &Bell, is_so: impl Fn(&Progress) -> bool) -> Progress {
    let since = Instant::now();
    loop {
        let rung = bell.rung();
        let progress = process.progress();
        if is_so(&progress) {
            return progress;
        }
        assert!(since.elapsed() < PATIENCE, "{progress:?}");
        bell.wait(rung, Duration::from_millis(100));
    }
}

#[test]
fn a_banner_is_skipped_and_kept_for_messages() {
    let bell = Bell::default();
    let shell = format!("echo 'Welcome to n2'; {SESSION}");
    let mut process = launch(&shell, &[], None, &bell);
    until(&process, &bell, |progress| progress.begun == Some(Ok(())));
    assert_eq!(process.last_of_errors(3), ["Welcome to n2"]);
    process.stop();
    assert!(process.wait().unwrap().success());
}

#[test]
fn another_version_is_told_with_what_to_do() {
    let bell = Bell::default();
    let process = launch("printf '\\036feedrate host 0.9\\n'; cat >/dev/null", &[], None, &bell);
    let progress = until(&process, &bell, |progress| progress.is_over);
    assert_eq!(
        progress.nonsense.as_deref(),
        Some(
            "feedrate there is 0.9, and here 1: install 1 there, or bring this one along (`--bring`, or `-o bring` of \
             a program)"
        )
    );
}

#[test]
fn a_launcher_that_hangs_is_killed_with_what_it_has_started() {
    let bell = Bell::default();
    let mut process = launch("sleep 1000 & echo $! >&2; wait; echo", &[], None, &bell);
    let since = Instant::now();
    let child = loop {
        if let [child] = &process.last_of_errors(1)[..] {
            break child.clone();
        }
        assert!(since.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
    };
    process.stop();
    let since = Instant::now();
    process.wait().unwrap();
    assert!(since.elapsed() < Duration::from_secs(10));
    let since = Instant::now();
    let status = PathBuf::from(format!("/proc/{child}/status"));
    // One that nobody waits for is a zombie until its new parent does.
    while fs::read_to_string(&status).is_ok_and(|text| !text.contains("State:\tZ")) {
        assert!(since.elapsed() < PATIENCE, "{child} is still there");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_launcher_that_is_not_there_is_named() {
    let launch = Launch {
        program: PathBuf::from("no-such-launcher"),
        arguments: Vec::new(),
        spool: std::env::temp_dir(),
        remote: Some(RemoteStart {
            version: "1",
            bring: None,
        }),
    };
    let error = Process::start(&launch, begin("N2"), &Bell::default(), &Arc::default()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("the launcher `no-such-launcher` cannot be started"),
        "{text}"
    );
}

/// Writes a program to copy, a script of many bytes, and returns it with an empty folder for the copy.
fn program(text: &str) -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, there) = (folder.path().join("program"), folder.path().join("it's"));
    let filling = "#filling\n".repeat(100_000);
    fs::write(&program, script(&format!("#!/bin/sh\n{text}\n{filling}"))).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o600)).expect("a file");
    fs::create_dir(&there).expect("a file");
    (folder, program, there)
}

fn names_in(folder: &Path) -> usize {
    fs::read_dir(folder).expect("a file").count()
}

/// Starts a launcher that runs its words, with a copy of a program in a folder.
fn bring(shell: &str, program: &Path, there: &Path, bell: &Bell) -> Process {
    let bring = ProgramCopy {
        program: program.to_path_buf(),
        folder: Some(there.to_str().expect("a file").to_owned()),
    };
    launch(shell, &["n2", "sh"], Some(bring), bell)
}

#[test]
fn a_program_that_is_brought_runs_and_leaves_nothing() {
    let bell = Bell::default();
    let text = format!("[ \"$1\" != --version ] || exit 0; [ \"$1\" = host ] || exit 3; {SESSION}");
    let (_folder, program, there) = program(&text);
    // A shell that starts words as they are, and one that reads them anew, as that of ssh does.
    for shell in ["shift; exec \"$@\"", "echo Hello; shift; eval \"$*\""] {
        let mut process = bring(shell, &program, &there, &bell);
        until(&process, &bell, |progress| progress.begun == Some(Ok(())));
        assert_eq!(names_in(&there), 0, "its name is there while it runs");
        process.send(&Request::Clocks).unwrap();
        process.stop();
        assert!(process.wait().unwrap().success());
        assert_eq!(names_in(&there), 0);
    }
}

#[test]
fn a_copy_that_breaks_off_leaves_nothing() {
    let bell = Bell::default();
    let (_folder, program, there) = program(SESSION);
    for shell in [
        // The line breaks within the program.
        "shift; dd bs=1 count=9000 2>/dev/null | \"$@\"",
        // The shell there is told to end meanwhile.
        "shift; { dd bs=1 count=9000 2>/dev/null; sleep 0.5; } | \
         { exec 3<&0; \"$@\" <&3 & sleep 0.2; kill $!; wait $!; }",
    ] {
        let mut process = bring(shell, &program, &there, &bell);
        let progress = until(&process, &bell, |progress| progress.is_over);
        assert!(progress.begun.is_none());
        assert_eq!(process.wait().unwrap().code(), Some(1), "{shell}");
        assert_eq!(names_in(&there), 0, "{shell}");
        if !shell.contains("kill") {
            let words = process.last_of_errors(3).join("\n");
            assert!(words.contains("the program could not be copied"), "{words}");
        }
    }
}

#[test]
fn a_folder_that_is_not_there_is_told() {
    let bell = Bell::default();
    let (_folder, program, there) = program(SESSION);
    let there = there.join("none");
    let mut process = bring("shift; exec \"$@\"", &program, &there, &bell);
    until(&process, &bell, |progress| progress.is_over);
    process.wait().unwrap();
    let words = process.last_of_errors(3).join("\n");
    assert!(words.contains("none"), "{words}");
}
