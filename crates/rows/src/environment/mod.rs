//! The parts of the session that a step uses: libraries, formats, macro symbols, log, listing.

pub(crate) mod collected_lines;
mod group_value;
pub(crate) mod log;
mod results;
pub(crate) mod session;
pub mod table;

pub use collected_lines::CollectedLines;
pub use feedrate_options::StepOptions as Options;
pub use feedrate_options::{MemoryGrant, MemoryRefused};
pub use feedrate_values::Severity;
pub use group_value::GroupValue;
pub use log::{Listing, Log, names_place, with_place};
pub use results::{Audience, Cell, ResultColumn, TableOfResults};
pub use session::{Environment, StepSession};
