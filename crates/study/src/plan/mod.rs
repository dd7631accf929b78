//! The cells of a study, the order of its runs, and the space that they need.

mod block;
mod document;
mod forecast;
mod history;
mod order;
mod runs;
#[cfg(test)]
mod tests;

pub use block::{Block, Cell};
pub(crate) use document::command_line;
pub use document::{document, set_by};
pub use forecast::{Forecast, SmallRuns};
pub use history::History;
pub use order::order;
pub use runs::{Plan, TimeEstimate};
