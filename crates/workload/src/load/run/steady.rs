//! Loads that end when they are steady: checks them once a second, by groups.

use std::time::{Duration, Instant};

use super::PreparedLoad;
use crate::load::live::LiveLoad;
use crate::load::outcome::{LoadOutcome, SteadyOutcome};
use crate::load::spec::{PerDirection, SteadyCondition};
use crate::load::steady::SteadyWatch;
use crate::load::watch::Amount;

/// The interval at which it is checked whether loads count already.
const SOON: Duration = Duration::from_millis(10);

/// The loads of a batch that end when they are steady. The thread that started them checks them, because no load knows
/// the sum of several.
#[derive(Debug, Default)]
pub(super) struct SteadyGroups {
    groups: Vec<Group>,
}

/// Loads that are checked together.
#[derive(Debug)]
struct Group {
    asked: SteadyCondition,
    number: u32,
    members: Vec<Member>,
    /// Set when the first of them has counted for the time of `SteadyCondition::ramp`.
    watch: Option<SteadyWatch>,
    is_over: bool,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    /// The index of the load in the batch.
    index: usize,
    /// The amount at the last check, and the counted part of it.
    before: Amount,
    counted: Amount,
}

impl SteadyGroups {
    pub(super) fn new(batch: &[PreparedLoad<'_>]) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for (index, prepared) in batch.iter().enumerate() {
            let Some(asked) = prepared.load.steady else {
                continue;
            };
            let number = prepared.load.group;
            let known = groups
                .iter_mut()
                .find(|group| asked.of_group && group.number == number && group.asked == asked);
            let member = Member {
                index,
                before: Amount::default(),
                counted: Amount::default(),
            };
            match known {
                Some(group) => group.members.push(member),
                None => groups.push(Group {
                    asked,
                    number,
                    members: vec![member],
                    watch: None,
                    is_over: false,
                }),
            }
        }
        Self { groups }
    }

    /// Returns the time until the next check, at most `longest`.
    pub(super) fn pause(&self, longest: Duration) -> Duration {
        let open = self.groups.iter().filter(|group| !group.is_over);
        open.map(|group| match &group.watch {
            Some(watch) => watch.next.saturating_duration_since(Instant::now()),
            None => SOON,
        })
        .fold(longest, Duration::min)
    }

    /// Checks groups that are due, and ends those that are steady.
    pub(super) fn look(&mut self, lives: &[LiveLoad]) {
        for group in self.groups.iter_mut().filter(|group| !group.is_over) {
            if group.look(lives, Instant::now()) {
                group.is_over = true;
                let members = group.members.iter();
                members.for_each(|member| lives[member.index].request_end());
            }
        }
    }

    /// Adds the results to the outcomes of the loads.
    pub(super) fn add_results(&self, loads: &mut [LoadOutcome]) {
        for group in &self.groups {
            let outcome = group.outcome();
            for member in &group.members {
                loads[member.index].steady = Some(outcome.clone());
            }
        }
    }
}

impl Group {
    fn look(&mut self, lives: &[LiveLoad], now: Instant) -> bool {
        let Some(watch) = &mut self.watch else {
            let first = self
                .members
                .iter()
                .filter_map(|member| lives[member.index].counts_from())
                .min();
            if let Some(begins) = first.and_then(|first| first.checked_add(self.asked.ramp))
                && begins <= now
            {
                self.begin(lives, now);
            }
            return false;
        };
        if now < watch.next {
            return false;
        }
        let moved = count(&mut self.members, lives);
        watch.look(now, moved)
    }

    /// Begins to check.
    fn begin(&mut self, lives: &[LiveLoad], now: Instant) {
        let before = count(&mut self.members, lives);
        self.watch = Some(SteadyWatch::new(self.asked, now, before));
    }

    fn outcome(&self) -> SteadyOutcome {
        match &self.watch {
            Some(watch) => watch.outcome(),
            None => SteadyOutcome {
                attained: false,
                criterion: 0.0,
                max_deviation: 0.0,
                slope: 0.0,
                bandwidth: Vec::new(),
                operations: Vec::new(),
            },
        }
    }
}

/// Returns the counted amount of the members, which excludes each one's ramp.
fn count(members: &mut [Member], lives: &[LiveLoad]) -> Amount {
    let mut sum = Amount::default();
    for member in members {
        let live = &lives[member.index];
        let PerDirection { read, write } = live.moved();
        let moved = Amount {
            bytes: read.bytes + write.bytes,
            operations: read.operations + write.operations,
        };
        if live.counts_from().is_some() {
            member.counted.bytes += moved.bytes - member.before.bytes;
            member.counted.operations += moved.operations - member.before.operations;
        }
        member.before = moved;
        sum.bytes += member.counted.bytes;
        sum.operations += member.counted.operations;
    }
    sum
}
