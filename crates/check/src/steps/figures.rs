//! The figures of the standard steps.

use feedrate_pageio::Direction;
use feedrate_session::log::transfers::{COMPUTING_HOLDS, STORAGE_HOLDS};
use feedrate_session::record::{DataSetRecord, FileRecord, StepRecord};
use feedrate_stats::Summary;
use serde::Serialize;

use super::limit::{Limit, ratio};
use super::program::StandardStep;
use super::size::{Size, VARIABLES};
use super::turn::SettingResults;
use crate::measurement::Measurement;
use crate::setting::Setting;

/// The standard steps under each setting.
#[derive(Clone, Debug, Serialize)]
pub struct StandardSteps {
    /// Observations of each data set.
    pub observations: u64,
    /// Its variables, all of them numeric with eight bytes.
    pub variables: u32,
    /// The bytes of its values.
    pub data_set_bytes: u64,
    /// The memory limit of PROC SORT in bytes.
    pub sort_bytes: u64,
    /// One for each discipline.
    pub settings: Vec<UnderSetting>,
}

/// The standard steps under one setting.
#[derive(Clone, Debug, Serialize)]
pub struct UnderSetting {
    /// The requested setting.
    pub setting: Setting,
    /// One raw stream that read the data set, cold, with the transfers of the steps.
    pub raw_read: Option<Measurement>,
    /// One raw stream that wrote as many bytes until they had reached the device.
    pub raw_write: Option<Measurement>,
    /// The steps that were run.
    pub steps: Vec<StepFigures>,
}

/// A step under one setting.
#[derive(Clone, Debug, Serialize)]
pub struct StepFigures {
    /// The step.
    pub step: StandardStep,
    /// The bytes that it read, including headers.
    pub read_bytes: u64,
    /// The bytes that it wrote.
    pub written_bytes: u64,
    /// The seconds until it ended and its output had reached the device.
    pub seconds: Summary,
    /// The seconds until it had the first page of its input; absent if it read no data set.
    pub first_row_seconds: Option<Summary>,
    /// The seconds in which raw streams move as many bytes, reading and writing one after the other; absent if a raw
    /// rate is.
    pub limit_seconds: Option<f64>,
    /// True if it was so much faster that this is not a limit: the raw streams were disturbed, or memory or compression
    /// served the step.
    pub limit_beaten: bool,
    /// The median of its seconds divided by that limit; absent if there is none, or too short for a ratio.
    pub ratio: Option<f64>,
    /// The median of the share of its time in which it waited for storage, 0 to 1.
    pub waited_share: f64,
    /// The limit that held it.
    pub held_by: Holder,
    /// The median of its processor time in seconds.
    pub cpu_seconds: f64,
    /// The median of the share of what it read that the page cache served; absent if unknown or if it read nothing.
    pub cache_share: Option<f64>,
    /// The repeats.
    pub repeats: Vec<StepRecord>,
}

/// The limit that holds a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// It waited for storage for at least half of its time.
    Storage,
    /// It waited for at most a fifth of its time.
    Computing,
    /// It waited for a share between these.
    Both,
}

impl Holder {
    /// Returns the limit by the share of a step's time in which it waited for storage.
    pub fn of(waited_share: f64) -> Self {
        if waited_share >= STORAGE_HOLDS {
            Self::Storage
        } else if waited_share <= COMPUTING_HOLDS {
            Self::Computing
        } else {
            Self::Both
        }
    }

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Computing => "computing",
            Self::Both => "both",
        }
    }
}

impl StandardSteps {
    /// Summarizes collected records; `None` if no step was run.
    pub(super) fn of(size: Size, collected: &[SettingResults]) -> Option<Self> {
        let settings: Vec<_> = collected
            .iter()
            .filter_map(|collected| {
                UnderSetting::of(
                    collected.setting,
                    Measurement::of(collected.raw_read.clone()),
                    Measurement::of(collected.raw_write.clone()),
                    &collected.steps,
                )
            })
            .collect();
        (!settings.is_empty()).then_some(Self {
            observations: size.rows(),
            variables: VARIABLES,
            data_set_bytes: size.bytes(),
            sort_bytes: size.sort_bytes(),
            settings,
        })
    }

    /// Returns how often each step was run, at most.
    pub fn rounds(&self) -> usize {
        let steps = self.settings.iter().flat_map(|under| &under.steps);
        steps.map(|step| step.repeats.len()).max().unwrap_or(0)
    }

