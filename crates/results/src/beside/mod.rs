//! Results beside each other: a column for each file, and a row for each figure.

mod document;
mod json;
mod packed;
#[cfg(test)]
mod tests;
mod values;

pub use document::document;
pub use json::{FORMAT_VERSION, ResultsBeside, report};
pub use values::values;
