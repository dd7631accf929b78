//! One load, from its open files to its outcome.

mod begin;
mod failure;
mod finish;
mod look;
mod open;
mod outcome;
mod proof;
mod read_back;
mod record;
mod replay;
mod trim;
mod work;

use std::time::{Duration, Instant};

use feedrate_pageio::{Account, Completion, CpuUse, Direction, Queue};

use super::depth_search::DepthSearch;
use super::fill::Fill;
use super::flow::FlowShare;
use super::least::LeastWatch;
use super::limits::Limits;
use super::live::LiveLoad;
use super::outcome::{Failures, LoadError, LoadOutcome, Movement};
use super::rate::Rate;
use super::spec::{Load, PerDirection};
use super::tally::Tally;
use super::walk::Walk;
use super::watch::{LoadState, Moved};
use crate::control::Control;
use crate::error::Result;
use crate::slots::Slots;
pub(super) use finish::load_error;
use proof::Proof;
use replay::Player;

/// How long a load that waits sleeps at most before it looks whether it is to stop.
const NAP: Duration = Duration::from_millis(20);

/// Who may stop a load, and who watches it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ear<'a> {
    pub(super) control: &'a Control,
    pub(super) live: &'a LiveLoad,
}

impl Ear<'_> {
    /// Whether the load is to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.control.is_stopped() || self.live.is_told()
    }
}

/// Whether blocks belong to the load's work or to the reading back of what it wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Work,
    ReadBack,
}

/// What was moved in the work and in reading back, each as far as it was over before that which goes on now.
#[derive(Debug, Default)]
struct Before {
    work: Account,
    back: Account,
    back_time: Duration,
    /// Since when it is reading back.
    reading_since: Option<Instant>,
}

/// A load at work.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    load: &'a Load,
    ear: Ear<'a>,
    queue: Queue,
    walk: Walk,
    slots: Slots,
    fill: Fill,
    proof: Option<Proof>,
    limits: Limits,
    tally: Tally,
    rate: Option<Rate>,
    flow: Option<FlowShare>,
    player: Option<Player>,
    movements: Vec<Movement>,
    search: Option<DepthSearch>,
    least: Option<LeastWatch>,
    /// Whether there are failures after which it goes on, and those that came.
    goes_on_after_failures: bool,
    failures: Failures,
    /// Why it is to end as a failure.
    failed: Option<LoadError>,
    chance: fastrand::Rng,
    phase: Phase,
    /// Blocks to be in flight, and whether they are being filled up.
    depth: u32,
    filling: bool,
    is_synchronous: bool,
    /// When each slot's block had been handed to the system, and those that are not yet.
    handed_over: Vec<Instant>,
    gathered: Vec<usize>,
    done: Vec<Completion>,
    /// The direction of the next block, where it has to wait.
    drawn: Option<Direction>,
    /// When the block that begins was due, where latencies count from there.
    due: Option<Instant>,
    /// The reading of the clock that came with the last completion, until it is used.
    clock: Option<Instant>,
    /// Writes since the last flush of each kind, and the file of the last.
    unflushed: [u32; 2],
    last_file: usize,
    /// Blocks since the last pause.
    since_thought: u64,
    start: Instant,
    measured_from: Instant,
    deadline: Option<Instant>,
    ramping: bool,
    ramp_ends: Instant,
    /// The last completion.
    last: Instant,
    ending: bool,
    cut_short: bool,
    time_is_up: bool,
    cpu_before: CpuUse,
    /// What was moved in all, ramp included.
    moved: PerDirection<Moved>,
    /// What was moved before that which moves now.
    moved_before: Before,
    /// The time of the work, once it is over.
    work_time: Option<Duration>,
    /// Whether a pass is over, and what it wrote is to be read back before the next.
    pass_is_unread: bool,
    /// After the start of its batch.
    began_after: Option<Duration>,
    notes: Vec<String>,
}

/// What a load is made of beside its files.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    pub(super) load: &'a Load,
    pub(super) ear: Ear<'a>,
    pub(super) walk: Walk,
    pub(super) limits: Limits,
    pub(super) flow: Option<FlowShare>,
    pub(super) files: &'a [super::walk::FilePart],
    /// What its verified blocks are known by.
    pub(super) run: u64,
}

