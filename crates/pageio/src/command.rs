//! Commands of the system, of which output is read as it comes or to which input is written.
//!
//! A command runs in a shell, in a process group of its own, which is killed with it: nothing of it is left when the
//! value is dropped. Every wait for it ends soon with [`io::ErrorKind::WouldBlock`], as those for
//! [files that may keep their user waiting](crate::stoppable).

use std::io::{self, Read, Write};
use std::process::ExitStatus;

use crate::system::command::{self, ShellCommand};

/// A command that runs.
#[derive(Debug)]
pub struct RunningCommand(ShellCommand);

impl RunningCommand {
    /// Starts a command whose standard output is read; it says its standard error.
    ///
    /// # Errors
    ///
    /// Fails if the shell cannot be started.
    pub fn read(command: &str) -> io::Result<Self> {
        ShellCommand::read(command).map(Self)
    }

    /// Starts a command whose standard input is written; it says its standard output and error.
    ///
    /// # Errors
    ///
    /// Fails if the shell cannot be started.
    pub fn write(command: &str) -> io::Result<Self> {
        ShellCommand::write(command).map(Self)
    }

    /// Starts a command without input; it says its standard output and error.
    ///
    /// # Errors
    ///
    /// Fails if the shell cannot be started.
    pub fn run(command: &str) -> io::Result<Self> {
        ShellCommand::run(command).map(Self)
    }

    /// Returns what the command has said since the last call, and the number of bytes of it that were not kept.
    pub fn take_said(&mut self) -> (Vec<u8>, u64) {
        self.0.take_said()
    }

    /// Closes its input or output, and waits a while for it to end. What it has left running in the background is
    /// killed then.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] while it runs; another one if the system does not tell.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        self.0.end()
    }
}

impl Read for RunningCommand {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Write for RunningCommand {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns the exit code of a command: that of the shell, or 128 and the number of the signal that ended it.
pub fn exit_code(status: ExitStatus) -> i32 {
    command::exit_code(status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stoppable::interruptibly;

    #[test]
    fn output_is_read_and_the_exit_code_told() {
        let patiently = |attempt: &mut dyn FnMut() -> io::Result<usize>| {
            interruptibly(attempt, || Ok::<(), ()>(())).unwrap().unwrap()
        };
        let mut command = RunningCommand::read("echo one && exit 3").unwrap();
        let mut output = Vec::new();
        let mut part = [0; 100];
        loop {
            match patiently(&mut || command.read(&mut part)) {
                0 => break,
                count => output.extend_from_slice(&part[..count]),
            }
        }
        assert_eq!(output.trim_ascii(), b"one");
        let status = interruptibly(|| command.end(), || Ok::<(), ()>(())).unwrap().unwrap();
        assert_eq!(exit_code(status), 3);
        assert_eq!(command.take_said(), (Vec::new(), 0));
    }
}
