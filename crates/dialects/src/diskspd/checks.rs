//! Valid combinations of settings, of the command line and of profiles.

use super::names::Names;
use super::request::{Threads, TimeSpan};
use super::target::{Content, Order, Target};
use crate::argument_error::ArgumentError;
use crate::system::NO_GROUPS;

/// The most threads of a time span.
const MOST_THREADS: u64 = 4096;

/// Checks a time span without its targets.
pub(super) fn span(names: &Names, span: &TimeSpan) -> Result<(), ArgumentError> {
    if matches!(span.threads, Threads::Shared { .. }) && span.targets.len() > 1 {
        return Err(ArgumentError::Fit(format!(
            "{} is for one target here, as what a shared queue moved of each is not kept apart; use {}",
            names.all_depth, names.depth
        )));
    }
    let threads = span.all_threads();
    if threads > MOST_THREADS {
        return Err(ArgumentError::Fit(format!(
            "{threads} threads are more than {MOST_THREADS}, the most that are started; use fewer"
        )));
    }
    if span.affinity_disabled && !span.processors.is_empty() {
        return Err(ArgumentError::Together {
            one: names.affinity_disabled,
            other: names.processors,
            why: "one binds threads to processors and the other does not; leave one out",
        });
    }
    if span.duration == 0 {
        return Err(ArgumentError::Fit(format!(
            "{}{}0 measures nothing; give at least 1 second",
            names.duration, names.between
        )));
    }
    Ok(())
}

/// Checks a target of a time span.
pub(super) fn target(names: &Names, span: &TimeSpan, target: &Target) -> Result<(), ArgumentError> {
    order(names, target)?;
    if span.threads != Threads::OfEachTarget && target.threads > 1 {
        return Err(ArgumentError::Together {
            one: names.all_threads,
            other: names.threads,
            why: "one is for all targets together, the other for each; give one",
        });
    }
    if target.burst.is_some() != target.think.is_some() {
        return Err(ArgumentError::Fit(format!(
            "{} and {} need each other: blocks of a burst, and the time between bursts",
            names.burst, names.think
        )));
    }
    if target.throttle.is_some() && span.completion_routines {
        return Err(ArgumentError::Together {
            one: names.rate,
            other: names.completion_routines,
            why: "there is no rate with completion routines; leave one out",
        });
    }
    match target.end {
        Some(end) if end <= target.from => {
            return Err(ArgumentError::Fit(format!(
                "the part of the target ends at {end}, not after {} where it begins; change {} or {}",
                target.from, names.end, names.from
            )));
        }
        _ => {}
    }
    match target.content {
        Content::Source { bytes, .. } if bytes < target.block => Err(ArgumentError::Fit(format!(
            "{0}{1}{bytes}: blocks of {2} bytes cannot be taken from fewer; use {0}{1}{2} or more",
            names.source, names.between, target.block
        ))),
        _ => Ok(()),
    }
}

fn order(names: &Names, target: &Target) -> Result<(), ArgumentError> {
    let block = target.block;
    let apart = |other| ArgumentError::Together {
        one: names.thread_stride,
        other,
        why: "threads begin apart only where each has a place of its own in order; leave one out",
    };
    match &target.order {
        Order::Random { .. } if target.thread_stride > 0 => Err(apart(names.random)),
        Order::Sequential { interlocked: true, .. } if target.thread_stride > 0 => Err(apart(names.interlocked)),
        Order::Sequential {
            interlocked: true,
            stride,
        } if *stride < block => Err(ArgumentError::Fit(format!(
            "{0}{1}{stride}: blocks of {block} bytes that threads share cannot lie over each other; use {0}{1}{block} \
             or more",
            names.interlocked_stride, names.between
        ))),
        _ => Ok(()),
    }
}

/// Returns the settings of time spans that have another meaning here, each once.
pub(super) fn remarks(names: &Names, spans: &[TimeSpan]) -> Vec<String> {
    let any = |is: fn(&Target) -> bool| spans.iter().flat_map(|span| &span.targets).any(is);
    let mut remarks = Vec::new();
    if any(|target| target.large_pages) {
        let name = names.large_pages;
        remarks.push(format!("{name}: buffers are of ordinary pages here"));
    }
    if any(|target| target.priority < 3) {
        let name = names.priority;
        remarks.push(format!("{name}: priority of I/O is not changed; use ionice"));
    }
    let mut processors = spans.iter().flat_map(|span| &span.processors);
    if processors.any(|&(group, _)| group > 0) {
        remarks.push(format!("{}: {NO_GROUPS}", names.processors));
    }
    if any(|target| target.temporary_hint) {
        let name = names.temporary;
        remarks.push(format!("{name}: there is no hint of a temporary file here"));
    }
    remarks
}
