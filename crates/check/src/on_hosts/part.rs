//! The part of one host in a check of several: the same mixed stream on 1, 2, 4 … of them at once.
//!
//! Each host has files of its own in the folder, one stream for each of its cores, and the setting that was best on the
//! first host alone. In each stage the first hosts work, and the others take no part in it. All stages are repeated in
//! turn, every other time in reverse, so that what changes with time does not look like the effect of more hosts.

use std::path::PathBuf;

use feedrate_pageio::file_facts;
use feedrate_workload::{Control, RunAs};
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Extent};
use crate::error::{Error, Result};
use crate::memory::FreeMemory;
use crate::options::Effort;
use crate::preflight::{Machine, Preflight};
use crate::scratch::Scratch;
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern};

/// The command that runs the part of one host; its argument is that part as JSON.
pub const PART: &str = "check-part";

/// The rounds in which all stages are run: enough for a 95 % interval of a median.
pub const ROUNDS: usize = 6;

/// The part of one host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostPart {
    /// The folder.
    pub folder: PathBuf,
    /// Its place among the hosts, from 0.
    pub place: usize,
    /// The number of hosts in each stage.
    pub stages: Vec<usize>,
    /// The way that pages move.
    pub setting: Setting,
    /// Concurrent streams; one for each physical core if absent.
    pub streams: Option<usize>,
    /// Bytes of each test file; chosen by the speed of the volume if absent.
    pub file_bytes: Option<u64>,
    /// The effort.
    pub effort: Effort,
    /// True if each stream is a process of its own.
    pub processes: bool,
}

/// Returns the numbers of hosts of the stages: 1, 2, 4 … and all.
pub fn stages(hosts: usize) -> Vec<usize> {
    let mut stages: Vec<usize> = (0..)
        .map(|power| 1 << power)
        .take_while(|stage| *stage < hosts)
        .collect();
    stages.push(hosts);
    stages
}

/// Returns the stages of a round, in their order.
pub fn order(stages: &[usize], round: usize) -> Vec<usize> {
    match round % 2 {
        0 => stages.to_vec(),
        _ => stages.iter().rev().copied().collect(),
    }
}

impl HostPart {
    /// Runs it: lays out the files of this host, and takes its part in each stage.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be used, a stream fails, or it is interrupted.
    pub fn run(&self, control: &Control) -> Result<()> {
        let machine = Machine::look();
        let streams = self.streams.unwrap_or(machine.cores_to_feed());
        let folder = file_facts::without_links(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let preflight = Preflight::look(&folder, &machine, control)?;
        // Remains of killed checks are left alone: where locks hold on one host only, the files of a living one look
        // like them.
        let scratch = Scratch::make(&folder)?;
        let time = self.effort.confirmation();
        let extent = Extent {
            streams,
            most_streams: streams,
            search: time,
            confirmation: time,
            memory_for_buffers: machine.memory_for_buffers(),
            free_memory: FreeMemory::of(&machine.memory),
            file_bytes: self.file_bytes,
            hosts: self.stages.last().map_or(1, |hosts| *hosts as u64),
            written_by: None,
        };
        let bench = Bench::lay_out(scratch, &folder, preflight, &extent, &control.apart())?;
        let order_of_trial = Order {
            pattern: Pattern::Mixed,
            setting: self.setting,
            streams,
            bytes: bench.sizes().confirmation,
            time: time * 2,
        };
        let run_as = match self.processes {
            true => RunAs::Processes,
            false => RunAs::Threads,
        };
        for round in 0..ROUNDS {
            for stage in order(&self.stages, round) {
                if control.is_stopped() {
                    return Err(Error::Interrupted);
                }
                match self.place < stage {
                    true => {
                        let benches = [(&bench, self.setting)];
                        trial::measure(&benches, &order_of_trial, run_as, control)?;
                    }
                    false => control.take_no_part(),
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_double_and_end_with_all() {
        assert_eq!(stages(1), [1]);
        assert_eq!(stages(2), [1, 2]);
        assert_eq!(stages(3), [1, 2, 3]);
        assert_eq!(stages(20), [1, 2, 4, 8, 16, 20]);
        assert_eq!(order(&stages(3), 1), [3, 2, 1]);
    }

    #[test]
    fn a_part_is_the_same_on_the_other_host() {
        let part = HostPart {
            folder: PathBuf::from("/data"),
            place: 3,
            stages: stages(4),
            setting: Setting::direct_as_sas(65_536, 16),
            streams: None,
            file_bytes: Some(1 << 20),
            effort: Effort::Quick,
            processes: true,
        };
        let text = serde_json::to_string(&part).unwrap();
        assert_eq!(serde_json::from_str::<HostPart>(&text).unwrap(), part);
    }
}
