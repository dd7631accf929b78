//! One end of a pipe once both are joined: a connection for the frames, and one for words about them, which pass while
//! the frames are held up.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};

use crate::control_message::{ControlMessage, Probe};
use crate::{Carrier, PipeError, socket};

/// How long the last words of an end that is gone are waited for.
const OUTCOME_TIMEOUT: Duration = Duration::from_secs(2);

/// How long an end that fails tries to say why.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

/// Probes that wait to be looked at, at most; who sends more is not of this program.
const MOST_PROBES: usize = 64;

/// What this end does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkRole {
    /// It sends frames.
    Writer,
    /// It receives them.
    Reader,
}

impl LinkRole {
    /// What the other end does, as a person says it.
    pub(crate) fn other_verb(self) -> &'static str {
        match self {
            Self::Writer => "reads",
            Self::Reader => "writes",
        }
    }
}

/// How the other end ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PeerOutcome {
    /// The reader has taken all.
    Confirmed,
    /// The reader wants no more.
    StoppedReading,
    /// It failed, and why.
    Failed(String),
    /// It is gone without a message.
    Gone,
}

/// One end of a joined pipe.
#[derive(Debug)]
pub(crate) struct Link {
    /// What this end does.
    pub role: LinkRole,
    /// The address as it was written here.
    pub pipe: String,
    /// The data set's name here.
    pub what: String,
    /// The data set's name at the other end.
    pub theirs: String,
    /// What carries the frames.
    pub carrier: Carrier,
    /// The frames' connection.
    pub data: OwnedFd,
    /// The words' connection.
    pub control: OwnedFd,
    passed: AtomicU64,
    has_outcome: AtomicBool,
    control_state: Mutex<ControlState>,
    outcome_changed: Condvar,
}

/// What was said and outcome_changed.
#[derive(Debug, Default)]
struct ControlState {
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    probes: Vec<Probe>,
    outcome: Option<PeerOutcome>,
}

impl Link {
    /// The end of a pipe whose two connections stand.
    pub(crate) fn new(
        role: LinkRole,
        (pipe, what, theirs): (String, String, String),
        carrier: Carrier,
        data: OwnedFd,
        control: OwnedFd,
    ) -> Self {
        Self {
            role,
            pipe,
            what,
            theirs,
            carrier,
            data,
            control,
            passed: AtomicU64::new(0),
            has_outcome: AtomicBool::new(false),
            control_state: Mutex::default(),
            outcome_changed: Condvar::new(),
        }
    }

    /// Counts bytes that this end has moved, heads with them.
    pub(crate) fn count(&self, bytes: usize) {
        self.passed.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Bytes that this end has moved, heads with them.
    pub(crate) fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }

    /// How the other end ended, if it has.
    pub(crate) fn outcome(&self) -> Option<PeerOutcome> {
        if self.has_outcome.load(Ordering::Acquire) {
            self.control_state().outcome.clone()
        } else {
            None
        }
    }

