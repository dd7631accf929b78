//! The session's end of the connection.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::process::{self, Parent};

use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::listener::STACK;
use crate::message::{Begin, Reply, Request};
use crate::remote::{self, LONGEST_SILENCE, PatientReader, SIGN_OF_LIFE};
use crate::replies::Replies;
use crate::system;

/// The argument that makes the program a session.
pub const SUBCOMMAND: &str = "session";

/// The time that a session may take to end after its client is gone. Then it is killed, and the next session removes
/// what it left.
const TIME_TO_END: Duration = Duration::from_secs(60);

/// The time that the system may take to report the end of the client after its end of the connection was closed.
const TIME_TO_BE_GONE: Duration = Duration::from_secs(5);

/// The time for which the connection of a client that is gone may stay open after the system's signal.
const TIME_TO_CLOSE: Duration = Duration::from_millis(500);

/// The maximum length of the first message, in bytes.
const LONGEST_BEGIN: usize = 1 << 20;

/// The session's end of the connection.
#[derive(Debug)]
pub struct Server {
    requests: Receiver<Request>,
    replies: Replies,
    is_abandoned: Arc<AtomicBool>,
    is_stopped_by_client: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
    is_remote: bool,
    client: Option<Parent>,
}

impl Server {
    /// Takes over standard input and output for the connection, and receives the first message. `is_remote` is whether
    /// the client is on another machine.
    ///
    /// From now on programs find standard input empty, and standard output is redirected to standard error. `stop` is
    /// set when the connection closes before the client has ended the session, and when nothing is heard from a client
    /// on another machine for [`LONGEST_SILENCE`].
    ///
    /// # Errors
    ///
    /// Fails if the first message is not from a client of the same version, or if the system refuses.
    pub fn open(version: &'static str, is_remote: bool, stop: &Arc<AtomicBool>) -> Result<(Self, Begin), ConnectError> {
        if io::stdin().is_terminal() {
            return Err(ConnectError::NoClient);
        }
        // On another machine the parent is a launcher's, and no client to clean up after.
        let client = if is_remote { None } else { Parent::of_this() };
        // The session would also notice the closed connection, but not while it is suspended.
        process::end_with_parent();
        let (input, mut output) = system::standard_files()?;
        if is_remote {
            remote::announce(version, &mut output)?;
        }
        let longest = is_remote.then_some(LONGEST_SILENCE);
        let mut input = BufReader::new(PatientReader::new(input, longest));
        let begin = first(&mut input)?;
        if begin.version != version {
            return Err(ConnectError::Version {
                client: begin.version,
                own: version,
            });
        }
        system::leave_standard_files()?;
        let (sender, requests) = mpsc::channel();
        let is_abandoned = Arc::new(AtomicBool::new(false));
        let is_stopped_by_client = Arc::new(AtomicBool::new(false));
        let flags = Flags {
            is_abandoned: Arc::clone(&is_abandoned),
            is_stopped_by_client: Arc::clone(&is_stopped_by_client),
            stop: Arc::clone(stop),
        };
        thread::Builder::new()
            .name("requests".to_owned())
            .spawn(move || follow(&mut input, &sender, &flags))
            .map_err(|source| ConnectError::Start {
                name: begin.name.clone(),
                source,
            })?;
        let server = Self {
            requests,
            replies: Replies::new(output),
            is_abandoned,
            is_stopped_by_client,
            stop: Arc::clone(stop),
            is_remote,
            client,
        };
        if is_remote {
            // A client that has gone is noticed when its requests are read.
            let _ = server.replies.send(&Reply::Machine(remote::machine_name()));
            server.give_signs_of_life()?;
        }
        Ok((server, begin))
    }

    /// Starts the thread that tells a client on another machine that this one is still here.
    fn give_signs_of_life(&self) -> io::Result<()> {
        let replies = self.replies.clone();
        thread::Builder::new()
            .name("signs of life".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                while replies.send(&Reply::StillHere).is_ok() {
                    thread::sleep(SIGN_OF_LIFE);
                }
            })?;
        Ok(())
    }

    /// Returns the next request, or `Ok(None)` if none arrives within the time.
    ///
    /// # Errors
    ///
    /// Returns [`ClientGone`] if the client is gone or wants the session to stop.
    pub fn next_within(&self, longest: Duration) -> Result<Option<Request>, ClientGone> {
        match self.requests.recv_timeout(longest) {
            Ok(request) => Ok(Some(request)),
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(ClientGone),
        }
    }

    /// Returns whether the client is on another machine.
    pub fn is_remote(&self) -> bool {
        self.is_remote
    }

    /// Returns the stream to the client.
    pub fn replies(&self) -> &Replies {
        &self.replies
    }

    /// Returns the process ID of the client.
    pub fn client(&self) -> Option<u32> {
        self.client.as_ref()?.id()
    }

    /// Returns whether the client itself is gone, by a kill or a crash, and cannot clean up. Waits a moment if its end
    /// of the connection is closed, or if a signal has stopped the session: that may come before both.
    pub fn is_client_gone(&self) -> bool {
        let Some(client) = &self.client else {
            return false;
        };
        let since = Instant::now();
        loop {
            if client.is_gone() {
                return true;
            }
            let is_closed = self.is_abandoned.load(Ordering::Acquire) || self.replies.are_broken();
            let longest = match is_closed {
                true => TIME_TO_BE_GONE,
                false if self.is_signalled() => TIME_TO_CLOSE,
                false => return false,
            };
            if since.elapsed() >= longest {
                return false;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns whether the session is to stop though its client did not tell it to.
    fn is_signalled(&self) -> bool {
        self.stop.load(Ordering::Acquire) && !self.is_stopped_by_client.load(Ordering::Acquire)
    }
}

/// The client is gone, or wants the session to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientGone;

/// Receives the first message.
fn first(input: &mut BufReader<PatientReader<File>>) -> Result<Begin, ConnectError> {
    let mut bytes = Vec::new();
    let kind = frame::read(input, &mut bytes).map_err(|_| ConnectError::NoClient)?;
    if kind != Some(Kind::Message) || bytes.len() > LONGEST_BEGIN {
        return Err(ConnectError::NoClient);
    }
    match frame::message(&bytes) {
        Ok(Request::Begin(begin)) => Ok(begin),
        _ => Err(ConnectError::NoClient),
    }
}

/// The flags of what becomes known of the client while its requests are received.
struct Flags {
    is_abandoned: Arc<AtomicBool>,
    is_stopped_by_client: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

/// Forwards requests until the connection closes.
fn follow(input: &mut BufReader<PatientReader<File>>, requests: &Sender<Request>, flags: &Flags) {
    let mut bytes = Vec::new();
    while let Ok(Some(Kind::Message)) = frame::read(input, &mut bytes) {
        match frame::message(&bytes) {
            Ok(Request::Stop) => {
                flags.is_stopped_by_client.store(true, Ordering::Release);
                flags.stop.store(true, Ordering::Release);
            }
            Ok(Request::StillHere) => {}
            Ok(request) => {
                // The receiver is gone if the session is already ending.
                let _ = requests.send(request);
            }
            Err(_) => break,
        }
    }
    let is_stopped_by_client = flags.is_stopped_by_client.load(Ordering::Acquire);
    flags.is_abandoned.store(!is_stopped_by_client, Ordering::Release);
    flags.stop.store(true, Ordering::Release);
    thread::sleep(TIME_TO_END);
    std::process::exit(2);
}
