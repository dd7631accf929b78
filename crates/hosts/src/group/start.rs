//! Starts the sessions of all hosts, and finds out about their clocks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_connect::{Bell, HostName};

use super::member::Member;
use super::outcome::HostFailure;
use super::{HostGroup, Observer, Settings, State};

/// The interval at which signals are polled.
pub(super) const LOOK: Duration = Duration::from_millis(100);

/// The time to wait for other hosts once one has failed, so that all that fail can be named.
const TIME_OF_OTHERS: Duration = Duration::from_secs(2);

/// The number of times that each clock is asked.
const QUESTIONS: u32 = 16;

/// The number of clocks that are asked at once: while others are listened to, an answer waits.
const ASKED_AT_ONCE: usize = 8;

/// The time that answers are good for: at 50 parts in a million, clocks drift apart by a millisecond in 20 s.
const TIME_OF_CLOCKS: Duration = Duration::from_secs(20);

/// The time that the answers of one host may take.
const TIME_OF_ANSWERS: Duration = Duration::from_secs(10);

impl HostGroup {
    /// Starts a session on each host, and returns when all are there.
    ///
    /// # Errors
    ///
    /// Fails if a host cannot be reached, has another version, or takes too long; then no session is left on any. Fails
    /// if `stop` is set.
    pub fn start(
        hosts: &[HostName],
        settings: &Settings,
        stop: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> Result<Self, HostFailure> {
        let mut group = Self {
            members: Vec::with_capacity(hosts.len()),
            bell: Bell::default(),
            stop: Arc::clone(stop),
            asked: Instant::now(),
        };
        let since = Instant::now();
        let mut failed = None;
        for host in hosts {
            let member = Member::start(host, settings, &group.bell, stop);
            group.members.push(member.map_err(|error| HostFailure::Host {
                host: host.clone(),
                why: error.to_string(),
            })?);
        }
        loop {
            let rung = group.bell.rung();
            group.members.iter_mut().for_each(Member::hear);
            let ready = group.members.iter().filter(|member| member.is_there());
            let (ready, of) = (ready.count(), group.members.len());
            observer.look(&State::Starting { ready, of });
            // Before the check, so that it names all that have failed by now.
            let mut members = group.members.iter_mut();
            let is_settled = members.all(|member| member.is_there() || member.failure().is_some());
            if let Err(failure) = group.check() {
                let failed = *failed.get_or_insert_with(Instant::now);
                let is_stopped = matches!(failure, HostFailure::Stopped);
                if is_stopped || is_settled || failed.elapsed() >= TIME_OF_OTHERS {
                    return Err(failure);
                }
            }
            if ready == of {
                break;
            }
            if since.elapsed() >= settings.time_to_start {
                let late = group.members.iter().filter(|member| !member.is_there());
                let late = late.map(|member| (member.name.clone(), member.why_late(settings.time_to_start)));
                return Err(HostFailure::of(late.collect()).unwrap_or(HostFailure::Stopped));
            }
            group.bell.wait(rung, LOOK);
        }
        group.ask_for_clocks()?;
        Ok(group)
    }

    /// Finds out about the clocks again, if it is long ago: they drift apart.
    pub(super) fn renew_clocks(&mut self) -> Result<(), HostFailure> {
        if self.asked.elapsed() < TIME_OF_CLOCKS {
            return Ok(());
        }
        self.members.iter_mut().for_each(Member::renew_clock);
        self.ask_for_clocks()
    }

    /// Finds out about the clocks.
    fn ask_for_clocks(&mut self) -> Result<(), HostFailure> {
        self.asked = Instant::now();
        let count = self.members.len();
        for first in (0..count).step_by(ASKED_AT_ONCE) {
            let asked = first..count.min(first + ASKED_AT_ONCE);
            let since = Instant::now();
            loop {
                let rung = self.bell.rung();
                let members = &mut self.members[asked.clone()];
                members.iter_mut().for_each(Member::hear);
                let waiting = members.iter_mut().filter(|member| member.answers < QUESTIONS);
                let waiting: Vec<&mut Member> = waiting.collect();
                // One answer is enough to go on with.
                let are_known = waiting.iter().all(|member| member.answers > 0);
                let is_late = since.elapsed() >= TIME_OF_ANSWERS;
                if waiting.is_empty() || (are_known && is_late) {
                    break;
                }
                if is_late {
                    let silent = waiting.iter().filter(|member| member.answers == 0);
                    let silent = silent.map(|member| {
                        let why = "it does not say what its clock shows";
                        (member.name.clone(), why.to_owned())
                    });
                    return Err(HostFailure::of(silent.collect()).unwrap_or(HostFailure::Stopped));
                }
                waiting.into_iter().for_each(Member::ask_for_clocks);
                self.check()?;
                self.bell.wait(rung, LOOK);
            }
        }
        Ok(())
    }

    /// Returns the failures of hosts, and whether the user wants to stop.
    pub(super) fn check(&mut self) -> Result<(), HostFailure> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(HostFailure::Stopped);
        }
        let failures = self.members.iter_mut();
        let failures = failures.filter_map(|member| Some((member.name.clone(), member.failure()?)));
        HostFailure::of(failures.collect()).map_or(Ok(()), Err)
    }
}
