//! The line on a terminal with the progress of a long step.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::Stdio;

use rustix::process::Signal;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::{ENDLESS, place_with};
use crate::test_folder::{kill, until};

/// Creates a terminal: its master side reads what a user would see.
fn terminal() -> (File, OwnedFd) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&master).expect("its rights");
    unlockpt(&master).expect("its lock");
    let name = ptsname(&master, Vec::new()).expect("its name");
    let name = name.to_str().expect("text").to_owned();
    let slave = File::options().read(true).write(true).open(name);
    (File::from(master), slave.expect("its other side").into())
}

/// Returns what a terminal shows of a program until all of `wanted` were seen.
fn shown_until(program: &str, wanted: &'static [&'static str]) -> String {
    shown_of("run p.sas --work work --log log", program, wanted)
}

/// Returns what a terminal shows of a command line that runs `p.sas` until all of `wanted` were seen.
fn shown_of(line: &str, program: &str, wanted: &'static [&'static str]) -> String {
    let dir = place_with(&[("p.sas", program)]);
    let (mut master, slave) = terminal();
    let mut command = dir.command(line);
    command
        .env("TERM", "xterm")
        .stdout(Stdio::null())
        .stderr(Stdio::from(slave));
    let mut child = command.spawn().expect("it runs");
    drop(command);
    let reader = std::thread::spawn(move || {
        let mut seen = String::new();
        let mut bytes = [0; 4096];
        // Reading fails when the other side is closed.
        while let Ok(count @ 1..) = master.read(&mut bytes) {
            seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
            if wanted.iter().all(|wanted| seen.contains(wanted)) {
                break;
            }
        }
        seen
    });
    until("the line moves", || reader.is_finished());
    kill(child.id(), Signal::TERM);
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    reader.join().expect("what was seen")
}

#[test]
fn a_long_step_shows_its_time_and_rate_where_the_log_leaves_room() {
    let seen = shown_until(ENDLESS, &["DATA step (line 1): 0:01, ", "MB/s"]);
    assert!(seen.contains("DATA step (line 1): 0:01, "), "{seen}");
    assert!(!seen.contains("NOTE"), "{seen}");
}

#[test]
fn a_long_step_shows_how_far_its_data_set_is_read() {
    // The second step does not complete.
    let program = "data a; length c $ 1000; do i = 1 to 100000; output; end; run;\n\
                   data b; set a; do j = 1 to 1e7; k + j; end; run;";
    let seen = shown_until(program, &["DATA step (line 2): ", " % read, ", "left to read"]);
    assert!(!seen.contains("100 % read"), "{seen}");
}

#[test]
fn each_of_several_programs_has_a_line() {
    let wanted = &["p-1  0:01  ", "p-2  0:01  ", "MB/s  DATA step (line 1)"];
    let seen = shown_of(
        "run p.sas*2 --work work",
        "data a; do i = 1 to 1e12; output; end; run;",
        wanted,
    );
    assert!(!seen.contains("NOTE"), "{seen}");
}

#[test]
fn in_a_pipe_there_is_no_line() {
    let dir = place_with(&[("p.sas", ENDLESS)]);
    let run = dir.start("run p.sas --work work --log log");
    std::thread::sleep(std::time::Duration::from_millis(800));
    run.signal(Signal::TERM);
    assert_eq!(run.end().1.stderr, "");
}
