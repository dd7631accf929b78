//! One load, from its open files to its outcome.

mod backlog;
mod begin;
mod buffers;
mod clock;
mod compute;
mod depth;
mod ending;
mod failure;
mod finish;
mod flushes;
mod ledger;
mod look;
mod mark;
mod open;
mod opening;
mod outcome;
mod pacing;
mod pieces;
mod priorities;
mod proof;
mod read_back;
mod record;
mod replay;
mod source;
mod submission;
mod think;
mod trim;
mod work;
mod write_course;
mod write_numbers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Queue};

use super::file_lock::{FileLock, FileLocks};
use super::flow::FlowShare;
use super::least::LeastWatch;
use super::limits::Limits;
use super::live::LiveLoad;
use super::outcome::LoadOutcome;
use super::series::SeriesOutlet;
use super::spec::Load;
use super::tally::Tally;
use super::verify::Owner;
use super::walk::{FilePart, Walk};
use super::watch::LoadState;
use crate::control::Control;
use crate::error::Result;
use buffers::Buffers;
use clock::RunClock;
use compute::OtherLoads;
use depth::DepthGoal;
use ending::Ending;
use failure::Faults;
use flushes::FlushCadence;
use ledger::Ledger;
use mark::CutFiles;
use pacing::Pacing;
use priorities::Priorities;
use proof::Proof;
use record::Recording;
use replay::Player;
use source::BlockSource;
use submission::Submission;
use think::ThinkTime;

/// Who may stop a load, and who watches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supervisor<'a> {
    pub(super) control: &'a Control,
    pub(super) live: &'a LiveLoad,
}

impl Supervisor<'_> {
    /// Returns whether the load is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.control.is_stopped() || self.live.must_end()
    }
}

/// The phase to which blocks belong: the load's work, or the reading back of what it wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Work,
    ReadBack,
}

/// A load at work: what it is made of, each a type of its own, and the loop over them.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    load: &'a Load,
    supervisor: Supervisor<'a>,
    queue: Queue,
    buffers: Buffers,
    source: BlockSource,
    /// Gives the next block in place of `source` and `pacing`.
    player: Option<Player>,
    pacing: Pacing,
    priorities: Priorities,
    depth: DepthGoal,
    submission: Submission,
    proof: Option<Proof>,
    locks: FileLocks,
    cut: Option<CutFiles>,
    flushes: FlushCadence,
    think: ThinkTime,
    least: Option<LeastWatch>,
    faults: Faults<'a>,
    clock: RunClock,
    ledger: Ledger,
    tally: Tally,
    /// The way on which series are handed on, unless what was counted may be forgotten.
    outlet: Option<SeriesOutlet>,
    recording: Recording,
    others: OtherLoads<'a>,
    phase: Phase,
    end: Ending,
    /// After the start of its batch.
    began_after: Option<Duration>,
    /// Room for what is taken from the queue.
    done: Vec<Completion>,
    notes: Vec<String>,
}

/// The things that a load works with, beside its files.
#[derive(Debug)]
pub(super) struct WorkerSetup<'a> {
    pub(super) load: &'a Load,
    pub(super) supervisor: Supervisor<'a>,
    pub(super) walk: Walk,
    pub(super) limits: Limits,
    pub(super) flow: Option<FlowShare>,
    pub(super) locks: Vec<Arc<FileLock>>,
    pub(super) files: &'a [FilePart],
    /// The owner by which its verified blocks are known.
    pub(super) owner: Owner,
    /// The way on which its series are handed on.
    pub(super) outlet: Option<SeriesOutlet>,
    /// The loads of its batch that move blocks, if it ends with them.
    pub(super) others: Vec<&'a LiveLoad>,
}

