//! All standard steps once under one setting, with the raw rates of the same transfers.

use std::fs;
use std::path::Path;
use std::time::Duration;

use feedrate_dataset::pages::Transfers;
use feedrate_pageio::Discipline;
use feedrate_session::record::{FileRecord, StepRecord};
use feedrate_workload::{Control, Work};

use super::program::{Folder, MADE, StandardStep};
use super::size::Size;
use crate::bench::Bench;
use crate::error::Result;
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern, Trial};

/// The time limit of a raw trial. Its rate is that of what it moved by then.
const LONGEST_TRIAL: Duration = Duration::from_secs(60);

/// One run of all steps.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pub(super) bench: &'a Bench,
    pub(super) folder: &'a Folder<'a>,
    pub(super) setting: Setting,
    pub(super) size: Size,
    pub(super) seed: u64,
    /// The longest that memory is brought back before a step.
    pub(super) most_for_memory: Duration,
    pub(super) control: &'a Control,
}

/// The results under one setting.
#[derive(Debug)]
pub(super) struct SettingResults {
    pub(super) setting: Setting,
    pub(super) raw_read: Vec<Trial>,
    pub(super) raw_write: Vec<Trial>,
    /// The records of each step, in the order of [`StandardStep::ALL`].
    pub(super) steps: [Vec<StepRecord>; 4],
}

impl SettingResults {
    pub(super) fn new(setting: Setting) -> Self {
        Self {
            setting,
            raw_read: Vec::new(),
            raw_write: Vec::new(),
            steps: Default::default(),
        }
    }

    /// Returns the seconds in which the steps did not wait for storage. If other processes compete for the cores, that
    /// is more than the processor time.
    pub(super) fn computing_seconds(&self) -> f64 {
        let records = self.steps.iter().flatten();
        records
            .map(|record| (record.usage.real_seconds - record.waited_seconds).max(0.0))
            .sum()
    }
}

impl Turn<'_> {
    /// Runs the steps, and removes their files. Ends early if the check is stopped.
    pub(super) fn run(&self, collected: &mut SettingResults) -> Result<()> {
        let ended = self.measure(collected);
        for step in StandardStep::ALL {
            self.remove(step);
        }
        ended
    }

    fn measure(&self, collected: &mut SettingResults) -> Result<()> {
        let made = self.bench.scratch().data_set(MADE);
        let mut is_cached = !self.setting.direct;
        for (step, records) in StandardStep::ALL.into_iter().zip(0..) {
            if step != StandardStep::DataWrite && is_cached {
                trial::make_cold(self.bench, &made)?;
            }
            if is_cached {
                let bytes = step.data_sets_moved() * self.size.bytes();
                let most = self.most_for_memory;
                self.bench.memory.bring_back(bytes, most, self.control.stop_flag());
            }
            let record = self
                .folder
                .run(step, self.setting, self.size, self.seed, self.control)?;
            let Some(record) = record else {
                return Ok(());
            };
            if step == StandardStep::DataWrite {
                let file = record.made.first().and_then(|made| made.file.as_ref());
                let raw = file.map_or(self.setting, |file| as_moved(file, self.setting));
                is_cached = !raw.direct;
                collected.steps[records].push(record);
                self.measure_raw(raw, &made, collected)?;
            } else {
                collected.steps[records].push(record);
                self.remove(step);
            }
            if self.control.is_stopped() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Measures raw streams that write as many bytes as the data set has, and read the data set.
    fn measure_raw(&self, setting: Setting, made: &Path, collected: &mut SettingResults) -> Result<()> {
        let bytes = fs::metadata(made).map_or(self.size.bytes(), |made| made.len());
        let order = |pattern| Order {
            pattern,
            setting,
            streams: 1,
            bytes,
            time: LONGEST_TRIAL,
        };
        let measure = |pattern, work| match trial::measure_work(self.bench, &order(pattern), work, self.control) {
            _ if self.control.is_stopped() => Ok(None),
            Ok(trial) => Ok(Some(trial)),
            Err(error) if error.is_of_the_setting() => Ok(None),
            Err(error) => Err(error),
        };
        let target = self.bench.scratch().file("write-raw");
        let work = Work::Write { file: target.clone() };
        let written = measure(Pattern::Write, work);
        // A file that cannot be removed now is removed with the folder.
        let _ = fs::remove_file(&target);
        collected.raw_write.extend(written?);
        if !self.control.is_stopped() {
            let read = measure(Pattern::Read, Work::Read { file: made.into() })?;
            collected.raw_read.extend(read);
        }
        Ok(())
    }

    fn remove(&self, step: StandardStep) {
        if let Some(name) = step.makes() {
            // The file may not exist, and one that cannot be removed now is removed with the folder.
            let _ = fs::remove_file(self.bench.scratch().data_set(name));
        }
    }
}

/// Returns the setting of raw streams that make the same transfers as a data set's file.
fn as_moved(file: &FileRecord, asked: Setting) -> Setting {
    let direct = file.method == "direct";
    let setting = Setting {
        direct,
        page: file.page_bytes,
        buffers: file.buffers.unwrap_or(1),
        ..asked
    };
    if setting.discipline == Discipline::AsSas {
        return setting;
    }
    let Transfers { pages, depth } = Transfers::planned(setting.method(), setting.discipline, setting.page);
    match direct {
        true => Setting::direct_overlapped(setting.page, pages, depth),
        false => Setting::cached_overlapped(setting.page * u64::from(pages), depth),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_pageio::Direction;

    use super::*;
    use crate::testing::file_record;

    fn moved(asked: Setting, change: impl FnOnce(&mut FileRecord)) -> Setting {
        let mut file = file_record(asked, Direction::Write);
        change(&mut file);
        as_moved(&file, asked)
    }

    #[test]
    fn raw_streams_make_the_transfers_that_the_steps_made() {
        let direct = Setting::direct_as_sas(64 << 10, 17);
        assert_eq!(moved(direct, |file| file.buffers = Some(17)), direct);
        assert_eq!(moved(Setting::SAS_DEFAULT, |_| {}), Setting::SAS_DEFAULT);
        // Direct I/O was requested and refused, and the page is larger than requested.
        let refused = |file: &mut FileRecord| {
            file.method = "cached";
            file.page_bytes = 80 << 10;
        };
        let cached = Setting::cached_as_sas(80 << 10);
        assert_eq!(moved(direct, refused), cached);
        // Overlapped transfers have at least 1M past the cache, and 512K through it.
        let asked = Setting::direct_overlapped(256 << 10, 1, 16);
        let made = Setting::direct_overlapped(256 << 10, 4, 8);
        assert_eq!(moved(asked, |file| file.buffers = Some(1)), made);
        let asked = Setting::cached_overlapped(128 << 10, 8);
        let made = Setting::cached_overlapped(512 << 10, 2);
        assert_eq!(moved(asked, |_| {}), made);
    }
}
