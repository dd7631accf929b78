//! Parquet and Arrow files as data sets of a library.
//!
//! | module | contents |
//! |---|---|
//! | `parquet_file` | Parquet files |
//! | `arrow_file` | files in Arrow's IPC format, also called Feather |
//! | `batches` | the interface of either for reading |
//! | `source` | the rows of either, read batch by batch |
//! | `columns` | the mapping of columns to variables |
//! | `values`, `decode` | the values of columns; a batch of columns as rows, or column by column |
//! | `views` | character values that are shared rather than copied |
//! | `chosen_rows` | rows that are chosen before all of their values are decoded |
//! | `lost_values` | values of a file that variables cannot hold exactly |
//! | `longest` | the lengths of character columns that do not state them |
//! | `encode` | rows as a batch of columns |
//! | `moments` | dates and times as columns have them |
//! | `tally` | values that columns could not hold exactly |
//! | `sink` | new files of either format |
//! | `file_bytes` | the bytes of a file, and errors about them |
//! | `stored_attributes` | attributes of a data set that the columns of a file cannot express |
//!
//! All bytes are transferred by [`feedrate_dataset::pages`]; the crates of Arrow and Parquet only process memory.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod arrow_file;
mod batches;
mod chosen_rows;
mod columns;
mod decode;
mod describe;
mod encode;
mod file_bytes;
mod longest;
mod lost_values;
mod moments;
mod parquet_file;
mod sink;
mod source;
mod stored_attributes;
mod tally;
#[cfg(test)]
mod tests;
mod values;
mod views;

use std::sync::Arc;

use feedrate_dataset::file_format::FileFormat;

pub use arrow_file::ArrowFile;
pub use parquet_file::Parquet;

/// Returns both formats, for [`feedrate_dataset::library::Engines::add`].
pub fn formats() -> Vec<Arc<dyn FileFormat>> {
    vec![Arc::new(Parquet::default()), Arc::new(ArrowFile::default())]
}
