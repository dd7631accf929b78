//! `--hosts` on hosts of its own: what all report together is what each has done; and whatever becomes of a host, it is
//! named, the others are stopped, and nothing is left.

mod brought;
mod ends;
mod figures;
mod start;
mod sums;
mod tools;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::hosts::Hosts;
use crate::hosts::launcher::Launcher;
use crate::hosts::processes::Process;
use crate::hosts::wait::until;
use crate::program::{feedrate, names};

/// The names of all hosts.
const ALL: &str = "n1,n2,n3";

/// Returns a command that writes for longer than any test, slowly, to a file for each host in a folder.
fn long_write(folder: &Path) -> Vec<String> {
    let file = folder.join("{host}.dat");
    let words = "--do write --size 16M --rate 20M --time 1000";
    let before = ["measure".to_owned(), file.display().to_string()];
    before.into_iter().chain(words.split(' ').map(str::to_owned)).collect()
}

/// A folder that all hosts share.
fn shared(hosts: &Hosts) -> PathBuf {
    let folder = hosts.folder().join("shared");
    std::fs::create_dir_all(&folder).expect("a folder of ours");
    folder
}

/// feedrate on all hosts.
fn on_hosts(launcher: &Launcher, words: &[impl AsRef<str>]) -> Command {
    let mut command = Command::new(feedrate());
    command
        .args(words.iter().map(AsRef::as_ref))
        .args(["--hosts", ALL, "--launch", launcher.template()])
        .arg("--host-program")
        .arg(feedrate())
        .stdin(Stdio::null());
    command
}

/// Returns what feedrate says of all hosts, as JSON.
fn result(mut command: Command) -> Value {
    let output = command.output().expect("feedrate runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("figures are JSON")
}

/// Starts it, and returns when its command has written something on each host.
fn start_writing(mut command: Command, folder: &Path) -> Child {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("feedrate runs");
    let has_begun = |host: &str| {
        let file = std::fs::metadata(folder.join(format!("{host}.dat")));
        file.is_ok_and(|file| file.len() > 0)
    };
    until(
        || ALL.split(',').all(has_begun),
        || format!("not all hosts write: {:?}", names(folder)),
    );
    child
}

/// Waits for the end of a program, and returns its output.
fn end(child: Child) -> Output {
    child.wait_with_output().expect("a child of ours")
}

/// A process on a host with this among its words.
fn process(hosts: &Hosts, host: &str, word: &str) -> Process {
    let found = hosts.host(host).processes().into_iter();
    let mut found = found.filter(|process| process.command.contains(word));
    found
        .next()
        .unwrap_or_else(|| panic!("no {word} on {host}: {:?}", hosts.host(host).processes()))
}

/// The session on a host. With a shell in between, it is the newest that is called so.
fn session(hosts: &Hosts, host: &str) -> Process {
    let words = format!("{} host", feedrate().display());
    let found = hosts.host(host).processes().into_iter();
    let mut found: Vec<_> = found.filter(|process| process.command == words).collect();
    found.sort_by_key(|process| process.id);
    found.pop().expect("a session runs")
}

/// Nothing runs on any host, and no file is left, once what takes a moment is over.
fn assert_nothing_left(hosts: &Hosts, folder: &Path) {
    for host in hosts.all() {
        host.assert_nothing_left();
    }
    assert_eq!(names(folder), [""; 0]);
}
