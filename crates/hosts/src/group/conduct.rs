//! One command from its start to its end on all hosts.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use feedrate_connect::CommandLine;

use super::member::{Member, Phase};
use super::outcome::{HostFailure, HostOutcome};
use super::start::LOOK;
use super::{HostGroup, Observer, State};
use crate::clock;
use crate::gate::ToHost;

/// The least time between the word to start and the start.
const LEAST_LEAD: Duration = Duration::from_millis(50);

/// The time between them for each host, to which the word is sent one after the other.
const LEAD_OF_A_HOST: Duration = Duration::from_micros(200);

/// The number of round trips that the word may take.
const ROUND_TRIPS: u32 = 4;

/// The time that a command that is stopped may take to report its results so far.
const TIME_TO_END: Duration = Duration::from_secs(20);

impl HostGroup {
    /// Runs a command on the first hosts, one for each of `commands`, and returns what came of it on each. All start at
    /// the same moment: when the command is ready on every one.
    ///
    /// If the user stops it, the commands report their results so far. A host that is gone then, or does not answer,
    /// has none, and is no failure.
    ///
    /// # Errors
    ///
    /// Fails if the command fails on a host, or a host is gone. Then the others are stopped and all sessions are ended.
    pub fn run(
        &mut self,
        commands: Vec<CommandLine>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<HostOutcome>, HostFailure> {
        self.run_accepting(commands, &[0], observer)
    }

    /// The same for a command that has not failed if its exit code is one of `codes`.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_accepting(
        &mut self,
        commands: Vec<CommandLine>,
        codes: &[i32],
        observer: &mut dyn Observer,
    ) -> Result<Vec<HostOutcome>, HostFailure> {
        let on = commands.len().min(self.members.len());
        for (member, command) in self.members.iter_mut().zip(commands) {
            member.begin(command, codes);
        }
        let ended = self.conduct(on, observer);
        if ended.is_err() {
            self.end();
        }
        ended?;
        Ok(self.members[..on].iter_mut().map(Member::outcome).collect())
    }

    fn conduct(&mut self, on: usize, observer: &mut dyn Observer) -> Result<(), HostFailure> {
        let mut stopped: Option<Instant> = None;
        loop {
            let rung = self.bell.rung();
            self.members.iter_mut().for_each(Member::hear);
            if self.stop.load(Ordering::Relaxed) && stopped.is_none() {
                stopped = Some(Instant::now());
                let members = self.members[..on].iter_mut();
                members.for_each(|member| member.send(ToHost::Stop));
            }
            match stopped {
                None => self.check()?,
                Some(since) if since.elapsed() >= TIME_TO_END => {
                    let members = self.members[..on].iter_mut();
                    let late = members.filter(|member| !matches!(member.phase, Phase::Exited(_)));
                    late.for_each(Member::give_up);
                    return Ok(());
                }
                Some(_) => {}
            }
            let running = &self.members[..on];
            let phase_is = |phase: fn(Phase) -> bool| running.iter().filter(move |member| phase(member.phase)).count();
            let exited = phase_is(|phase| matches!(phase, Phase::Exited(_)));
            let ready = phase_is(|phase| phase == Phase::Ready);
            let gone = running.iter().filter(|member| member.is_gone());
            if exited == on || (stopped.is_some() && exited + gone.count() == on) {
                return Ok(());
            }
            if ready > 0 && ready + exited == on && stopped.is_none() {
                match self.renew_clocks() {
                    // The results so far are fetched first.
                    Err(HostFailure::Stopped) => {}
                    renewed => {
                        renewed?;
                        self.release(on);
                    }
                }
                continue;
            }
            let running_now = phase_is(|phase| phase == Phase::Running);
            observer.look(&match running_now {
                0 => State::Preparing {
                    ready,
                    of: on - exited,
                    waits_for: running
                        .iter()
                        .find(|member| member.phase == Phase::Preparing)
                        .map(|member| &member.name),
                },
                on => State::Running {
                    on,
                    last: (on < running.len())
                        .then(|| running.iter().find(|member| member.phase == Phase::Running))
                        .flatten()
                        .map(|member| &member.name),
                    bytes: running.iter().map(Member::bytes).sum(),
                },
            });
            self.bell.wait(rung, LOOK);
        }
    }

    /// Tells all that wait for it the moment of the common start.
    fn release(&mut self, on: usize) {
        let members = &mut self.members[..on];
        let longest = members.iter().map(Member::uncertainty).max();
        let round_trip = Duration::from_nanos(2 * longest.unwrap_or_default());
        let hosts = u32::try_from(members.len()).unwrap_or(u32::MAX);
        let lead = LEAST_LEAD + LEAD_OF_A_HOST * hosts + round_trip * ROUND_TRIPS;
        let lead = u64::try_from(lead.as_nanos()).unwrap_or_default();
        let start = clock::now().monotonic + lead;
        let waiting = members.iter_mut();
        let waiting = waiting.filter(|member| member.phase == Phase::Ready);
        waiting.for_each(|member| member.go(start));
    }
}
