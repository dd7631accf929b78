//! The check of one folder, phase by phase.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use feedrate_pageio::Discipline;
use feedrate_workload::Control;

use super::prepare::PreparedFolder;
use super::{Observer, Phase, run_as};
use crate::bench::{Bench, Extent};
use crate::error::Result;
use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::memory::FreeMemory;
use crate::options::Options;
use crate::preflight::Machine;
use crate::result::FolderResult;
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern, Trial};

/// The check of one folder.
pub(super) struct FolderCheck<'a> {
    pub(super) options: &'a Options,
    pub(super) machine: &'a Machine,
    pub(super) control: &'a Control,
    pub(super) observer: &'a dyn Observer,
    pub(super) folder: PathBuf,
    pub(super) streams: usize,
    pub(super) started: Instant,
    /// The number of folders still to be checked, including this one.
    pub(super) left: usize,
}

impl FolderCheck<'_> {
    /// Runs the check. Returns the result so far, and the error if there was one.
    pub(super) fn run(&self, prepared: PreparedFolder) -> (Option<Bench>, Option<FolderResult>, Result<()>) {
        self.begins(Phase::Layout);
        let extent = Extent {
            streams: self.streams,
            most_streams: self.most_streams(),
            search: self.options.effort.trial(),
            confirmation: self.options.effort.confirmation(),
            memory_for_buffers: self.machine.memory_for_buffers(),
            free_memory: FreeMemory::of(&self.machine.memory),
            file_bytes: self.options.file_bytes,
            hosts: 1,
        };
        let laid_out = Bench::lay_out(
            prepared.scratch,
            &self.folder,
            prepared.preflight,
            &extent,
            self.control,
        );
        let bench = match laid_out {
            Ok(_) if self.control.is_stopped() => return (None, None, Ok(())),
            Ok(bench) => bench,
            Err(error) => return (None, None, Err(error)),
        };
        let mut result = FolderResult::new(&self.folder, &bench, prepared.swept);
        let ended = self.measure_all(&bench, &mut result.findings);
        result.memory_brought_back = bench.memory.brought_back();
        result.seconds = self.started.elapsed().as_secs_f64();
        result.judge(self.options, self.machine);
        (Some(bench), Some(result), ended)
    }

    /// Measures all phases. Each adds its results to the findings, and ends early when the check is stopped.
    fn measure_all(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        self.search(bench, findings)?;
        self.confirm(bench, findings)?;
        self.details(bench, findings)?;
        self.scaling(bench, findings)?;
        self.standard_steps(bench, findings)
    }

    pub(super) fn begins(&self, phase: Phase) {
        let left = self
            .options
            .effort
            .budget()
            .map(|budget| budget.saturating_sub(self.started.elapsed()) + budget * (self.left as u32 - 1));
        self.observer.begins(&self.folder, phase, left);
    }

    /// Returns the time at which a share of the folder's time is over; `None` for no limit.
    pub(super) fn deadline(&self, part: f64) -> Option<Instant> {
        let budget = self.options.effort.budget()?;
        Some(self.started + budget.mul_f64(part))
    }

    pub(super) fn most_streams(&self) -> usize {
        2 * self.streams
    }

    pub(super) fn order(&self, bench: &Bench, pattern: Pattern, setting: Setting) -> Order {
        Order {
            pattern,
            setting,
            streams: self.streams,
            bytes: bench.sizes().search,
            time: self.options.effort.longest_trial(),
        }
    }

    /// Runs a trial; `None` if the setting cannot be used for it, or the check is being stopped.
    fn measure(&self, bench: &Bench, order: &Order) -> Result<Option<Trial>> {
        let run_as = run_as(self.options);
        match trial::measure(&[(bench, order.setting)], order, run_as, self.control) {
            _ if self.control.is_stopped() => Ok(None),
            Ok(trial) => Ok(Some(trial)),
            Err(error) if error.is_of_the_setting() => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn disciplines(&self) -> Vec<Discipline> {
        match self.options.discipline {
            Some(discipline) => vec![discipline],
            None => vec![Discipline::AsSas, Discipline::Overlapped],
        }
    }

    /// Measures each of the orders once in a round: at least as many rounds as the beginning of the range, and on until
    /// the deadline or the end of the range. Measurements are kept even if it fails.
    pub(super) fn in_turn(
        &self,
        bench: &Bench,
        orders: &[Order],
        rounds: Range<usize>,
        deadline: Option<Instant>,
        findings: &mut Vec<Measurement>,
    ) -> Result<()> {
        let mut trials: Vec<Vec<Trial>> = vec![Vec::new(); orders.len()];
        let mut ended = Ok(());
        'rounds: for round in 0..rounds.end {
            let started = Instant::now();
            for turn in 0..orders.len() {
                // Every other round is reversed, so that no order always follows the same other.
                let index = if round % 2 == 0 { turn } else { orders.len() - 1 - turn };
                match self.measure(bench, &orders[index]) {
                    Ok(trial) => trials[index].extend(trial),
                    Err(error) => {
                        ended = Err(error);
                        break 'rounds;
                    }
                }
                if self.control.is_stopped() {
                    break 'rounds;
                }
            }
            let another = Instant::now() + started.elapsed();
            if round + 1 >= rounds.start && deadline.is_some_and(|deadline| another > deadline) {
                break;
            }
        }
        findings.extend(trials.into_iter().filter_map(Measurement::of));
        ended
    }
}
