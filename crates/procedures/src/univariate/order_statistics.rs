//! What is learned from the values of each variable in order.

use feedrate_stats::quantile::{Modes, Percentiles};
use feedrate_stats::univariate::LocationTest;

use super::location::Location;
use super::normality::{Normality, NormalityTests};
use super::request::Univariate;
use crate::aggregate::{Ordered, ValueVisitor};

/// Bytes of a value that is held with how often it is there.
const HELD_BYTES: usize = 2 * size_of::<f64>();

/// What a variable's values say.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderStatistics {
    /// The percentiles that are wanted, and their values.
    pub percentiles: Vec<(f64, Option<f64>)>,
    /// The modes of values without weights.
    pub modes: Modes,
    pub sign: Option<LocationTest>,
    pub signed_rank: Option<LocationTest>,
    /// Whether the signed rank test was left out for want of memory.
    pub lacks_memory: bool,
    pub normality: NormalityTests,
}

impl OrderStatistics {
    /// A percentile; missing where there is none.
    pub(super) fn percentile(&self, percent: f64) -> f64 {
        let mut known = self.percentiles.iter();
        let found = known.find(|(other, _)| *other == percent);
        let value = found.and_then(|(_, value)| *value);
        value.unwrap_or(feedrate_values::missing::MISSING)
    }
}

/// Looks at the values of all variables of a combination of classes.
pub(super) struct OrderObserver<'m> {
    univariate: &'m Univariate,
    percents: &'m [f64],
    memory: usize,
    percentiles: Percentiles,
    /// The value at hand, which may come in parts.
    current: Option<(f64, f64)>,
    location: Option<Location>,
    normality: Option<Normality>,
    /// Whether a variable is at hand.
    begun: bool,
    found: Vec<OrderStatistics>,
}

impl<'m> OrderObserver<'m> {
    /// No more than `memory` bytes are to be held.
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

    /// What was found of each variable.
    pub(super) fn finish(mut self) -> Vec<OrderStatistics> {
        self.end();
        self.found
    }

    /// The value at hand is complete.
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

    /// The variable at hand is complete.
    fn end(&mut self) {
        self.pass();
        if !std::mem::take(&mut self.begun) {
            return;
        }
        let percentiles = self.percents.iter();
        let percentiles =
            percentiles.map(|&percent| (percent, self.percentiles.percentile(percent)));
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
            normality: self
                .normality
                .take()
                .map(Normality::tests)
                .unwrap_or_default(),
        });
    }
}

impl ValueVisitor for OrderObserver<'_> {
    fn begin(&mut self, ordered: &Ordered) {
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
        // With weights neither ranks nor the tests of normality are defined.
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
