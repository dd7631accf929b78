//! Processes that are no sessions, or die: what their client reports.

#![cfg(unix)]

mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::begin;
use feedrate_connect::{
    Bell, ConnectError, Launch, Process, Reply, Request, SessionOutput, Submit, SubmitOutcome, frame,
};

const PATIENCE: Duration = Duration::from_secs(20);

/// Starts a shell with a script as a session.
fn shell(script: &str, bell: &Bell) -> Process {
    let launch = Launch {
        program: PathBuf::from("/bin/sh"),
        arguments: vec!["-c".into(), script.into()],
        spool: std::env::temp_dir(),
        remote: None,
    };
    Process::start(&launch, begin("A"), bell, &Arc::default()).expect("a process")
}

fn until_over(process: &Process, bell: &Bell) {
    let since = Instant::now();
    loop {
        let rung = bell.rung();
        if process.progress().is_over {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "it is not over");
        bell.wait(rung, Duration::from_millis(100));
    }
}

/// Returns shell code that prints the bytes of frames.
fn printed(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
    format!("printf '{octal}'")
}

#[test]
fn what_a_session_says_is_heard_in_order() {
    let script = printed(|out| {
        frame::write_message(out, &Reply::Ready).unwrap();
        frame::write(out, frame::Kind::Log, b"one\ntw").unwrap();
        frame::write(out, frame::Kind::Listing, b"listed\n").unwrap();
        frame::write(out, frame::Kind::Log, b"o\n").unwrap();
        frame::write_message(out, &Reply::Done(SubmitOutcome::default())).unwrap();
        frame::write_message(out, &Reply::Ended).unwrap();
    });
    let bell = Bell::default();
    let mut process = shell(&format!("{script}; cat >/dev/null"), &bell);
    process.stop();
    until_over(&process, &bell);
    assert!(process.wait().unwrap().success());
    let progress = process.progress();
    assert_eq!(progress.begun, Some(Ok(())));
    assert_eq!((progress.done, progress.log_lines), (1, 2));
    assert!(progress.has_ended && progress.nonsense.is_none());
    let mut heard = Vec::new();
    while let Some(piece) = process.take() {
        heard.push(piece);
    }
    assert_eq!(
        heard,
        [
            SessionOutput::Log(b"one\ntw".to_vec()),
            SessionOutput::Listing(b"listed\n".to_vec()),
            SessionOutput::Log(b"o\n".to_vec()),
            SessionOutput::Reply(Reply::Done(SubmitOutcome::default())),
        ]
    );
}

#[test]
fn one_that_panics_is_known_by_its_last_words() {
    let bell = Bell::default();
    let script = "echo 'thread main panicked at the wall' >&2; exit 101";
    let mut process = shell(script, &bell);
    let status = process.wait().unwrap();
    assert_eq!(status.code(), Some(101));
    assert_eq!(process.progress().begun, None);
    assert_eq!(process.last_of_errors(5), ["thread main panicked at the wall"]);
    // No one reads requests now.
    let submit = Submit {
        text: "x".repeat(1 << 20),
        source: "p.sas".to_owned(),
        first_line: 1,
    };
    assert!(process.send(&Request::Submit(submit)).is_err());
}

#[test]
fn one_that_talks_nonsense_is_not_listened_to() {
    let bell = Bell::default();
    for nonsense in [
        "echo Welcome to the other program",
        "printf 'm\\004\\000\\000\\000nope\\n'",
        "printf 'l\\377\\377\\377\\377'",
        "head -c 100000 /dev/zero",
    ] {
        let process = shell(&format!("exec 2>&-; {nonsense}; exec cat >/dev/null"), &bell);
        until_over(&process, &bell);
        assert!(process.progress().nonsense.is_some(), "{nonsense}");
        assert_eq!(process.take(), None);
    }
}

#[test]
fn one_that_is_cut_off_is_over_and_no_nonsense() {
    let bell = Bell::default();
    let mut process = shell("printf 'l\\005\\000\\000\\000ab'; kill -9 $$", &bell);
    until_over(&process, &bell);
    assert_eq!(process.progress().nonsense, None);
    let status = process.wait().unwrap().to_string();
    assert!(status.contains("SIGKILL"), "{status}");
}

#[test]
fn what_cannot_be_started_is_told() {
    let launch = Launch {
        program: PathBuf::from("/no/such/program"),
        arguments: Vec::new(),
        spool: std::env::temp_dir(),
        remote: None,
    };
    let refused = Process::start(&launch, begin("A"), &Bell::default(), &Arc::default()).unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("the process of session A cannot be started"), "{text}");
}

#[test]
fn one_that_takes_nothing_does_not_hold_a_client_that_is_to_stop() {
    let stop = Arc::new(AtomicBool::new(false));
    let launch = Launch {
        program: PathBuf::from("/bin/sh"),
        arguments: vec!["-c".into(), "kill -STOP $$; cat >/dev/null".into()],
        spool: std::env::temp_dir(),
        remote: None,
    };
    let mut process = Process::start(&launch, begin("A"), &Bell::default(), &stop).expect("a process");
    let stopper = std::thread::spawn({
        let stop = Arc::clone(&stop);
        move || {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        }
    });
    let submit = Request::Submit(Submit {
        text: "*".repeat(1 << 20),
        source: "a.sas".to_owned(),
        first_line: 1,
    });
    // Without the stop flag this would block for ever: it exceeds the capacity of the pipe, and no one reads.
    let refused = process.send(&submit).unwrap_err();
    assert!(matches!(refused, ConnectError::Stopped), "{refused}");
    stopper.join().unwrap();
    // It is no longer suspended, and ends when the connection closes.
    process.stop();
    assert!(process.wait().unwrap().success());
}

#[test]
fn an_ended_process_can_be_looked_at_until_it_is_waited_for() {
    let script = printed(|out| {
        frame::write_message(out, &Reply::Ready).unwrap();
        frame::write_message(out, &Reply::Moved(42)).unwrap();
    });
    let bell = Bell::default();
    let mut process = shell(&format!("head -c 1 >/dev/null; {script}; exit 3"), &bell);
    let since = Instant::now();
    until_over(&process, &bell);
    while !process.is_ended() {
        assert!(since.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    let progress = process.progress();
    assert_eq!(progress.moved, 42);
    assert!(progress.over_at.is_some_and(|at| at >= since));
    let state = std::fs::read_to_string(format!("/proc/{}/stat", process.id())).unwrap();
    assert!(state.contains(") Z "), "{state}");
    assert_eq!(process.wait().unwrap().code(), Some(3));
    assert!(process.is_ended());
}
