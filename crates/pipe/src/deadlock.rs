//! Finds steps that wait for each other in a circle.
//!
//! A step that has waited a while sends a question along the pipe that it waits for. A step that gets one and waits
//! itself passes it on along its own pipe; one that does not wait drops it. A question that comes back to the wait that
//! probing it has gone round a circle. As what it saw on its way it saw at different moments, it is probing again and
//! again, and only when it has come back eight times, over two seconds, with every wait the same and not a byte moved
//! anywhere on the way, it is taken for what it says. However slow a step is, it does not wait while it computes, and a
//! pipe that moves changes the counts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::control_message::Probe;
use crate::link::{Link, LinkRole};
use crate::socket;
use crate::step::{State, Step};

/// How long a step waits before it asks.
const PROBE_DELAY: Duration = Duration::from_millis(300);

/// The time from one question to the next.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// After how long a question is given up for lost.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// How often it must come back with the same answer.
const ROUNDS: u32 = 8;

/// The most steps in a circle.
const MOST_HOPS: u8 = 100;

/// What a step waits to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// To send, the reader not having taken what was sent.
    ToWrite,
    /// To receive.
    ToRead,
    /// To hear that the reader has all.
    ForConfirmation,
}

/// A wait that lasts.
#[derive(Debug)]
pub(crate) struct Wait {
    /// Which of the step's it is.
    pub number: u64,
    /// The pipe.
    pub link: Arc<Link>,
    /// What for.
    pub waiting: Waiting,
    /// Since when.
    pub since: Instant,
    /// The circle that was found, for a person.
    pub circle: Option<String>,
}

/// What was probing about a wait, and what came back.
#[derive(Debug, Default)]
pub(crate) struct ProbeState {
    wait: u64,
    round: u32,
    at: Option<Instant>,
    answered: bool,
    digest: u64,
    equal_rounds: u32,
}

/// Asks whether the step's wait goes round, if it is time.
pub(crate) fn probe(step: &Step) {
    let mut state = step.state();
    let state = &mut *state;
    let Some(wait) = only(&state.waits) else {
        return;
    };
    if wait.since.elapsed() < PROBE_DELAY || wait.circle.is_some() {
        return;
    }
    let probing = &mut state.probing;
    if probing.wait != wait.number {
        *probing = ProbeState {
            wait: wait.number,
            ..ProbeState::default()
        };
    }
    let due = if probing.answered {
        PROBE_INTERVAL
    } else {
        PROBE_TIMEOUT
    };
    if probing.at.is_some_and(|at| at.elapsed() < due) {
        return;
    }
    probing.round += 1;
    probing.at = Some(Instant::now());
    probing.answered = false;
    let path = format!("this step {}", doing(wait));
    let probe = Probe {
        asker: step.id,
        wait: wait.number,
        round: probing.round,
        hops: 0,
        passed: wait.link.passed(),
        digest: digest(0, step, wait),
        path,
    };
    wait.link.send_probe(probe);
}

/// Takes a question that has come by a pipe, whose other end thus waits for this step.
pub(crate) fn receive_probe(step: &Step, link: &Arc<Link>, probe: Probe) {
    let mut state = step.state();
    let State { waits, probing, .. } = &mut *state;
    let [wait] = waits.as_mut_slice() else {
        return;
    };
    // What this end has sent and the reader, who waits, has not taken is on its way and will wake it.
    if link.role == LinkRole::Writer && probe.passed != link.passed() {
        return;
    }
    // A wait that is over, though its thread has not yet been given a processor.
    if !matches!(
        socket::ready(&wait.link.data, wait.waiting.events(), Duration::ZERO),
        Ok(false)
    ) || wait.link.outcome().is_some()
    {
        return;
    }
    if probe.asker == step.id {
        if (probe.wait, probe.round) != (wait.number, probing.round) || probing.wait != wait.number
        {
            return;
        }
        probing.answered = true;
        let seen = mix(probe.digest, &unread(link));
        probing.equal_rounds = if probing.equal_rounds > 0 && probing.digest == seen {
            probing.equal_rounds + 1
        } else {
            1
        };
        probing.digest = seen;
        if probing.equal_rounds >= ROUNDS {
            let does = link.role.other_noun();
            wait.circle = Some(format!("{}, whose {does} is this step", probe.path));
        }
        return;
    }
    if probe.hops >= MOST_HOPS {
        return;
    }
    let does = link.role.other_noun();
    let passed_on = Probe {
        hops: probe.hops + 1,
        passed: wait.link.passed(),
        digest: digest(mix(probe.digest, &unread(link)), step, wait),
        path: format!("{}, whose {does} {}", probe.path, doing(wait)),
        ..probe
    };
    wait.link.send_probe(passed_on);
}

impl LinkRole {
    /// What this end is, as the other says it.
    fn other_noun(self) -> &'static str {
        match self {
            Self::Writer => "writer",
            Self::Reader => "reader",
        }
    }
}

/// The wait, where there is one only; a step with several threads may still go on with another.
fn only(waits: &[Wait]) -> Option<&Wait> {
    match waits {
        [wait] => Some(wait),
        _ => None,
    }
}

fn doing(wait: &Wait) -> String {
    let (what, pipe) = (&wait.link.what, &wait.link.pipe);
    match wait.waiting {
        Waiting::ToWrite => format!("waits to write {what} to '{pipe}'"),
        Waiting::ToRead => format!("waits to read {what} from '{pipe}'"),
        Waiting::ForConfirmation => format!("waits until {what} was read from '{pipe}'"),
    }
}

/// What lies unread at this end: it grows while the network still brings what was sent.
fn unread(link: &Link) -> u64 {
    rustix::io::ioctl_fionread(&link.data).unwrap_or(0)
}

fn digest(before: u64, step: &Step, wait: &Wait) -> u64 {
    mix(before, &(step.id, wait.number, wait.link.passed()))
}

fn mix(before: u64, with: &impl Hash) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    before.hash(&mut hasher);
    with.hash(&mut hasher);
    hasher.finish()
}
