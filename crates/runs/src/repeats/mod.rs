//! Repeats: a program that was run several times, one run after the other.
//!
//! | module | contents |
//! |---|---|
//! | [`RepeatsRecord`] | the result as JSON: all runs, and the summary of each step |
//! | `figures` | what is summarized of a step and of a run |
//! | `first` | whether the first run found another page cache |
//! | [`document`] | the summary as a table |

mod figures;
mod first;
mod record;
mod table;

pub use figures::RepeatedFigures;
pub use record::{FORMAT_VERSION, RepeatedStep, RepeatsRecord};
pub use table::document;
