//! Statistics that are computed from the values of each variable in order.

use feedrate_stats::quantile::{Modes, Percentiles};
use feedrate_stats::univariate::LocationTest;

use super::location::Location;
use super::normality::{Normality, NormalityTests};
use super::request::Univariate;
use crate::aggregate::{OrderedVariable, ValueVisitor};

/// The memory of a value and its frequency, in bytes.
const HELD_BYTES: usize = 2 * size_of::<f64>();

/// The results for a variable.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderStatistics {
    /// The requested percentiles, and their values.
    pub percentiles: Vec<(f64, Option<f64>)>,
    /// The modes, if there are no weights.
    pub modes: Modes,
    pub sign: Option<LocationTest>,
    pub signed_rank: Option<LocationTest>,
    /// True if the signed rank test was omitted because memory was insufficient.
    pub lacks_memory: bool,
    pub normality: NormalityTests,
}

impl OrderStatistics {
    /// Returns a percentile; missing if there is none.
    pub(super) fn percentile(&self, percent: f64) -> f64 {
        let mut known = self.percentiles.iter();
        let found = known.find(|(other, _)| *other == percent);
        let value = found.and_then(|(_, value)| *value);
        value.unwrap_or(feedrate_values::missing::MISSING)
    }
}

/// Observes the values of all variables of a combination of class values.
pub(super) struct OrderObserver<'m> {
    univariate: &'m Univariate,
    percents: &'m [f64],
    memory: usize,
    percentiles: Percentiles,
    /// The current value and its frequency so far.
    current: Option<(f64, f64)>,
    location: Option<Location>,
    normality: Option<Normality>,
    /// True if a variable was begun.
    begun: bool,
    found: Vec<OrderStatistics>,
}

impl<'m> OrderObserver<'m> {
    /// Returns an observer that holds at most `memory` bytes.
    pub(super) fn new(univariate: &'m Univariate, percents: &'m [f64], memory: usize) -> Self {
        Self {
            univariate,
            percents,
            memory,
            percentiles: Percentiles::default(),
            current: None,
            location: None,
            normality: None,
            begun: false,
            found: Vec::new(),
        }
    }

    /// Returns the results for each variable.
    pub(super) fn finish(mut self) -> Vec<OrderStatistics> {
        self.end();
        self.found
    }

    /// Completes the current value.
    fn pass(&mut self) {
        let Some((value, count)) = self.current.take() else {
            return;
        };
        if let Some(location) = &mut self.location {
            location.take(value, count);
        }
        if let Some(normality) = &mut self.normality {
            normality.take(value, count);
        }
    }

    /// Completes the current variable.
    fn end(&mut self) {
        self.pass();
        if !std::mem::take(&mut self.begun) {
            return;
        }
        let percentiles = self.percents.iter();
        let percentiles = percentiles.map(|&percent| (percent, self.percentiles.percentile(percent)));
        let location = self.location.take().map(Location::tests);
        let (sign, signed_rank, lacks_memory) = location.unwrap_or_default();
        self.found.push(OrderStatistics {
            percentiles: percentiles.collect(),
            modes: match self.univariate.aggregation.weight {
                None => self.percentiles.modes(),
                Some(_) => Modes::default(),
            },
            sign,
            signed_rank,
            lacks_memory,
            normality: self.normality.take().map(Normality::tests).unwrap_or_default(),
        });
    }
}

impl ValueVisitor for OrderObserver<'_> {
    fn begin(&mut self, ordered: &OrderedVariable) {
        self.end();
        self.begun = true;
        let aggregation = &self.univariate.aggregation;
        let is_weighted = aggregation.weight.is_some();
        let of = match is_weighted {
            true => ordered.weight,
            false => ordered.n,
        };
        self.percentiles
            .begin(self.percents, of, is_weighted, aggregation.definition);
        // Ranks and tests for normality are not defined with weights.
        if !is_weighted && self.univariate.tests_ranks() {
            let locations = &self.univariate.locations;
            let location = locations.get(ordered.variable).copied().unwrap_or(0.0);
            self.location = Some(Location::new(location, self.memory / HELD_BYTES));
        }
        if !is_weighted && self.univariate.tests_normality() {
            self.normality = Some(Normality::new(ordered.n, ordered.mean, ordered.deviation));
        }
    }

    #[inline]
    fn take(&mut self, value: f64, weight: f64) {
        self.percentiles.take(value, weight);
        match &mut self.current {
            Some((current, count)) if *current == value => *count += weight,
            _ => {
                self.pass();
                self.current = Some((value, weight));
            }
        }
    }
}
