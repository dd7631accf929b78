//! Statistics of results, one combination of class values after the other.

use super::collect::Needs;
use super::figures::Rules;
use super::moments::Layout;
use super::quantiles::{Finder, QuantileDefinition};
use super::request::Aggregation;
use super::rollup::Results;
use super::statistic::Statistic;
use crate::data::{Faulted, Values};

/// What does not change from one BY group to the next.
#[derive(Debug)]
pub(super) struct Computer<'s> {
    layout: Layout,
    rules: Rules,
    definition: QuantileDefinition,
    /// All statistics that are wanted of each variable.
    statistics: &'s [Statistic],
    /// The percentiles that they are made of.
    percents: Vec<u8>,
    finder: Finder,
    /// The statistics of the first variable, then those of the second, and so on.
    figures: Vec<f64>,
    /// The key of the combination at hand.
    key: Vec<u8>,
}

/// The results of all observations or, under BY, of a group, whose values lie in the vector.
#[derive(Debug)]
pub(in crate::procedure) struct Computed<'c, 'm, 'r> {
    pub(super) computer: &'c mut Computer<'m>,
    pub(super) aggregation: &'m Aggregation,
    pub(super) results: Results<'m, 'r>,
    /// The type of the combination at hand.
    pub(super) bits: u64,
    /// Its observations.
    pub(super) observations: f64,
}

/// A combination of class values.
#[derive(Clone, Copy, Debug)]
pub(in crate::procedure) struct Combination<'f> {
    /// Its type.
    pub bits: u64,
    /// How many observations it has.
    pub observations: f64,
    /// Its statistics.
    pub figures: Figures<'f>,
}

/// The statistics of a combination.
#[derive(Clone, Copy, Debug)]
pub(in crate::procedure) struct Figures<'f> {
    statistics: &'f [Statistic],
    figures: &'f [f64],
}

impl<'f> Figures<'f> {
    /// A statistic of a variable.
    pub(in crate::procedure) fn of(&self, variable: usize, statistic: Statistic) -> f64 {
        let statistics = self.statistics;
        let place = statistics.iter().position(|&other| other == statistic);
        let figure = place.and_then(|place| self.figures.get(variable * statistics.len() + place));
        figure.copied().unwrap_or(feedrate_values::missing::MISSING)
    }

    /// All of them: those of the first variable, then those of the second, and so on.
    pub(in crate::procedure) fn all(&self) -> &'f [f64] {
        self.figures
    }
}

impl<'s> Computer<'s> {
    pub(super) fn new(
        aggregation: &Aggregation,
        needs: Needs,
        statistics: &'s [Statistic],
    ) -> Self {
        let mut percents: Vec<u8> = statistics
            .iter()
            .flat_map(|statistic| statistic.percents())
            .copied()
            .collect();
        percents.sort_unstable();
        percents.dedup();
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
            finder: Finder::default(),
            figures: Vec::new(),
            key: Vec::new(),
        }
    }
}

impl Computed<'_, '_, '_> {
    /// Goes on to the next combination, in the order of types and class values; false past the last.
    pub(in crate::procedure) fn advance(&mut self) -> Faulted<bool> {
        let computer = &mut *self.computer;
        let Some((key, cell)) = self.results.cells.next()? else {
            return Ok(false);
        };
        let place = key.first_chunk().copied().map_or(0, u32::from_be_bytes);
        let types = &self.aggregation.types;
        self.bits = types.get(place as usize).copied().unwrap_or(0);
        computer.figures.clear();
        for variable in 0..self.aggregation.variables.len() {
            let moments = computer.layout.get(cell, variable);
            if let Some(values) = &mut self.results.values {
                let (of, weighted) = match computer.rules.weighted {
                    true => (moments.weight, true),
                    false => (moments.n, false),
                };
                let finder = &mut computer.finder;
                finder.begin(&computer.percents, of, weighted, computer.definition);
                values.of(key, variable, |value, weight| finder.take(value, weight))?;
            }
            let (rules, finder) = (computer.rules, &computer.finder);
            let figure =
                |&statistic: &Statistic| rules.figure(statistic, &moments, cell[0], finder);
            let figures = computer.statistics.iter().map(figure);
            computer.figures.extend(figures);
        }
        computer.key.clear();
        computer.key.extend_from_slice(key);
        self.observations = cell[0];
        Ok(true)
    }

    /// The combination at hand.
    pub(in crate::procedure) fn current(&self) -> Combination<'_> {
        Combination {
            bits: self.bits,
            observations: self.observations,
            figures: Figures {
                statistics: self.computer.statistics,
                figures: &self.computer.figures,
            },
        }
    }

    /// Puts the class values of the combination at hand into the places of their variables; those of variables that its
    /// type does not have are missing there.
    pub(in crate::procedure) fn load(&self, values: &mut Values) {
        self.results
            .ranks
            .load(&self.computer.key, self.bits, values);
    }

    /// What stands for the value of a class variable in the combination at hand: bytes that sort as its
    /// classes do.
    pub(in crate::procedure) fn class_key(&self, class: usize) -> &[u8] {
        self.results.ranks.part(&self.computer.key, class)
    }
}