impl<'a> Worker<'a> {
    /// Opens the files and readies buffers and engine. It must be called by the thread that runs the load.
    pub(super) fn new(parts: Parts<'a>) -> Result<Self> {
        let Parts {
            load,
            ear,
            walk,
            limits,
            flow,
            files,
            run,
        } = parts;
        let opened = open::open(load)?;
        let mut queue = opened.queue;
        let mut fill = Fill::new(&load.content, load.seed);
        for slot in 0..opened.content_slots {
            fill.prime(queue.slot_mut(slot));
        }
        let tolerated = &load.goes_on_after;
        let goes_on_after_failures = !tolerated.read.is_empty() || !tolerated.write.is_empty();
        if goes_on_after_failures {
            queue.keep_failures();
        }
        queue.set_manner(load.manner);
        let now = Instant::now();
        let depth = queue.engine().depth;
        Ok(Self {
            slots: Slots::new(opened.content_slots, queue.slots()),
            proof: Proof::new(load, files, run),
            handed_over: vec![now; queue.slots()],
            gathered: Vec::with_capacity(depth as usize),
            done: Vec::with_capacity(depth as usize),
            is_synchronous: load.engine.kind.is_synchronous()
                || (!load.engine.kind.moves_bytes() && depth == 1),
            chance: fastrand::Rng::with_seed(load.seed ^ 0x5ca1_ab1e),
            player: load.replay.as_ref().map(Player::new),
            movements: Vec::new(),
            search: None,
            least: None,
            failed: None,
            goes_on_after_failures,
            failures: Failures::default(),
            rate: None,
            tally: Tally::new(load, now),
            phase: Phase::Work,
            depth,
            filling: true,
            drawn: None,
            due: None,
            clock: None,
            unflushed: [0; 2],
            last_file: 0,
            since_thought: 0,
            start: now,
            measured_from: now,
            deadline: None,
            ramping: !load.ramp.is_zero(),
            ramp_ends: now,
            last: now,
            ending: false,
            cut_short: false,
            time_is_up: false,
            cpu_before: CpuUse::default(),
            moved: PerDirection::default(),
            moved_before: Before::default(),
            work_time: None,
            pass_is_unread: false,
            began_after: None,
            notes: opened.notes,
            load,
            ear,
            queue,
            walk,
            fill,
            limits,
            flow,
        })
    }

    /// Adds to what its outcome tells.
    pub(super) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Runs it until its limit or until it is stopped. It began so long after the start of its batch.
    pub(super) fn run(mut self, began_after: Duration) -> LoadOutcome {
        self.began_after = Some(began_after);
        self.cpu_before = CpuUse::of_thread();
        self.start = Instant::now();
        self.last = self.start;
        self.ramp_ends = self.start + self.load.ramp;
        self.begin_counting(self.start);
        self.ear.live.set(if self.ramping {
            LoadState::Ramping
        } else {
            LoadState::Running
        });
        let mut worked = self.work();
        if self.ramping {
            // It ended before anything counted.
            self.end_ramp(self.last);
        }
        // Who is done lets go of those who keep step with it.
        self.flow = None;
        let mut finished = self.last;
        if worked.is_ok() {
            worked = self.flush_at_end(&mut finished);
        }
        let measured = finished.saturating_duration_since(self.measured_from);
        self.work_time = Some(measured.saturating_sub(self.moved_before.back_time));
        if worked.is_ok() {
            worked = self.read_back();
        }
        self.finish(worked)
    }

    /// Counts from a moment on.
    fn begin_counting(&mut self, from: Instant) {
        self.measured_from = from;
        self.deadline = if self.ramping {
            None
        } else {
            self.load.limit.time.and_then(|time| from.checked_add(time))
        };
        self.tally = Tally::new(self.load, from);
        self.rate = Rate::new(self.load.pace, from, self.load.seed);
        self.least = self.load.least.map(|asked| LeastWatch::new(asked, from));
        if !self.search.as_ref().is_some_and(DepthSearch::is_last) {
            let most = self.queue.engine().depth;
            let search = self.load.latency_target;
            self.search = search.map(|asked| DepthSearch::new(asked, most, from));
            self.depth = self.search.as_ref().map_or(most, |search| search.depth);
        }
        if !self.ramping {
            self.ear.live.count_from(from);
        }
    }

    fn end_ramp(&mut self, at: Instant) {
        self.ramping = false;
        self.count_anew(at);
        self.ear.live.set(LoadState::Running);
    }

    /// Forgets what was counted until a moment.
    fn count_anew(&mut self, from: Instant) {
        self.queue.restart_account();
        self.moved_before = Before {
            reading_since: self.moved_before.reading_since.map(|_| from),
            ..Before::default()
        };
        self.cpu_before = CpuUse::of_thread();
        self.begin_counting(from);
    }
}
