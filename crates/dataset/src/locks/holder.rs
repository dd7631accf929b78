//! Identifies the process that holds a lock.

use std::fs::File;

use feedrate_machine::proc::{command_line, lock_holder};
use feedrate_machine::{DeviceNumber, System};
use feedrate_pageio::open_file;

/// The maximum number of characters of a command that are shown.
const COMMAND: usize = 60;

/// Returns a description of the process that holds a lock on a file, such as `process 812 (feedrate run nightly.sas)`.
///
/// It is `another process` if the system does not tell which: one of another container or machine, or if `/proc` is
/// missing.
pub(super) fn holder_of(file: &File) -> String {
    let holder = open_file::identity(file).ok().and_then(|(device, number)| {
        let device = DeviceNumber::from_raw(device);
        lock_holder(&System::host(), device, number)
    });
    match holder {
        None => "another process".to_owned(),
        Some(process) => match command_of(process) {
            Some(command) => format!("process {process} ({command})"),
            None => format!("process {process}"),
        },
    }
}

/// Returns the command line of a process.
fn command_of(process: u32) -> Option<String> {
    let words = command_line(&System::host(), process)?;
    let mut words = words.iter().filter(|word| !word.is_empty());
    let program = words.next()?.rsplit('/').next()?.to_owned();
    let command = words.fold(program, |all, word| all + " " + word);
    let shown = command.chars().filter(|letter| !letter.is_control());
    Some(shown.take(COMMAND).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_named_as_far_as_it_is_known() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(holder_of(&file), "another process");
        assert!(open_file::try_lock(&file, true).unwrap());
        let holder = holder_of(&file);
        let known = format!("process {} (", std::process::id());
        assert!(holder.starts_with(&known) || holder == "another process", "{holder}");
    }
}
