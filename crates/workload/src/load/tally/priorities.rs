//! Latencies by the priorities of requests.

use crate::load::outcome::PriorityLatencies;
use crate::load::spec::{Load, PerDirection};

use super::done_block::DoneBlock;

/// Returns what is counted of each direction: of its load's own priority, and of those of single requests.
pub(super) fn of_load(load: &Load) -> PerDirection<Vec<PriorityLatencies>> {
    let of = |shares: &[crate::load::spec::PriorityShare]| {
        let mut counted: Vec<PriorityLatencies> = Vec::new();
        let own = (!shares.is_empty()).then(|| load.own_priority());
        for priority in own.into_iter().chain(shares.iter().map(|of| of.priority)) {
            if !counted.iter().any(|counted| counted.priority == priority) {
                counted.push(PriorityLatencies::new(priority));
            }
        }
        counted
    };
    PerDirection {
        read: of(&load.priorities.read),
        write: of(&load.priorities.write),
    }
}

/// Counts a block that is done.
#[inline]
pub(super) fn count(of: &mut PerDirection<Vec<PriorityLatencies>>, done: &DoneBlock) {
    let mut counted = of.of_mut(done.direction).iter_mut();
    if let Some(counted) = counted.find(|counted| counted.priority == done.priority) {
        counted.completion.record(done.completion);
        let total = done.submission.unwrap_or_default() + done.completion;
        counted.total.record(total);
    }
}
