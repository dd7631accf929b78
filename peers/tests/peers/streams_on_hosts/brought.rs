//! `--bring` through ssh leaves nothing, however it ends.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{ALL, assert_nothing_left, end, process};
use crate::hosts::launcher::Launcher;
use crate::hosts::network::Line;
use crate::hosts::wait::until;
use crate::hosts::{Hosts, ssh};
use crate::program::{assert_fails, feedrate, names, peer_succeeds, skipped};

/// The program without what is for debuggers, which would take long to copy.
fn small_program(folder: &Path) -> PathBuf {
    let program = folder.join("small-feedrate");
    peer_succeeds("strip", [Path::new("-o"), &program, feedrate()]);
    program
}

fn bring(program: &Path, to: &str, launcher: &Launcher, folder: &Path, file: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .arg("measure")
        .arg(file)
        .args(["--hosts", to, "--launch", launcher.template()])
        .arg(format!("--bring={}", folder.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn nothing_is_left_of_a_program_that_was_brought() {
    let Some(hosts) = Hosts::new("a program that is brought") else {
        return;
    };
    let there = hosts.folder().join("there");
    std::fs::create_dir(&there).unwrap();
    let file = hosts.folder().join("file");
    std::fs::write(&file, vec![1; 1 << 20]).unwrap();
    let program = small_program(hosts.folder());
    let ssh = ssh::start(&hosts);
    for launcher in [hosts.enter(), &ssh] {
        let output = bring(&program, ALL, launcher, &there, &file).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_nothing_left(&hosts, &there);
    }

    // A folder whose programs may not be run, on one host.
    let mounted = there.display().to_string();
    let words = ["mount", "-t", "tmpfs", "-o", "noexec", "tmpfs", &mounted];
    let mount = hosts.enter().command("n2", &words).status().unwrap();
    assert!(mount.success());
    let output = bring(&program, ALL, &ssh, &there, &file).output().unwrap();
    assert_fails(&output, "feedrate: n2: ");
    assert_fails(&output, &format!("the program cannot be run in {mounted}"));

    // One that is too small.
    let words = ["mount", "-o", "remount,exec,size=1M", &mounted];
    let mount = hosts.enter().command("n2", &words).status().unwrap();
    assert!(mount.success());
    let output = bring(&program, ALL, &ssh, &there, &file).output().unwrap();
    assert_fails(&output, "feedrate: n2: ");
    assert_fails(&output, &format!("the program could not be copied to {mounted}"));
    let inside = hosts.enter().command("n2", &["ls", &mounted]).output();
    assert_eq!(inside.unwrap().stdout, b"");
    assert_nothing_left(&hosts, &there);
}

#[test]
fn nothing_is_left_of_a_copy_that_breaks_off() {
    let Some(hosts) = Hosts::new("a copy that breaks off") else {
        return;
    };
    let there = hosts.folder().join("there");
    std::fs::create_dir(&there).unwrap();
    let file = hosts.folder().join("file");
    std::fs::write(&file, b"1").unwrap();
    let program = small_program(hosts.folder());
    let ssh = ssh::start(&hosts);
    let slow = Line {
        rate: Some(500_000),
        ..Line::default()
    };
    if let Err(why) = hosts.shape("n2", slow) {
        return skipped("a copy that breaks off", &why);
    }
    let mut client = bring(&program, "n2", &ssh, &there, &file).spawn().unwrap();
    let copies = || {
        let processes = hosts.host("n2").processes();
        processes.iter().any(|process| process.command.starts_with("head -c"))
    };
    until(copies, || "no copy begins".to_owned());
    // While it is copied it has no name, so that nobody needs to remove it.
    assert_eq!(names(&there), [""; 0]);
    process(&hosts, "n2", "notty").kill();
    client.stdin.take();
    assert_fails(&end(client), "feedrate: n2: feedrate did not start there");
    assert_nothing_left(&hosts, &there);
}
