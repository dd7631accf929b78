//! A session as its client sees it.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::bell::Bell;
use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::line::Line;
use crate::listener::{Progress, STACK, SessionRecord};
use crate::message::{Begin, Reply, Request};
use crate::server::SUBCOMMAND;
use crate::spool::{LostOutput, Spool};

/// How long a session that was told to stop may take to remove what is its own, before it is ended.
const TIME_TO_TIDY_UP: Duration = Duration::from_secs(30);

/// How often it is looked whether a process is gone.
const LOOK: Duration = Duration::from_millis(5);

/// How sessions are started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder for what is said and does not fit into memory.
    pub spool: PathBuf,
}

impl Launch {
    /// Starts this program itself, even where its file has been moved or replaced since.
    pub fn own(spool: PathBuf) -> Self {
        Self {
            program: PathBuf::from("/proc/self/exe"),
            arguments: vec![SUBCOMMAND.into()],
            spool,
        }
    }
}

/// Something that a session has said.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionOutput {
    /// A part of its log.
    Log(Vec<u8>),
    /// A part of its listing.
    Listing(Vec<u8>),
    /// Something else.
    Reply(Reply),
}

/// A session's process. It is told to stop, and waited for, when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Line>,
    known: Arc<SessionRecord>,
    status: Option<ExitStatus>,
    listeners: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts a session. Whether it has begun is known later, by its [`Progress`]. When `stop` becomes true, it is
    /// no longer waited for one that takes nothing.
    pub fn start(
        launch: &Launch,
        begin: Begin,
        bell: &Bell,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ConnectError> {
        let name = begin.name.clone();
        let failed = |source| ConnectError::Start {
            name: name.clone(),
            source,
        };
        let mut child = Command::new(&launch.program)
            .arg0("feedrate")
            .args(&launch.arguments)
            // Ctrl-C is for the client, which then tells its sessions.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let known = SessionRecord::new(Spool::new(&launch.spool), bell.clone());
        let input = child.stdin.take().map(|input| Line::new(input, stop));
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            input: None,
            known: Arc::clone(&known),
            status: None,
            listeners: Vec::new(),
        };
        let thread = |what: &str| {
            thread::Builder::new()
                .name(format!("{what} {name}"))
                .stack_size(STACK)
        };
        if let Some(errors) = errors {
            let known = Arc::clone(&known);
            let listener = thread("errors of").spawn(move || known.listen_to_errors(errors));
            process.listeners.push(listener.map_err(failed)?);
        }
        if let Some(output) = output {
            let listener = thread("log of").spawn(move || known.listen(output));
            process.listeners.push(listener.map_err(failed)?);
        }
        process.input = input.transpose().map_err(failed)?;
        match process.tell(&Request::Begin(begin)) {
            // It is gone already, which is known by its progress, with its last words.
            Err(ConnectError::Broken(_)) | Ok(()) => Ok(process),
            Err(error) => Err(error),
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks the session for something.
    pub fn tell(&mut self, request: &Request) -> Result<(), ConnectError> {
        let Some(input) = &mut self.input else {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
        };
        let told = frame::write_message(input, request);
        // Behind a half of a message nothing can be said any more.
        if input.is_torn() {
            self.input = None;
            return Err(ConnectError::Stopped);
        }
        told
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.known.progress()
    }

    /// What it has said and has not been taken yet, the oldest first.
    pub fn take(&self) -> Option<SessionOutput> {
        loop {
            let piece = self.known.take()?;
            return Some(match piece.kind {
                Kind::Log => SessionOutput::Log(piece.bytes),
                Kind::Listing => SessionOutput::Listing(piece.bytes),
                Kind::Message => match frame::message(&piece.bytes) {
                    Ok(reply) => SessionOutput::Reply(reply),
                    // It was understood when it came.
                    Err(_) => continue,
                },
            });
        }
    }

    /// Whether values for the client's macro variables from now on can be taken by [`Process::take_values`] as soon as
    /// they come, and not in order with the log.
    pub fn hurry_values(&self, hurry: bool) {
        self.known.hurry_values(hurry);
    }

    /// The names and values of the client's macro variables that have come since this was asked last.
    pub fn take_values(&self) -> Vec<(String, String)> {
        self.known.take_values()
    }

    /// What it has said and could not be kept, since this was asked last.
    pub fn take_lost(&self) -> Option<LostOutput> {
        self.known.take_lost()
    }

    /// The last lines of its log.
    pub fn last_of_log(&self, most: usize) -> Vec<String> {
        self.known.last_of_log(most)
    }

    /// The last lines that it wrote to standard error, such as the words of a panic.
    pub fn last_of_errors(&self, most: usize) -> Vec<String> {
        self.known.last_of_errors(most)
    }

    /// Tells it to stop what it does, to remove what is its own, and to end. This does not wait for it.
    pub fn stop(&mut self) {
        if let Some(input) = &mut self.input {
            input.hurry();
        }
        // One that does not hear it notices that the line has ended.
        let _ = self.tell(&Request::Stop);
        self.input = None;
        // One that somebody held (SIGSTOP) could do neither.
        self.signal(Signal::CONT);
    }

    /// Waits until its process is gone and all that it said is here. It is ended by force where that takes long.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let since = Instant::now();
        loop {
            if let Some(status) = self.status {
                for listener in self.listeners.drain(..) {
                    // What a thread that panicked has heard is there up to then.
                    let _ = listener.join();
                }
                return Ok(status);
            }
            self.status = self.child.try_wait()?;
            if self.status.is_none() {
                if since.elapsed() >= TIME_TO_TIDY_UP {
                    self.child.kill()?;
                    self.status = Some(self.child.wait()?);
                }
                thread::sleep(LOOK);
            }
        }
    }

    /// How it ended, which is waited for: what it said that no session says, or else its exit code or signal.
    pub fn how_it_ended(&mut self) -> String {
        let ended = self.wait();
        match (self.progress().nonsense, ended) {
            (Some(nonsense), _) => nonsense,
            (None, Ok(status)) => status.to_string(),
            (None, Err(error)) => error.to_string(),
        }
    }

    /// Sends it SIGTERM, by which it ends as one does that is told to stop.
    pub fn terminate(&mut self) {
        self.stop();
        self.signal(Signal::TERM);
    }

    fn signal(&self, signal: Signal) {
        let process = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(process) = process.filter(|_| self.status.is_none()) {
            // Where it is gone already there is nobody to tell.
            let _ = kill_process(process, signal);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop();
        let _ = self.wait();
    }
}
