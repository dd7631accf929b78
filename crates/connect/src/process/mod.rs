//! A session, for its client.

mod ending;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use feedrate_pageio::process::{self, Family};

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
            program: process::own_program(),
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
    /// The launcher of a session on another machine, with all processes that it starts.
    launcher: Option<Family>,
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
        let mut child = command(launch).spawn().map_err(failed)?;
        let family = launch.remote.as_ref().map(|_| Family::of(&child)).transpose();
        let family = family.map_err(|error| {
            let _ = child.kill();
            let _ = child.wait();
            failed(error)
        })?;
        let known = SessionRecord::new(Spool::new(&launch.spool), bell.clone());
        let line = child.stdin.take().map(|input| Line::new(input, stop));
        let (output, errors) = (child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            input: None,
            launcher: None,
            known: Arc::clone(&known),
            stopped: None,
            is_given_up: false,
            status: None,
            listeners: Vec::new(),
        };
        process.launcher = family;
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
}

/// Returns the command that starts a session or its launcher.
fn command(launch: &Launch) -> Command {
    let mut command = Command::new(&launch.program);
    if launch.remote.is_none() {
        process::set_name(&mut command, "feedrate");
    }
    // Ctrl-C is for the client, which then stops its sessions.
    process::set_apart(&mut command);
    command
        .args(&launch.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
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