impl<'a> Worker<'a> {
    /// Opens the files and readies buffers and engine. It must be called by the thread that runs the load.
    pub(super) fn new(setup: WorkerSetup<'a>) -> Result<Self> {
        let load = setup.load;
        let opened = open::open(load)?;
        let mut queue = opened.queue;
        let buffers = Buffers::new(load, &mut queue, opened.content_slots, opened.rotation);
        let faults = Faults::new(&load.goes_on_after);
        if faults.is_tolerant() {
            queue.keep_failures();
        }
        queue.set_call_options(load.call_options);
        let now = Instant::now();
        let depth = queue.engine().depth;
        Ok(Self {
            buffers,
            source: BlockSource::new(load, setup.files, setup.walk, setup.limits),
            player: load.replay.as_ref().map(Player::new),
            pacing: Pacing::new(load, setup.flow),
            priorities: Priorities::new(load, queue.slots()),
            depth: DepthGoal::new(depth, load.depth.low),
            submission: Submission::new(load, &queue),
            proof: Proof::new(load, setup.files, setup.owner),
            locks: FileLocks::new(load, setup.locks),
            cut: CutFiles::new(load, &queue),
            flushes: FlushCadence::new(load.flush),
            think: ThinkTime::new(load.think),
            least: None,
            faults,
            clock: RunClock::start(now, load.ramp_time()),
            ledger: Ledger::default(),
            tally: Tally::new(load, now, None),
            recording: Recording::new(load.logs.movements, now, setup.outlet.clone()),
            outlet: setup.outlet.filter(|_| load.latency_target.is_none()),
            others: OtherLoads(setup.others),
            phase: Phase::Work,
            end: Ending::default(),
            began_after: None,
            done: Vec::with_capacity(depth as usize),
            notes: opened.notes,
            load,
            supervisor: setup.supervisor,
            queue,
        })
    }

    /// Adds to what its outcome tells.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Runs it until its limit or until it is stopped. It began so long after the start of its batch.
    pub(super) fn run(mut self, began_after: Duration) -> LoadOutcome {
        self.began_after = Some(began_after);
        self.ledger.start();
        let start = Instant::now();
        self.clock = RunClock::start(start, self.load.ramp_time());
        self.recording.restart(start);
        self.begin_counting(start);
        self.show_running();
        let mut worked = self.work();
        self.end.is_work_done = worked.is_ok() && !self.end.is_cut_short;
        if self.clock.is_ramping() {
            // It ended before anything counted.
            self.end_ramp(self.clock.last);
        }
        // Who is done lets go of those who keep step with it.
        self.pacing.leave_flow();
        let mut finished = self.clock.last;
        if worked.is_ok() {
            worked = self.flush_at_end(&mut finished);
        }
        let measured = finished.saturating_duration_since(self.clock.counted_from);
        self.ledger.end_work(measured);
        if worked.is_ok() {
            worked = self.read_back();
        }
        self.finish(worked)
    }

    /// Tells who watches that it runs.
    fn show_running(&self) {
        self.supervisor.live.set(match self.clock.is_ramping() {
            true => LoadState::Ramping,
            false => LoadState::Running,
        });
    }

    /// Counts from a moment on.
    fn begin_counting(&mut self, from: Instant) {
        self.clock.count_from(from, self.load.limit.time);
        let outlet = self.outlet.clone().filter(|_| !self.clock.is_ramping());
        self.tally = Tally::new(self.load, from, outlet);
        self.pacing.restart(self.load, from);
        self.least = self.load.least.map(|least| LeastWatch::new(least, from));
        self.depth.restart(self.load.latency_target, from);
        if !self.clock.is_ramping() {
            self.supervisor.live.count_from(from);
        }
    }

    fn end_ramp(&mut self, at: Instant) {
        self.clock.leave_ramp();
        self.count_anew(at);
        self.show_running();
    }

    /// Forgets what was counted until a moment.
    fn count_anew(&mut self, from: Instant) {
        self.ledger.restart(&mut self.queue, from);
        self.begin_counting(from);
    }
}
