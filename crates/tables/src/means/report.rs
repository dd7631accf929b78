//! Writes results to data sets and tables.

use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult};

use super::listing::Tables;
use super::request::{Means, MeansContent};
use crate::aggregate::{Combination, GroupResults, load_ids};

/// Writes results.
pub(super) struct Report<'m> {
    means: &'m Means,
    tables: Option<Tables<'m>>,
    /// The type of the last combination, and its number in the type.
    bits: Option<u64>,
    level: f64,
}

impl<'m> Report<'m> {
    pub(super) fn new(means: &'m Means, line_size: usize) -> Self {
        let tables = means.listing.as_ref();
        Self {
            means,
            tables: tables.map(|listing| Tables::new(means, listing, line_size)),
            bits: None,
            level: 0.0,
        }
    }

    /// Writes the results of all observations or, with BY, of a group, whose values are in the vector.
    pub(super) fn take(
        &mut self,
        computed: &mut GroupResults<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<()> {
        if let Some(tables) = &mut self.tables {
            tables.begin_group(runtime);
        }
        self.bits = None;
        while computed.advance()? {
            runtime.core.check_stop()?;
            computed.load(&mut runtime.core.values);
            self.select(computed, runtime);
            let combination = computed.current();
            self.output(combination, runtime)?;
            if let Some(tables) = &mut self.tables {
                tables.take(combination, runtime);
            }
        }
        if let Some(tables) = &mut self.tables {
            tables.end(runtime.listing());
        }
        Ok(())
    }

    /// Loads the values of the observations that are selected in the current combination.
    fn select(&self, computed: &GroupResults<'_, '_, '_>, runtime: &mut Runtime<'_, '_>) {
        let values = &mut runtime.core.values;
        for own in self.means.outputs.iter().flat_map(|output| &output.selected) {
            match (computed.selected(own.selection, own.rank), own.word, own.slot) {
                (Some((_, words)), Some(word), slot) => {
                    load_ids(&[slot], words.get(word..).unwrap_or_default(), values);
                }
                (Some((number, _)), None, Slot::Number(slot)) => values.set_number(slot, number),
                _ => values.clear(own.slot),
            }
        }
    }

    /// Writes a combination to all output data sets.
    fn output(&mut self, combination: Combination<'_>, runtime: &mut Runtime<'_, '_>) -> StepResult<()> {
        let Combination {
            bits,
            observations,
            figures,
        } = combination;
        self.level = match self.bits == Some(bits) {
            true => self.level + 1.0,
            false => 1.0,
        };
        self.bits = Some(bits);
        let means = self.means;
        for (number, output) in (0..).zip(&means.outputs) {
            let values = &mut runtime.core.values;
            match output.of_type {
                Slot::Number(slot) => values.set_number(slot, bits as f64),
                Slot::Text(slot) => {
                    let digits = format!("{bits:0width$b}", width = means.aggregation.classes.len());
                    values.set_text(slot, digits.as_bytes());
                }
            }
            values.set_number(output.frequency, observations);
            let ways = output.way.map(|slot| (slot, f64::from(bits.count_ones())));
            let levels = output.level.map(|slot| (slot, self.level));
            for (slot, number) in ways.into_iter().chain(levels) {
                values.set_number(slot, number);
            }
            match &output.content {
                MeansContent::Chosen(chosen) => {
                    for &(slot, statistic, variable) in chosen {
                        values.set_number(slot, figures.of(variable, statistic));
                    }
                    runtime.output(&[number])?;
                }
                MeansContent::Default(name) => {
                    for &statistic in means.defaults() {
                        let values = &mut runtime.core.values;
                        values.set_text(*name, statistic.keyword().as_bytes());
                        for (variable, analysis) in means.aggregation.variables.iter().enumerate() {
                            values.set_number(analysis.slot, figures.of(variable, statistic));
                        }
                        runtime.output(&[number])?;
                    }
                }
            }
        }
        Ok(())
    }
}
