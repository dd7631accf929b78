//! The moments, values and details that an aggregation collects for what is computed.

use feedrate_program::Slot;

use super::details::Details;
use super::ids::id_words;
use super::layout::Layout;
use super::request::{Aggregation, Computation};
use super::selections::{Selection, Selections};

/// The values that are collected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs<'m> {
    /// Which moments.
    pub layout: Layout,
    /// True if individual values are collected.
    pub values: bool,
    /// The ID variables of the observations with extreme values, or of those that are selected.
    pub ids: &'m [Slot],
    /// The selections of observations.
    pub selections: &'m [Selection],
}

impl<'m> Needs<'m> {
    pub(super) fn of(aggregation: &Aggregation, wanted: Computation<'m>) -> Self {
        let statistics = wanted.statistics;
        let tag: usize = wanted.ids.iter().copied().map(id_words).sum();
        Self {
            layout: Layout {
                variables: aggregation.variables.len(),
                weighted: aggregation.weight.is_some() || aggregation.frequency.is_some(),
                higher: statistics.iter().any(|statistic| statistic.needs_higher_moments()),
                details: Details {
                    wanted: wanted.extremes.is_some(),
                    extremes: wanted.extremes.unwrap_or(0),
                    tag: 1 + tag,
                },
                selections: Selections::of(wanted.selections, wanted.ids),
            },
            values: wanted.values || statistics.iter().any(|statistic| statistic.needs_values()),
            ids: wanted.ids,
            selections: wanted.selections,
        }
    }
}
