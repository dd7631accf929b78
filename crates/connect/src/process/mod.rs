//! A session, for its client.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use crate::bell::Bell;
use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::input::{self, Input};
use crate::line::Line;
use crate::listener::{Progress, STACK, SessionRecord};
use crate::message::{Begin, Reply, Request};
use crate::remote::{self, LONGEST_SILENCE, PatientReader, RemoteStart};
use crate::server::SUBCOMMAND;
use crate::spool::{LostOutput, Spool};

/// The time that a session that is to stop may take to clean up before it is killed.
const TIME_TO_TIDY_UP: Duration = Duration::from_secs(30);

/// The same for a launcher without a session.
const TIME_OF_A_LAUNCHER: Duration = Duration::from_secs(2);

/// The exit codes of a shell, and of what works like one, that cannot execute or find a program.
const NO_PROGRAM: [i32; 2] = [126, 127];

/// The interval at which the end of a process is checked.
const LOOK: Duration = Duration::from_millis(5);

/// The way to start sessions.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder for output that does not fit into memory.
    pub spool: PathBuf,
    /// The way to begin it if the program is a launcher, which starts it on another machine.
    pub remote: Option<RemoteStart>,
}

impl Launch {
    /// Starts this program itself, even if its file was moved or replaced.
    pub fn own(spool: PathBuf) -> Self {
        Self {
            program: PathBuf::from("/proc/self/exe"),
            arguments: vec![SUBCOMMAND.into()],
            spool,
            remote: None,
        }
    }
}

/// Output of a session.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionOutput {
    /// A part of its log.
    Log(Vec<u8>),
    /// A part of its listing.
    Listing(Vec<u8>),
    /// A reply.
    Reply(Reply),
}

