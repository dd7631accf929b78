//! A combination of class values and its statistics.

use feedrate_values::missing::MISSING;

use super::statistic::Statistic;

/// A combination of class values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Combination<'f> {
    /// Its type (`_TYPE_`).
    pub bits: u64,
    /// Its number of observations.
    pub observations: f64,
    pub figures: Figures<'f>,
}

/// The statistics of a combination.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figures<'f> {
    pub(super) statistics: &'f [Statistic],
    pub(super) figures: &'f [f64],
}

impl<'f> Figures<'f> {
    /// Returns a statistic of a variable.
    pub(crate) fn of(&self, variable: usize, statistic: Statistic) -> f64 {
        let statistics = self.statistics;
        let place = statistics.iter().position(|&other| other == statistic);
        let figure = place.and_then(|place| self.figures.get(variable * statistics.len() + place));
        figure.copied().unwrap_or(MISSING)
    }

    /// Returns all statistics: those of the first variable, then those of the second, and so on.
    pub(crate) fn all(&self) -> &'f [f64] {
        self.figures
    }
}
