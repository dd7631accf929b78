//! One end of a pipe once both are joined: a connection for the frames, and one for words about them, which pass while
//! the frames are held up.

use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, Shutdown, recv, send, shutdown};

use crate::word::{Probe, Word};
use crate::{Carrier, PipeError, socket};

/// How long the last words of an end that is gone are waited for.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// How long an end that fails tries to say why.
const FAREWELL: Duration = Duration::from_millis(500);

/// Probes that wait to be looked at, at most; who sends more is not of this program.
const MOST_PROBES: usize = 64;

/// What this end does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// It sends frames.
    Writes,
    /// It receives them.
    Reads,
}

impl Side {
    /// What the other end does, as a person says it.
    pub(crate) fn other(self) -> &'static str {
        match self {
            Self::Writes => "reads",
            Self::Reads => "writes",
        }
    }
}

/// How the other end ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The reader has taken all.
    Taken,
    /// The reader wants no more.
    Enough,
    /// It failed, and why.
    Failed(String),
    /// It is gone without a word.
    Gone,
}

/// One end of a joined pipe.
#[derive(Debug)]
pub(crate) struct Link {
    /// What this end does.
    pub side: Side,
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
    judged: AtomicBool,
    talk: Mutex<Talk>,
    heard: Condvar,
}

/// What was said and heard.
#[derive(Debug, Default)]
struct Talk {
    coming: Vec<u8>,
    going: Vec<u8>,
    probes: Vec<Probe>,
    verdict: Option<Verdict>,
}

impl Link {
    /// The end of a pipe whose two connections stand.
    pub(crate) fn new(
        side: Side,
        (pipe, what, theirs): (String, String, String),
        carrier: Carrier,
        data: OwnedFd,
        control: OwnedFd,
    ) -> Self {
        Self {
            side,
            pipe,
            what,
            theirs,
            carrier,
            data,
            control,
            passed: AtomicU64::new(0),
            judged: AtomicBool::new(false),
            talk: Mutex::default(),
            heard: Condvar::new(),
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
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.judged.load(Ordering::Acquire) {
            self.talk().verdict.clone()
        } else {
            None
        }
    }

    /// How the other end ended, whose data connection is closed: its words may still be on their way.
    pub(crate) fn last_words(&self) -> Verdict {
        let end = Instant::now() + LAST_WORDS;
        let mut talk = self.talk();
        loop {
            if let Some(verdict) = &talk.verdict {
                return verdict.clone();
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Verdict::Gone;
            }
            talk = self
                .heard
                .wait_timeout(talk, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// The error that an end makes of how the other ended.
    pub(crate) fn error(&self, verdict: Verdict) -> PipeError {
        let (pipe, what, side) = (self.pipe.clone(), self.what.clone(), self.side.other());
        match verdict {
            Verdict::Failed(why) => PipeError::Failed {
                pipe,
                what,
                side,
                why,
            },
            Verdict::Taken | Verdict::Enough | Verdict::Gone => {
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
    pub(crate) fn ask(&self, probe: Probe) {
        let mut talk = self.talk();
        if talk.going.is_empty() {
            talk.going = Word::Probe(probe).to_bytes();
            self.flush(&mut talk);
        }
    }

    /// Says the last word and hangs up.
    pub(crate) fn part(&self, word: &Word) {
        let end = Instant::now() + FAREWELL;
        let mut talk = self.talk();
        talk.going.extend_from_slice(&word.to_bytes());
        while !self.flush(&mut talk) && Instant::now() < end {
            if socket::ready(&self.control, PollFlags::OUT, FAREWELL).is_err() {
                break;
            }
        }
        drop(talk);
        // The word goes before the frames' end, which makes the other look for it. Both may be closed already.
        let _ = shutdown(&self.control, Shutdown::Both);
        let _ = shutdown(&self.data, Shutdown::Both);
    }

    /// What the words' connection is to be watched for; nothing once it is over.
    pub(crate) fn watched(&self) -> Option<PollFlags> {
        let talk = self.talk();
        (talk.verdict.is_none()).then_some(if talk.going.is_empty() {
            PollFlags::IN
        } else {
            PollFlags::IN | PollFlags::OUT
        })
    }

    /// Says what could not be said at once, and hears what has come; gives the questions among it.
    pub(crate) fn attend(&self) -> Vec<Probe> {
        let mut talk = self.talk();
        self.flush(&mut talk);
        self.hear(&mut talk);
        std::mem::take(&mut talk.probes)
    }

    /// Whether the other end has ended, as far as it can be known now.
    pub(crate) fn is_over(&self) -> bool {
        let mut talk = self.talk();
        self.hear(&mut talk);
        talk.verdict.is_some()
    }

    fn talk(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether all has gone that was to go, or cannot.
    fn flush(&self, talk: &mut Talk) -> bool {
        while !talk.going.is_empty() {
            match send(&self.control, &talk.going, SendFlags::NOSIGNAL) {
                Ok(sent) => drop(talk.going.drain(..sent)),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return false,
                Err(_) => talk.going.clear(),
            }
        }
        true
    }

    fn hear(&self, talk: &mut Talk) {
        let mut buffer = [0; 4096];
        while talk.verdict.is_none() {
            match recv(&self.control, &mut buffer, RecvFlags::empty()) {
                Ok((0, _)) => self.judge(talk, Verdict::Gone),
                Ok((come, _)) => {
                    talk.coming.extend_from_slice(&buffer[..come]);
                    self.understand(talk);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(_) => self.judge(talk, Verdict::Gone),
            }
        }
    }

    fn understand(&self, talk: &mut Talk) {
        let mut at = 0;
        while talk.verdict.is_none() {
            match Word::read(&talk.coming[at..]) {
                Ok(None) => break,
                Ok(Some((word, taken))) => {
                    at += taken;
                    match (word, self.side) {
                        (Word::Taken, Side::Writes) => self.judge(talk, Verdict::Taken),
                        (Word::Enough, Side::Writes) => self.judge(talk, Verdict::Enough),
                        (Word::Failed(why), _) => self.judge(talk, Verdict::Failed(why)),
                        (Word::Probe(probe), _) => {
                            if talk.probes.len() < MOST_PROBES {
                                talk.probes.push(probe);
                            }
                        }
                        (Word::Taken | Word::Enough, Side::Reads) => {
                            self.judge(talk, Verdict::Gone);
                        }
                    }
                }
                Err(()) => self.judge(talk, Verdict::Gone),
            }
        }
        drop(talk.coming.drain(..at));
    }

    fn judge(&self, talk: &mut Talk, verdict: Verdict) {
        talk.verdict = Some(verdict);
        self.judged.store(true, Ordering::Release);
        self.heard.notify_all();
    }
}
