//! MEANS: the arithmetic means of the observations.

use feedrate_rows::environment::Listing;
use feedrate_stats::Divisor;

use super::fitted::ResponseModel;
use crate::linear::number::{Decimals, count};

impl ResponseModel<'_, '_> {
    /// Lists the means and standard deviations of the response and the covariates by levels of effects. `places` has
    /// the positions of levels by class and number.
    pub(super) fn means(&self, effects: &[usize], places: &[Vec<u32>], width: usize, out: &mut dyn Listing) {
        let Some(moments) = &self.fitting.moments else {
            return;
        };
        let covariates = self.glm.covariates.iter();
        let covariates = covariates.map(|covariate| covariate.name.as_str());
        let names: Vec<&str> = std::iter::once(self.response()).chain(covariates).collect();
        for &effect in effects {
            let classes = self.glm.effects[effect].effect.classes();
            let cells = moments.of(&classes, places);
            let mut table = self.table_of_levels("Means", "", effect, "Level of\n");
            table = table.number("N", "N");
            for name in &names {
                table = table
                    .number(&format!("Mean_{name}"), &format!("{name}\nMean"))
                    .number(&format!("SD_{name}"), "\nStd Dev");
            }
            let of_variable = |place: usize| cells.iter().map(move |(_, cell)| cell[place]);
            let decimals = (0..names.len()).map(|place| {
                let means = of_variable(place).map(|moments| moments.mean());
                let deviations = of_variable(place).map(|moments| moments.deviation(Divisor::Degrees));
                (Decimals::of(9, means), Decimals::of(9, deviations))
            });
            let decimals: Vec<_> = decimals.collect();
            for (levels, cell) in &cells {
                let mut row = self.level_cells(effect, levels);
                row.push(count(cell.first().map_or(0.0, |moments| moments.n)));
                for (moments, (of_mean, of_deviation)) in cell.iter().zip(&decimals) {
                    row.push(of_mean.cell(moments.mean()));
                    row.push(of_deviation.cell(moments.deviation(Divisor::Degrees)));
                }
                table.push(row);
            }
            table.show_with_keys(&self.effect_keys(effect), width, out);
        }
    }
}
