//! Facts about the machine and the volume before anything is measured.

use std::path::Path;
use std::time::Duration;

use feedrate_machine::hazards::Severity;
use feedrate_machine::volume::BackingStore;
use feedrate_machine::{
    BlockDevice, Cores, DeviceActivity, DeviceCounters, Fingerprint, Hazard, HazardInputs, Limits, Memory, System,
    Volume, throttle,
};
use feedrate_workload::Control;
use serde::Serialize;

use crate::error::{Error, Result};
use crate::system;

/// The time for which the device's I/O of other processes is observed before anything is measured.
const LISTENING: Duration = Duration::from_millis(500);

/// The rate of other processes' I/O, in bytes a second, from which on there is a warning.
const QUIET: f64 = 1e6;

/// The facts of the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// Cores.
    pub cores: Cores,
    /// Memory.
    pub memory: Memory,
    /// Limits set by the kernel and the administrator.
    pub limits: Limits,
}

impl Machine {
    /// Returns the facts of this machine.
    pub fn look() -> Self {
        Self {
            cores: Cores::host(),
            memory: Memory::host(),
            limits: Limits::host(),
        }
    }

    /// Returns the cores that the verdict counts: the physical cores that this process may use, or as many whole ones
    /// as a quota allows.
    pub fn cores_to_feed(&self) -> usize {
        (self.cores.usable().floor() as usize).max(1)
    }

    /// Returns the bytes that the buffers of a trial may take: an eighth of the available memory, so that a check does
    /// not displace the server's work.
    pub fn memory_for_buffers(&self) -> u64 {
        let available = [self.memory.available_bytes, self.memory.cacheable_bytes()];
        available.into_iter().flatten().min().unwrap_or(1 << 30) / 8
    }

    /// Returns the fingerprint of this machine and its volumes.
    pub fn fingerprint(&self, volumes: &[&Preflight]) -> Fingerprint {
        let volumes: Vec<_> = volumes
            .iter()
            .map(|preflight| (&preflight.volume, preflight.devices.as_slice()))
            .collect();
        Fingerprint::new(&System::host(), &self.cores, &self.memory, &volumes)
    }
}

/// The facts of a volume.
#[derive(Clone, Debug, Serialize)]
pub struct Preflight {
    /// File system, mount and free space.
    pub volume: Volume,
    /// The devices beneath.
    pub devices: Vec<BlockDevice>,
    /// Conditions that spoil a measurement, or endanger the server.
    pub hazards: Vec<Hazard>,
    /// The devices' activity of other processes before anything was measured; absent if it is not available.
    pub idle: Option<DeviceActivity>,
}

impl Preflight {
    /// Collects the facts of a folder's volume, and observes its devices for a moment.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be used, or if the check is interrupted.
    pub fn look(folder: &Path, machine: &Machine, control: &Control) -> Result<Self> {
        let wrong = |what: &str| {
            Err(Error::Folder {
                path: folder.into(),
                what: what.to_owned(),
            })
        };
        match std::fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(metadata) if system::is_block_device(&metadata) => {
                return wrong("it is a block device; name the folder where its file system is mounted");
            }
            Ok(_) => return wrong("it is not a folder; name one on the volume"),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return wrong("there is no such folder");
            }
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
                return wrong("permission denied; run as a user who may write there");
            }
            Err(error) => return wrong(&error.to_string()),
        }
        let system = System::host();
        let volume = match Volume::of(folder) {
            Ok(volume) => volume,
            Err(error) => return wrong(&error.to_string()),
        };
        if volume.backing == BackingStore::Memory {
            return wrong(&format!(
                "it lies in memory ({}), where there is no storage to measure; name a folder on a disk",
                volume.fs_type
            ));
        }
        let devices = volume.block_devices(&system);
        let throttles = throttle::on(&system, &devices);
        let hazards = HazardInputs {
            volume: &volume,
            devices: &devices,
            cores: Some(&machine.cores),
            memory: Some(&machine.memory),
            throttles: &throttles,
            bytes_needed: None,
        }
        .hazards();
        if let Some(refusal) = hazards.iter().find(|hazard| hazard.severity == Severity::Refuse) {
            return wrong(refusal.text.trim_end_matches('.'));
        }
        let before = Counters::read(&devices);
        if !control.is_stopped() {
            std::thread::sleep(LISTENING);
        }
        let idle = before.and_then(|before| before.activity_until_now(&devices));
        Ok(Self {
            volume,
            devices,
            hazards,
            idle,
        })
    }

    /// Returns the bytes a second that others moved before anything was measured, if that is worth a warning.
    pub fn others_at_work(&self) -> Option<f64> {
        let idle = self.idle?;
        let rate = (idle.bytes_read + idle.bytes_written) as f64 / idle.elapsed_s;
        (rate > QUIET).then_some(rate)
    }

    /// Looks again at how much is free, after files were removed.
    pub(crate) fn look_at_space(&mut self, folder: &Path) {
        if let Ok(space) = feedrate_machine::volume::Space::of(folder) {
            self.volume.space = Some(space);
        }
    }

    /// Returns the bytes that may be written here: a twentieth of the volume, and at least 1 GiB, is left for others.
    pub fn room(&self) -> u64 {
        let Some(space) = self.volume.space else {
            return u64::MAX;
        };
        let left_alone = (space.total_bytes / 20).max(1 << 30);
        // On a small volume that would be everything; half of the free space is left then.
        let left_alone = left_alone.min(space.available_bytes / 2);
        space.available_bytes - left_alone
    }
}

/// Counters of all devices beneath a volume.
#[derive(Clone, Debug)]
pub struct Counters(Vec<DeviceCounters>);

impl Counters {
    /// Reads the counters; `None` if a device has none, or there is no device.
    pub fn read(devices: &[BlockDevice]) -> Option<Self> {
        let counters: Option<Vec<_>> = devices.iter().map(DeviceCounters::read).collect();
        counters.filter(|counters| !counters.is_empty()).map(Self)
    }

    /// Returns the activity of all devices since: bytes and operations summed, depth summed, utilization of the
    /// busiest.
    pub fn activity_until_now(&self, devices: &[BlockDevice]) -> Option<DeviceActivity> {
        let now = Self::read(devices)?;
        let each = now
            .0
            .iter()
            .zip(&self.0)
            .map(|(now, before)| now.since(before))
            .collect::<Option<Vec<_>>>()?;
        each.into_iter().reduce(|sum, one| DeviceActivity {
            elapsed_s: sum.elapsed_s.max(one.elapsed_s),
            reads: sum.reads + one.reads,
            writes: sum.writes + one.writes,
            bytes_read: sum.bytes_read + one.bytes_read,
            bytes_written: sum.bytes_written + one.bytes_written,
            flushes: sum.flushes.zip(one.flushes).map(|(a, b)| a + b),
            mean_queue_depth: sum.mean_queue_depth + one.mean_queue_depth,
            utilisation_percent: sum.utilisation_percent.max(one.utilisation_percent),
            mean_read_us: mean(sum.mean_read_us, sum.reads, one.mean_read_us, one.reads),
            mean_write_us: mean(sum.mean_write_us, sum.writes, one.mean_write_us, one.writes),
        })
    }
}

/// Returns the weighted mean of two means.
fn mean(a: Option<f64>, of_a: u64, b: Option<f64>, of_b: u64) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a * of_a as f64 + b * of_b as f64) / (of_a + of_b).max(1) as f64),
        (one, other) => one.or(other),
    }
}
