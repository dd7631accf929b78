//! The figures of all hosts together.
//!
//! Each host counts by its own clock; what it reports is put onto the clock here
//! ([`HostClock`](crate::clock::HostClock)). The rate of all is that of all bytes from the moment from which the first
//! host counted to the end of the last one. While one host does not count yet or is done, that is less than the volume
//! gave; so the rate while all ran is given beside it.

mod hosts;
mod series;

use feedrate_document::format;
use feedrate_stats::{Summary, classify};
use feedrate_workload::figures::{FlowFigures, MEGABYTE, SeriesFigures};
use feedrate_workload::{Round, RoundFlow};
use serde::Serialize;

use crate::group::{HostOutcome, HostRound};
pub use hosts::HostFigures;

/// A run on all hosts.
#[derive(Clone, Debug, Serialize)]
pub struct CombinedRound {
    /// Bytes moved by all.
    pub bytes: u64,
    /// Seconds from the moment from which the first counted to the end of the last.
    pub seconds: f64,
    /// 10^6 bytes a second of all, over that time.
    pub megabytes_per_second: f64,
    /// Transfers a second of all, likewise.
    pub operations_per_second: f64,
    /// While all ran; `None` if that was shorter than two reports of what was moved.
    pub while_all_ran: Option<WhileAllRan>,
    /// The figures of reads of all.
    pub read: Option<FlowFigures>,
    /// The figures of writes of all.
    pub write: Option<FlowFigures>,
    /// The share of the bytes read that the page caches of the hosts served; `None` if that of any is unknown, or
    /// nothing was read.
    pub cache_share: Option<f64>,
    /// Processor seconds of all hosts for 10^9 bytes.
    pub cpu_seconds_per_gigabyte: f64,
    /// The throughput of all over time.
    pub series: Option<SeriesFigures>,
    /// By how many microseconds the start of the hosts may differ: by the uncertainty of their clocks, and by how late
    /// one heard of it.
    pub start_within_microseconds: f64,
    /// True if it was stopped before its end.
    pub stopped: bool,
    /// The name of the slowest host.
    pub slowest: Option<String>,
    /// The figures of each host.
    pub hosts: Vec<HostFigures>,
}

/// The bytes that all hosts moved while all of them ran.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WhileAllRan {
    /// For how long.
    pub seconds: f64,
    /// 10^6 bytes a second of all.
    pub megabytes_per_second: f64,
}

/// The runs of a command on all hosts, in order, of those that took part. Of a run that did not end on every host,
/// those on which it ended are shown; runs that ended on none are left out.
pub fn rounds(outcomes: &[HostOutcome]) -> Vec<CombinedRound> {
    all_rounds(outcomes).into_iter().flatten().collect()
}

/// The same with a place for each run: `None` for those that ended on no host.
pub fn all_rounds(outcomes: &[HostOutcome]) -> Vec<Option<CombinedRound>> {
    let count = outcomes.iter().map(|outcome| outcome.rounds.len()).max();
    (0..count.unwrap_or_default())
        .map(|number| combined(outcomes, number))
        .collect()
}

/// The run of a host that took part in it.
type Ran<'o> = (&'o HostOutcome, &'o HostRound, &'o Round);

/// The moments between which runs on several hosts counted, in nanoseconds of the monotonic clock here.
struct Moments {
    first_counted: u64,
    last_counted: u64,
    first_end: u64,
    last_end: u64,
}

impl Moments {
    /// Returns the moments of runs that had a common start; `None` if there are none.
    fn of(ran: &[Ran<'_>], start: u64) -> Option<Self> {
        // A host that heard of the start too late began that much later.
        let counted = |(_, on_host, round): &Ran<'_>| {
            let began = start.saturating_add(on_host.late);
            began.saturating_add(nanos(round.ramped))
        };
        let ended = |ran: &Ran<'_>| counted(ran).saturating_add(nanos(ran.2.elapsed));
        let begins = ran.iter().map(counted);
        let ends = ran.iter().map(ended);
        Some(Self {
            first_counted: begins.clone().min()?,
            last_counted: begins.max()?,
            first_end: ends.clone().min()?,
            last_end: ends.max()?,
        })
    }
}

