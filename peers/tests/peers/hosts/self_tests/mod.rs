//! The hosts do what tests rely on.

mod ends;
mod launchers;
mod lines;
mod places;

use std::process::{Child, Output, Stdio};

use super::launcher::Launcher;

/// Starts a program on a host, with pipes.
fn start(launcher: &Launcher, host: &str, words: &[&str]) -> Child {
    launcher
        .command(host, words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a launcher runs")
}

/// Returns the output of a program that is given no bytes.
fn run(launcher: &Launcher, host: &str, words: &[&str]) -> Output {
    let child = start(launcher, host, words);
    child.wait_with_output().expect("a child of ours")
}

/// Returns what a program prints that succeeds.
fn prints(launcher: &Launcher, host: &str, words: &[&str]) -> String {
    let output = run(launcher, host, words);
    assert!(output.status.success(), "{words:?} on {host}: {output:?}");
    String::from_utf8(output.stdout).expect("plain text")
}
