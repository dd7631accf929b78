//! The transfers of a data set's file, with the units in the names.

use std::time::Duration;

use feedrate_dataset::FileAccount;
use feedrate_dataset::pages::Carriage;
use feedrate_pageio::cache::Residency;
use feedrate_pageio::{Course, Depth, Direction, Discipline, EngineReport, Method};
use serde::Serialize;

/// The account of one use of a file.
#[derive(Clone, Debug, Serialize)]
pub struct FileRecord {
    /// The path of the file. Bytes that are not UTF-8 are replaced by replacement characters.
    pub path: String,
    /// The direction: read or written.
    pub direction: Direction,
    /// Bytes of a page (`BUFSIZE=`); 0 for files without pages, such as transport files.
    pub page_bytes: u64,
    /// Pages that were moved. Pages that were read twice count twice.
    pub pages: u64,
    /// Transfers, including those of the header.
    pub transfers: u64,
    /// Bytes, including those of the header.
    pub bytes: u64,
    /// The method by which its pages moved: `cached`, `direct`, `unbuffered` or `write-through`.
    pub method: &'static str,
    /// `BUFNO=` if pages moved past the page cache: the fewest pages of a transfer, or, as in SAS, the most. Absent
    /// otherwise.
    pub buffers: Option<u32>,
    /// Who waited.
    pub discipline: Discipline,
    /// The engine, and why it was not a faster one.
    pub engine: EngineReport,
    /// The number of transfers in flight.
    pub depth_reached: Depth,
    /// Seconds from opening until the last transfer was done.
    pub seconds: f64,
    /// The part of these in which the step waited for transfers.
    pub waited_seconds: f64,
    /// Seconds after that until all data had reached the device; absent if that is not waited for.
    pub flush_seconds: Option<f64>,
    /// MB (10^6 bytes) a second over both; absent if nothing was moved.
    pub megabytes_per_second: Option<f64>,
    /// The share of the bytes read that the page cache served, 0 to 1; absent if unknown.
    pub cache_share: Option<f64>,
    /// Bytes of the file that were in the page cache when it was opened for reading; absent if unknown.
    pub resident_before_bytes: Option<u64>,
    /// Requested settings that were not available, with the reason.
    pub notes: Vec<String>,
    /// The pipe that it went through; absent for files.
    pub pipe: Option<PipeRecord>,
    /// The course of the transfers over time, which only `feedrate profile` records.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

/// The end of a pipe.
#[derive(Clone, Debug, Serialize)]
pub struct PipeRecord {
    /// The carrier: `tcp`, `encrypted tcp` or `unix socket`.
    pub carrier: &'static str,
    /// Its address, as this end names it.
    pub address: String,
    /// Seconds in which the step waited for the other end: until it connected, and after that for pages, or for room
    /// for them.
    pub waited_seconds: f64,
    /// The part of these until it connected.
    pub waited_for_other_end_seconds: f64,
    /// When the other end connected, in microseconds since the machine started, which all of its processes share.
    pub began_microseconds: u64,
    /// When its last byte had moved, by the same clock.
    pub ended_microseconds: u64,
}

impl PipeRecord {
    fn of(account: &FileAccount, carriage: &Carriage) -> Self {
        let microseconds = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let waited = account.waited + carriage.waited_for_other_end;
        Self {
            carrier: carriage.carrier,
            address: carriage.address.clone(),
            waited_seconds: waited.as_secs_f64(),
            waited_for_other_end_seconds: carriage.waited_for_other_end.as_secs_f64(),
            began_microseconds: microseconds(carriage.began),
            ended_microseconds: microseconds(carriage.ended),
        }
    }
}

impl From<&FileAccount> for FileRecord {
    fn from(account: &FileAccount) -> Self {
        Self {
            path: account.path.to_string_lossy().into_owned(),
            direction: account.direction,
            page_bytes: account.page_bytes,
            pages: account.moved.pages,
            transfers: account.moved.transfers,
            bytes: account.moved.bytes,
            method: account.method.name(),
            buffers: match account.method {
                Method::Direct { pages_per_transfer } => Some(pages_per_transfer),
                _ => None,
            },
            discipline: account.discipline,
            engine: account.engine.clone(),
            depth_reached: account.depth,
            seconds: account.elapsed.as_secs_f64(),
            waited_seconds: account.waited.as_secs_f64(),
            flush_seconds: account.flush.map(|flush| flush.as_secs_f64()),
            megabytes_per_second: account.mb_per_second(),
            cache_share: account.cache.known(),
            resident_before_bytes: account.resident_before.as_ref().and_then(Residency::bytes),
            notes: account.notes.clone(),
            pipe: account
                .carriage
                .as_ref()
                .map(|carriage| PipeRecord::of(account, carriage)),
            course: account.course.clone(),
        }
    }
}

impl FileRecord {
    /// Returns the seconds in which the step waited for storage, including the flush to the device.
    pub fn all_waited_seconds(&self) -> f64 {
        if self.pipe.is_some() {
            return 0.0;
        }
        self.waited_seconds + self.flush_seconds.unwrap_or_default()
    }
}
