//! The session of one host, and what it has said.

mod why;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use feedrate_connect::{
    Begin, Bell, Clocks, CommandLine, ConnectError, HostName, Process, Reply, Request, Role, SessionOutput,
};

use super::Settings;
use super::outcome::{Host, HostOutcome, HostRound};
use crate::clock::{self, HostClock};
use crate::gate::{FromHost, HostFacts, ToHost};

/// The most reports of what a run has moved that are kept.
const MOST_REPORTS: usize = 20_000;

/// The most cores that a host is believed to have.
const MOST_CORES: usize = 1 << 20;

/// The longest run that a host is believed.
const LONGEST_RUN: Duration = Duration::from_secs(366 * 24 * 3600);

/// The most bytes of output that are kept of a command.
const MOST_OUTPUT: usize = 64 << 20;

/// The exit code of a command whose host was gone before it ended.
const CODE_OF_NONE: i32 = 2;

/// The phase of the command on a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing.
    Idle,
    /// It prepares its next run, or has ended one.
    Preparing,
    /// Its next run is ready, and waits for the common start.
    Ready,
    /// It runs.
    Running,
    /// It has ended with this code.
    Exited(i32),
}

/// The session of one host.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: HostName,
    process: Process,
    facts: Option<HostFacts>,
    clock: Option<HostClock>,
    asked: Option<Clocks>,
    pub(super) answers: u32,
    pub(super) phase: Phase,
    output: Vec<u8>,
    messages: Vec<u8>,
    rounds: Vec<HostRound>,
    /// The exit codes of a command that has not failed.
    codes: Vec<i32>,
    /// The name of the command, which its messages begin with.
    tool: Option<String>,
    /// Why what it said cannot be used.
    nonsense: Option<String>,
}

