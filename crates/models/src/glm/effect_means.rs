//! The least squares means of the levels of an effect, as a statement asks for them.

use feedrate_rows::environment::Cell;
use feedrate_stats::glm::{Estimate, LeastSquaresMeans};
use feedrate_values::missing::MISSING;

use super::fitted::ResponseModel;
use super::request::GlmMeans;
use crate::linear::number::Decimals;

/// The text for a mean that is not estimable.
const NOT_ESTIMABLE: &str = "Non-est";

/// The means of an effect in a statement.
pub(super) struct EffectMeans<'f, 'm> {
    pub fitted: ResponseModel<'f, 'm>,
    pub asked: &'f GlmMeans,
    pub effect: usize,
    pub found: LeastSquaresMeans,
}

impl EffectMeans<'_, '_> {
    /// Returns the columns that identify the response and the effect in data sets of tables.
    pub(super) fn key_cells(&self) -> [(&'static str, Cell); 2] {
        self.fitted.effect_keys(self.effect)
    }

    /// Returns the decimals of the means.
    pub(super) fn decimals(&self) -> Decimals {
        let means = self.found.means.iter();
        let values = means.filter_map(|mean| mean.estimate.map(|estimate| estimate.value));
        Decimals::of(9, values)
    }
}

/// Formats an estimate, if it is estimable.
pub(super) fn value_or_not(estimate: Option<&Estimate>, decimals: Decimals) -> Cell {
    match estimate {
        Some(estimate) => decimals.cell(estimate.value),
        None => Cell::number(MISSING, NOT_ESTIMABLE),
    }
}
