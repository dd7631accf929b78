//! One repeat: the files are evicted from the cache if requested, the job is run, and counters of the system are read.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use feedrate_machine::device::BlockDevice;
use feedrate_machine::{DeviceActivity, DeviceCounters};
use feedrate_pageio::cache::{Residency, StorageIo};
use feedrate_pageio::{Method, OpenRequest, PageFile};
use feedrate_workload::{Control, Figures, Job};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::volumes::Volumes;

/// The figures of one repeat, with counters of the system.
#[derive(Debug, Serialize)]
pub(crate) struct Repeat {
    #[serde(flatten)]
    pub(crate) figures: Figures,
    /// The residency of each file in the page cache.
    pub(crate) residency: Vec<FileResidency>,
    /// The counters of the first file's device; absent if they cannot be read.
    pub(crate) device: Option<DeviceWitness>,
}

/// The residency of a file in the page cache before and after.
#[derive(Debug, Serialize)]
pub(crate) struct FileResidency {
    pub(crate) file: String,
    /// Absent if there was no file.
    pub(crate) before: Option<Residency>,
    /// Absent if there is no file.
    pub(crate) after: Option<Residency>,
}

/// The counters of a device during a repeat, including the ramp.
#[derive(Debug, Serialize)]
pub(crate) struct DeviceWitness {
    /// The kernel's name of the device.
    pub(crate) name: String,
    /// Its whole activity.
    pub(crate) activity: DeviceActivity,
    /// Bytes that this program moved to and from storage meanwhile; absent if unknown.
    pub(crate) own: Option<StorageIo>,
    /// The rest of the device's activity, which includes the file system's journal.
    pub(crate) others: Option<StorageIo>,
}

/// Evicts the files that will be read from the page cache, and returns warnings about those for which this cannot be
/// verified.
pub(crate) fn make_cold(job: &Job) -> Result<Vec<String>> {
    let mut warnings = Vec::new();
    for file in job.streams.iter().filter_map(|stream| stream.work.source()) {
        let refused = |error: feedrate_pageio::Error| Error::Refused(error.to_string());
        if !Residency::is_told() {
            // Opening it past the cache is the most that can be asked for, and only while it is not open through it.
            drop(PageFile::open(file, OpenRequest::read(Method::Unbuffered)).map_err(refused)?);
            warnings.push(format!(
                "Whether {} left the page cache is unknown: this system does not tell what its cache holds. It was \
                 opened past it before, at which Windows forgets a file that nobody has open.",
                file.display()
            ));
            continue;
        }
        let opened = PageFile::open(file, OpenRequest::read(Method::Cached)).map_err(refused)?;
        let eviction = opened.evict().map_err(refused)?;
        match eviction.after {
            Residency::Unknown => warnings.push(format!(
                "Whether {} left the page cache is unknown: only its owner, and who may write it, can look. \
                 The cache share tells what came from memory.",
                file.display()
            )),
            Residency::Known(_) if eviction.is_cold() => {}
            Residency::Known(resident) => {
                return Err(Error::Refused(format!(
                    "--cold: {} of {} stay in the page cache, so it would not be read cold; end what else has it \
                     mapped, or leave --cold out",
                    feedrate_document::format::amount(resident.bytes),
                    file.display()
                )));
            }
        }
    }
    Ok(warnings)
}

/// Runs the job once. Returns `None` if it was interrupted before anything was measured.
pub(crate) fn run(job: &Job, beneath: &Volumes, control: &Control) -> Result<Option<Repeat>> {
    let device = beneath.first_device();
    let files = files_of(job);
    let residency_before: Vec<_> = files.iter().map(|file| residency(file)).collect();
    let before = Counters::now(device);
    let outcome = feedrate_workload::run(job, control)?;
    let after = Counters::now(device);
    if outcome.operations == 0 {
        return Ok(None);
    }
    let mut figures = Figures::of(&outcome);
    let direct = job.streams.iter().any(|stream| stream.method.is_direct());
    figures.doubt_cache_share(!direct && beneath.counts_reads());
    Ok(Some(Repeat {
        figures,
        residency: files
            .iter()
            .zip(residency_before)
            .map(|(file, before)| FileResidency {
                file: file.to_string_lossy().into_owned(),
                before,
                after: residency(file),
            })
            .collect(),
        device: device.and_then(|device| witness(device, before, after)),
    }))
}

/// Returns every file of a job, each once.
pub(crate) fn files_of(job: &Job) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for stream in &job.streams {
        for file in [stream.work.source(), stream.work.target()].into_iter().flatten() {
            if files.iter().all(|known| known != file) {
                files.push(file.into());
            }
        }
    }
    files
}

fn residency(file: &Path) -> Option<Residency> {
    // Opening a pipe would wait for its other end.
    let metadata = fs::metadata(file).ok()?;
    if !metadata.is_file() {
        return None;
    }
    Some(File::open(file).map_or(Residency::Unknown, |file| Residency::of(&file)))
}

/// Counters at one moment.
#[derive(Clone, Copy)]
struct Counters {
    device: Option<DeviceCounters>,
    own: Option<StorageIo>,
}

impl Counters {
    /// Reads the counters. Processes that were started and waited for are included.
    fn now(device: Option<&BlockDevice>) -> Self {
        Self {
            device: device.and_then(DeviceCounters::read),
            own: StorageIo::now().ok(),
        }
    }
}

fn witness(device: &BlockDevice, before: Counters, after: Counters) -> Option<DeviceWitness> {
    let activity = after.device?.since(&before.device?)?;
    let own = after.own.zip(before.own).map(|(after, before)| after.since(before));
    let others = own.map(|own| {
        let others = activity.others(own.read_bytes, own.write_bytes);
        StorageIo {
            read_bytes: others.bytes_read,
            write_bytes: others.bytes_written,
        }
    });
    Some(DeviceWitness {
        name: device.name.clone(),
        activity,
        own,
        others,
    })
}