    /// Returns the largest of the shares of what steps read that the page cache served; absent if unknown.
    pub fn cache_share(&self) -> Option<f64> {
        let steps = self.settings.iter().flat_map(|under| &under.steps);
        steps.filter_map(|step| step.cache_share).reduce(f64::max)
    }
}

impl UnderSetting {
    /// Summarizes the repeats of each step, in the order of [`StandardStep::ALL`]; `None` if there are none.
    pub(crate) fn of(
        setting: Setting,
        raw_read: Option<Measurement>,
        raw_write: Option<Measurement>,
        repeats: &[Vec<StepRecord>; 4],
    ) -> Option<Self> {
        let seconds = |bytes: u64, raw: &Option<Measurement>| match (bytes, raw) {
            (0, _) => Some(0.0),
            (bytes, Some(raw)) => Some(bytes as f64 / 1e6 / raw.rate()),
            (_, None) => None,
        };
        let limit = |read_bytes, written_bytes| {
            Some(Limit {
                read: seconds(read_bytes, &raw_read)?,
                written: seconds(written_bytes, &raw_write)?,
            })
        };
        let steps: Vec<_> = StandardStep::ALL
            .into_iter()
            .zip(repeats)
            .filter_map(|(step, repeats)| StepFigures::of(step, repeats, limit))
            .collect();
        (!steps.is_empty()).then_some(Self {
            setting,
            raw_read,
            raw_write,
            steps,
        })
    }

    /// Returns whether a step shows that its limit is not one.
    pub fn has_beaten_limit(&self) -> bool {
        self.steps.iter().any(|step| step.limit_beaten)
    }

    /// Returns the total of all steps; `None` unless each was run.
    pub fn total(&self) -> Option<Total> {
        if self.steps.len() < StandardStep::ALL.len() {
            return None;
        }
        let sum = |value: &dyn Fn(&StepFigures) -> f64| self.steps.iter().map(value).sum::<f64>();
        let seconds = sum(&|step| step.seconds.median);
        let limits: Option<Vec<f64>> = self.steps.iter().map(|step| step.limit_seconds).collect();
        let limit_seconds = limits.map(|limits| limits.iter().sum::<f64>());
        let limit_beaten = self.has_beaten_limit();
        let ratio = limit_seconds
            .filter(|_| !limit_beaten)
            .and_then(|limit| ratio(seconds, limit));
        Some(Total {
            bytes: self.steps.iter().map(StepFigures::bytes).sum(),
            seconds,
            limit_seconds,
            limit_beaten,
            ratio,
            waited_share: sum(&|step| step.waited_share * step.seconds.median) / seconds,
        })
    }
}

/// The total of all steps, by their medians.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// The bytes that were read and written.
    pub bytes: u64,
    /// Seconds.
    pub seconds: f64,
    /// The seconds of raw streams.
    pub limit_seconds: Option<f64>,
    /// True if the limit of one of them is not a limit.
    pub limit_beaten: bool,
    /// The seconds divided by those of raw streams; absent if these are not a limit, or too short for a ratio.
    pub ratio: Option<f64>,
    /// The share of the time in which they waited for storage.
    pub waited_share: f64,
}

impl StepFigures {
    fn of(step: StandardStep, repeats: &[StepRecord], limit: impl Fn(u64, u64) -> Option<Limit>) -> Option<Self> {
        // Each repeat moves the same bytes.
        let first = repeats.first()?;
        let read_bytes = bytes(first, &first.read, Direction::Read);
        let written_bytes = bytes(first, &first.made, Direction::Write);
        let median = |value: &dyn Fn(&StepRecord) -> Option<f64>| {
            let values: Vec<f64> = repeats.iter().filter_map(value).collect();
            Summary::of(&values).map(|summary| summary.median)
        };
        let seconds: Vec<f64> = repeats.iter().map(|it| it.usage.real_seconds).collect();
        let seconds = Summary::of(&seconds)?;
        let first_rows: Vec<f64> = repeats.iter().filter_map(|it| it.first_row_seconds).collect();
        let limit = limit(read_bytes, written_bytes);
        let limit_seconds = limit.map(Limit::seconds);
        let limit_beaten = limit.is_some_and(|limit| limit.is_beaten_by(seconds.median));
        let waited_share = median(&|record| {
            let share = record.waited_seconds / record.usage.real_seconds;
            Some(share.clamp(0.0, 1.0))
        })?;
        Some(Self {
            step,
            read_bytes,
            written_bytes,
            seconds,
            first_row_seconds: Summary::of(&first_rows),
            limit_seconds,
            limit_beaten,
            ratio: limit_seconds
                .filter(|_| !limit_beaten)
                .and_then(|limit| ratio(seconds.median, limit)),
            waited_share,
            held_by: Holder::of(waited_share),
            cpu_seconds: median(&|record| Some(record.usage.user_cpu_seconds + record.usage.system_cpu_seconds))?,
            cache_share: median(&|record| record.cache_share),
            repeats: repeats.to_vec(),
        })
    }

