//! A command that runs in the command interpreter and in a job of its own.
//!
//! Its pipes are read and written by threads, since a pipe cannot be waited for a while here.

use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

use super::job::{Job, wait_for};

/// The time that it waits before it asks again whether it is to stop.
const WHILE: Duration = Duration::from_millis(50);

/// The time before it looks again for what cannot be waited for.
const PAUSE: Duration = Duration::from_millis(5);

/// The time that it waits for the last words of a command that has ended.
const FAREWELL: Duration = Duration::from_secs(1);

/// The most of what a command says beside its output that is kept until somebody takes it, in bytes.
const MOST_SAID: usize = 1 << 20;

/// The bytes that are moved at a time.
const PART: usize = 64 << 10;

/// The parts that wait between a thread and the user of the command.
const PARTS: usize = 2;

/// The output or the input of a command.
#[derive(Debug)]
enum MainStream {
    Output { parts: Receiver<Vec<u8>>, rest: Vec<u8> },
    Input(SyncSender<Vec<u8>>),
}

/// The words of a command beside its output.
#[derive(Debug, Default)]
struct Words {
    kept: Vec<u8>,
    /// The bytes beyond what is kept.
    lost: u64,
}

/// A command that runs.
#[derive(Debug)]
pub(crate) struct ShellCommand {
    child: Child,
    /// Ends with all that is in it when it is closed, also when this process is killed.
    job: Job,
    /// `None` once it is closed.
    main: Option<MainStream>,
    words: Arc<Mutex<Words>>,
    /// The thread that hears them; `None` once it is no longer waited for.
    hearer: Option<JoinHandle<()>>,
    status: Option<ExitStatus>,
}

impl ShellCommand {
    /// Starts a command whose standard output is read; it says its standard error.
    ///
    /// # Errors
    ///
    /// Fails if the command interpreter cannot be started.
    pub(crate) fn read(command: &str) -> io::Result<Self> {
        let (beside, said) = io::pipe()?;
        let (output, written) = io::pipe()?;
        let mut shell = shell(command);
        shell.stdin(Stdio::null()).stdout(written).stderr(said);
        let mut started = Self::start(shell, beside)?;
        started.main = Some(read_parts(output)?);
        Ok(started)
    }

    /// Starts a command whose standard input is written; it says its standard output and error.
    ///
    /// # Errors
    ///
    /// Fails if the command interpreter cannot be started.
    pub(crate) fn write(command: &str) -> io::Result<Self> {
        let (beside, said) = io::pipe()?;
        let (read, input) = io::pipe()?;
        let mut shell = shell(command);
        shell.stdin(read).stdout(said.try_clone()?).stderr(said);
        let mut started = Self::start(shell, beside)?;
        started.main = Some(write_parts(input)?);
        Ok(started)
    }

    /// Starts a command without input; it says its standard output and error.
    ///
    /// # Errors
    ///
    /// Fails if the command interpreter cannot be started.
    pub(crate) fn run(command: &str) -> io::Result<Self> {
        let (beside, said) = io::pipe()?;
        let mut shell = shell(command);
        shell.stdin(Stdio::null()).stdout(said.try_clone()?).stderr(said);
        Self::start(shell, beside)
    }

    /// Starts a shell, whose ends of pipes are closed here then.
    fn start(mut shell: Command, beside: PipeReader) -> io::Result<Self> {
        let job = Job::new()?;
        let child = shell.spawn()?;
        // From here on, it is killed where something fails.
        let mut started = Self {
            child,
            job,
            main: None,
            words: Arc::default(),
            hearer: None,
            status: None,
        };
        match started.job.add(&started.child) {
            // One that has ended already cannot be taken in.
            Err(error) if !wait_for(&started.child, Duration::ZERO)? => return Err(error),
            _ => {}
        }
        let words = Arc::clone(&started.words);
        let hearer = thread::Builder::new().name("command's words".into());
        started.hearer = Some(hearer.spawn(move || hear(beside, &words))?);
        Ok(started)
    }

