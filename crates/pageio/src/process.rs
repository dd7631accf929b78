//! Processes that this program starts, mostly of its own file, and the process that has started this one.
//!
//! A process that is told to end by its standard input needs nothing else to go with the one that started it: the
//! input ends with that, however it ends. [`end_with_parent`] also reaches one that is suspended.

use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};

use crate::system::process;

/// Returns the file of this program, to start it: on Linux also if it was moved or removed. Empty, which starts
/// nothing, where the system does not tell.
pub fn own_program() -> PathBuf {
    process::own_program()
}

/// Sets the name by which a command knows its own program (`argv[0]`), where a system lets that differ from its file.
pub fn set_name(command: &mut Command, name: &str) {
    process::set_name(command, name);
}

/// Keeps Ctrl-C from a command: it is for this program, which then ends the command. On Linux it gets a process group
/// of its own.
pub fn set_apart(command: &mut Command) {
    process::set_apart(command);
}

/// Returns whether a process has ended, and leaves it to be waited for.
pub fn has_ended(child: &Child) -> bool {
    process::has_ended(child)
}

/// Asks a process to end that was [set apart](set_apart), if it has not yet: by SIGTERM, on Windows by Ctrl-Break,
/// which it gets only if it has the same terminal.
pub fn terminate(child: &Child) {
    process::terminate(child);
}

/// Lets a process go on that is suspended (SIGCONT). Not on Windows, where only debuggers suspend processes.
pub fn resume(child: &Child) {
    process::resume(child);
}

/// A process that was [set apart](set_apart), with those that it starts. On Windows they are killed when this is
/// dropped.
#[derive(Debug)]
pub struct Family(process::Family);

impl Family {
    /// Returns that of a process, to be called as soon as it is started.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub fn of(child: &Child) -> io::Result<Self> {
        process::Family::of(child).map(Self)
    }

    /// Kills all of it. Some may be gone already.
    pub fn kill(&self) {
        self.0.kill();
    }
}

/// Has this process asked to end (SIGTERM) when the thread ends that has started it. Not on Windows.
pub fn end_with_parent() {
    process::end_with_parent();
}

/// The process that has started this one.
#[derive(Debug)]
pub struct Parent(process::Parent);

impl Parent {
    /// Returns it; `None` if the system does not tell.
    pub fn of_this() -> Option<Self> {
        process::Parent::of_this().map(Self)
    }

    /// Returns its number.
    pub fn id(&self) -> Option<u32> {
        self.0.id()
    }

    /// Returns whether it is gone.
    pub fn is_gone(&self) -> bool {
        self.0.is_gone()
    }
}

#[cfg(test)]
mod tests {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use super::*;

    /// Starts this program's tests once more, for one of them.
    fn this_again(test: &str) -> Child {
        let mut command = Command::new(own_program());
        set_name(&mut command, "feedrate");
        set_apart(&mut command);
        command
            .args(["--exact", test, "--nocapture"])
            .env(IS_CHILD, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    fn wait(child: &Child) {
        let since = Instant::now();
        while !has_ended(child) {
            assert!(since.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The variable that makes the next test the process of others.
    const IS_CHILD: &str = "FEEDRATE_TEST_READS_ITS_INPUT";

    #[test]
    fn reads_its_input_to_the_end() {
        if std::env::var_os(IS_CHILD).is_none() {
            return;
        }
        let parent = Parent::of_this().unwrap();
        assert!(!parent.is_gone());
        let told = io::read_to_string(io::stdin()).unwrap();
        assert_eq!(told, parent.id().unwrap().to_string());
    }

    #[test]
    fn a_process_knows_who_has_started_it() {
        let mut child = this_again("process::tests::reads_its_input_to_the_end");
        assert!(!has_ended(&child));
        resume(&child);
        let mut input = child.stdin.take().unwrap();
        io::Write::write_all(&mut input, std::process::id().to_string().as_bytes()).unwrap();
        drop(input);
        wait(&child);
        assert!(child.wait().unwrap().success());
    }

    #[test]
    fn a_family_is_killed() {
        let mut child = this_again("process::tests::reads_its_input_to_the_end");
        let family = Family::of(&child).unwrap();
        assert!(!has_ended(&child));
        family.kill();
        wait(&child);
        assert!(!child.wait().unwrap().success());
    }
}