impl Member {
    /// Starts the session of a host.
    pub(super) fn start(
        name: &HostName,
        settings: &Settings,
        bell: &Bell,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ConnectError> {
        let launch = settings
            .launcher
            .launch(Some(name), &settings.there, settings.spool.clone());
        let begin = Begin {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            name: name.to_string(),
            work: None,
            client_work: settings.spool.clone(),
            options: Vec::new(),
            sysparm: String::new(),
            depth: 1,
            role: Role::Commands,
            records_courses: false,
            cold: None,
            pipe_key: None,
        };
        Ok(Self {
            name: name.clone(),
            process: Process::start(&launch, begin, bell, stop)?,
            facts: None,
            clock: None,
            asked: None,
            answers: 0,
            phase: Phase::Idle,
            output: Vec::new(),
            messages: Vec::new(),
            rounds: Vec::new(),
            codes: vec![0],
            tool: None,
            nonsense: None,
        })
    }

    /// Returns what is known of the host, with a clock like that here if it was not asked.
    pub(super) fn host(&self) -> Host {
        Host {
            name: self.name.clone(),
            facts: self.facts.clone().unwrap_or_else(HostFacts::here),
            clock: self.clock.unwrap_or_else(|| {
                let now = clock::now();
                HostClock::of(now, now, now)
            }),
        }
    }

    /// Returns whether its session is there, and what it runs on is known.
    pub(super) fn is_there(&self) -> bool {
        self.facts.is_some()
    }

    /// Returns the uncertainty of its clock in nanoseconds.
    pub(super) fn uncertainty(&self) -> u64 {
        self.clock.map_or(0, |clock| clock.uncertainty)
    }

    /// Forgets the answers about its clocks, which are asked again.
    pub(super) fn renew_clock(&mut self) {
        self.answers = 0;
    }

    /// Asks what its clocks show, unless an answer is awaited.
    pub(super) fn ask_for_clocks(&mut self) {
        if self.asked.is_none() {
            self.asked = Some(clock::now());
            // One that is gone is noticed by its end.
            let _ = self.process.send(&Request::Clocks);
        }
    }

    /// Starts a command.
    pub(super) fn begin(&mut self, command: CommandLine, codes: &[i32]) {
        self.codes = codes.to_vec();
        self.tool = command.arguments.first().cloned();
        self.phase = Phase::Preparing;
        self.output.clear();
        self.messages.clear();
        self.rounds.clear();
        let _ = self.process.send(&Request::Command(command));
    }

    /// Tells the command to start its run at a moment of the monotonic clock here.
    pub(super) fn go(&mut self, start: u64) {
        let there = self.clock.map_or(start, |clock| clock.there(start));
        self.rounds.push(HostRound {
            start,
            late: 0,
            moved: vec![(start, 0)],
            others: None,
            round: None,
        });
        self.phase = Phase::Running;
        self.send(ToHost::Go(there));
    }

    /// Tells the command something.
    pub(super) fn send(&mut self, what: ToHost) {
        if let Ok(line) = serde_json::to_string(&what) {
            let _ = self.process.send(&Request::Line(line));
        }
    }

    /// Ends the session as one that does not answer. Does not wait for it.
    pub(super) fn give_up(&mut self) {
        self.process.give_up();
    }

    /// Ends the session. Does not wait for it.
    pub(super) fn end(&mut self) {
        self.process.stop();
    }

    /// Returns the bytes that its last run has moved.
    pub(super) fn bytes(&self) -> u64 {
        let last = self.rounds.last().and_then(|round| round.moved.last());
        last.map_or(0, |(_, bytes)| *bytes)
    }

    /// Takes in what the host has said.
    pub(super) fn hear(&mut self) {
        while let Some(output) = self.process.take() {
            match output {
                SessionOutput::Listing(bytes) => keep(&mut self.output, &bytes),
                SessionOutput::Log(bytes) => keep(&mut self.messages, &bytes),
                SessionOutput::Reply(Reply::Clocks(there)) => {
                    let Some(asked) = self.asked.take() else {
                        continue;
                    };
                    let clock = HostClock::of(asked, there, clock::now());
                    let known = self.clock.filter(|_| self.answers > 0);
                    self.clock = Some(known.map_or(clock, |known| known.better(clock)));
                    self.answers += 1;
                }
                SessionOutput::Reply(Reply::Exited(code)) => self.phase = Phase::Exited(code),
                SessionOutput::Reply(Reply::Line(line)) => match serde_json::from_str(&line) {
                    Ok(what) => self.hear_line(what),
                    Err(error) => self.nonsense = Some(format!("it said what no host says: {error}")),
                },
                SessionOutput::Reply(_) => {}
            }
        }
    }

    fn hear_line(&mut self, what: FromHost) {
        let clock = self.clock;
        let last = self.rounds.last_mut();
        match (what, last) {
            (FromHost::Facts(facts), _) if facts.cores.physical_available > MOST_CORES => {
                self.nonsense = Some("it said to have more cores than a machine can".to_owned());
            }
            (FromHost::Facts(facts), _) => self.facts = Some(*facts),
            (FromHost::Ready, _) => self.phase = Phase::Ready,
            (FromHost::Started(late), Some(round)) => round.late = late,
            (FromHost::Moved { at, bytes }, Some(round)) => {
                let at = clock.map_or(at, |clock| clock.here(at));
                // Before the start there is nothing, and clocks and counters only go forward.
                if let Some(&(before, moved)) = round.moved.last()
                    && at > before
                    && bytes >= moved
                {
                    round.moved.push((at, bytes));
                    thin_out(&mut round.moved);
                }
            }
            (FromHost::Ended(of_host), _) if of_host.ramped.max(of_host.elapsed) > LONGEST_RUN => {
                self.nonsense = Some("it said to have run for longer than a year".to_owned());
            }
            (FromHost::Ended(of_host), Some(round)) => {
                round.round = Some(*of_host);
                self.phase = Phase::Preparing;
            }
            (FromHost::Others(load), Some(round)) => round.others = Some(load),
            (_, None) => {}
        }
    }

    /// Returns whether its session ended before the command did.
    pub(super) fn is_gone(&self) -> bool {
        !matches!(self.phase, Phase::Exited(_)) && self.process.progress().is_over
    }

    /// Returns what came of the command.
    pub(super) fn outcome(&mut self) -> HostOutcome {
        HostOutcome {
            host: self.host(),
            code: match self.phase {
                Phase::Exited(code) => code,
                _ => CODE_OF_NONE,
            },
            output: std::mem::take(&mut self.output),
            messages: std::mem::take(&mut self.messages),
            rounds: std::mem::take(&mut self.rounds),
        }
    }
}

/// Leaves out every other report but the last, if there are many: a series has far fewer intervals.
fn thin_out(moved: &mut Vec<(u64, u64)>) {
    if moved.len() < MOST_REPORTS {
        return;
    }
    let last = moved.len() - 1;
    let mut number = 0;
    moved.retain(|_| {
        let is_kept = number % 2 == 0 || number == last;
        number += 1;
        is_kept
    });
}

fn keep(kept: &mut Vec<u8>, bytes: &[u8]) {
    let room = MOST_OUTPUT.saturating_sub(kept.len());
    kept.extend_from_slice(&bytes[..bytes.len().min(room)]);
}
