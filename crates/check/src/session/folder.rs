//! The check of one folder, phase by phase.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

use feedrate_pageio::Discipline;
use feedrate_workload::Control;

use super::prepare::PreparedFolder;
use super::{LEAST_ROUNDS, Observer, Phase, run_as};
use crate::bench::{Bench, Extent};
use crate::error::Result;
use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::memory::FreeMemory;
use crate::options::{Effort, Options};
use crate::preflight::Machine;
use crate::result::FolderResult;
use crate::search::{self, Contest};
use crate::setting::Setting;
use crate::steps;
use crate::trial::{self, Order, Pattern, Trial};

/// The rounds of measurements that are shown but not judged.
const FEW_ROUNDS: usize = 2;

/// The page size of random reads.
const RANDOM_PAGE: u64 = 8 << 10;

/// The transfers in flight of overlapped random reads.
const RANDOM_DEPTH: u32 = 32;

/// The check of one folder.
pub(super) struct Session<'a> {
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

impl Session<'_> {
    /// Runs the check. Returns the result so far, and the error if there was one.
    pub(super) fn run(
        &self,
        prepared: PreparedFolder,
    ) -> (Option<Bench>, Option<FolderResult>, Result<()>) {
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

    fn begins(&self, phase: Phase) {
        let left = self.options.effort.budget().map(|budget| {
            budget.saturating_sub(self.started.elapsed()) + budget * (self.left as u32 - 1)
        });
        self.observer.begins(&self.folder, phase, left);
    }

    /// Returns the time at which a share of the folder's time is over; `None` for no limit.
    fn deadline(&self, part: f64) -> Option<Instant> {
        let budget = self.options.effort.budget()?;
        Some(self.started + budget.mul_f64(part))
    }

    fn most_streams(&self) -> usize {
        2 * self.streams
    }

    fn order(&self, bench: &Bench, pattern: Pattern, setting: Setting) -> Order {
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

    fn disciplines(&self) -> Vec<Discipline> {
        match self.options.discipline {
            Some(discipline) => vec![discipline],
            None => vec![Discipline::AsSas, Discipline::Overlapped],
        }
    }

    fn search(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        self.begins(Phase::Search);
        let contest = Contest {
            effort: self.options.effort,
            disciplines: self.disciplines(),
            streams: self.streams,
            most_streams: self.most_streams(),
            run_as: run_as(self.options),
            deadline: self.deadline(self.options.effort.parts().searched_by),
        };
        findings.searched = search::choose(bench, &contest, self.control)?;
        Ok(())
    }

    /// Repeats the chosen settings and SAS's default, in turn.
    fn confirm(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Confirmation);
        let mut settings: Vec<Setting> = Vec::new();
        if self.options.discipline != Some(Discipline::Overlapped) {
            settings.push(Setting::SAS_DEFAULT);
        }
        settings.extend(
            findings
                .searched
                .iter()
                .filter_map(|searched| searched.choice),
        );
        settings.dedup();
        let deadline = self.deadline(self.options.effort.parts().confirmed_by);
        // Within a budget the deadline ends it.
        let most_rounds = match self.options.effort {
            Effort::Quick | Effort::Normal => 30,
            Effort::Thorough => 15,
        };
        let orders: Vec<_> = settings
            .iter()
            .map(|&setting| Order {
                bytes: bench.sizes().confirmation,
                time: self.options.effort.confirmation() * 2,
                ..self.order(bench, Pattern::Mixed, setting)
            })
            .collect();
        self.in_turn(
            bench,
            &orders,
            LEAST_ROUNDS..most_rounds,
            deadline,
            &mut findings.confirmed,
        )
    }

    /// Measures each of the orders once in a round: at least as many rounds as the beginning of the range, and on until
    /// the deadline or the end of the range. Measurements are kept even if it fails.
    fn in_turn(
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
                let index = if round % 2 == 0 {
                    turn
                } else {
                    orders.len() - 1 - turn
                };
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

    /// Measures separate reading and writing, random reads, and reading from the cache.
    fn details(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Details);
        let mut orders = Vec::new();
        for measured in &findings.confirmed {
            for pattern in [Pattern::Write, Pattern::Read] {
                orders.push(self.order(bench, pattern, measured.setting));
            }
        }
        let random = if bench.direct {
            [
                Setting::direct_as_sas(RANDOM_PAGE, 1),
                Setting::direct_overlapped(RANDOM_PAGE, 1, RANDOM_DEPTH),
            ]
        } else {
            [
                Setting::cached_as_sas(RANDOM_PAGE),
                Setting::cached_overlapped(RANDOM_PAGE, RANDOM_DEPTH),
            ]
        };
        for setting in random {
            if self.disciplines().contains(&setting.discipline) {
                orders.push(self.order(bench, Pattern::RandomRead, setting));
            }
        }
        orders.push(self.order(bench, Pattern::HotRead, Setting::SAS_DEFAULT));
        let deadline = self.deadline(self.options.effort.parts().detailed_by);
        self.in_turn(
            bench,
            &orders,
            FEW_ROUNDS..LEAST_ROUNDS,
            deadline,
            &mut findings.details,
        )
    }

    /// Measures the chosen settings with one stream, and with twice the usual number.
    fn scaling(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Scaling);
        let mut numbers = vec![1, self.streams, self.most_streams()];
        numbers.dedup();
        let mut orders = Vec::new();
        for discipline in self.disciplines() {
            let Some(best) = findings.best_of(discipline) else {
                continue;
            };
            for &streams in &numbers {
                orders.push(Order {
                    streams,
                    ..self.order(bench, Pattern::Mixed, best.setting)
                });
            }
        }
        let rounds = match self.options.effort {
            Effort::Quick => FEW_ROUNDS..LEAST_ROUNDS,
            Effort::Normal | Effort::Thorough => LEAST_ROUNDS..LEAST_ROUNDS + 1,
        };
        self.in_turn(
            bench,
            &orders,
            rounds,
            self.deadline(self.options.effort.parts().scaled_by),
            &mut findings.scaling,
        )
    }

    /// Runs the standard steps at the best setting of each discipline.
    fn standard_steps(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        let choices: Vec<_> = self
            .disciplines()
            .into_iter()
            .filter_map(|discipline| {
                let setting = findings.best_of(discipline)?.setting;
                let alone = findings.scaled(setting, 1).map(Measurement::rate);
                Some(steps::Choice { setting, alone })
            })
            .collect();
        if choices.is_empty() {
            return Ok(());
        }
        self.begins(Phase::Steps);
        let asked = steps::StepsRequest {
            choices,
            effort: self.options.effort.steps(),
            deadline: self.deadline(1.0),
        };
        let ran = steps::run(bench, &asked, self.control);
        findings.steps = ran.found;
        findings.steps_left_out = ran.left_out;
        ran.ended
    }
}
