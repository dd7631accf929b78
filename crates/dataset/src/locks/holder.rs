//! Identifies the process that holds a lock.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;

use rustix::fs::{major, minor};

/// The maximum number of characters of a command that are shown.
const COMMAND: usize = 60;

/// Returns a description of the process that holds a lock on a file, such as `process 812 (feedrate run nightly.sas)`.
///
/// It is `another process` if the system does not tell which: one of another container or machine, or if `/proc` is
/// missing.
pub(super) fn holder_of(file: &File) -> String {
    let holder = File::metadata(file).ok().and_then(|metadata| {
        let locks = fs::read_to_string("/proc/locks").ok()?;
        let device = (major(metadata.dev()), minor(metadata.dev()));
        process_in(&locks, device, metadata.ino())
    });
    match holder {
        None => "another process".to_owned(),
        Some(process) => match command_of(process) {
            Some(command) => format!("process {process} ({command})"),
            None => format!("process {process}"),
        },
    }
}

/// Returns the process that holds a lock on a file according to `/proc/locks`, see proc_locks(5). Waiting processes are
/// marked by an arrow.
fn process_in(locks: &str, device: (u32, u32), inode: u64) -> Option<u32> {
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, kind, _, _, process, file, ..] = fields[..] else {
            return None;
        };
        let mut parts = file.split(':');
        let mut hexadecimal = || u32::from_str_radix(parts.next()?, 16).ok();
        let is_on = (hexadecimal()?, hexadecimal()?) == device
            && parts.next()?.parse::<u64>().ok()? == inode;
        (kind == "FLOCK" && is_on)
            .then(|| process.parse::<u32>().ok().filter(|&process| process > 0))
            .flatten()
    })
}

/// Returns the command line of a process.
fn command_of(process: u32) -> Option<String> {
    let words = fs::read(format!("/proc/{process}/cmdline")).ok()?;
    let text = String::from_utf8_lossy(&words);
    let mut words = text.split('\0').filter(|word| !word.is_empty());
    let program = words.next()?.rsplit('/').next()?.to_owned();
    let command = words.fold(program, |all, word| all + " " + word);
    let shown = command.chars().filter(|letter| !letter.is_control());
    Some(shown.take(COMMAND).collect())
}

#[cfg(test)]
mod tests {
    use rustix::fs::{FlockOperation, flock};

    use super::*;

    #[test]
    fn holders_are_found_by_device_and_inode() {
        let locks = "1: POSIX  ADVISORY  WRITE 5 fe:00:77 0 EOF\n\
                     2: FLOCK  ADVISORY  WRITE 708 fe:00:77 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 9 fe:00:77 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 0 fe:00:78 0 EOF\n\
                     rubbish\n";
        assert_eq!(process_in(locks, (0xfe, 0), 77), Some(708));
        assert_eq!(process_in(locks, (0xfe, 1), 77), None);
        // A process outside of this container.
        assert_eq!(process_in(locks, (0xfe, 0), 78), None);
    }

    #[test]
    fn a_holder_is_named_as_far_as_it_is_known() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(holder_of(&file), "another process");
        flock(&file, FlockOperation::NonBlockingLockExclusive).unwrap();
        let holder = holder_of(&file);
        let known = format!("process {} (", std::process::id());
        assert!(
            holder.starts_with(&known) || holder == "another process",
            "{holder}"
        );
    }
}
