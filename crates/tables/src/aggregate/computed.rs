//! The statistics of each combination of class values.

use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_program::Slot;
use feedrate_rows::{StepResult, Values};
use feedrate_stats::quantile::{Definition as QuantileDefinition, Percentiles};

use super::combination::{Combination, Figures};
use super::details::VariableDetails;
use super::figures::Rules;
use super::ids::load_ids;
use super::layout::Layout;
use super::needs::Needs;
use super::ranks::TYPE_BYTES;
use super::request::Aggregation;
use super::rollup::{CollectedParts, CrossingResults};
use super::statistic::Statistic;
use super::values::{CrossingValues, Order};
use super::visitor::{NoVisitor, OrderedVariable, ValueVisitor};

/// The state that is the same for all BY groups.
#[derive(Debug)]
pub(super) struct Computer<'s> {
    layout: Layout,
    rules: Rules,
    definition: QuantileDefinition,
    /// The statistics of each variable.
    statistics: &'s [Statistic],
    /// The percentiles that these statistics are computed from.
    percents: Vec<f64>,
    /// True if a statistic needs the values.
    needs_values: bool,
    /// True if a statistic needs all of them in ascending order.
    needs_order: bool,
    /// The ID variables of the observations with extreme values.
    ids: &'s [Slot],
    percentiles: Percentiles,
    /// The number of threads that bring values into order.
    workers: usize,
    /// The statistics of the current combination: those of the first variable, then those of the second, and so on.
    figures: Vec<f64>,
    /// The key of the current combination.
    key: Vec<u8>,
}

/// The results of all observations or of a BY group, whose values are in the vector.
#[derive(Debug)]
pub(crate) struct GroupResults<'c, 'm, 'r> {
    pub(super) computer: &'c mut Computer<'m>,
    aggregation: &'m Aggregation,
    needs: Needs<'m>,
    spilling: SpillSetting<'r>,
    gathered: CollectedParts<'m>,
    /// The current crossing.
    crossing: usize,
    /// The results of the current crossing.
    results: Option<CrossingResults<'m, 'r>>,
    /// The type of the current combination.
    bits: u64,
    /// The number of observations of the current combination.
    observations: f64,
    /// The numbers of the cell of the current combination, if details or observations are collected.
    cell: Vec<f64>,
}

impl<'s> Computer<'s> {
    pub(super) fn new(
        aggregation: &Aggregation,
        needs: Needs<'s>,
        statistics: &'s [Statistic],
        workers: usize,
    ) -> Self {
        let mut percents: Vec<u8> = statistics
            .iter()
            .flat_map(|statistic| statistic.percents())
            .copied()
            .collect();
        percents.sort_unstable();
        percents.dedup();
        let percents = percents.into_iter().map(f64::from).collect();
        Self {
            layout: needs.layout,
            rules: Rules {
                divisor: aggregation.divisor,
                alpha: aggregation.alpha,
                weighted: aggregation.weight.is_some(),
            },
            definition: aggregation.definition,
            statistics,
            percents,
            needs_order: statistics.contains(&Statistic::Mode),
            needs_values: statistics.iter().any(|statistic| statistic.needs_values()),
            ids: needs.ids,
            percentiles: Percentiles::default(),
            workers,
            figures: Vec::new(),
            key: Vec::new(),
        }
    }
}

impl<'c, 'm, 'r> GroupResults<'c, 'm, 'r> {
    /// Returns the results of the collected observations, positioned at the first crossing.
    pub(super) fn new(
        computer: &'c mut Computer<'m>,
        aggregation: &'m Aggregation,
        needs: Needs<'m>,
        gathered: CollectedParts<'m>,
        spilling: SpillSetting<'r>,
    ) -> StepResult<Self> {
        let mut computed = Self {
            computer,
            aggregation,
            needs,
            spilling,
            gathered,
            crossing: 0,
            results: None,
            bits: 0,
            observations: 0.0,
            cell: Vec::new(),
        };
        computed.open(0)?;
        Ok(computed)
    }

    /// Moves to a crossing. Crossings can be visited in any order, but each only once: its results are computed now,
    /// and those of the previous one are dropped.
    pub(crate) fn go_to(&mut self, crossing: usize) -> StepResult<()> {
        match crossing == self.crossing {
            true => Ok(()),
            false => self.open(crossing),
        }
    }

    /// Drops the results of the current crossing to free their memory. The crossing cannot be visited again.
    pub(crate) fn leave(&mut self) {
        self.results = None;
        self.crossing = usize::MAX;
    }