fn combined(outcomes: &[HostOutcome], number: usize) -> Option<CombinedRound> {
    let of_hosts = outcomes
        .iter()
        .filter_map(|outcome| Some((outcome, outcome.rounds.get(number)?)));
    let mut ran: Vec<Ran<'_>> = Vec::new();
    for (outcome, on_host) in of_hosts {
        if let Some(round) = on_host.round.as_ref().filter(|round| round.took_part()) {
            ran.push((outcome, on_host, round));
        }
    }
    let (_, first, _) = ran.first()?;
    let hosts = figures_of_hosts(&ran);
    let moments = Moments::of(&ran, first.start)?;
    let moved: Vec<&[(u64, u64)]> = ran.iter().map(|(_, on_host, _)| on_host.moved.as_slice()).collect();
    let (mut read, mut write) = (RoundFlow::default(), RoundFlow::default());
    for (.., round) in &ran {
        add(&mut read, &round.read);
        add(&mut write, &round.write);
    }
    let bytes = read.bytes.saturating_add(write.bytes);
    let operations = read.operations.saturating_add(write.operations);
    let seconds = moments.last_end.saturating_sub(moments.first_counted) as f64 / 1e9;
    let per_second = |amount: u64| match seconds > 0.0 {
        true => amount as f64 / seconds,
        false => 0.0,
    };
    let cpu: f64 = ran.iter().map(|(.., round)| round.cpu.total().as_secs_f64()).sum();
    let time = std::time::Duration::from_secs_f64(seconds);
    let start_within = ran
        .iter()
        .map(|(outcome, on_host, _)| outcome.host.clock.uncertainty.saturating_add(on_host.late) as f64 / 1e3);
    Some(CombinedRound {
        bytes,
        seconds,
        megabytes_per_second: per_second(bytes) / MEGABYTE,
        operations_per_second: per_second(operations),
        while_all_ran: series::while_all_ran(&moved, moments.last_counted, moments.first_end),
        cache_share: cache_share(&hosts, read.bytes),
        read: FlowFigures::of(read.bytes, read.operations, &read.latencies, time),
        write: FlowFigures::of(write.bytes, write.operations, &write.latencies, time),
        cpu_seconds_per_gigabyte: match bytes {
            0 => 0.0,
            bytes => cpu / (bytes as f64 / 1e9),
        },
        series: series_of(&moved, moments.last_counted, moments.last_end),
        start_within_microseconds: start_within.fold(0.0, f64::max),
        stopped: ran.iter().any(|(.., round)| round.stopped),
        slowest: slowest(&hosts),
        hosts,
    })
}

/// Returns the figures of each host. Processor time of the same machine under another name is that of others.
fn figures_of_hosts(ran: &[Ran<'_>]) -> Vec<HostFigures> {
    let of_host = |(outcome, on_host, round): &Ran<'_>| {
        let same = ran.iter().filter(|(other, ..)| is_other_name(outcome, other));
        let own_elsewhere = same.map(|(.., round)| round.cpu.total().as_secs_f64());
        HostFigures::of(outcome, on_host, round, own_elsewhere.sum())
    };
    ran.iter().map(of_host).collect()
}

/// Returns true if a host is the same machine as another one.
fn is_other_name(host: &HostOutcome, other: &HostOutcome) -> bool {
    let boot = |outcome: &HostOutcome| outcome.host.facts.boot.clone();
    !std::ptr::eq(host, other) && boot(host).is_some() && boot(host) == boot(other)
}

fn add(sum: &mut RoundFlow, flow: &RoundFlow) {
    sum.bytes = sum.bytes.saturating_add(flow.bytes);
    sum.operations = sum.operations.saturating_add(flow.operations);
    sum.latencies.merge(&flow.latencies);
}

pub(crate) fn nanos(time: std::time::Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Returns the share of all bytes read that page caches served.
fn cache_share(hosts: &[HostFigures], read: u64) -> Option<f64> {
    let mut served = 0.0;
    for host in hosts {
        match (&host.read, host.cache_share) {
            (None, _) => {}
            (Some(flow), Some(share)) => served += share * flow.bytes as f64,
            (Some(_), None) => return None,
        }
    }
    (read > 0).then(|| served / read as f64)
}

fn slowest(hosts: &[HostFigures]) -> Option<String> {
    let slowest = hosts
        .iter()
        .min_by(|one, other| one.megabytes_per_second.total_cmp(&other.megabytes_per_second))?;
    (hosts.len() > 1).then(|| slowest.name.clone())
}

fn series_of(moved: &[&[(u64, u64)]], from: u64, until: u64) -> Option<SeriesFigures> {
    let (interval, rates) = series::rates(moved, from, until)?;
    let shape = classify(&rates);
    Some(SeriesFigures {
        interval_seconds: interval,
        megabytes_per_second: rates,
        description: shape.describe(),
        shape,
    })
}

/// Returns a sentence on the slowest host, if it is clearly slower than the others.
pub fn on_the_slowest(round: &CombinedRound) -> Option<String> {
    /// Below this share of the median, a host is named.
    const CLEARLY: f64 = 0.9;
    let rates: Vec<f64> = round.hosts.iter().map(|host| host.megabytes_per_second).collect();
    let median = Summary::of(&rates)?.median;
    let name = round.slowest.as_ref()?;
    let slowest = round.hosts.iter().find(|host| host.name == *name)?;
    let share = slowest.megabytes_per_second / median;
    (share < CLEARLY).then(|| {
        format!(
            "{name} is the slowest host: {}, {} of the median of all hosts.",
            format::rate(slowest.megabytes_per_second * MEGABYTE),
            format::percent(share)
        )
    })
}

#[cfg(test)]
mod tests;
