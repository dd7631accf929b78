//! The computing of a step: the processor time of its threads between calls.
//!
//! To wait is not to compute: neither for storage, nor for a processor, nor for another thread of the step. A step of
//! one thread computes for the processor time of that thread between its calls. Threads that make no calls compute
//! beside it or while it waits for them; for these there is the watch over all threads.

use feedrate_pageio::course::Callers;

use super::super::uses::SourceUse;
use super::{flush_seconds, is_first_of_file};
use crate::profile::Step;

/// The share of the processor time of a step that its other threads have at least, so that they count.
const LEAST_OF_OTHERS: f64 = 0.05;

/// The least share of a step's time, and the least seconds, in which nothing of it runs that are repeated as a pause.
const LEAST_IDLE: f64 = 0.1;
const LEAST_IDLE_SECONDS: f64 = 0.05;

/// The least processor time of a step in the program, in seconds, whose courses should show computing, and the least
/// share of it that they should show.
const LEAST_LOST_SECONDS: f64 = 0.05;
const LEAST_SHOWN: f64 = 0.1;

/// The time of a step apart from its transfers, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::derive) struct OwnTime {
    /// The time in which it computes: of several threads that read parts of a file, that of each.
    pub(in crate::derive) seconds: f64,
    /// The part of it in which threads compute that make no transfers.
    pub(super) of_others: f64,
    /// The time in which it neither computes nor transfers anything, nor wants to: it waits for something else.
    pub(in crate::derive) idle_seconds: f64,
    /// The share of the computing that each of its threads with transfers but the first does beside it, from 0 to 1;
    /// `None` where each computes for as long.
    pub(in crate::derive) parallel_share: Option<f64>,
    /// True if the time of its threads between calls was known.
    pub(in crate::derive) is_known: bool,
    /// True if its courses show no computing, and its processor time is all that is known.
    pub(in crate::derive) is_lost: bool,
}

/// The sums of the courses of a step, of all threads together, in seconds.
#[derive(Clone, Debug, Default)]
struct Sums {
    callers: Callers,
    computed: f64,
    served: f64,
    held: f64,
    preempted: f64,
    waited: f64,
    threads: f64,
}

impl Sums {
    fn of(uses: &[SourceUse<'_>]) -> Self {
        let mut sums = Self {
            threads: uses.iter().map(|it| it.use_.threads).max().unwrap_or(1).max(1).into(),
            ..Self::default()
        };
        for (index, source) in uses.iter().enumerate() {
            let Some(course) = source.file.course.as_ref().filter(|_| is_first_of_file(uses, index)) else {
                continue;
            };
            sums.callers.add(&course.callers);
            for interval in &course.intervals {
                let seconds = |micros: u64| micros as f64 / 1e6;
                sums.computed += seconds(interval.computed_microseconds);
                sums.served += seconds(interval.served_microseconds);
                sums.held += seconds(interval.held_microseconds);
                sums.preempted += seconds(interval.preempted_microseconds);
                sums.waited += seconds(interval.waited_microseconds);
            }
        }
        sums
    }

    /// Returns true if other threads make calls than those that pass over parts of a file, such as one that writes what
    /// another one reads: they may compute beside each other.
    fn has_several_kinds(&self) -> bool {
        self.callers.all().len() as f64 > self.threads
    }

    /// Returns the share of the computing that each thread but the first does beside it: what all threads together have
    /// computed more than one of them, divided among the others; `None` if there are no others.
    fn parallel_share(&self, seconds: f64, all: f64) -> Option<f64> {
        let others = (self.threads - 1.0) * seconds;
        (others > 0.0).then(|| ((all - seconds) / others).clamp(0.0, 1.0))
    }

    /// Returns the time that the busiest thread with calls computed.
    fn longest(&self) -> f64 {
        let all = self.callers.all().iter();
        let longest = all.map(|it| it.computed_nanoseconds).max();
        longest.map_or(0.0, |longest| longest as f64 / 1e9)
    }
}

impl OwnTime {
    /// Returns that of a step. `by_the_clock` is its time without what is known to have kept it, which is what there is
    /// where no processor time is known.
    pub(super) fn of(step: &Step, uses: &[SourceUse<'_>], by_the_clock: f64) -> Self {
        let sums = Sums::of(uses);
        let processor = step.usage.user_cpu_seconds + step.usage.system_cpu_seconds;
        let after = step.threads.map_or(0.0, |it| it.after_seconds);
        let time = step.seconds();
        if sums.computed <= 0.0 {
            // A course of an earlier version, or a lost one: not more than all threads together have run.
            let bound = match processor > 0.0 {
                true => (processor - sums.served).max(0.0),
                false => f64::INFINITY,
            };
            let has_course = uses.iter().any(|it| it.file.course.is_some());
            let shown = match step.threads {
                // Without files nothing is in calls, and what waits for a pipe does not run.
                Some(threads) if !has_course => threads.seconds.max(threads.after_seconds),
                _ => by_the_clock,
            };
            let shown = shown.min(bound);
            // A part of the processor time in the kernel is that of transfers.
            let user = (step.usage.user_cpu_seconds / sums.threads).min(time);
            let is_lost = user >= LEAST_LOST_SECONDS && shown < user * LEAST_SHOWN;
            return Self {
                seconds: if is_lost { user } else { shown },
                is_lost,
                ..Self::default()
            };
        }
        let own = sums.computed / sums.threads + after;
        // All that was computed by any thread.
        let all = (processor - sums.served).max(own);
        let others = match step.threads {
            Some(threads) => threads.others_seconds,
            None => (all - own * sums.threads).max(0.0),
        };
        let several = sums.has_several_kinds();
        let seconds = match step.threads {
            // In the seconds of threads are those in which they are in calls.
            Some(threads) if several => {
                // Earlier profiles have no joint seconds; where there are some, they are not less.
                let seconds = threads.joint_seconds.max(threads.seconds);
                (seconds - sums.served / sums.threads).clamp(sums.longest().min(all), all)
            }
            _ if others <= LEAST_OF_OTHERS * all => own,
            Some(threads) => (threads.seconds - sums.served / sums.threads).clamp(own, all),
            // A thread that waits for others waits for their computing.
            None => {
                let sorting = step.sort.map_or(1, |sort| sort.threads.max(1));
                own + (others / f64::from(sorting)).min(sums.waited / sums.threads)
            }
        };
        let seconds = seconds.min(time.max(own));
        Self {
            seconds,
            of_others: (seconds - own).max(0.0),
            idle_seconds: idle(step, uses, &sums, seconds),
            parallel_share: sums.parallel_share(seconds, all).filter(|_| several),
            is_known: true,
            is_lost: false,
        }
    }
}

/// Returns how long a step waited for something other than transfers, processors and its own threads.
fn idle(step: &Step, uses: &[SourceUse<'_>], sums: &Sums, computing: f64) -> f64 {
    let time = step.seconds();
    let pipes = uses.iter().filter_map(|it| it.file.pipe.as_ref());
    let known: f64 = pipes.map(|pipe| pipe.waited_seconds).sum::<f64>() + flush_seconds(uses);
    let without_calls = match step.threads {
        // In calls threads run, or are ready to, or wait for storage.
        Some(threads) => threads.idle_seconds - (sums.held - sums.served).max(0.0) / sums.threads,
        None => time - (sums.held + sums.preempted) / sums.threads - computing,
    };
    let idle = without_calls - known;
    match idle >= LEAST_IDLE_SECONDS && idle >= LEAST_IDLE * time {
        true => idle.min(time),
        false => 0.0,
    }
}
