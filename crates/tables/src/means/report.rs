//! Writes results to data sets and tables.

use feedrate_rows::{Runtime, StepResult};

use super::listing::Tables;
use super::request::{FIVE, Means, MeansContent};
use crate::aggregate::{Combination, GroupResults};

/// Writes results.
pub(super) struct Report<'m> {
    means: &'m Means,
    tables: Option<Tables<'m>>,
}

impl<'m> Report<'m> {
    pub(super) fn new(means: &'m Means, line_size: usize) -> Self {
        let tables = means.listing.as_ref();
        Self {
            means,
            tables: tables.map(|listing| Tables::new(means, listing, line_size)),
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
        while computed.advance()? {
            runtime.core.check_stop()?;
            computed.load(&mut runtime.core.values);
            let combination = computed.current();
            output(self.means, combination, runtime)?;
            if let Some(tables) = &mut self.tables {
                tables.take(combination, runtime);
            }
        }
        if let Some(tables) = &mut self.tables {
            tables.end(runtime.listing());
        }
        Ok(())
    }
}

/// Writes a combination to all output data sets.
fn output(
    means: &Means,
    Combination {
        bits,
        observations,
        figures,
    }: Combination<'_>,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<()> {
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