    /// Returns the means to spill, with half of MEMSIZE= as the memory limit.
    pub(crate) fn spilling(&self) -> SpillSetting<'r> {
        self.spilling
    }

    fn open(&mut self, crossing: usize) -> StepResult<()> {
        self.crossing = crossing;
        // Drop the previous results before new ones are computed, to free their memory.
        self.results = None;
        if let Some(own) = self.aggregation.crossings.get(crossing) {
            let workers = self.computer.workers;
            let results = (self.gathered).results(crossing, own, self.needs, self.spilling, workers)?;
            self.results = Some(results);
        }
        Ok(())
    }

    /// Advances to the next combination, in the order of types and class values. Returns false after the last.
    pub(crate) fn advance(&mut self) -> StepResult<bool> {
        self.advance_seeing(&mut NoVisitor)
    }

    /// Like [`advance`](Self::advance), and passes all values of each variable in order to `sight`.
    pub(crate) fn advance_seeing<S: ValueVisitor>(&mut self, sight: &mut S) -> StepResult<bool> {
        let computer = &mut *self.computer;
        let Some(results) = &mut self.results else {
            return Ok(false);
        };
        let Some((key, cell)) = results.cells.next()? else {
            return Ok(false);
        };
        let place = key.first_chunk().copied().map_or(0, u32::from_be_bytes);
        let types = &results.crossing.types;
        self.bits = types.get(place as usize).copied().unwrap_or(0);
        computer.figures.clear();
        for variable in 0..self.aggregation.variables.len() {
            let moments = computer.layout.get(cell, variable);
            if let Some(values) = &mut results.values {
                let (of, weighted) = match computer.rules.weighted {
                    true => (moments.weight, true),
                    false => (moments.n, false),
                };
                let percentiles = &mut computer.percentiles;
                percentiles.begin(&computer.percents, of, weighted, computer.definition);
                sight.begin(&OrderedVariable {
                    variable,
                    n: moments.n,
                    weight: moments.weight,
                    mean: computer.rules.of_moments(Statistic::Mean, &moments),
                    deviation: computer.rules.of_moments(Statistic::Deviation, &moments),
                });
                match values {
                    CrossingValues::Sorted(sorted) => sorted.of(key, variable, |value, weight| {
                        percentiles.take(value, weight);
                        sight.take(value, weight);
                    })?,
                    CrossingValues::Held(held) => {
                        self.spilling.check_stop()?;
                        let order = match S::NEEDS_VALUES || computer.needs_order {
                            true => Order::Ascending,
                            false => Order::Percentiles(computer.definition, &computer.percents),
                        };
                        if let Some(values) = held.of(key, variable, order)? {
                            if computer.needs_values {
                                values.give(percentiles);
                            }
                            if S::NEEDS_VALUES {
                                values.for_each(|value, weight| sight.take(value, weight));
                            }
                        }
                    }
                }
            }
            let (rules, percentiles) = (computer.rules, &computer.percentiles);
            let figure = |&statistic: &Statistic| rules.figure(statistic, &moments, cell[0], percentiles);
            let figures = computer.statistics.iter().map(figure);
            computer.figures.extend(figures);
        }
        computer.key.clear();
        computer.key.extend_from_slice(key);
        self.observations = cell[0];
        if computer.layout.details.wanted || computer.layout.selections.count > 0 {
            self.cell.clear();
            self.cell.extend_from_slice(cell);
        }
        Ok(true)
    }

    /// Returns the current combination.
    pub(crate) fn current(&self) -> Combination<'_> {
        Combination {
            bits: self.bits,
            observations: self.observations,
            figures: Figures {
                statistics: self.computer.statistics,
                figures: &self.computer.figures,
            },
        }
    }

    /// Loads the class values of the current combination into their slots. Variables of the crossing that are not in
    /// its type are set to missing.
    pub(crate) fn load(&self, values: &mut Values) {
        if let Some(results) = &self.results {
            let (crossing, parts) = (results.crossing, &results.parts);
            let ranks = &self.gathered.ranks;
            ranks.load(self.class_values(), crossing, parts, self.bits, values);
        }
    }

    /// Returns the part of the key after the type.
    fn class_values(&self) -> &[u8] {
        self.computer.key.get(TYPE_BYTES..).unwrap_or_default()
    }

    /// Returns the details of a variable in the current combination.
    pub(crate) fn detailed(&self, variable: usize) -> VariableDetails<'_> {
        let layout = self.computer.layout;
        VariableDetails {
            details: layout.details,
            place: self.cell.get(layout.details_of(variable)).unwrap_or_default(),
        }
    }

    /// Loads the ID values of an extreme observation into their slots. The tag comes from
    /// [`detailed`](Self::detailed).
    pub(crate) fn load_ids(&self, tag: &[f64], values: &mut Values) {
        load_ids(self.computer.ids, tag.get(1..).unwrap_or_default(), values);
    }

    /// Returns the number and the values of an observation that is selected in the current combination; the first has
    /// rank 0.
    pub(crate) fn selected(&self, selection: usize, rank: usize) -> Option<(f64, &[f64])> {
        let layout = self.computer.layout;
        let place = self.cell.get(layout.selected()).unwrap_or_default();
        layout.selections.selected(place, selection, rank)
    }

    /// Returns the value of a class variable in the current combination, as bytes that sort as its classes do.
    /// `place` is the index of the variable in the crossing.
    pub(crate) fn class_key(&self, place: usize) -> &[u8] {
        let parts = self.results.as_ref().map(|results| results.parts.own());
        let part = parts.and_then(|parts| parts.get(place));
        part.and_then(|&(_, start, end)| self.class_values().get(start..end))
            .unwrap_or_default()
    }
}
