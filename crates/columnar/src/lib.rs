//! Parquet and Arrow files as data sets of a library.
//!
//! | room | what is in it |
//! |---|---|
//! | `parquet_file` | Parquet files |
//! | `arrow_file` | files in Arrow's format for interchange, also called Feather |
//! | `source` | the rows of either, by their batches |
//! | `columns` | which column becomes which variable |
//! | `decode` | a batch of columns as rows |
//! | `encode` | rows as a batch of columns |
//! | `file_bytes` | the bytes of a file, and what may go wrong over them |
//! | `kept` | what a file keeps of a data set that its columns do not say |
//!
//! All bytes move through [`feedrate_dataset::pages`]; the crates of Arrow and Parquet see memory only.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod arrow_file;
mod columns;
mod decode;
mod describe;
mod encode;
mod file_bytes;
mod parquet_file;
mod source;
mod stored_attributes;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use feedrate_dataset::foreign::FileFormat;

pub use arrow_file::ArrowFile;
pub use parquet_file::Parquet;

/// Both formats, for [`feedrate_dataset::library::Engines::add`].
pub fn formats() -> Vec<Arc<dyn FileFormat>> {
    vec![Arc::new(Parquet::default()), Arc::new(ArrowFile::default())]
}
