//! The parts of the session that a step uses: libraries, formats, macro symbols, log, listing.

pub(crate) mod collected_lines;
pub(crate) mod log;
mod results;
pub(crate) mod session;
pub mod table;

pub use collected_lines::CollectedLines;
pub use feedrate_options::StepOptions as Options;
pub use feedrate_options::{MemoryGrant, MemoryRefused};
pub use feedrate_values::Severity;
pub use log::{Listing, Log, names_place, with_place};
pub use results::{Audience, Cell, GroupValue, ResultColumn, TableOfResults};
pub use session::{Environment, StepSession};
