//! What becomes of results: observations of data sets, and rows of tables.

use super::collect::Needs;
use super::figures::Rules;
use super::listing::Tables;
use super::moments::Layout;
use super::quantiles::Finder;
use super::request::{FIVE, Means, MeansContent};
use super::rollup::Results;
use super::statistic::Statistic;
use crate::data::{Faulted, Runtime};

/// Computes statistics of results, and hands them on.
pub(super) struct Report<'m> {
    means: &'m Means,
    layout: Layout,
    rules: Rules,
    /// All statistics that are wanted of each variable.
    statistics: Vec<Statistic>,
    /// The percentiles that they are made of.
    percents: Vec<u8>,
    finder: Finder,
    /// The statistics of the first variable, then those of the second, and so on.
    figures: Vec<f64>,
    tables: Option<Tables<'m>>,
}

/// The statistics of a result.
#[derive(Clone, Copy)]
pub(super) struct Figures<'f> {
    statistics: &'f [Statistic],
    figures: &'f [f64],
}

impl Figures<'_> {
    /// A statistic of a variable.
    pub(super) fn of(&self, variable: usize, statistic: Statistic) -> f64 {
        let statistics = self.statistics;
        let place = statistics.iter().position(|&other| other == statistic);
        let figure = place.and_then(|place| self.figures.get(variable * statistics.len() + place));
        figure.copied().unwrap_or(feedrate_values::missing::MISSING)
    }
}

impl<'m> Report<'m> {
    pub(super) fn new(means: &'m Means, needs: Needs, line_size: usize) -> Self {
        let statistics = means.statistics();
        let mut percents: Vec<u8> = statistics
            .iter()
            .flat_map(|statistic| statistic.percents())
            .copied()
            .collect();
        percents.sort_unstable();
        percents.dedup();
        let tables = means.listing.as_ref();
        Self {
            means,
            layout: needs.layout,
            rules: Rules {
                divisor: means.divisor,
                alpha: means.alpha,
                weighted: means.weight.is_some(),
            },
            statistics,
            percents,
            finder: Finder::default(),
            figures: Vec::new(),
            tables: tables.map(|listing| Tables::new(means, listing, line_size)),
        }
    }

    /// Hands on the results of all observations or, under BY, of a group, whose values lie in the vector.
    pub(super) fn take(
        &mut self,
        mut results: Results<'m, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<()> {
        if let Some(tables) = &mut self.tables {
            tables.begin_group(runtime);
        }
        while let Some((key, cell)) = results.cells.next()? {
            runtime.core.heed_stop()?;
            let place = key.first_chunk().copied().map_or(0, u32::from_be_bytes);
            let bits = self.means.types.get(place as usize).copied().unwrap_or(0);
            self.figures.clear();
            for variable in 0..self.means.variables.len() {
                let moments = self.layout.get(cell, variable);
                if let Some(values) = &mut results.values {
                    let (of, weighted) = match self.rules.weighted {
                        true => (moments.weight, true),
                        false => (moments.n, false),
                    };
                    let definition = self.means.definition;
                    self.finder.begin(&self.percents, of, weighted, definition);
                    values.of(key, variable, |value, weight| {
                        self.finder.take(value, weight);
                    })?;
                }
                let rules = self.rules;
                let figure = |&statistic: &Statistic| {
                    rules.figure(statistic, &moments, cell[0], &self.finder)
                };
                self.figures.extend(self.statistics.iter().map(figure));
            }
            results.ranks.load(key, bits, &mut runtime.core.values);
            let figures = Figures {
                statistics: &self.statistics,
                figures: &self.figures,
            };
            output(self.means, figures, (bits, cell[0]), runtime)?;
            if let Some(tables) = &mut self.tables {
                tables.take(&results.ranks, figures, (bits, cell[0]), runtime);
            }
        }
        if let Some(tables) = &mut self.tables {
            tables.write(runtime.listing());
        }
        Ok(())
    }
}

/// Writes a result to all output data sets: one of a type, of so many observations.
fn output(
    means: &Means,
    figures: Figures<'_>,
    (bits, observations): (u64, f64),
    runtime: &mut Runtime<'_, '_>,
) -> Faulted<()> {
    for (number, output) in (0..).zip(&means.outputs) {
        let values = &mut runtime.core.values;
        values.set_number(output.of_type, bits as f64);
        values.set_number(output.frequency, observations);
        match &output.content {
            MeansContent::Chosen(chosen) => {
                for &(slot, statistic, variable) in chosen {
                    values.set_number(slot, figures.of(variable, statistic));
                }
                runtime.output(&[number])?;
            }
            MeansContent::Five(name) => {
                for statistic in FIVE {
                    let values = &mut runtime.core.values;
                    values.set_text(*name, statistic.keyword().as_bytes());
                    for (variable, analysis) in means.variables.iter().enumerate() {
                        values.set_number(analysis.slot, figures.of(variable, statistic));
                    }
                    runtime.output(&[number])?;
                }
            }
        }
    }
    Ok(())
}
