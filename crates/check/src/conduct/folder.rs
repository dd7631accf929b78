//! The check of one folder, phase by phase.

use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_pageio::Discipline;
use feedrate_workload::Control;

use super::alarm::Alarm;
use super::clock::Clock;
use super::prepare::PreparedFolder;
use super::{Observer, run_as};
use crate::bench::{Bench, Extent};
use crate::error::Result;
use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::memory::FreeMemory;
use crate::options::Options;
use crate::phase::Phase;
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
    /// The time of this folder.
    pub(super) clock: Clock,
    /// The time of the check.
    pub(super) check: Clock,
    /// The phase that was begun last.
    pub(super) phase: Phase,
}

impl FolderCheck<'_> {
    /// Runs the check. Returns the result so far, and the error if there was one.
    pub(super) fn run(&mut self, prepared: PreparedFolder) -> (Option<Bench>, Option<FolderResult>, Result<()>) {
        let began = Instant::now();
        let parts = self.options.effort.parts();
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
            written_by: Some(self.clock.at(parts.laid_out_by)),
        };
        let (scratch, preflight) = (prepared.scratch, prepared.preflight);
        let laid_out = Bench::lay_out(scratch, &self.folder, preflight, &extent, self.control);
        let bench = match laid_out {
            Ok(_) if self.control.is_stopped() => return (None, None, Ok(())),
            Ok(bench) => bench,
            Err(error) => return (None, None, Err(error)),
        };
        if self.options.file_bytes.is_some() {
            // The user knows how much is written, and the check does not: the rest has its time all the same.
            self.clock = self.clock.later(began.elapsed());
            self.check = self.check.longer(began.elapsed());
        }
        let mut result = FolderResult::new(&self.folder, &bench, prepared.swept);
        let ended = self.measure_all(&bench, &mut result.findings);
        result.memory_brought_back = bench.memory.brought_back();
        result.seconds = began.elapsed().as_secs_f64();
        result.judge(self.options, self.machine);
        (Some(bench), Some(result), ended)
    }

    /// Measures all phases. Each adds its results to the findings, and ends early when the check is stopped.
    fn measure_all(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        self.search(bench, findings)?;
        self.confirm(bench, findings)?;
        self.details(bench, findings)?;
        self.scaling(bench, findings)?;
        self.standard_steps(bench, findings)?;
        self.endurance(bench, findings)
    }

    pub(super) fn begins(&mut self, phase: Phase) {
        self.phase = phase;
        self.observer.begins(&self.folder, phase, &self.check);
    }

    /// Returns the time at which a share of the folder's time is over.
    pub(super) fn deadline(&self, part: f64) -> Instant {
        self.clock.at(part)
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
    fn measure(&self, bench: &Bench, order: &Order, control: &Control) -> Result<Option<Trial>> {
        let run_as = run_as(self.options);
        match trial::measure(&[(bench, order.setting)], order, run_as, control) {
            _ if control.is_stopped() => Ok(None),
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

    /// Measures each of the orders once in a round: as many rounds as the beginning of the range if they end within the
    /// hard limit, and on until the soft one or the end of the range. Measurements are kept even if it fails.
    pub(super) fn in_turn(
        &self,
        bench: &Bench,
        orders: &[Order],
        rounds: Range<usize>,
        limit: TimeLimit,
        findings: &mut Vec<Measurement>,
    ) -> Result<()> {
        let alarm = Alarm::set(self.control, limit.hard);
        let control = alarm.control();
        let mut trials: Vec<Vec<Trial>> = vec![Vec::new(); orders.len()];
        let mut ended = Ok(());
        'rounds: for round in 0..rounds.end {
            let started = Instant::now();
            for turn in 0..orders.len() {
                // Every other round is reversed, so that no order always follows the same other.
                let index = if round % 2 == 0 { turn } else { orders.len() - 1 - turn };
                match self.measure(bench, &orders[index], control) {
                    Ok(trial) => trials[index].extend(trial),
                    Err(error) => {
                        ended = Err(error);
                        break 'rounds;
                    }
                }
                if control.is_stopped() {
                    break 'rounds;
                }
            }
            if limit.ends(round + 1 >= rounds.start, started.elapsed()) {
                break;
            }
        }
        findings.extend(trials.into_iter().filter_map(Measurement::of));
        ended
    }
}

/// The time of a phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLimit {
    /// The moment at which it ends once it has what it needs.
    pub(super) soft: Instant,
    /// The moment at which it ends in any case, in the middle of a trial.
    pub(super) hard: Instant,
}

impl TimeLimit {
    /// Returns whether no round is begun any more, when the last one took so long.
    fn ends(self, has_enough: bool, took: Duration) -> bool {
        let another = Instant::now() + took;
        another > if has_enough { self.soft } else { self.hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_is_needed_has_the_time_of_the_next_phase_and_no_more() {
        let now = Instant::now();
        let limit = TimeLimit {
            soft: now + Duration::from_secs(1000),
            hard: now + Duration::from_secs(2000),
        };
        for (has_enough, took, ends) in [
            (true, 500, false),
            (true, 1500, true),
            (false, 1500, false),
            (false, 2500, true),
        ] {
            assert_eq!(
                limit.ends(has_enough, Duration::from_secs(took)),
                ends,
                "{has_enough} {took}"
            );
        }
    }
}
