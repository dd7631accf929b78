//! `json` and `json+` output: one document with fio's keys, and feedrate's under `feedrate`.

mod direction;
mod own;
mod value;

use feedrate_workload::load::SteadyOutcome;

use self::direction::{Kinds, direction, latencies};
use super::groups::Group;
use super::normal::mean;
use super::shares::{AT_ONCE, LEVELS, LONG_CLASSES, SHORT_CLASSES, percent_of_sum};
use super::unit::Unit;
use super::{RunResults, VERSION, clock, disks};
use crate::job::{OptionText, SteadyState};

pub(super) use self::value::Value;

/// Returns the whole document.
pub(super) fn document(report: &RunResults<'_>, units: &[Unit<'_>], groups: &[Group], with_bins: bool) -> Value {
    let milliseconds = clock::unix_milliseconds(report.ended);
    let mut document = Value::object([
        ("fio version", Value::text_of(VERSION)),
        ("timestamp", Value::Whole(milliseconds / 1000)),
        ("timestamp_ms", Value::Whole(milliseconds)),
        ("time", Value::text_of(clock::as_ctime(report.ended))),
    ]);
    if !report.jobs.global_options.is_empty() {
        document.add("global options", options(&report.jobs.global_options));
    }
    let jobs = units.iter().map(|unit| job(report, unit, groups, with_bins)).collect();
    document.add("jobs", Value::List(jobs));
    let disks = report.disks.iter().map(disks::object).collect();
    document.add("disk_util", Value::List(disks));
    document.add("feedrate", own::of_run(report));
    document
}

/// Returns a document without jobs, with the reason.
pub(super) fn failure(why: &str) -> Value {
    Value::object([
        ("fio version", Value::text_of(VERSION)),
        ("jobs", Value::List(Vec::new())),
        ("disk_util", Value::List(Vec::new())),
        (
            "feedrate",
            Value::object([
                ("version", Value::text_of(env!("CARGO_PKG_VERSION"))),
                ("error", Value::text_of(why)),
            ]),
        ),
    ])
}

/// Returns options as written. fio leaves out those without a value.
fn options(options: &[OptionText]) -> Value {
    Value::Object(
        options
            .iter()
            .filter_map(|option| Some((option.name.to_owned(), Value::text_of(option.value.clone()?))))
            .collect(),
    )
}

fn job(report: &RunResults<'_>, unit: &Unit<'_>, groups: &[Group], with_bins: bool) -> Value {
    let given = &unit.job.options;
    let error = unit.error.map_or(0, |error| i64::from(error.errno));
    let mut job = Value::object([
        ("jobname", Value::text_of(unit.name)),
        ("groupid", Value::Whole(u64::from(unit.group))),
        ("error", Value::Signed(error)),
        ("eta", Value::Whole(0)),
        // fio rounds seconds up.
        (
            "elapsed",
            Value::Whole(report.elapsed.as_millis().div_ceil(1000) as u64),
        ),
    ]);
    // As in fio, those of the last job of a group.
    if !unit.last.own_options.is_empty() {
        job.add("job options", options(&unit.last.own_options));
    }
    let kinds = Kinds::of(given, with_bins);
    let group = Group::of(groups, unit);
    if !unit.is_mixed_only() {
        let read = direction(&unit.read, group.map(|group| &group.read), &kinds);
        job.add("read", read);
        let write = direction(&unit.write, group.map(|group| &group.write), &kinds);
        job.add("write", write);
        let trim = direction(&unit.trim, group.map(|group| &group.trim), &kinds);
        job.add("trim", trim);
    }
    if let Some(mixed) = unit.mixed.as_ref().filter(|_| unit.is_mixed_only()) {
        let mixed = direction(mixed, group.map(|group| &group.mixed), &kinds);
        job.add("mixed", mixed);
    }
    let wanted = kinds.total || kinds.completion;
    job.add(
        "sync",
        Value::object([
            ("total_ios", Value::Whole(unit.flushes.count())),
            ("lat_ns", latencies(&unit.flushes, wanted, &kinds)),
        ]),
    );
    if let Some(mixed) = unit.mixed.as_ref().filter(|_| !unit.is_mixed_only()) {
        let mixed = direction(mixed, group.map(|group| &group.mixed), &kinds);
        job.add("mixed", mixed);
    }
    processor(&mut job, unit);
    distributions(&mut job, unit);
    let target = given.pace.latency_target.map_or(0, |target| target.as_nanos() as u64);
    let window = given
        .pace
        .latency_target
        .map_or(0, |_| given.pace.latency_window.as_micros() as u64);
    if let Some((count, first)) = unit.failed_blocks() {
        job.add("total_err", Value::Whole(count));
        job.add("first_error", Value::Signed(first.into()));
    }
    job.add("latency_depth", Value::Whole(u64::from(unit.depth)));
    job.add("latency_target", Value::Whole(target));
    job.add("latency_percentile", Value::Real(given.pace.latency_percentile));
    job.add("latency_window", Value::Whole(window));
    if let Some(description) = &given.jobs.description {
        job.add("desc", Value::text_of(description.clone()));
    }
    if let (Some(asked), Some(came)) = (given.pace.steadystate, unit.steady) {
        let seconds = given.pace.steadystate_duration.as_secs();
        job.add("steadystate", steady(asked, seconds, came));
    }
    job.add("feedrate", own::of_job(report, unit));
    job
}

