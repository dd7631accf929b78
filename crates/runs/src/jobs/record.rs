//! The result of jobs as JSON. `docs/run-json.md` describes it to its users.

use std::time::Instant;

use feedrate_document::Header;
use feedrate_session::Ending;
use feedrate_session::record;
use serde::Serialize;
use serde_json::{Value, json};

use super::devices::{DeviceFinder, DeviceReadings, Devices};
use super::end::JobEnd;
use super::job::Job;
use super::transfers::Transfers;
use crate::latencies::{ClassFigures, ClassLatencies, steps_of};

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// Jobs that ran at the same time.
#[derive(Clone, Debug, Serialize)]
pub struct JobsRecord {
    /// The type of the document.
    pub feedrate: Header,
    /// The title of them all, such as the path of their list.
    pub title: String,
    /// When they were released, by RFC 3339.
    pub started_at: String,
    /// When they were released, in microseconds since the machine started.
    pub released_microseconds: u64,
    /// When the last had ended, by the same clock.
    pub ended_microseconds: u64,
    /// The ending of the worst of them: `clean`, `warnings`, `errors`, or `interrupted` if all were.
    pub ended: &'static str,
    /// The mean of the seconds of the jobs that ran to their ends; absent if there are none.
    pub average_seconds: Option<f64>,
    /// Seconds until the last had ended.
    pub completion_seconds: f64,
    /// Seconds between the first and the last beginning of a program; absent without any.
    pub start_spread_seconds: Option<f64>,
    /// MB (10^6 bytes) that all have read and written, for each second until the last had ended; absent if what one has
    /// moved is not known.
    pub megabytes_per_second: Option<f64>,
    /// The latencies of classes: of jobs of one program, or of one name in a list.
    pub classes: Vec<ClassLatencies>,
    /// The jobs, in their order.
    pub jobs: Vec<JobRecord>,
}

/// A job.
#[derive(Clone, Debug, Serialize)]
pub struct JobRecord {
    /// Its name.
    pub name: String,
    /// The name of its class: that of its program, or the name in its list.
    pub class: String,
    /// The name of its program.
    pub program: String,
    /// Its system options, in order: each a word, or a word, an equals sign and a value.
    pub options: Vec<String>,
    /// The file of its log.
    pub log: String,
    /// The file of its listing.
    pub listing: String,
    /// The number of its process; absent if it has none.
    pub process: Option<u32>,
    /// Its ending: `clean`, `warnings`, `errors`, `interrupted`, `died` or `not started`.
    pub ended: &'static str,
    /// Why it ended, where its log does not say it.
    pub because: Option<String>,
    /// The first error in its log.
    pub first_error: Option<String>,
    /// Seconds from the release of all jobs to its end.
    pub seconds: f64,
    /// Processor seconds in user mode, with those of sessions that it started.
    pub user_cpu_seconds: Option<f64>,
    /// Processor seconds in the kernel.
    pub system_cpu_seconds: Option<f64>,
    /// Bytes of data sets, indexes and utility files that the steps read which completed; absent if it died.
    pub read_bytes: Option<u64>,
    /// Bytes that they wrote.
    pub written_bytes: Option<u64>,
    /// The share, 0 to 1, that the page cache served of what was read of data sets.
    pub cache_share: Option<f64>,
    /// Bytes that its processes fetched from storage.
    pub storage_read_bytes: Option<u64>,
    /// Bytes that they sent to storage.
    pub storage_write_bytes: Option<u64>,
    /// The devices of its data sets.
    pub devices: Vec<String>,
    /// Bytes that these devices moved from the release of all jobs to its end.
    pub device_bytes: Option<u64>,
    /// The share, 0 to 1, of these bytes that it moved itself.
    pub device_share: Option<f64>,
    /// Its record, as `feedrate run --json` writes it.
    pub record: Value,
}

/// The moment at which all jobs were released.
pub(super) struct Release {
    pub(super) started_at: String,
    pub(super) microseconds: u64,
    pub(super) at: Instant,
    pub(super) devices: DeviceReadings,
}

impl JobsRecord {
    /// Creates the record of jobs that have ended.
    pub(super) fn of(
        title: &str,
        jobs: Vec<Job<'_>>,
        release: &Release,
        devices: &Devices,
        is_interrupted: bool,
    ) -> Self {
        let mut finder = DeviceFinder::default();
        let jobs: Vec<JobRecord> = jobs
            .into_iter()
            .map(|job| JobRecord::of(job, release, devices, &mut finder))
            .collect();
        let completion_seconds = jobs.iter().map(|job| job.seconds).fold(0.0, f64::max);
        let completed: Vec<f64> = jobs
            .iter()
            .filter(|job| job.is_completed())
            .map(|job| job.seconds)
            .collect();
        let bytes = |job: &JobRecord| Some(job.read_bytes?.saturating_add(job.written_bytes?));
        let moved: Option<u64> = jobs.iter().map(bytes).sum();
        let mut classes = Vec::new();
        for job in &jobs {
            ClassFigures::add(&mut classes, &job.class, job.seconds, bytes(job), &job.record);
        }
        let mut record = Self {
            feedrate: Header::new("jobs", FORMAT_VERSION),
            title: title.to_owned(),
            started_at: release.started_at.clone(),
            released_microseconds: release.microseconds,
            ended_microseconds: release.microseconds + (completion_seconds * 1e6) as u64,
            ended: "",
            average_seconds: (!completed.is_empty()).then(|| completed.iter().sum::<f64>() / completed.len() as f64),
            completion_seconds,
            start_spread_seconds: spread(&jobs),
            megabytes_per_second: moved
                .filter(|_| completion_seconds > 0.0)
                .map(|bytes| bytes as f64 / 1e6 / completion_seconds),
            classes: classes.into_iter().map(ClassFigures::latencies).collect(),
            jobs,
        };
        record.ended = match is_interrupted {
            true => Ending::Interrupted.name(),
            false => record.worst().name(),
        };
        record
    }