    /// Returns the bytes that it read and wrote.
    pub fn bytes(&self) -> u64 {
        self.read_bytes + self.written_bytes
    }
}

/// Returns the bytes that a step moved in a direction: of these data sets, and of its utility files.
fn bytes(record: &StepRecord, data_sets: &[DataSetRecord], direction: Direction) -> u64 {
    let files = data_sets.iter().filter_map(|it| it.file.as_ref());
    let utility = record.utility.iter();
    let utility = utility.filter(|file: &&FileRecord| file.direction == direction);
    files.chain(utility).map(|file| file.bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::under;

    const DIRECT: Setting = Setting::direct_as_sas(64 << 10, 17);

    #[test]
    fn a_limit_is_that_of_raw_streams_one_after_the_other() {
        let steps: [(&[f64], f64); 4] = [(&[1.0], 0.1), (&[1.0, 3.0, 0.762], 0.6), (&[1.0], 0.3), (&[1.0], 0.2)];
        let found = under(DIRECT, steps);
        let limits: Vec<_> = found.steps.iter().map(|it| it.limit_seconds.unwrap()).collect();
        let should = [0.254, 0.381, 0.127, 0.381];
        assert!(limits.iter().zip(should).all(|(is, should)| (is - should).abs() < 1e-9));
        let copy = &found.steps[1];
        assert_eq!(copy.step, StandardStep::DataCopy);
        assert_eq!((copy.read_bytes, copy.written_bytes), (254_000_000, 254_000_000));
        assert!((copy.ratio.unwrap() - 1.0 / 0.381).abs() < 1e-9);
        assert_eq!(found.steps[0].read_bytes, 0);
        assert_eq!(found.steps[0].cache_share, None);
        let holders: Vec<_> = found.steps.iter().map(|it| it.held_by).collect();
        use Holder::{Both, Computing, Storage};
        assert_eq!(holders, [Computing, Storage, Both, Computing]);
        let total = found.total().unwrap();
        assert!((total.limit_seconds.unwrap() - 1.143).abs() < 1e-9);
        assert!((total.seconds - 4.0).abs() < 1e-9);
        assert!((total.waited_share - 0.3).abs() < 1e-9);
    }

    #[test]
    fn what_steps_are_much_faster_than_is_no_limit() {
        // Raw streams take 0.254 s to write a data set, and 0.127 s to read one.
        let found = under(DIRECT, [(&[0.05], 0.1), (&[0.21], 0.1), (&[0.11], 0.1), (&[0.2], 0.1)]);
        let beaten: Vec<_> = found.steps.iter().map(|it| it.limit_beaten).collect();
        // A copy that reads and writes at once takes as long as the slower of both, and a little less is within the
        // variation of repeats.
        assert_eq!(beaten, [true, false, false, true]);
        let [write, copy] = [0, 1].map(|index: usize| &found.steps[index]);
        assert!(write.limit_seconds.is_some() && write.ratio.is_none());
        assert!((copy.ratio.unwrap() - 0.21 / 0.381).abs() < 1e-9);
        let total = found.total().unwrap();
        assert!(total.limit_beaten && total.ratio.is_none());
    }

    #[test]
    fn what_was_not_measured_is_not_told() {
        let repeats = under(DIRECT, [(&[1.0], 0.1), (&[1.0], 0.1), (&[], 0.0), (&[], 0.0)]);
        assert_eq!(repeats.steps.len(), 2);
        assert!(repeats.total().is_none());
        let [write, copy] = [0, 1].map(|index: usize| repeats.steps[index].repeats.clone());
        let none = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
        assert!(UnderSetting::of(DIRECT, None, None, &none).is_none());
        let without_raw = [write, copy, Vec::new(), Vec::new()];
        let found = UnderSetting::of(DIRECT, None, repeats.raw_write, &without_raw).unwrap();
        assert!(found.steps[0].ratio.is_some());
        assert!(found.steps[1].ratio.is_none());
    }
}