fn processor(job: &mut Value, unit: &Unit<'_>) {
    let (user, system) = unit.cpu_percent();
    job.add("job_runtime", Value::Whole(unit.run_ms));
    job.add("usr_cpu", Value::Real(user));
    job.add("sys_cpu", Value::Real(system));
    job.add("ctx", Value::Whole(unit.switches));
    job.add("majf", Value::Whole(unit.major_faults));
    job.add("minf", Value::Whole(unit.minor_faults));
}

fn distributions(job: &mut Value, unit: &Unit<'_>) {
    let levels = percent_of_sum(&unit.levels);
    job.add("iodepth_level", shares(&LEVELS, &levels));
    let submitted = percent_of_sum(&unit.submitted);
    job.add("iodepth_submit", shares(&AT_ONCE, &submitted));
    let completed = percent_of_sum(&unit.completed);
    job.add("iodepth_complete", shares(&AT_ONCE, &completed));
    let (nanoseconds, microseconds, milliseconds) = unit.latencies.percent(unit.operations());
    job.add("latency_ns", shares(&SHORT_CLASSES, &nanoseconds));
    job.add("latency_us", shares(&SHORT_CLASSES, &microseconds));
    job.add("latency_ms", shares(&LONG_CLASSES, &milliseconds));
}

fn shares(names: &[&str], shares: &[f64]) -> Value {
    let members = names.iter().zip(shares);
    Value::Object(
        members
            .map(|(name, share)| ((*name).to_owned(), Value::Real(*share)))
            .collect(),
    )
}

/// The seconds of a window that are listed though nothing was measured in them: those of a day.
const MOST_ZEROS: u64 = 24 * 60 * 60;

fn steady(asked: SteadyState, seconds: u64, came: &SteadyOutcome) -> Value {
    let percent = if asked.is_percent { "%" } else { "" };
    let of_what = if asked.iops { "iops" } else { "bw" };
    let slope = if asked.slope { "_slope" } else { "" };
    // As in fio, a second that was not looked at is a zero.
    let whole = |samples: &[f64]| {
        let count = samples.len().max(seconds.min(MOST_ZEROS) as usize);
        let samples = samples.iter().map(|&sample| sample as u64);
        let all = samples.chain(std::iter::repeat(0)).take(count);
        Value::List(all.map(Value::Whole).collect())
    };
    Value::object([
        (
            "ss",
            Value::text_of(format!("{of_what}{slope}:{:.6}{percent}", asked.limit)),
        ),
        ("duration", Value::Whole(seconds)),
        ("attained", Value::Whole(u64::from(came.attained))),
        ("criterion", Value::text_of(format!("{:.6}{percent}", came.criterion))),
        ("max_deviation", Value::Real(came.max_deviation)),
        ("slope", Value::Real(came.slope)),
        (
            "data",
            Value::object([
                ("bw_mean", Value::Whole(mean(&came.bandwidth) as u64)),
                ("iops_mean", Value::Whole(mean(&came.operations) as u64)),
                ("iops", whole(&came.operations)),
                ("bw", whole(&came.bandwidth)),
            ]),
        ),
    ])
}
