//! Detects steps that wait for each other in a circle.
//!
//! A step that has waited for a while sends a probe along the pipe that it waits for. A step that receives a probe
//! while it waits itself forwards it along its own pipe; a step that does not wait drops it. A probe that returns to
//! the wait that sent it has gone round a circle. Because a probe observes the steps at different moments, it is sent
//! repeatedly: a deadlock is reported only when probes have returned eight times, over two seconds, with every wait the
//! same and no byte moved anywhere on the way. A step does not wait while it computes, however slow it is, and a pipe
//! that moves data changes the counts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::step::state::{State, Step};
use crate::step::wait::{AwaitedOperation, ProbeState, Wait};
use crate::stream::control_message::Probe;
use crate::stream::link::Link;
use crate::stream::role::LinkRole;
use crate::system::ready;

/// The time that a step waits before it sends the first probe.
const PROBE_DELAY: Duration = Duration::from_millis(300);

/// The interval between probes.
const PROBE_INTERVAL: Duration = Duration::from_millis(250);

/// The time after which a probe is considered lost.
const PROBE_TIMEOUT: Duration = Duration::from_secs(1);

/// The number of probes that must return with the same digest.
const ROUNDS: u32 = 8;

/// The maximum number of steps in a circle.
const MOST_HOPS: u8 = 100;

/// Sends a probe for the step's wait, if one is due.
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

/// Handles a probe that was received from a pipe whose other end waits for this step.
pub(crate) fn receive_probe(step: &Step, link: &Arc<Link>, probe: Probe) {
    let mut state = step.state();
    let State { waits, probing, .. } = &mut *state;
    let [wait] = waits.as_mut_slice() else {
        return;
    };
    // The reader waits although this end has sent more than it has received. That is on its way and will wake it.
    if link.role == LinkRole::Writer && probe.passed != link.passed() {
        return;
    }
    // The wait is over, although its thread was not scheduled yet.
    if !matches!(ready(&wait.link.data, wait.waiting.events(), Duration::ZERO), Ok(false))
        || wait.link.outcome().is_some()
    {
        return;
    }
    if probe.asker == step.id {
        if (probe.wait, probe.round) != (wait.number, probing.round) || probing.wait != wait.number {
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

/// Returns the wait if there is exactly one. A step with several threads may still proceed with another one.
fn only(waits: &[Wait]) -> Option<&Wait> {
    match waits {
        [wait] => Some(wait),
        _ => None,
    }
}

fn doing(wait: &Wait) -> String {
    let (what, pipe) = (&wait.link.what, &wait.link.pipe);
    match wait.waiting {
        AwaitedOperation::Write => format!("waits to write {what} to '{pipe}'"),
        AwaitedOperation::Read => format!("waits to read {what} from '{pipe}'"),
        AwaitedOperation::Confirmation => format!("waits until {what} was read from '{pipe}'"),
    }
}

/// Returns how many bytes are unread at this end. They increase while the network still delivers what was sent.
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