    /// Returns how the jobs ended: as the worst of them, where one that was ended from outside counts as an error.
    pub fn ending(&self) -> Ending {
        match self.ended == Ending::Interrupted.name() {
            true => Ending::Interrupted,
            false => self.worst(),
        }
    }

    fn worst(&self) -> Ending {
        let ended = |how: &str| self.jobs.iter().any(|job| job.ended == how);
        if !self.jobs.iter().all(JobRecord::is_completed) {
            Ending::Errors
        } else if ended("warnings") {
            Ending::Warnings
        } else {
            Ending::Clean
        }
    }
}

impl JobRecord {
    fn of(job: Job<'_>, release: &Release, devices: &Devices, finder: &mut DeviceFinder) -> Self {
        let Job {
            setup,
            id,
            steps,
            record,
            outcome,
            end,
            ..
        } = job;
        let JobEnd {
            at,
            ended,
            because,
            used,
            devices: at_end,
        } = end.expect("jobs are recorded when all have ended");
        let seconds = at.saturating_duration_since(release.at).as_secs_f64();
        let is_known = record.is_some();
        let record = whole(&setup.program, record, steps, ended, because.as_deref());
        let transfers = Transfers::of(steps_of(&record));
        let used_devices = finder.below(&transfers.paths).unwrap_or_default();
        let device_bytes = at_end.moved_since(&release.devices, &used_devices);
        let own = used.read_bytes.zip(used.write_bytes);
        Self {
            options: setup.options.into_iter().map(shown).collect(),
            log: setup.log_file.to_string_lossy().into_owned(),
            listing: setup.listing_file.to_string_lossy().into_owned(),
            name: setup.name,
            class: setup.class,
            program: setup.program,
            process: (id != 0).then_some(id),
            ended,
            because,
            first_error: outcome.first_error,
            seconds,
            user_cpu_seconds: used.user.map(|time| time.as_secs_f64()),
            system_cpu_seconds: used.system.map(|time| time.as_secs_f64()),
            read_bytes: is_known.then_some(transfers.read_bytes),
            written_bytes: is_known.then_some(transfers.written_bytes),
            cache_share: transfers.cache_share.filter(|_| is_known),
            storage_read_bytes: used.read_bytes,
            storage_write_bytes: used.write_bytes,
            devices: devices.names(&used_devices),
            device_bytes,
            device_share: share(own, device_bytes).filter(|_| is_known),
            record,
        }
    }

    /// Returns whether it ran to its end without errors.
    pub(super) fn is_completed(&self) -> bool {
        matches!(self.ended, "clean" | "warnings")
    }
}

fn shown((word, value): (String, Option<String>)) -> String {
    match value {
        Some(value) => format!("{word}={value}"),
        None => word,
    }
}

/// Returns the share of what devices moved that a job moved itself. It is at most 1: what it has written may reach the
/// device later.
fn share(own: Option<(u64, u64)>, of_devices: Option<u64>) -> Option<f64> {
    let (read, written) = own?;
    let all = of_devices.filter(|bytes| *bytes > 0)?;
    Some((read.saturating_add(written) as f64 / all as f64).min(1.0))
}

/// Returns the record of a job with its steps. One whose process died is made from what is known.
fn whole(program: &str, record: Option<Value>, steps: Vec<Value>, ended: &str, because: Option<&str>) -> Value {
    let mut record = record.unwrap_or_else(|| {
        json!({
            "feedrate": Header::new("run", record::FORMAT_VERSION),
            "program": program,
            "started_at": null,
            "began_microseconds": null,
            "ended_microseconds": null,
            "ended": ended,
            "error": because,
            "warnings": null,
            "errors": null,
            "usage": null,
            "cold": null,
            "sessions": [],
        })
    });
    record["steps"] = Value::Array(steps);
    record
}

/// Returns the seconds between the first and the last beginning of a program.
fn spread(jobs: &[JobRecord]) -> Option<f64> {
    let began = || {
        let records = jobs.iter().map(|job| &job.record);
        records.filter_map(|record| record["began_microseconds"].as_u64())
    };
    Some((began().max()? - began().min()?) as f64 / 1e6)
}
