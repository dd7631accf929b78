//! A command that runs in a shell and in a process group of its own.

use std::fs::File;
use std::io::{self, PipeReader, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, set_parent_process_death_signal, waitid,
};

/// The time that it waits before it asks again whether it is to stop.
const WHILE: Duration = Duration::from_millis(50);

/// The same where nothing is left to be read or written.
const SOON: Duration = Duration::from_millis(5);

/// So often it waits for the last words of a command that has ended.
const MOST_SILENCES: u32 = 20;

/// The most of what a command says beside its output that is kept until somebody takes it, in bytes.
const MOST_SAID: usize = 1 << 20;

/// The bytes that are read at a time.
const PART: usize = 64 << 10;

/// A command that runs.
#[derive(Debug)]
pub(crate) struct ShellCommand {
    child: Child,
    /// Its output or its input, which does not block; `None` once it is closed.
    main: Option<File>,
    /// Its standard error, which does not block; `None` at its end.
    beside: Option<PipeReader>,
    said: Vec<u8>,
    /// The bytes that it said beyond what is kept.
    lost: u64,
    status: Option<ExitStatus>,
}

impl ShellCommand {
    /// Starts a command whose standard output is read; it says its standard error.
    ///
    /// # Errors
    ///
    /// Fails if the shell cannot be started.
    pub(crate) fn read(command: &str) -> io::Result<Self> {
        let (beside, said) = io::pipe()?;
        let mut child = shell(command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(said)
            .spawn()?;
        let output = child.stdout.take().map(OwnedFd::from);
        Self::started(child, output, beside)
    }

    /// Starts a command whose standard input is written; it says its standard output and error.
    ///
    /// # Errors
    ///
    /// Fails if the shell cannot be started.
    pub(crate) fn write(command: &str) -> io::Result<Self> {
        let (beside, said) = io::pipe()?;
        let mut child = shell(command)
            .stdin(Stdio::piped())
            .stdout(said.try_clone()?)
            .stderr(said)
            .spawn()?;
        let input = child.stdin.take().map(OwnedFd::from);
        Self::started(child, input, beside)
    }

    /// Starts a command without input; it says its standard output and error.
    ///
    /// # Errors
    ///
    /// Fails if the shell cannot be started.
    pub(crate) fn run(command: &str) -> io::Result<Self> {
        let (beside, said) = io::pipe()?;
        let child = shell(command)
            .stdin(Stdio::null())
            .stdout(said.try_clone()?)
            .stderr(said)
            .spawn()?;
        Self::started(child, None, beside)
    }

    fn started(child: Child, main: Option<OwnedFd>, beside: PipeReader) -> io::Result<Self> {
        // From here on, it is killed where something fails.
        let command = Self {
            child,
            main: main.map(File::from),
            beside: Some(beside),
            said: Vec::new(),
            lost: 0,
            status: None,
        };
        if let Some(main) = &command.main {
            fcntl_setfl(main, fcntl_getfl(main)? | OFlags::NONBLOCK)?;
        }
        if let Some(beside) = &command.beside {
            fcntl_setfl(beside, fcntl_getfl(beside)? | OFlags::NONBLOCK)?;
        }
        Ok(command)
    }

    /// Returns what the command has said since the last call, and the number of bytes of it that were not kept.
    pub(crate) fn take_said(&mut self) -> (Vec<u8>, u64) {
        (std::mem::take(&mut self.said), std::mem::take(&mut self.lost))
    }

    /// Closes its input or output, and waits a while for it to end. What it has left running in the background is
    /// killed then.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] while it runs; another one if the system does not tell.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        self.main = None;
        if let Some(status) = self.status {
            return Ok(status);
        }
        // It is not reaped yet, so that no other group can have its number.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?.is_none() {
            self.wait(PollFlags::empty())?;
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let status = self.kill()?;
        // Its last words are still in the pipe. What has left its group may keep that open for ever.
        let mut silences = 0;
        while self.beside.is_some() && silences < MOST_SILENCES {
            match self.wait(PollFlags::empty()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => silences += 1,
                waited => waited?,
            }
        }
        Ok(status)
    }

