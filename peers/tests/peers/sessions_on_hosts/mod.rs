//! Sessions of a program on three hosts: the scenarios of pipes and threads, and hosts and sessions that end in the
//! middle.

mod ends;
mod scenarios;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::hosts::Hosts;
use crate::hosts::launcher::Launcher;
use crate::program::feedrate;

/// The examples of the repository.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Returns the command that runs a program in a folder, with its sessions on the hosts.
fn run_on(hosts: &Hosts, launcher: &Launcher, folder: &Path, program: &Path) -> Command {
    let names: Vec<&str> = hosts.all().iter().map(|host| host.name()).collect();
    let mut command = Command::new(feedrate());
    command
        .arg("run")
        .arg(program)
        .current_dir(folder)
        .args(["-o", &format!("launch={}", launcher.template())])
        .args(["-o", &format!("hosts={}", names.join(","))])
        .args(["-o", &format!("hostprogram={}", feedrate().display())]);
    command
}
