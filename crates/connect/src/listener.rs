//! The threads that receive the output of a session and its standard error.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::bell::Bell;
use crate::error::ConnectError;
use crate::frame::{self, Kind};
use crate::host_name::HostName;
use crate::message::{Reply, StepBegins};
use crate::remote::LONGEST_SILENCE;
use crate::spool::{LostOutput, Spool, SpoolChunk};
use crate::tail::Tail;

/// The stack size of these threads, in bytes: there may be many of them.
pub(crate) const STACK: usize = 256 << 10;

/// The last known state of a session.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The result of its beginning; `None` until it has reported that.
    pub begun: Option<Result<(), String>>,
    /// The name of its machine, if that is another one.
    pub machine: Option<String>,
    /// The number of requests that it has completed, except for the one to begin.
    pub done: u64,
    /// The current step.
    pub step: Option<StepBegins>,
    /// The number of lines in its log so far.
    pub log_lines: u64,
    /// True if it has reported its end.
    pub has_ended: bool,
    /// The bytes of data sets that a job has moved so far, as far as it reports them.
    pub moved: u64,
    /// True if no more output can be received.
    pub is_over: bool,
    /// When that was noticed.
    pub over_at: Option<Instant>,
    /// Output that is not valid in the protocol.
    pub nonsense: Option<String>,
}

/// The record of a session, which the receiving threads update.
#[derive(Debug)]
pub(crate) struct SessionRecord {
    shared: Mutex<RecordState>,
    bell: Bell,
}

#[derive(Debug)]
struct RecordState {
    progress: Progress,
    spool: Spool,
    log_tail: Tail,
    error_tail: Tail,
    /// Values for the client's macro variables that are not in order with the log, and whether there are to be any.
    values: Vec<(String, String)>,
    hurry_values: bool,
}

impl SessionRecord {
    pub(crate) fn new(spool: Spool, bell: Bell) -> Arc<Self> {
        let shared = Mutex::new(RecordState {
            progress: Progress::default(),
            spool,
            log_tail: Tail::default(),
            error_tail: Tail::default(),
            values: Vec::new(),
            hurry_values: false,
        });
        Arc::new(Self { shared, bell })
    }

    pub(crate) fn progress(&self) -> Progress {
        self.lock().progress.clone()
    }

    pub(crate) fn take(&self) -> Option<SpoolChunk> {
        self.lock().spool.take()
    }

    pub(crate) fn take_lost(&self) -> Option<LostOutput> {
        self.lock().spool.take_lost()
    }

    pub(crate) fn hurry_values(&self, hurry: bool) {
        self.lock().hurry_values = hurry;
    }

    pub(crate) fn take_values(&self) -> Vec<(String, String)> {
        std::mem::take(&mut self.lock().values)
    }

    pub(crate) fn last_of_log(&self, most: usize) -> Vec<String> {
        self.lock().log_tail.lines(most)
    }

    pub(crate) fn last_of_errors(&self, most: usize) -> Vec<String> {
        self.lock().error_tail.lines(most)
    }

    /// Receives output until the session ends.
    pub(crate) fn listen(&self, mut input: impl Read) {
        let mut bytes = Vec::new();
        let failure = loop {
            let heard = match frame::read(&mut input, &mut bytes) {
                Ok(None) => break None,
                Ok(Some(kind)) => self.hear(kind, &bytes),
                Err(error) => Err(error),
            };
            if let Err(error) = heard {
                break Some(error);
            }
            self.bell.ring();
        };
        let mut shared = self.lock();
        shared.progress.is_over = true;
        shared.progress.over_at = Some(Instant::now());
        shared.progress.step = None;
        shared.progress.nonsense = failure.and_then(|error| description(&error));
        drop(shared);
        self.bell.ring();
    }

    /// Records that a session on another machine cannot begin.
    pub(crate) fn never_begins(&self, error: &ConnectError) {
        let mut shared = self.lock();
        shared.progress.is_over = true;
        shared.progress.over_at = Some(Instant::now());
        shared.progress.nonsense = description(error);
        drop(shared);
        self.bell.ring();
    }

    /// Keeps the end of what was printed before the session's first words.
    pub(crate) fn hear_text(&self, bytes: &[u8]) {
        self.lock().error_tail.add(bytes);
    }

    /// Keeps the end of what is written to standard error, such as a panic message.
    pub(crate) fn listen_to_errors(&self, mut input: impl Read) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = input.read(&mut bytes) {
            self.lock().error_tail.add(&bytes[..count]);
        }
    }

    fn hear(&self, kind: Kind, bytes: &[u8]) -> Result<(), ConnectError> {
        let reply = match kind {
            Kind::Message => Some(frame::message::<Reply>(bytes)?),
            Kind::Log | Kind::Listing => None,
        };
        let mut shared = self.lock();
        let hurry_values = shared.hurry_values;
        let progress = &mut shared.progress;
        match reply {
            Some(Reply::Machine(name)) => {
                // It is shown, and anything may come from another machine.
                progress.machine = HostName::new(&name).ok().map(|name| name.to_string());
            }
            Some(Reply::Ready) => progress.begun = Some(Ok(())),
            Some(Reply::Refused(why)) => progress.begun = Some(Err(why)),
            Some(Reply::StepBegins(step)) => progress.step = Some(step),
            Some(Reply::StepEnded) => progress.step = None,
            Some(Reply::Ended) => progress.has_ended = true,
            Some(Reply::Moved(bytes)) => progress.moved = bytes,
            Some(Reply::StillHere) => {}
            Some(Reply::Done(_)) => {
                progress.done += 1;
                shared.spool.put(kind, bytes);
            }
            Some(Reply::Put { name, value }) if hurry_values => {
                shared.values.push((name, value));
            }
            Some(
                Reply::Step(_)
                | Reply::Nested(_)
                | Reply::Record(_)
                | Reply::Put { .. }
                | Reply::Line(_)
                | Reply::Clocks(_)
                | Reply::Exited(_),
            ) => {
                shared.spool.put(kind, bytes);
            }
            None => {
                if kind == Kind::Log {
                    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
                    progress.log_lines += lines as u64;
                    shared.log_tail.add(bytes);
                }
                shared.spool.put(kind, bytes);
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, RecordState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what an error says of a session. A truncated frame is not an error of the protocol: the session is gone.
fn description(error: &ConnectError) -> Option<String> {
    match error {
        ConnectError::Broken(error) if error.kind() == io::ErrorKind::TimedOut => {
            let seconds = LONGEST_SILENCE.as_secs();
            Some(ConnectError::Silent { seconds }.to_string())
        }
        ConnectError::Broken(_) => None,
        error => Some(error.to_string()),
    }
}
