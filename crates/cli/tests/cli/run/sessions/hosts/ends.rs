//! Hosts that do not begin, and the ends of sessions on hosts.

use std::fs;
use std::process::Command;

use rustix::process::Signal;

use super::{assert_nothing_there, command, hosts, refused, run};
use crate::run::sessions::ends::is_gone;
use crate::run::{errors, names_in};
use crate::test_folder::{Background, TestFolder, kill, until};

#[test]
fn a_host_that_does_not_begin_is_named_with_its_last_words() {
    const NAMED: &str = "signon n3 sascmd='./enter n3 feedrate';";
    for (launcher, options, says) in [
        (
            "echo 'no route to host' >&2; exit 255",
            &[][..],
            &[
                "N3 on host n3 ended before it was ready (exit status: 255)",
                "no route to host",
            ][..],
        ),
        (
            "exec \"$@\"",
            &["hostprogram=/no/such/feedrate"],
            &["N3 on host n3 ended", "not found", "-o hostprogram=PATH"],
        ),
        (
            "echo 'waiting for a node'; exec sleep 1000",
            &["hosttimeout=1"],
            &[
                "N3 on host n3 was not there within 1 s",
                "-o hosttimeout=",
                "waiting for a node",
            ],
        ),
        (
            "printf '\\036feedrate host 0.0.9\\n'; exec cat >/dev/null",
            &[],
            &["N3 on host n3", "feedrate there is 0.0.9, and here", "-o bring"],
        ),
        (
            "yes; exec sleep 1000",
            &[],
            &["N3 on host n3", "more than a megabyte of other text"],
        ),
    ] {
        let error = refused(NAMED, launcher, options);
        for words in says {
            assert!(error.contains(words), "{words}: {error}");
        }
    }
}

#[test]
fn a_host_that_failed_comes_after_the_others() {
    let program = "signon a; signon b; signon c; signon a;";
    let dir = hosts(program, "[ $host = n1 ] && exit 1\nexec \"$@\"");
    let ran = run(&dir, &["hosts=n1,n2,n3"]);
    assert_eq!(errors(&ran.stderr).len(), 1, "{}", ran.stderr);
    for line in [
        "ERROR: the session A on host n1 ended",
        "Session B runs on host n2",
        "Session C runs on host n3",
        "Session A runs on host n2",
    ] {
        assert!(ran.stderr.contains(line), "{line}: {}", ran.stderr);
    }
}

#[test]
fn an_interrupt_while_a_host_is_awaited_ends_its_launcher() {
    let dir = hosts("signon a;", "sleep 1000 & echo $! >id; wait");
    let run = dir.background(command(&dir, &["hosts=n1"]));
    let launched = || fs::read_to_string(dir.path("id")).ok()?.trim().parse().ok();
    until("the launcher waits", || launched().is_some());
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    until("it has ended", || launched().is_none_or(is_gone));
    assert_nothing_there(&dir);
}

/// A program with a session on each of two hosts, whose steps wait for a line that never comes.
const WAITING: &str = "libname x 'lib';
signon n1; signon n2;
rsubmit n1 wait=no inheritlib=(x);
 data kept; y = 1; run;
 data x.of_1; infile 'never'; input y; run;
endrsubmit;
rsubmit n2 wait=no inheritlib=(x);
 data kept; y = 1; run;
 data x.of_2; infile 'never'; input y; run;
endrsubmit;
ENDING
data _null_; put 'the rest goes on'; run;";

/// Starts it, and waits until both hosts are at work. Returns the processes on them.
fn start(ending: &str) -> (TestFolder, Background, [u32; 2]) {
    // The launcher stays beside the session, as that of ssh does.
    let dir = hosts(
        &WAITING.replace("ENDING", ending),
        "exec 3<&0; \"$@\" <&3 & echo $! >$host.id; exec 3<&-; wait $!",
    );
    for pipe in ["never", "go"] {
        let made = Command::new("mkfifo").arg(dir.path(pipe)).status();
        assert!(made.expect("mkfifo").success());
    }
    let mut command = command(&dir, &["hosts=n1,n2"]);
    command.args(["--log", "log"]);
    let run = dir.background(command);
    until("both hosts are at work", || {
        ["n1", "n2"].iter().all(|host| {
            let folder = format!("there/{host}");
            dir.path(&folder).exists()
                && names_in(&dir, &folder).iter().any(|work| {
                    let files = names_in(&dir, &format!("{folder}/{work}"));
                    files.iter().any(|name| name == "kept.sas7bdat")
                })
        }) && names_in(&dir, "lib").len() == 2
    });
    let process = |host: &str| {
        let id = fs::read_to_string(dir.path(&format!("{host}.id"))).expect("a process");
        id.trim().parse().expect("a number")
    };
    let there = [process("n1"), process("n2")];
    (dir, run, there)
}

#[test]
fn nothing_is_left_on_any_host_however_the_program_ends() {
    for (signal, code) in [
        (Signal::TERM, Some(143)),
        (Signal::INT, Some(130)),
        (Signal::KILL, None),
    ] {
        let (dir, run, there) = start("waitfor _all_ n1 n2;");
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, code, "{}", ran.stderr);
        until("the sessions have ended", || {
            there.iter().all(|process| is_gone(*process))
        });
        if code.is_none() {
            // The next program removes what this one left, as its sessions were elsewhere.
            fs::remove_dir_all(dir.path("work")).expect("its WORK");
            fs::create_dir(dir.path("work")).expect("a folder");
        }
        assert_nothing_there(&dir);
        assert_eq!(names_in(&dir, "lib"), [""; 0]);
    }
}

#[test]
fn a_session_that_is_killed_by_the_program_cleans_up_on_its_host() {
    let (dir, run, there) = start("data _null_; infile 'go'; input; run; killtask _all_;");
    fs::write(dir.path("go"), "now\n").expect("the program goes on");
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(there.iter().all(|process| is_gone(*process)));
    assert_nothing_there(&dir);
    assert_eq!(names_in(&dir, "lib"), [""; 0]);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(log.contains("The session N2 was ended by KILLTASK."), "{log}");
    assert!(log.contains("\nthe rest goes on\n"), "{log}");
}

#[test]
fn a_session_that_dies_on_its_host_is_named_with_it() {
    let (dir, run, [first, second]) = start("waitfor _all_ n1 n2;");
    kill(first, Signal::KILL);
    until("it has ended", || is_gone(first));
    kill(second, Signal::TERM);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(log.contains("ERROR: The session N1 (host n1) died: "), "{log}");
    assert!(log.contains("\nthe rest goes on\n"), "{log}");
}
