//! The launcher without a shell, in place of those of containers.

use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::host::Host;
use super::launcher::Launcher;

/// Writes the program `enter HOST COMMAND…` of some hosts. The command's words arrive as they are; its environment,
/// its folder and its session are the host's, not those of the caller. As with containers, it goes on when only the
/// launcher is killed.
pub fn write<'a>(folder: &Path, hosts: impl Iterator<Item = &'a Host>) -> Launcher {
    let mut lines = "#!/bin/sh\nhost=$1\nshift\ncase $host in\n".to_owned();
    for host in hosts {
        writeln!(lines, "{}) first={} ;;", host.name(), host.init()).expect("a text takes all");
    }
    lines.push_str(
        "*) echo \"enter: no host $host\" >&2; exit 125 ;;\n\
         esac\n\
         exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
         nsenter --target \"$first\" --mount --uts --net --pid -- setsid \"$@\"\n",
    );
    let program = program(folder);
    fs::write(&program, lines).expect("a folder of ours");
    fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("a file of ours");
    Launcher::new(format!("{} {{host}}", program.display()))
}

/// Returns a command that enters a host of the hosts of a folder; the words of a command are still to come.
pub fn command(folder: &Path, host: &str) -> Command {
    let mut command = Command::new(program(folder));
    command.arg(host);
    command
}

fn program(folder: &Path) -> PathBuf {
    folder.join("enter")
}
