//! The rounds of a long run. A round is a trial as those of the confirmation: cold and durable.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_workload::{Control, RunAs, Work};

use super::course::{Course, CoursePoint};
use super::ring::FileRing;
use super::steady_window::SteadyWatch;
use super::{Endurance, EnduranceRequest, RunCounts, RunEnd};
use crate::bench::Bench;
use crate::error::Result;
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern, Trial};

/// The least time after which a round is cut off.
const LONGEST_ROUND: Duration = Duration::from_secs(2);

/// The most bytes of all files, if there is room: more than caches of controllers and arrays have for one host.
const MOST_BYTES: u64 = 64 << 30;

/// The part of the room that the files take at most.
const ROOM_SHARE: f64 = 0.5;

/// A run on a folder.
pub(crate) struct EnduranceRun<'a> {
    pub(crate) bench: &'a Bench,
    pub(crate) asked: EnduranceRequest,
    pub(crate) setting: Setting,
    pub(crate) streams: usize,
    /// The time that a round should take.
    pub(crate) round: Duration,
    pub(crate) run_as: RunAs,
    pub(crate) control: &'a Control,
}

impl EnduranceRun<'_> {
    /// Runs it. Returns the run so far, and the error if there was one.
    pub(crate) fn run(&self) -> (Option<Endurance>, Result<()>) {
        let started = Instant::now();
        let mut course = Course::default();
        let mut ring = FileRing::new();
        let mut watch = self.asked.until_steady.map(SteadyWatch::new);
        let most_sets = self.most_sets();
        let mut rounds = 0;
        let mut ended = Ok(());
        let ended_by = loop {
            let at = started.elapsed().as_secs_f64();
            if at >= self.asked.seconds {
                break RunEnd::Time;
            }
            let trial = match self.round(ring.turn()) {
                _ if self.control.is_stopped() => break RunEnd::Interruption,
                Ok(trial) => trial,
                Err(error) => {
                    ended = Err(error);
                    break RunEnd::Failure;
                }
            };
            rounds += 1;
            let point = CoursePoint::of(at, &trial);
            course.push(point);
            let all = 2 * self.streams as u64 * self.bytes();
            ring.end_turn(trial.figures.bytes >= all, ring.sets() < most_sets && self.has_room());
            if watch.as_mut().is_some_and(|watch| watch.look(&point)) {
                break RunEnd::Steady;
            }
        };
        let counts = RunCounts {
            ended_by,
            seconds: started.elapsed().as_secs_f64(),
            rounds,
            file_bytes: ring.sets() as u64 * self.set_bytes(),
        };
        (
            Endurance::of(self.asked, self.setting, self.streams, &course, counts),
            ended,
        )
    }

    /// Runs a round that reads one set of files and writes another.
    fn round(&self, (read, written): (usize, usize)) -> Result<Trial> {
        let works = (0..self.streams).map(|stream| Work::Mixed {
            source: self.file(read, stream),
            target: self.file(written, stream),
            read_percent: 50,
        });
        let order = Order {
            pattern: Pattern::Mixed,
            setting: self.setting,
            streams: self.streams,
            bytes: self.bytes(),
            time: (self.round * 2).max(LONGEST_ROUND),
        };
        trial::measure_works(self.bench, &order, works.collect(), written, self.run_as, self.control)
    }

    /// Returns a stream's file of a set. The first set is what trials read.
    fn file(&self, set: usize, stream: usize) -> PathBuf {
        match set {
            0 => self.bench.source(stream),
            1 => self.bench.target(stream),
            _ => self.bench.scratch().file(&format!("long-{set}-{}", stream + 1)),
        }
    }

    fn bytes(&self) -> u64 {
        self.bench.sizes().confirmation
    }

    fn set_bytes(&self) -> u64 {
        self.streams as u64 * self.bytes()
    }

    fn has_room(&self) -> bool {
        self.bench.room() >= 2 * self.set_bytes()
    }

    fn most_sets(&self) -> usize {
        let room = (self.bench.room() as f64 * ROOM_SHARE) as u64;
        2 + (room.min(MOST_BYTES) / self.set_bytes().max(1)) as usize
    }
}
