//! Computing in place of moving blocks.

use std::hint::{black_box, spin_loop};
use std::time::{Duration, Instant};

use feedrate_pageio::{Direction, Latencies};

use super::Worker;
use crate::load::live::LiveLoad;
use crate::load::outcome::Flow;
use crate::load::spec::{Compute, ComputeWork};
use crate::load::tally::{DoneBlock, Tally};
use crate::load::watch::LoadState;

/// A loop is interrupted so often to look whether it is to stop.
const UNTIL_LOOK: Duration = Duration::from_millis(20);

/// The numbers that are sorted: a mebibyte.
const SORTED: usize = 1 << 18;

/// The loads that one that computes ends with.
#[derive(Debug, Default)]
pub(super) struct OtherLoads<'a>(pub(super) Vec<&'a LiveLoad>);

impl OtherLoads<'_> {
    fn have_ended(&self) -> bool {
        let is_over = |live: &&LiveLoad| matches!(live.state(), LoadState::Done | LoadState::Failed);
        !self.0.is_empty() && self.0.iter().all(is_over)
    }
}

impl Worker<'_> {
    /// Computes until its end.
    pub(super) fn compute(&mut self, compute: Compute) {
        let mut random = fastrand::Rng::with_seed(self.load.seed);
        let mut numbers = Vec::new();
        let most = self.load.limit.operations.unwrap_or(u64::MAX);
        let mut parts = 0;
        while !self.end.is_near && parts < most {
            if compute.ends_with_others && self.others.have_ended() {
                break;
            }
            let begun = Instant::now();
            match compute.work {
                ComputeWork::Loop(time) => self.spin(begun, time),
                ComputeWork::Sort => sort(&mut numbers, &mut random),
            }
            let at = Instant::now();
            let took = at.saturating_duration_since(begun);
            parts += 1;
            self.count_part(took, at);
            let percent = u32::from(compute.percent.clamp(1, 100));
            let pause = took * (100 - percent) / percent;
            while !self.end.is_near && at.elapsed() < pause {
                self.nap(pause.saturating_sub(at.elapsed()));
            }
            self.answer_or_stop();
        }
    }

    /// Computes for a time, unless it is to stop.
    fn spin(&self, begun: Instant, time: Duration) {
        while begun.elapsed() < time && !self.supervisor.is_stopped() {
            let part = Instant::now();
            while part.elapsed() < UNTIL_LOOK && begun.elapsed() < time {
                spin_loop();
            }
        }
    }

    fn count_part(&mut self, took: Duration, at: Instant) {
        self.ledger.moved.read.operations += 1;
        if !self.clock.is_ramping() {
            self.tally.computed.record(took);
            self.tally.submit(1, 1);
            Tally::call(&mut self.tally.submitted, 1);
            Tally::call(&mut self.tally.completed, 1);
            self.tally.done(&DoneBlock {
                direction: Direction::Read,
                is_trim: false,
                bytes: 0,
                offset: 0,
                submission: None,
                completion: took,
                at,
                priority: self.load.own_priority(),
            });
        }
        self.clock.complete_apart(at);
        self.look(at);
        self.supervisor.live.publish(&self.ledger.moved);
    }

    /// Puts the parts that were computed in place of reads, as fio counts them, which took no time of moving.
    pub(super) fn only_computed(&self, read: &mut Flow) {
        if self.load.compute.is_some() {
            let latencies: &Latencies = &self.tally.computed;
            read.operations = latencies.count();
            read.completion = latencies.clone();
            read.total = latencies.clone();
        }
    }
}

fn sort(numbers: &mut Vec<i32>, random: &mut fastrand::Rng) {
    numbers.clear();
    numbers.extend(std::iter::repeat_with(|| random.i32(..)).take(SORTED));
    numbers.sort_unstable();
    numbers.sort_unstable_by(|one, other| other.cmp(one));
    numbers.sort_unstable_by_key(|number| number.to_le_bytes());
    numbers.sort_unstable_by(|one, other| other.cmp(one));
    black_box(numbers);
}
