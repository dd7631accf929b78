//! The profile of a run of a program, which is what it moved over time: read from its record, shown as tables and
//! pictures.

mod document;
mod file_use;
mod input;
mod model;
mod picture;
mod record;

pub use document::document;
pub use file_use::*;
pub use input::{InputContent, read};
pub use model::*;
pub use record::{ProfileRecord, inputs_of, machine};