    /// Returns what the command has said since the last call, and the number of bytes of it that were not kept.
    pub(crate) fn take_said(&mut self) -> (Vec<u8>, u64) {
        let mut words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut words.kept), std::mem::take(&mut words.lost))
    }

    /// Closes its input or output, and waits a while for it to end. What it has left running in the background is
    /// killed then.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::WouldBlock`] while it runs; another one if the system does not tell.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        self.main = None;
        if let Some(status) = self.status {
            return Ok(status);
        }
        if !wait_for(&self.child, WHILE)? {
            return Err(ErrorKind::WouldBlock.into());
        }
        let status = self.kill()?;
        // Its last words are still in the pipe. What has left its job may keep that open for ever.
        let began = Instant::now();
        if let Some(hearer) = self.hearer.take() {
            while !hearer.is_finished() && began.elapsed() < FAREWELL {
                thread::sleep(PAUSE);
            }
        }
        Ok(status)
    }

    /// Kills the command and all that it has started.
    fn kill(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.try_wait()?;
        self.job.kill();
        let status = match status {
            Some(status) => status,
            None => {
                // It is not in the job if that has failed.
                let _ = self.child.kill();
                self.child.wait()?
            }
        };
        self.status = Some(status);
        Ok(status)
    }
}

impl Read for ShellCommand {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let Some(MainStream::Output { parts, rest }) = &mut self.main else {
            return Ok(0);
        };
        if rest.is_empty() {
            match parts.recv_timeout(WHILE) {
                Ok(part) => *rest = part,
                Err(RecvTimeoutError::Timeout) => return Err(ErrorKind::WouldBlock.into()),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        let count = rest.len().min(bytes.len());
        bytes[..count].copy_from_slice(&rest[..count]);
        rest.drain(..count);
        Ok(count)
    }
}

impl Write for ShellCommand {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(MainStream::Input(parts)) = &self.main else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        let mut part = bytes[..bytes.len().min(PART)].to_vec();
        let count = part.len();
        let began = Instant::now();
        loop {
            part = match parts.try_send(part) {
                Ok(()) => return Ok(count),
                Err(TrySendError::Disconnected(_)) => return Err(ErrorKind::BrokenPipe.into()),
                Err(TrySendError::Full(_)) if began.elapsed() >= WHILE => return Err(ErrorKind::WouldBlock.into()),
                Err(TrySendError::Full(part)) => part,
            };
            thread::sleep(PAUSE);
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

/// Reads the output of a command in a thread, until it ends or nobody wants it.
fn read_parts(mut output: PipeReader) -> io::Result<MainStream> {
    let (sender, parts) = sync_channel(PARTS);
    let reader = move || {
        let mut part = vec![0; PART];
        loop {
            match output.read(&mut part) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(count) if sender.send(part[..count].to_vec()).is_err() => break,
                Ok(_) => {}
            }
        }
    };
    thread::Builder::new().name("command's output".into()).spawn(reader)?;
    let rest = Vec::new();
    Ok(MainStream::Output { parts, rest })
}

/// Writes the input of a command in a thread, until it ends or the command takes no more.
fn write_parts(mut input: PipeWriter) -> io::Result<MainStream> {
    let (sender, parts) = sync_channel::<Vec<u8>>(PARTS);
    let writer = move || {
        let mut parts = parts.iter();
        // The first error closes both ends.
        let _ = parts.try_for_each(|part| input.write_all(&part));
    };
    thread::Builder::new().name("command's input".into()).spawn(writer)?;
    Ok(MainStream::Input(sender))
}

/// Takes in what a command says, to its end.
fn hear(mut beside: PipeReader, words: &Mutex<Words>) {
    let mut part = vec![0; PART];
    loop {
        match beside.read(&mut part) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => break,
            Ok(count) => {
                let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
                let kept = count.min(MOST_SAID.saturating_sub(words.kept.len()));
                words.kept.extend_from_slice(&part[..kept]);
                words.lost += (count - kept) as u64;
            }
        }
    }
}

/// Returns the exit code of a command: that of the command interpreter.
pub(crate) fn exit_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or(128)
}

fn shell(command: &str) -> Command {
    let interpreter = std::env::var_os("ComSpec").unwrap_or_else(|| "cmd.exe".into());
    let mut shell = Command::new(interpreter);
    // With /S it takes all between the outer quotation marks as it is. Ctrl-C is for this program, which then kills
    // the command.
    shell
        .raw_arg(format!("/D /S /C \"{command}\""))
        .creation_flags(CREATE_NEW_PROCESS_GROUP);
    shell
}

#[cfg(test)]
mod tests;