    /// Kills the command and its group.
    fn kill(&mut self) -> io::Result<ExitStatus> {
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    /// Waits a while until its output or input is ready, and hears what it says meanwhile.
    fn wait(&mut self, wanted: PollFlags) -> io::Result<()> {
        let mut ends = Vec::with_capacity(2);
        if let Some(main) = &self.main {
            ends.push(PollFd::new(main, wanted));
        }
        if let Some(beside) = &self.beside {
            ends.push(PollFd::new(beside, PollFlags::IN));
        }
        // A command whose ends are closed is about to end.
        let timeout = if ends.is_empty() { SOON } else { WHILE };
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: timeout.subsec_nanos().into(),
        };
        let ready = match poll(&mut ends, Some(&timeout)) {
            Ok(0) | Err(Errno::INTR) => return Err(io::ErrorKind::WouldBlock.into()),
            Ok(_) => self.main.is_none() || ends.first().is_some_and(|end| !end.revents().is_empty()),
            Err(error) => return Err(error.into()),
        };
        drop(ends);
        self.hear()?;
        match ready {
            true => Ok(()),
            false => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// Takes in what the command says.
    fn hear(&mut self) -> io::Result<()> {
        let mut part = vec![0; PART];
        let Some(beside) = &mut self.beside else {
            return Ok(());
        };
        match beside.read(&mut part) {
            Ok(0) => self.beside = None,
            Ok(count) => {
                let kept = count.min(MOST_SAID.saturating_sub(self.said.len()));
                self.said.extend_from_slice(&part[..kept]);
                self.lost += (count - kept) as u64;
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl Read for ShellCommand {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(PollFlags::IN)?;
        match &mut self.main {
            Some(output) => output.read(bytes),
            None => Ok(0),
        }
    }
}

impl Write for ShellCommand {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(PollFlags::OUT)?;
        match &mut self.main {
            Some(input) => input.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for ShellCommand {
    fn drop(&mut self) {
        if self.status.is_none() {
            let _ = self.kill();
        }
    }
}

/// Returns the exit code of a command: that of the shell, or 128 and the number of the signal that ended it.
pub(crate) fn exit_code(status: ExitStatus) -> i32 {
    status
        .code()
        .unwrap_or_else(|| status.signal().map_or(128, |signal| 128 + signal))
}

fn shell(command: &str) -> Command {
    let mut shell = Command::new("/bin/sh");
    // Ctrl-C is for this program, which then kills the command.
    shell.arg("-c").arg(command).process_group(0);
    // SAFETY: between fork and exec, the closure makes a single system call, and touches no memory of this process.
    unsafe {
        shell.pre_exec(|| {
            // It goes with this program, even if that is killed.
            set_parent_process_death_signal(Some(Signal::KILL)).map_err(io::Error::from)
        });
    }
    shell
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::stoppable::interruptibly;

    /// Waits for what is to come.
    fn patiently<T>(attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        interruptibly(attempt, || Ok::<(), ()>(())).unwrap()
    }

    #[test]
    fn output_is_read_and_errors_are_said() {
        let mut command = ShellCommand::read("echo one; echo two >&2; exit 3").unwrap();
        let mut output = Vec::new();
        let mut part = [0; 100];
        loop {
            match patiently(|| command.read(&mut part)).unwrap() {
                0 => break,
                count => output.extend_from_slice(&part[..count]),
            }
        }
        assert_eq!(output, b"one\n");
        assert_eq!(exit_code(patiently(|| command.end()).unwrap()), 3);
        assert_eq!(command.take_said(), (b"two\n".to_vec(), 0));
    }

    #[test]
    fn input_is_written_while_a_lot_is_said() {
        let mut command = ShellCommand::write("cat; cat /dev/zero | head -c 2000000").unwrap();
        let text = vec![b'a'; 200_000];
        let mut written = 0;
        while written < text.len() {
            written += patiently(|| command.write(&text[written..])).unwrap();
        }
        assert!(patiently(|| command.end()).unwrap().success());
        let (said, lost) = command.take_said();
        assert_eq!((said.len(), lost), (MOST_SAID, 2_200_000 - MOST_SAID as u64));
        assert!(said.starts_with(&text));
    }

    #[test]
    fn nothing_is_left_of_a_command() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("id");
        let text = format!("sleep 1000 & echo $! > {0}.new; mv {0}.new {0}; wait", file.display());
        let command = ShellCommand::run(&text).unwrap();
        let began = Instant::now();
        let id = loop {
            match std::fs::read_to_string(&file) {
                Ok(id) => break id,
                Err(_) => assert!(began.elapsed() < Duration::from_secs(60)),
            }
        };
        drop(command);
        // A process that init has not reaped yet is a zombie.
        while std::fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| !stat.contains(") Z")) {
            assert!(began.elapsed() < Duration::from_secs(60));
        }
    }

    #[test]
    fn a_signal_is_an_exit_code_too() {
        let mut command = ShellCommand::run("kill -9 $$").unwrap();
        assert_eq!(exit_code(patiently(|| command.end()).unwrap()), 137);
    }
}
