//! The phases of the check of one folder.

use feedrate_pageio::Discipline;

use super::folder::FolderCheck;
use super::{LEAST_ROUNDS, Phase, run_as};
use crate::bench::Bench;
use crate::error::Result;
use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::options::Effort;
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
    /// Chooses the settings that are equal to the best.
    pub(super) fn search(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
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
    pub(super) fn confirm(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
        if self.control.is_stopped() {
            return Ok(());
        }
        self.begins(Phase::Confirmation);
        let mut settings: Vec<Setting> = Vec::new();
        if self.options.discipline != Some(Discipline::Overlapped) {
            settings.push(Setting::SAS_DEFAULT);
        }
        settings.extend(findings.searched.iter().filter_map(|searched| searched.choice));
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

    /// Measures separate reading and writing, random reads, and reading from the cache.
    pub(super) fn details(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
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
    pub(super) fn scaling(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
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
    pub(super) fn standard_steps(&self, bench: &Bench, findings: &mut Findings) -> Result<()> {
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
