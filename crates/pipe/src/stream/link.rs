//! One end of a joined pipe: a connection for frames, and a control connection whose messages pass while the frames are
//! held up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};

use crate::error::PipeError;
use crate::handshake::connection_pair::ConnectionPair;
use crate::stream::control_message::{ControlMessage, Probe};
use crate::stream::control_state::ControlState;
use crate::stream::outcome::PeerOutcome;
use crate::stream::role::LinkRole;
use crate::system::{Events, ready, send_bytes, shut_down};
use crate::wire::carrier::Carrier;
use crate::wire::cipher::Cipher;

/// The time to wait for the outcome of an end that has closed its data connection.
const OUTCOME_TIMEOUT: Duration = Duration::from_secs(2);

/// The time that an end that fails tries to send the reason.
const CLOSE_TIMEOUT: Duration = Duration::from_millis(500);

/// The maximum number of unhandled probes. A peer that sends more is not this program.
const MOST_PROBES: usize = 64;

/// The fault of bytes of an encrypted connection that do not open.
pub(crate) const CHANGED: &str = "it was changed, left out, repeated or moved on its way";

/// One end of a joined pipe.
#[derive(Debug)]
pub(crate) struct Link {
    /// The end that this is.
    pub role: LinkRole,
    /// The address as it was written at this end.
    pub pipe: String,
    /// The name of the data set at this end.
    pub what: String,
    /// The name of the data set at the other end.
    pub theirs: String,
    /// The transport of the frames.
    pub carrier: Carrier,
    /// The data connection.
    pub data: OwnedFd,
    /// The control connection.
    pub control: OwnedFd,
    /// The encryption of the data connection, until the end that moves the frames takes it.
    cipher: Mutex<Option<Cipher>>,
    passed: AtomicU64,
    has_outcome: AtomicBool,
    control_state: Mutex<ControlState>,
    outcome_changed: Condvar,
}

impl Link {
    /// Creates the end of a pipe that has this address and this data set here.
    pub(crate) fn new(role: LinkRole, (pipe, what): (String, String), pair: ConnectionPair) -> Self {
        Self {
            role,
            pipe,
            what,
            theirs: pair.theirs,
            carrier: pair.carrier,
            data: pair.data.socket,
            control: pair.control.socket,
            cipher: Mutex::new(pair.data.cipher),
            passed: AtomicU64::new(0),
            has_outcome: AtomicBool::new(false),
            control_state: Mutex::new(ControlState::new(pair.control.cipher)),
            outcome_changed: Condvar::new(),
        }
    }

    /// Takes the encryption of the data connection: there is one, and it is used by the end that moves the frames.
    pub(crate) fn take_cipher(&self) -> Option<Cipher> {
        let mut cipher = self.cipher.lock().unwrap_or_else(PoisonError::into_inner);
        cipher.take()
    }

    /// Adds to the bytes that this end has moved, including headers.
    pub(crate) fn count(&self, bytes: usize) {
        self.passed.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Returns the bytes that this end has moved, including headers.
    pub(crate) fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }

    /// Returns how the other end ended, or `None` if it has not.
    pub(crate) fn outcome(&self) -> Option<PeerOutcome> {
        if self.has_outcome.load(Ordering::Acquire) {
            self.control_state().outcome.clone()
        } else {
            None
        }
    }

    /// Waits for the outcome of the other end after its data connection was closed; its message may still be on its
    /// way.
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

    /// Converts how the other end ended into an error.
    pub(crate) fn error(&self, outcome: PeerOutcome) -> PipeError {
        let (pipe, what, side) = (self.pipe.clone(), self.what.clone(), self.role.other_verb());
        match outcome {
            PeerOutcome::Failed(why) => PipeError::Failed { pipe, what, side, why },
            PeerOutcome::Damaged => PipeError::Garbled {
                pipe,
                what,
                why: CHANGED,
            },
            PeerOutcome::Confirmed | PeerOutcome::StoppedReading | PeerOutcome::Gone => {
                PipeError::Gone { pipe, what, side }
            }
        }
    }

    /// Converts an error of the system.
    pub(crate) fn refused(&self, doing: &'static str, error: Errno) -> PipeError {
        PipeError::System {
            doing,
            pipe: self.pipe.clone(),
            source: error.into(),
        }
    }

    /// Sends a probe. It is dropped if other messages are still unsent.
    pub(crate) fn send_probe(&self, probe: Probe) {
        let mut control_state = self.control_state();
        if control_state.outgoing.is_empty() {
            self.enqueue(&mut control_state, &ControlMessage::Probe(probe));
            self.flush(&mut control_state);
        }
    }

    /// Sends the last message and closes both connections.
    pub(crate) fn close_with(&self, control_message: &ControlMessage) {
        let end = Instant::now() + CLOSE_TIMEOUT;
        let mut control_state = self.control_state();
        self.enqueue(&mut control_state, control_message);
        while !self.flush(&mut control_state) && Instant::now() < end {
            if ready(&self.control, Events::OUT, CLOSE_TIMEOUT).is_err() {
                break;
            }
        }
        drop(control_state);
        // The message is sent before the data connection ends, because that makes the other end look for it.
        shut_down(&self.control);
        shut_down(&self.data);
    }

    /// Returns the events to poll the control connection for, or `None` if the other end has ended.
    pub(crate) fn watched(&self) -> Option<Events> {
        let control_state = self.control_state();
        (control_state.outcome.is_none()).then_some(if control_state.outgoing.is_empty() {
            Events::IN
        } else {
            Events::IN | Events::OUT
        })
    }

    /// Sends pending messages and receives new ones. Returns the probes among them.
    pub(crate) fn service(&self) -> Vec<Probe> {
        let mut control_state = self.control_state();
        self.flush(&mut control_state);
        self.receive(&mut control_state);
        std::mem::take(&mut control_state.probes)
    }

    /// Returns whether the other end is known to have ended.
    pub(crate) fn is_over(&self) -> bool {
        let mut control_state = self.control_state();
        self.receive(&mut control_state);
        control_state.outcome.is_some()
    }

    fn control_state(&self) -> MutexGuard<'_, ControlState> {
        self.control_state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(&self, control_state: &mut ControlState, control_message: &ControlMessage) {
        if control_state.enqueue(control_message).is_err() {
            self.set_outcome(control_state, PeerOutcome::Damaged);
        }
    }

    /// Returns whether all pending bytes were sent or can never be.
    fn flush(&self, control_state: &mut ControlState) -> bool {
        while !control_state.outgoing.is_empty() {
            match send_bytes(&self.control, &control_state.outgoing) {
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
                    if control_state.take(&buffer[..come]).is_err() {
                        self.set_outcome(control_state, PeerOutcome::Damaged);
                    }
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
                        (ControlMessage::Failed(why), _) => self.set_outcome(control_state, PeerOutcome::Failed(why)),
                        (ControlMessage::Probe(probe), _) => {
                            if control_state.probes.len() < MOST_PROBES {
                                control_state.probes.push(probe);
                            }
                        }
                        (ControlMessage::Confirmed | ControlMessage::StoppedReading, LinkRole::Reader) => {
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