/// The process of a session. Dropping it stops the session and waits for it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Input>,
    is_remote: bool,
    known: Arc<SessionRecord>,
    /// When it was first told to stop.
    stopped: Option<Instant>,
    /// True if there is no hope that it cleans up.
    is_given_up: bool,
    status: Option<ExitStatus>,
    listeners: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts a session. [`Progress`] later shows whether it has begun. Once `stop` is set, writing to a session that
    /// does not read gives up.
    ///
    /// # Errors
    ///
    /// Fails if the process or its threads cannot be started.
    pub fn start(launch: &Launch, begin: Begin, bell: &Bell, stop: &Arc<AtomicBool>) -> Result<Self, ConnectError> {
        let name = begin.name.clone();
        let failed = |source| match &launch.remote {
            None => ConnectError::Start {
                name: name.clone(),
                source,
            },
            Some(_) => ConnectError::Launcher {
                program: launch.program.display().to_string(),
                source,
            },
        };
        let mut command = Command::new(&launch.program);
        if launch.remote.is_none() {
            command.arg0("feedrate");
        }
        let mut child = command
            .args(&launch.arguments)
            // Ctrl-C is for the client, which then stops its sessions.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let known = SessionRecord::new(Spool::new(&launch.spool), bell.clone());
        let line = child.stdin.take().map(|input| Line::new(input, stop));
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            input: None,
            is_remote: launch.remote.is_some(),
            known: Arc::clone(&known),
            stopped: None,
            is_given_up: false,
            status: None,
            listeners: Vec::new(),
        };
        let thread = |what: &str| thread::Builder::new().name(format!("{what} {name}")).stack_size(STACK);
        if let Some(errors) = errors {
            let known = Arc::clone(&known);
            let listener = thread("errors of").spawn(move || known.listen_to_errors(errors));
            process.listeners.push(listener.map_err(failed)?);
        }
        let (Some(output), Some(line)) = (output, line.transpose().map_err(failed)?) else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        let listener = match launch.remote.clone() {
            None => {
                process.input = Some(Input::Local(line));
                thread("log of").spawn(move || known.listen(output))
            }
            Some(remote) => {
                let (queue, requests) = mpsc::channel();
                let (lines, opened) = mpsc::channel();
                let hurry = line.hurry_flag();
                process.input = Some(Input::Remote { queue, hurry });
                input::write_later(&name, opened, requests).map_err(failed)?;
                thread("log of").spawn(move || listen_remote(&remote, line, output, &lines, &known))
            }
        };
        process.listeners.push(listener.map_err(failed)?);
        match process.send(&Request::Begin(begin)) {
            // It has ended already, which its progress will show with its last output.
            Err(ConnectError::Broken(_)) | Ok(()) => Ok(process),
            Err(error) => Err(error),
        }
    }

    /// Returns the process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a request to the session.
    ///
    /// # Errors
    ///
    /// Fails if the session is gone, or if it does not read and the user wants to stop.
    pub fn send(&mut self, request: &Request) -> Result<(), ConnectError> {
        let Some(input) = &mut self.input else {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
        };
        let told = input.send(request);
        // After a part of a message, nothing else can be sent.
        if matches!(told, Err(ConnectError::Stopped)) {
            self.input = None;
        }
        told
    }

    /// Returns its progress.
    pub fn progress(&self) -> Progress {
        self.known.progress()
    }

    /// Returns the oldest output that was not taken yet.
    pub fn take(&self) -> Option<SessionOutput> {
        loop {
            let piece = self.known.take()?;
            return Some(match piece.kind {
                Kind::Log => SessionOutput::Log(piece.bytes),
                Kind::Listing => SessionOutput::Listing(piece.bytes),
                Kind::Message => match frame::message(&piece.bytes) {
                    Ok(reply) => SessionOutput::Reply(reply),
                    // It was decoded when it was received.
                    Err(_) => continue,
                },
            });
        }
    }

    /// Sets whether values for the client's macro variables from now on are returned by [`Process::take_values`] as
    /// soon as they arrive, and not in order with the log.
    pub fn hurry_values(&self, hurry: bool) {
        self.known.hurry_values(hurry);
    }

    /// Returns the names and values of the client's macro variables that have arrived since the last call.
    pub fn take_values(&self) -> Vec<(String, String)> {
        self.known.take_values()
    }

    /// Returns what output could not be kept since the last call.
    pub fn take_lost(&self) -> Option<LostOutput> {
        self.known.take_lost()
    }

    /// Returns the last lines of its log.
    pub fn last_of_log(&self, most: usize) -> Vec<String> {
        self.known.last_of_log(most)
    }

    /// Returns the last lines of its standard error, such as a panic message.
    pub fn last_of_errors(&self, most: usize) -> Vec<String> {
        self.known.last_of_errors(most)
    }

    /// Tells it to stop, clean up and end. Does not wait for it.
    pub fn stop(&mut self) {
        self.stopped.get_or_insert_with(Instant::now);
        if let Some(input) = &mut self.input {
            input.hurry();
        }
        // If it does not receive this, it notices that the connection is closed.
        let _ = self.send(&Request::Stop);
        self.input = None;
        // A suspended process (SIGSTOP) could do neither.
        self.signal(Signal::CONT);
    }

    /// Stops it as one that has not reacted for long: it is not given the time to clean up.
    pub fn give_up(&mut self) {
        self.is_given_up = true;
        self.stop();
    }

    /// Returns whether the process has ended. The kernel's counters of one that has can be read until [`Self::wait`].
    pub fn is_ended(&self) -> bool {
        let process = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let Some(process) = process.filter(|_| self.status.is_none()) else {
            return true;
        };
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // If the system cannot tell, waiting does.
        waitid(WaitId::Pid(process), look).map_or(true, |status| status.is_some())
    }

    /// Waits until the process has ended and its output was received. Kills it if that takes long since it was told to
    /// stop, or else since this call: of several that were told at once, all are waited for as long as for one.
    ///
    /// # Errors
    ///
    /// Fails if the system cannot wait for the process.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let since = self.stopped.unwrap_or_else(Instant::now);
        loop {
            if let Some(status) = self.status {
                for listener in self.listeners.drain(..) {
                    // The output that a thread received before it panicked is available.
                    let _ = listener.join();
                }
                return Ok(status);
            }
            self.status = self.child.try_wait()?;
            if self.status.is_none() {
                if since.elapsed() >= self.time_to_tidy_up() {
                    self.kill()?;
                    self.status = Some(self.child.wait()?);
                    // Processes that a launcher started may go on, and hold the output open.
                    if self.is_remote {
                        self.listeners.clear();
                    }
                }
                thread::sleep(LOOK);
            }
        }
    }

    /// Waits for its end and returns how it ended: its invalid output, or else its exit code or signal.
    pub fn how_it_ended(&mut self) -> String {
        let ended = self.wait();
        match (self.progress().nonsense, ended) {
            (Some(nonsense), _) => nonsense,
            (None, Ok(status)) => status.to_string(),
            (None, Err(error)) => error.to_string(),
        }
    }

    /// Returns whether it has ended because a launcher found no program there, or one that cannot be executed.
    pub fn found_no_program(&self) -> bool {
        let code = self.status.and_then(|status| status.code());
        self.is_remote && code.is_some_and(|code| NO_PROGRAM.contains(&code))
    }

    /// Returns whether a launcher has ended as if all were well, and nothing has begun: it does not run the command
    /// that it is given.
    pub fn ran_no_command(&self) -> bool {
        let succeeded = self.status.is_some_and(|status| status.success());
        self.is_remote && succeeded && self.known.progress().begun.is_none()
    }

    /// Sends it SIGTERM, on which it ends as if it were told to stop. One on another machine is told alone: the signal
    /// would end the launcher, and the session would clean up while nobody waits for it any more.
    pub fn terminate(&mut self) {
        self.stop();
        if !self.is_remote {
            self.signal(Signal::TERM);
        }
    }

    /// Kills it; a launcher with all processes that it has started.
    fn kill(&mut self) -> io::Result<()> {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group.filter(|_| self.is_remote) {
            // It may be gone already, but for the launcher itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
        self.child.kill()
    }

    /// Returns how long it may take to clean up. A launcher whose session never began, or fell silent, has nothing to
    /// clean up.
    fn time_to_tidy_up(&self) -> Duration {
        let progress = self.known.progress();
        let has_nothing = progress.begun.is_none() || progress.nonsense.is_some();
        match self.is_remote && (self.is_given_up || has_nothing) {
            true => TIME_OF_A_LAUNCHER,
            false => TIME_TO_TIDY_UP,
        }
    }

    fn signal(&self, signal: Signal) {
        let process = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(process) = process.filter(|_| self.status.is_none()) {
            // It may be gone already.
            let _ = kill_process(process, signal);
        }
    }
}

/// Begins the conversation with a session on another machine, and receives its output until it ends.
fn listen_remote(
    remote: &RemoteStart,
    mut line: Line,
    output: ChildStdout,
    lines: &Sender<Line>,
    known: &SessionRecord,
) {
    // The client decides the time that it may take to begin.
    let mut output = PatientReader::new(output, None);
    let opened = remote::open(remote, &mut line, &mut output, &mut |text| {
        known.hear_text(text);
    });
    if let Err(error) = opened {
        return known.never_begins(&error);
    }
    // The thread that receives it lives as long as the process may be told something.
    let _ = lines.send(line);
    output.set_longest(Some(LONGEST_SILENCE));
    known.listen(output);
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
        let _ = self.wait();
    }
}
