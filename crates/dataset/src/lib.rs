//! Data sets: their pages, their variables, and libraries.
//!
//! A data set is a `.sas7bdat` file: a header, and pages of one size with its description and its rows, which all have
//! the same length. Rows are read and written in place, in the buffers of the page transfers.
//!
//! | module | contents |
//! |---|---|
//! | [`schema`] | the variables of a data set |
//! | [`format`](mod@format) | the format of `.sas7bdat` files, on bytes |
//! | [`xport`] | transport files, on bytes |
//! | [`file_format`] | the interface of a format of files |
//! | `native` | `.sas7bdat` files |
//! | [`delimited`] | files of values separated by commas or other characters |
//! | [`encoding`] | the encodings of character values |
//! | [`settings`] | page size, buffers, direct I/O: the requested and the effective settings |
//! | [`index`] | the indexes of data sets |
//! | [`key`] | sort keys of rows |
//! | `compression` | compressed rows |
//! | [`pages`] | page transfers, and the account of each file |
//! | [`pipe`] | data sets that are piped between processes |
//! | [`reader`] | reading the rows of a data set |
//! | [`random`] | reading observations by their numbers |
//! | [`writer`] | writing a new data set, which appears when it is complete |
//! | [`update`] | changing observations of a data set in its file |
//! | [`appender`] | appending rows to a data set |
//! | `locks`, `drafts` | the right to change a file; files under a temporary name until they are complete |
//! | [`library`] | named folders of data sets |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod appender;
mod compression;
pub mod delimited;
mod drafts;
pub mod encoding;
mod error;
pub mod file_format;
pub mod format;
mod guarded;
pub mod index;
pub mod key;
pub mod library;
mod locks;
mod name;
mod native;
pub mod pages;
pub mod pipe;
pub mod random;
pub mod reader;
pub mod schema;
pub mod settings;
mod system;
pub mod update;
mod whole_file;
pub mod writer;
pub mod xport;

pub use appender::{Append, Appender};
pub use error::{Error, FileChange, Remains, Result};
pub use guarded::guarded;
pub use library::{Libraries, Location};
pub use name::{DataSetName, NameError};
pub use pages::{CompressionEffect, FileAccount, Identity};
pub use random::{Lookups, RandomReader};
pub use reader::{Reader, RowNumbers, Rows, Selection};
pub use schema::{Schema, Variable};
pub use settings::{RequestedSettings, Settings};
pub use update::Updater;
pub use whole_file::WholeFile;
pub use writer::Writer;
