//! What a step needs of the session: libraries, formats, symbols, log, listing.

mod collected;
mod log;
mod memory;
mod results;
pub mod table;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::Libraries;
use feedrate_values::format::Formats;
use feedrate_values::function::{Clock, Symbols};

pub use collected::Collected;
pub use feedrate_options::StepOptions as Options;
pub use feedrate_values::Severity;
pub use log::{Listing, Log};
pub use memory::{MemoryGrant, MemoryRefused};
pub use results::{Audience, Cell, GroupValue, ResultColumn, TableOfResults};

/// What the session lends a step while it runs.
pub struct Environment<'a> {
    /// The libraries, by whose names the step opens and makes data sets.
    pub libraries: &'a mut Libraries,
    /// The catalogue of formats.
    pub formats: &'a Formats,
    /// The macro symbols.
    pub symbols: &'a mut dyn Symbols,
    /// Tells the time.
    pub clock: &'a dyn Clock,
    /// Where messages go.
    pub log: &'a mut dyn Log,
    /// Where results go that are for people to read.
    pub listing: &'a mut dyn Listing,
    /// The system options that steps heed, with the cores and the memory that there are.
    pub options: Options,
    /// `UTILLOC=`: the folder in which what does not fit into memory is laid down.
    pub utility_folder: &'a Path,
    /// Becomes true when the user wants the step to stop.
    pub stop: &'a AtomicBool,
}
