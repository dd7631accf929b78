//! The values of variables, of which percentiles, modes and tests are computed.
//!
//! | module | contents |
//! |---|---|
//! | [`tally`](Tally) | collects values; if memory is insufficient, combines equal ones or spills them |
//! | [`rows`](ValueRows) | the values of observations in memory, in the order in which they come |
//! | [`grouped`](GroupedValues) | the same, those of each cell together |
//! | [`segments`](Segments) | the same on disk, where those of each cell are many |
//! | [`uncombined`](UncombinedValues) | both, with their cells |
//! | [`held`](HeldValues) | values of all parts of the data as they came, by the combinations of the results |
//! | [`cell`](CellValues) | the values of a variable in a combination, as far in order as they need to be |
//! | [`sorted`](SortedValues), [`record`] | values that were combined, in order; spilled ones |

mod cell;
mod grouped;
mod held;
mod record;
mod rows;
mod segments;
mod sorted;
mod tally;
mod uncombined;

use grouped::GroupedValues;
use rows::ValueRows;
use segments::Segments;
use uncombined::UncombinedValues;

pub(super) use cell::{CellValues, Order};
pub(super) use held::HeldValues;
pub(super) use sorted::SortedValues;
pub(super) use tally::Tally;

/// The values of a crossing.
#[derive(Debug)]
pub(super) enum CrossingValues<'r> {
    /// None were combined.
    Held(HeldValues<'r>),
    /// Equal ones were combined.
    Sorted(SortedValues<'r>),
}
