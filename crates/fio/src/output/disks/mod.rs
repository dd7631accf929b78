//! The work of the devices below the jobs' files, by the kernel's counters.

mod print;

use std::path::Path;

use feedrate_machine::device::Kind;
use feedrate_machine::{BlockDevice, DeviceCounters, DeviceNumber, System, Volume};

use crate::job::Jobs;
use crate::plan::Plan;
use crate::system;
pub(super) use print::{columns, object, text};

/// The work of a device, and of the devices that it consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiskUse {
    /// The kernel's name.
    pub name: String,
    /// Its own counts.
    pub counts: DiskCounts,
    /// The counts of the members of an array or a mapping.
    pub members: Vec<DiskCounts>,
}

/// The counts of a device between two moments. Times are in ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DiskCounts {
    /// The completed reads.
    pub reads: u64,
    /// The completed writes.
    pub writes: u64,
    /// Reads merged into a neighbour.
    pub reads_merged: u64,
    /// Writes merged into a neighbour.
    pub writes_merged: u64,
    /// The sum of the times of reads.
    pub read_ms: u64,
    /// The sum of the times of writes.
    pub write_ms: u64,
    /// The sum of the times of all requests.
    pub queue_ms: u64,
    /// The percentage of the time with at least one request.
    pub utilisation: f64,
}

impl DiskCounts {
    /// Returns the difference; zeros for a device that was attached again in between.
    fn between(before: &DeviceCounters, after: &DeviceCounters) -> Self {
        let counted = after.counted_since(before).unwrap_or_default();
        Self {
            reads: counted.reads,
            writes: counted.writes,
            reads_merged: counted.reads_merged,
            writes_merged: counted.writes_merged,
            read_ms: counted.read_ms,
            write_ms: counted.write_ms,
            queue_ms: counted.queue_ms,
            utilisation: counted.utilisation_percent(),
        }
    }

    /// Returns the mean of members, with the utilisation of the busiest.
    fn mean(members: &[Self]) -> Option<Self> {
        let count = members.len() as u64;
        let mean = |of: fn(&Self) -> u64| members.iter().map(of).sum::<u64>() / count.max(1);
        (count > 0).then(|| Self {
            reads: mean(|one| one.reads),
            writes: mean(|one| one.writes),
            reads_merged: mean(|one| one.reads_merged),
            writes_merged: mean(|one| one.writes_merged),
            read_ms: mean(|one| one.read_ms),
            write_ms: mean(|one| one.write_ms),
            queue_ms: mean(|one| one.queue_ms),
            utilisation: members.iter().map(|one| one.utilisation).fold(0.0, f64::max),
        })
    }
}

/// The devices of jobs, with their counters at a moment.
#[derive(Clone, Debug, Default)]
pub struct DiskWatch {
    devices: Vec<BlockDevice>,
    before: Vec<Option<DeviceCounters>>,
}

impl DiskWatch {
    /// Returns the devices below the files of all jobs with `disk_util`, each once. Arrays and mappings are followed by
    /// their members, and partitions are replaced by their disks.
    pub fn begin(jobs: &Jobs, plan: &Plan) -> Self {
        let machine = System::host();
        let mut watch = Self::default();
        let mut seen: Vec<&Path> = Vec::new();
        for (worker, load) in plan.workers.iter().zip(plan.schedule.batches.iter().flatten()) {
            let counts = jobs
                .jobs
                .get(worker.job)
                .is_some_and(|job| job.options.reports.disk_util && !job.options.engine.ioengine.is_diskless());
            if !counts {
                continue;
            }
            for file in &load.files {
                // Files of one folder are on one volume, and jobs may have thousands of them.
                let folder = file.path.parent().unwrap_or(Path::new("."));
                if is_device(&file.path) || !seen.contains(&folder) {
                    if !is_device(&file.path) {
                        seen.push(folder);
                    }
                    for device in devices_of(&machine, &file.path) {
                        watch.add(device);
                    }
                }
            }
        }
        watch.restart();
        watch
    }

    fn add(&mut self, device: BlockDevice) {
        let device = whole(device);
        if self.devices.iter().any(|held| held.number == device.number) {
            return;
        }
        let members = device.below.clone();
        self.devices.push(device);
        for member in members {
            self.add(member);
        }
    }

    /// Restarts counting, so that the layout of files is not included.
    pub fn restart(&mut self) {
        self.before = self.devices.iter().map(DeviceCounters::read).collect();
    }

    /// Returns the work of each device since then, without those whose counters cannot be read.
    pub fn end(&self) -> Vec<DiskUse> {
        let counted: Vec<_> = self
            .devices
            .iter()
            .zip(&self.before)
            .filter_map(|(device, before)| {
                let after = DeviceCounters::read(device)?;
                Some((device, DiskCounts::between(before.as_ref()?, &after)))
            })
            .collect();
        let of = |number: DeviceNumber| {
            let found = counted.iter().find(|(device, _)| device.number == number);
            found.map(|(_, counts)| *counts)
        };
        counted
            .iter()
            .map(|(device, counts)| {
                let below = device.below.iter().cloned().map(whole);
                DiskUse {
                    name: device.name.clone(),
                    counts: *counts,
                    members: below.filter_map(|member| of(member.number)).collect(),
                }
            })
            .collect()
    }
}

/// Returns a partition's disk, or the device itself.
fn whole(mut device: BlockDevice) -> BlockDevice {
    while matches!(device.kind, Kind::Partition { .. }) && !device.below.is_empty() {
        device = device.below.swap_remove(0);
    }
    device
}

fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| system::block_device(&file).is_some())
}

/// Returns the devices below a file, which may not exist yet.
fn devices_of(machine: &System, path: &Path) -> Vec<BlockDevice> {
    if let Ok(file) = path.metadata()
        && let Some(number) = system::block_device(&file)
    {
        return vec![BlockDevice::at(machine, DeviceNumber::from_raw(number))];
    }
    // The nearest existing folder: the others are created on its volume.
    path.ancestors()
        .map(|above| if above == Path::new("") { Path::new(".") } else { above })
        .find_map(|above| Volume::of(above).ok())
        .map_or_else(Vec::new, |volume| volume.block_devices(machine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_of_the_time_between() {
        let read = |text| DeviceCounters::parse(text).expect("a stat line");
        let before = read("100 7 800 50 10 3 80 20 0 70 90");
        let after = DeviceCounters {
            at_ns: 2_000_000_000,
            ..read("300 9 1000800 60 30 8 2080 60 3 1070 4090")
        };
        assert_eq!(
            DiskCounts::between(&before, &after),
            DiskCounts {
                reads: 200,
                writes: 20,
                reads_merged: 2,
                writes_merged: 5,
                read_ms: 10,
                write_ms: 40,
                queue_ms: 4000,
                utilisation: 50.0,
            }
        );
        assert_eq!(DiskCounts::between(&after, &before), DiskCounts::default());
    }
}
