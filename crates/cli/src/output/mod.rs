//! The destinations of results: a document to standard output, JSON and HTML to files.

mod csv_folder;
mod destination;
mod files;
mod json_text;
mod ours;
mod results;
mod standard;
mod unless_closed;

pub use destination::Destination;
pub use files::{check, make_folder, write};
pub use json_text::json_text;
pub use results::{Places, Results, joined};
pub use standard::{print, print_to_stderr, standard_error, standard_output, to_stdout};
pub use unless_closed::UnlessClosed;
