//! The result of a measurement: every repeat, and their summary.

use feedrate_machine::device::BlockDevice;
use feedrate_machine::{Backing, Cores, Fingerprint, Memory, System, Volume};
use feedrate_report::Header;
use feedrate_stats::{Shape, Summary};
use serde::Serialize;

use super::repeat::Repeat;
use super::settings::Settings;

/// The result as JSON. The header comes first, so that the beginning of the file identifies it.
#[derive(Debug, Serialize)]
pub(super) struct Measurement {
    pub(super) feedrate: Header,
    /// When it was begun, by RFC 3339.
    pub(super) started_at: String,
    pub(super) settings: Settings,
    pub(super) fingerprint: Fingerprint,
    /// The signal that ended it early.
    pub(super) interrupted_by: Option<&'static str>,
    /// Warnings.
    pub(super) warnings: Vec<String>,
    pub(super) runs: Vec<Repeat>,
    /// Absent if nothing was measured.
    pub(super) summary: Option<Repeats>,
}

/// The version of this format. It is increased with every change that is not an addition.
pub(super) const FORMAT_VERSION: u32 = 1;

/// The summary of the repeats.
#[derive(Debug, Serialize)]
pub(super) struct Repeats {
    pub(super) megabytes_per_second: Summary,
    pub(super) operations_per_second: Option<Summary>,
    pub(super) cpu_seconds_per_gigabyte: Option<Summary>,
    /// Absent if the share of any repeat is unknown.
    pub(super) cache_share: Option<Summary>,
    /// The shape of the throughput over the repeats.
    pub(super) shape: Shape,
    /// The same as text.
    pub(super) description: String,
}

impl Repeats {
    /// Summarizes repeats; `None` if there are none.
    pub(super) fn of(runs: &[Repeat]) -> Option<Self> {
        let counted: Vec<&Repeat> = counted(runs).map(|(_, run)| run).collect();
        let values = |value: fn(&Repeat) -> Option<f64>| -> Option<Vec<f64>> {
            counted.iter().map(|run| value(run)).collect()
        };
        let rates = values(|run| Some(run.figures.megabytes_per_second))?;
        let shape = feedrate_stats::classify(&rates);
        Some(Self {
            megabytes_per_second: Summary::of(&rates)?,
            operations_per_second: Summary::of(&values(|run| {
                Some(run.figures.operations_per_second)
            })?),
            cpu_seconds_per_gigabyte: Summary::of(&values(|run| {
                Some(run.figures.cpu.seconds_per_gigabyte)
            })?),
            cache_share: values(|run| run.figures.cache_share)
                .and_then(|shares| Summary::of(&shares)),
            description: shape.describe(),
            shape,
        })
    }
}

/// Returns the repeats that count: complete ones or, if there are none, the incomplete one.
fn counted(runs: &[Repeat]) -> impl Iterator<Item = (usize, &Repeat)> {
    let any_ended = runs.iter().any(|run| !run.figures.stopped);
    runs.iter()
        .enumerate()
        .filter(move |(_, run)| !(any_ended && run.figures.stopped))
}

/// Returns the repeat whose throughput is nearest the median, whose details are shown.
pub(super) fn middle(runs: &[Repeat]) -> Option<(usize, &Repeat)> {
    let rates: Vec<f64> = counted(runs)
        .map(|(_, run)| run.figures.megabytes_per_second)
        .collect();
    let median = Summary::of(&rates)?.median;
    let distance = |rate: f64| (rate - median).abs();
    counted(runs).min_by(|(_, a), (_, b)| {
        distance(a.figures.megabytes_per_second)
            .total_cmp(&distance(b.figures.megabytes_per_second))
    })
}

/// The volumes of the files, with their devices.
pub(super) struct Volumes {
    volumes: Vec<(Volume, Vec<BlockDevice>)>,
}

impl Volumes {
    /// Returns the volumes of files. Those that cannot be examined are left out.
    pub(super) fn beneath<'a>(files: impl Iterator<Item = &'a std::path::Path>) -> Self {
        let system = System::host();
        let mut volumes: Vec<(Volume, Vec<BlockDevice>)> = Vec::new();
        for file in files {
            let place = if file.exists() {
                file
            } else {
                super::resources::folder_of(file)
            };
            let Ok(volume) = Volume::of(place) else {
                continue;
            };
            if volumes
                .iter()
                .all(|(known, _)| known.device != volume.device)
            {
                let devices = volume.block_devices(&system);
                volumes.push((volume, devices));
            }
        }
        Self { volumes }
    }

    /// Returns the device of the first file.
    pub(super) fn first_device(&self) -> Option<&BlockDevice> {
        self.volumes.first()?.1.first()
    }

    /// Returns whether the kernel counts all that is read from these volumes as coming from storage, and what is in
    /// memory as not.
    pub(super) fn counts_reads(&self) -> bool {
        let counted =
            |backing: &Backing| matches!(backing, Backing::Block { .. } | Backing::Memory);
        self.volumes
            .iter()
            .all(|(volume, _)| counted(&volume.backing))
    }

    /// Returns a volume whose data is in memory.
    pub(super) fn in_memory(&self) -> Option<&Volume> {
        let mut volumes = self.volumes.iter().map(|(volume, _)| volume);
        volumes.find(|volume| volume.backing == Backing::Memory)
    }

    /// Returns the fingerprint of the machine and these volumes.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        let system = System::host();
        let volumes: Vec<(&Volume, &[BlockDevice])> = self
            .volumes
            .iter()
            .map(|(volume, devices)| (volume, devices.as_slice()))
            .collect();
        Fingerprint::new(&system, &Cores::at(&system), &Memory::at(&system), &volumes)
    }
}
