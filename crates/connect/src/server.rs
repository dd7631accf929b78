//! The session's end of the line.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::message::{Begin, Request};
use crate::replies::Replies;

/// The argument by which the program is a session.
pub const SUBCOMMAND: &str = "session";

/// How long a session whose client is gone may take to end. Then it is ended as it is, and what it leaves is
/// swept by the next one.
const TIME_TO_END: Duration = Duration::from_secs(60);

/// How long the system may take to tell that the client is gone, once its end of the line is closed.
const TIME_TO_BE_GONE: Duration = Duration::from_secs(5);

/// The longest message that begins a session, in bytes.
const LONGEST_BEGIN: usize = 1 << 20;

/// The session's end of the line.
#[derive(Debug)]
pub struct Server {
    requests: Receiver<Request>,
    replies: Replies,
    is_abandoned: Arc<AtomicBool>,
    client: Option<Pid>,
}

impl Server {
    /// Takes standard input and output for the line, and hears how to begin.
    ///
    /// From now on programs find nothing on standard input, and what is written to standard output goes to
    /// standard error. When the line ends before the client said so, `stop` becomes true.
    pub fn open(
        version: &'static str,
        stop: &Arc<AtomicBool>,
    ) -> Result<(Self, Begin), ConnectError> {
        if io::stdin().is_terminal() {
            return Err(ConnectError::NoClient);
        }
        let client = getppid();
        // The line's end tells it as well, but not to a session that is stopped while the client dies.
        let _ = set_parent_process_death_signal(Some(Signal::TERM));
        let input =
            File::from(rustix::io::fcntl_dupfd_cloexec(io::stdin(), 3).map_err(io::Error::from)?);
        let output =
            File::from(rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3).map_err(io::Error::from)?);
        let mut input = BufReader::new(input);
        let begin = first(&mut input)?;
        if begin.version != version {
            return Err(ConnectError::Version {
                client: begin.version,
                own: version,
            });
        }
        rustix::stdio::dup2_stdin(File::open("/dev/null")?).map_err(io::Error::from)?;
        rustix::stdio::dup2_stdout(io::stderr()).map_err(io::Error::from)?;
        let (sender, requests) = mpsc::channel();
        let is_abandoned = Arc::new(AtomicBool::new(false));
        let (flag, stop) = (Arc::clone(&is_abandoned), Arc::clone(stop));
        thread::Builder::new()
            .name("requests".to_owned())
            .spawn(move || follow(&mut input, &sender, &flag, &stop))
            .map_err(|source| ConnectError::Start {
                name: begin.name.clone(),
                source,
            })?;
        let server = Self {
            requests,
            replies: Replies::new(output),
            is_abandoned,
            client,
        };
        Ok((server, begin))
    }

    /// The next request if one comes before the time has passed; `Ok(None)` if none has.
    pub fn next_within(&self, longest: Duration) -> Result<Option<Request>, ClientGone> {
        match self.requests.recv_timeout(longest) {
            Ok(request) => Ok(Some(request)),
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(ClientGone),
        }
    }

    /// The way to the client.
    pub fn replies(&self) -> &Replies {
        &self.replies
    }

    /// The number of the client's process.
    pub fn client(&self) -> Option<u32> {
        let number = self.client?.as_raw_nonzero().get();
        u32::try_from(number).ok()
    }

    /// Whether the client itself is gone, by a kill or a fault of its own, and can remove nothing of what it
    /// made. It is waited for a moment if its end of the line is closed.
    pub fn is_client_gone(&self) -> bool {
        if !self.is_abandoned.load(Ordering::Acquire) && !self.replies.are_broken() {
            return getppid() != self.client;
        }
        let since = Instant::now();
        while since.elapsed() < TIME_TO_BE_GONE {
            if getppid() != self.client {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

/// The client has gone, or wants the session to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientGone;

/// The message that begins a session.
fn first(input: &mut BufReader<File>) -> Result<Begin, ConnectError> {
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

/// Hands requests on until the line ends.
fn follow(
    input: &mut BufReader<File>,
    requests: &Sender<Request>,
    is_abandoned: &AtomicBool,
    stop: &AtomicBool,
) {
    let mut bytes = Vec::new();
    let mut is_told = false;
    while let Ok(Some(Kind::Message)) = frame::read(input, &mut bytes) {
        match frame::message(&bytes) {
            Ok(Request::Stop) => {
                is_told = true;
                stop.store(true, Ordering::Release);
            }
            Ok(request) => {
                // Nobody takes it any more where the session ends already.
                let _ = requests.send(request);
            }
            Err(_) => break,
        }
    }
    is_abandoned.store(!is_told, Ordering::Release);
    stop.store(true, Ordering::Release);
    thread::sleep(TIME_TO_END);
    std::process::exit(2);
}
