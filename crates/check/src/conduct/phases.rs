//! The phases of the check of one folder.

use feedrate_pageio::Discipline;

use super::alarm::Alarm;
use super::folder::{FolderCheck, TimeLimit};
use super::{LEAST_ROUNDS, run_as};
use crate::bench::Bench;
use crate::error::Result;
use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::options::Effort;
use crate::phase::Phase;
use crate::search::{self, Contest};
use crate::setting::Setting;
use crate::steps;
use crate::trial::{Order, Pattern};

/// The rounds of measurements that are shown but not judged.
const FEW_ROUNDS: usize = 2;

/// The page size of random reads.
const RANDOM_PAGE: u64 = 8 << 10;

/// The transfers in flight of overlapped random reads.
const RANDOM_DEPTH: u32 = 32;

impl FolderCheck<'_> {
    /// Returns the time of a phase, by the share of the time at which it should end and that of the next one, half of
    /// which it may take if it does not have what it needs.
    fn limit(&self, ends: f64, next_ends: f64) -> TimeLimit {
        TimeLimit {
            soft: self.deadline(ends),
            hard: self.deadline((ends + next_ends) / 2.0),
        }
    }

    /// Chooses the settings that are equal to the best.
    pub(super) fn search(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        self.begins(Phase::Search);
        let parts = self.options.effort.parts();
        let contest = Contest {
            effort: self.options.effort,
            disciplines: self.disciplines(),
            streams: self.streams,
            most_streams: self.most_streams(),
            quota: self.machine.cores.quota,
            run_as: run_as(self.options),
            deadline: self.deadline(parts.searched_by),
        };
        // A trial in which the device stands still does not take the time of the repeats.
        let alarm = Alarm::set(self.control, self.limit(parts.searched_by, parts.confirmed_by).hard);
        let outcome = search::choose(bench, &contest, alarm.control());
        findings.searched = outcome.results;
        findings.disturbance = Some(outcome.disturbance);
        outcome.ended
    }

    /// Repeats the chosen settings and SAS's default, in turn.
    pub(super) fn confirm(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Confirmation);
        let parts = self.options.effort.parts();
        let mut settings: Vec<Setting> = Vec::new();
        if self.options.discipline != Some(Discipline::Overlapped) {
            settings.push(Setting::SAS_DEFAULT);
        }
        settings.extend(findings.searched.iter().filter_map(|searched| searched.choice));
        settings.dedup();
        // The time usually ends it.
        const MOST_ROUNDS: usize = 30;
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
            LEAST_ROUNDS..MOST_ROUNDS,
            self.limit(parts.confirmed_by, parts.detailed_by),
            &mut findings.confirmed,
        )
    }

    /// Measures separate reading and writing, random reads, and reading from the cache.
    pub(super) fn details(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Details);
        let parts = self.options.effort.parts();
        self.metadata(bench, findings);
        if self.control.is_stopped() {
            return Ok(());
        }
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
        self.in_turn(
            bench,
            &orders,
            FEW_ROUNDS..LEAST_ROUNDS,
            self.limit(parts.detailed_by, parts.scaled_by),
            &mut findings.details,
        )
    }

    /// Measures the chosen settings with one stream, and with twice the usual number.
    pub(super) fn scaling(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Scaling);
        let parts = self.options.effort.parts();
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
            self.limit(parts.scaled_by, parts.stepped_by),
            &mut findings.scaling,
        )
    }

    /// Runs the standard steps at the best setting of each discipline.
    pub(super) fn standard_steps(&mut self, bench: &Bench, findings: &mut Findings) -> Result<()> {
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
            deadline: self.deadline(self.options.effort.parts().stepped_by),
        };
        let alarm = Alarm::set(self.control, asked.deadline);
        let ran = steps::run(bench, &asked, alarm.control());
        findings.steps = ran.found;
        findings.steps_left_out = ran.left_out;
        ran.ended
    }
}