    /// How the other end ended, whose data connection is closed: its words may still be on their way.
    pub(crate) fn wait_for_outcome(&self) -> PeerOutcome {
        let end = Instant::now() + OUTCOME_TIMEOUT;
        let mut control_state = self.control_state();
        loop {
            if let Some(outcome) = &control_state.outcome {
                return outcome.clone();
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return PeerOutcome::Gone;
            }
            control_state = self
                .outcome_changed
                .wait_timeout(control_state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// The error that an end makes of how the other ended.
    pub(crate) fn error(&self, outcome: PeerOutcome) -> PipeError {
        let (pipe, what, side) = (self.pipe.clone(), self.what.clone(), self.role.other_verb());
        match outcome {
            PeerOutcome::Failed(why) => PipeError::Failed {
                pipe,
                what,
                side,
                why,
            },
            PeerOutcome::Confirmed | PeerOutcome::StoppedReading | PeerOutcome::Gone => {
                PipeError::Gone { pipe, what, side }
            }
        }
    }

    /// The error where the system refuses something.
    pub(crate) fn refused(&self, doing: &'static str, error: Errno) -> PipeError {
        PipeError::System {
            doing,
            pipe: self.pipe.clone(),
            source: error.into(),
        }
    }

    /// Passes a question on; it is dropped where others still wait to go.
    pub(crate) fn send_probe(&self, probe: Probe) {
        let mut control_state = self.control_state();
        if control_state.outgoing.is_empty() {
            control_state.outgoing = ControlMessage::Probe(probe).to_bytes();
            self.flush(&mut control_state);
        }
    }

    /// Says the last message and hangs up.
    pub(crate) fn close_with(&self, control_message: &ControlMessage) {
        let end = Instant::now() + CLOSE_TIMEOUT;
        let mut control_state = self.control_state();
        control_state
            .outgoing
            .extend_from_slice(&control_message.to_bytes());
        while !self.flush(&mut control_state) && Instant::now() < end {
            if socket::ready(&self.control, PollFlags::OUT, CLOSE_TIMEOUT).is_err() {
                break;
            }
        }
        drop(control_state);
        // The message goes before the frames' end, which makes the other look for it. Both may be closed already.
        let _ = shutdown(&self.control, Shutdown::Both);
        let _ = shutdown(&self.data, Shutdown::Both);
    }

    /// What the words' connection is to be watched for; nothing once it is over.
    pub(crate) fn watched(&self) -> Option<PollFlags> {
        let control_state = self.control_state();
        (control_state.outcome.is_none()).then_some(if control_state.outgoing.is_empty() {
            PollFlags::IN
        } else {
            PollFlags::IN | PollFlags::OUT
        })
    }

    /// Says what could not be said at once, and hears what has come; gives the questions among it.
    pub(crate) fn service(&self) -> Vec<Probe> {
        let mut control_state = self.control_state();
        self.flush(&mut control_state);
        self.receive(&mut control_state);
        std::mem::take(&mut control_state.probes)
    }

    /// Whether the other end has ended, as far as it can be known now.
    pub(crate) fn is_over(&self) -> bool {
        let mut control_state = self.control_state();
        self.receive(&mut control_state);
        control_state.outcome.is_some()
    }

    fn control_state(&self) -> MutexGuard<'_, ControlState> {
        self.control_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all has gone that was to go, or cannot.
    fn flush(&self, control_state: &mut ControlState) -> bool {
        while !control_state.outgoing.is_empty() {
            match send(&self.control, &control_state.outgoing, SendFlags::NOSIGNAL) {
                Ok(sent) => drop(control_state.outgoing.drain(..sent)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return false,
                Err(_) => control_state.outgoing.clear(),
            }
        }
        true
    }

    fn receive(&self, control_state: &mut ControlState) {
        let mut buffer = [0; 4096];
        while control_state.outcome.is_none() {
            match recv(&self.control, &mut buffer, RecvFlags::empty()) {
                Ok((0, _)) => self.set_outcome(control_state, PeerOutcome::Gone),
                Ok((come, _)) => {
                    control_state.incoming.extend_from_slice(&buffer[..come]);
                    self.parse_messages(control_state);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.set_outcome(control_state, PeerOutcome::Gone),
            }
        }
    }

    fn parse_messages(&self, control_state: &mut ControlState) {
        let mut at = 0;
        while control_state.outcome.is_none() {
            match ControlMessage::read(&control_state.incoming[at..]) {
                Ok(None) => break,
                Ok(Some((control_message, taken))) => {
                    at += taken;
                    match (control_message, self.role) {
                        (ControlMessage::Confirmed, LinkRole::Writer) => {
                            self.set_outcome(control_state, PeerOutcome::Confirmed)
                        }
                        (ControlMessage::StoppedReading, LinkRole::Writer) => {
                            self.set_outcome(control_state, PeerOutcome::StoppedReading)
                        }
                        (ControlMessage::Failed(why), _) => {
                            self.set_outcome(control_state, PeerOutcome::Failed(why))
                        }
                        (ControlMessage::Probe(probe), _) => {
                            if control_state.probes.len() < MOST_PROBES {
                                control_state.probes.push(probe);
                            }
                        }
                        (
                            ControlMessage::Confirmed | ControlMessage::StoppedReading,
                            LinkRole::Reader,
                        ) => {
                            self.set_outcome(control_state, PeerOutcome::Gone);
                        }
                    }
                }
                Err(()) => self.set_outcome(control_state, PeerOutcome::Gone),
            }
        }
        drop(control_state.incoming.drain(..at));
    }

    fn set_outcome(&self, control_state: &mut ControlState, outcome: PeerOutcome) {
        control_state.outcome = Some(outcome);
        self.has_outcome.store(true, Ordering::Release);
        self.outcome_changed.notify_all();
    }
}
