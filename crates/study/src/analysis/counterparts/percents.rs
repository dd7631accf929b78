//! Percents of one setting, by the analysis of covariance, and why figures beside published ones are missing.

use std::collections::BTreeSet;

use feedrate_stats::Interval;

use super::super::scaling::{Scaling, Setting};
use super::{Finder, OwnFigure, number_of};
use crate::definition::{Place, Statistic};

impl Finder<'_> {
    /// Returns the percents of the setting to which the published ones relate, by the analysis of covariance; `None`
    /// where that was not run.
    pub(super) fn adjusted(&self, place: &Place) -> Option<OwnFigure> {
        let scaling = self.main?.scaling.as_ref()?;
        let (setting, of) = (self.setting(scaling, place)?, self.reference(scaling)?);
        if setting == of {
            return Some(OwnFigure {
                value: 100.0,
                interval: None,
            });
        }
        let (value, interval) = scaling.of_other(setting, of)?;
        let is_known = interval.low.is_finite() && interval.high.is_finite();
        Some(OwnFigure {
            value: value * 100.0,
            interval: is_known.then_some(Interval {
                low: interval.low * 100.0,
                high: interval.high * 100.0,
            }),
        })
    }

    /// Returns the setting of a place, if it was run.
    fn setting(&self, scaling: &Scaling, place: &Place) -> Option<usize> {
        let levels = self.levels(place)?;
        let is_meant = |own: &[(usize, usize)]| own.iter().all(|&(factor, level)| levels[factor] == level);
        scaling.settings.iter().position(|setting| is_meant(&setting.levels))
    }

    /// Returns the number of the row to which the published percents relate: the first that is 100 throughout.
    fn row_of_reference(&self) -> Option<usize> {
        let is_whole = |row: &Vec<String>| {
            let mut figures = row.iter().skip(1).filter_map(|cell| number_of(cell)).peekable();
            figures.peek().is_some() && figures.all(|figure| figure == 100.0)
        };
        self.table.rows.iter().position(is_whole)
    }

    /// Returns the setting to which percents relate: that of the published row that is 100, or where there is none the
    /// first of the study. `None` if it was not run.
    fn reference(&self, scaling: &Scaling) -> Option<usize> {
        if let Some(row) = self.row_of_reference() {
            return self.setting(scaling, self.layout.rows.get(row)?);
        }
        let is_first = |&(factor, level): &(usize, usize)| {
            let factor = &self.data.factors[factor];
            let first = (0..factor.levels.len()).find(|level| !factor.beside.contains(level));
            first.unwrap_or(0) == level
        };
        let is_reference = |setting: &Setting| setting.levels.iter().all(is_first);
        scaling.settings.iter().position(is_reference)
    }

    /// Returns why figures of the study are missing, a sentence each.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let scaling = self.main.and_then(|main| main.scaling.as_ref());
        if self.layout.statistic == Statistic::Covariance
            && let Some(scaling) = scaling
            && self.reference(scaling).is_none()
        {
            let name = self.row_of_reference().and_then(|row| self.table.rows[row].first());
            notes.push(format!(
                "Ours are empty: the percents relate to {}, which was not run.",
                name.map_or("the first setting of the study", String::as_str)
            ));
        }
        let figures = self.data.runs.iter().flat_map(|run| &run.run.figures);
        let ran: BTreeSet<&str> = figures
            .map(|figure| figure.step.as_str())
            .filter(|step| !step.is_empty())
            .collect();
        let layout = self.layout;
        let named = layout.rows.iter().chain(&layout.columns).chain([&layout.of]);
        let named: BTreeSet<&str> = named.filter_map(|place| place.step.as_deref()).collect();
        for step in named.into_iter().filter(|step| !ran.contains(step) && !ran.is_empty()) {
            let known: Vec<&str> = ran.iter().copied().collect();
            notes.push(format!("No run has a step {step}; the runs have {}.", known.join(", ")));
        }
        notes
    }
}
