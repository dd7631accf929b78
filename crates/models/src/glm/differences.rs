//! PDIFF: the pairwise differences of least squares means.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing, Severity};
use feedrate_rows::{Runtime, StepResult};
use feedrate_stats::glm::Estimate;

use super::adjustment::PairAdjustment;
use super::effect_means::{EffectMeans, value_or_not};

use super::request::Adjustment;
use crate::linear::number::{confidence, count, probability};

/// The maximum number of means whose differences are computed, because of their memory and the size of the table.
const MOST_MEANS: usize = 1000;

/// All differences of the means of an effect.
pub(super) struct Differences<'d, 'f, 'm> {
    of: &'d EffectMeans<'f, 'm>,
    /// The first mean minus each one after it, then the second, and so on; `None` for those that are not estimable.
    found: Vec<Option<Estimate>>,
    adjusted: PairAdjustment,
}

impl<'d, 'f, 'm> Differences<'d, 'f, 'm> {
    /// Returns the differences of some means; reports it and returns `None` if there are too many.
    pub(super) fn of(of: &'d EffectMeans<'f, 'm>, runtime: &mut Runtime<'_, '_>) -> StepResult<Option<Self>> {
        let means = of.found.means.len();
        if means > MOST_MEANS {
            let text = format!(
                "{} has {means} least squares means, whose differences are not shown: PDIFF is for {MOST_MEANS} at \
                 most.",
                of.fitted.glm.effects[of.effect].name
            );
            runtime.core.log.message(Severity::Warning, &text);
            return Ok(None);
        }
        let mut found = Vec::with_capacity(means * means.saturating_sub(1) / 2);
        for first in 0..means {
            runtime.core.check_stop()?;
            found.extend((first + 1..means).map(|second| of.found.difference(first, second)));
        }
        Ok(Some(Self {
            of,
            found,
            adjusted: PairAdjustment::new(of.asked.adjustment, means, of.found.degrees),
        }))
    }

    /// Returns the indexes of the means of each difference.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let means = self.of.found.means.len();
        (0..means).flat_map(move |first| (first + 1..means).map(move |second| (first, second)))
    }

    /// Returns whether all differences have the same standard error.
    fn is_balanced(&self) -> bool {
        let errors = self.found.iter().flatten();
        let errors = errors.map(|difference| difference.standard_error);
        let (least, most) = errors.fold((f64::INFINITY, 0.0_f64), |(least, most), error| {
            (least.min(error), most.max(error))
        });
        most <= least * (1.0 + 1e-9)
    }

    /// Lists the matrix of probabilities.
    pub(super) fn probabilities(&mut self, width: usize, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let means = self.of.found.means.len();
        // The probability of a pair is the same in both directions.
        let mut of_pairs = vec![vec![f64::NAN; means]; means];
        for ((first, second), difference) in self.pairs().zip(&self.found) {
            runtime.core.check_stop()?;
            if let Some(difference) = difference {
                let of_pair = self.adjusted.probability(difference.t);
                of_pairs[first][second] = of_pair;
                of_pairs[second][first] = of_pair;
            }
        }
        let effect = &self.of.fitted.glm.effects[self.of.effect].name;
        let adjustment = match self.adjusted.name(self.is_balanced()) {
            Some(name) => format!(", {name} adjustment"),
            None => String::new(),
        };
        let title =
            format!("Least Squares Means for Effect {effect}, Pr > |t| for H0: LSMean(i)=LSMean(j){adjustment}");
        let mut table = Results::new("Diff", &title).text("RowName", "i/j");
        for column in 1..=means {
            table = table.number(&format!("_{column}"), &column.to_string());
        }
        for (row, of_pairs) in of_pairs.into_iter().enumerate() {
            let name = Cell::text((row + 1).to_string());
            let cells = of_pairs.into_iter().enumerate();
            let cells = cells.map(|(column, of_pair)| match row == column {
                true => Cell::number(f64::NAN, ""),
                false => probability(of_pair),
            });
            table.push(std::iter::once(name).chain(cells).collect());
        }
        table.show_with_keys(&self.of.key_cells(), width, runtime.listing());
        Ok(())
    }

    /// Lists the limits of each pair.
    pub(super) fn limits(&mut self, width: usize, out: &mut dyn Listing) {
        let alpha = self.of.asked.alpha;
        let of = confidence(alpha);
        let kind = match self.of.asked.adjustment {
            Adjustment::None => "",
            _ => "Simultaneous ",
        };
        let effect = &self.of.fitted.glm.effects[self.of.effect].name;
        let title = format!("Least Squares Means for Effect {effect}");
        let mut table = Results::new("LSMeanDiffCL", &title)
            .with_keys(2)
            .number("i", "i")
            .number("j", "j")
            .number("Difference", "Difference\nBetween\nMeans")
            .number(
                "LowerCL",
                &format!("{kind}{of}\nConfidence Limits for\nLSMean(i)-LSMean(j), Lower"),
            )
            .number("UpperCL", "Upper");
        let half = self.adjusted.width(alpha);
        let decimals = self.of.decimals();
        for ((first, second), known) in self.pairs().zip(&self.found) {
            let value = known.map_or(f64::NAN, |known| known.value);
            let error = known.map_or(f64::NAN, |known| known.standard_error);
            table.push(vec![
                count((first + 1) as f64),
                count((second + 1) as f64),
                value_or_not(known.as_ref(), decimals),
                decimals.cell(value - half * error),
                decimals.cell(value + half * error),
            ]);
        }
        table.show_with_keys(&self.of.key_cells(), width, out);
    }
}
