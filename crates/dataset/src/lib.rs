//! Data sets: their pages, their variables, the libraries that hold them.
//!
//! A data set is a `.sas7bdat` file: a header, and pages of one size that hold its description and its
//! rows, which are all of one length. Rows are read and filled in place, in the memory from which or to
//! which their pages are transferred.
//!
//! | room | what is in it |
//! |---|---|
//! | [`schema`] | the variables of a data set |
//! | [`format`](mod@format) | the format of `.sas7bdat` files, on bytes |
//! | [`xport`] | transport files, on bytes |
//! | [`foreign`] | what another format of files must be able to do to make a library |
//! | [`delimited`] | files of values with commas, or other characters, between them |
//! | [`encoding`] | the encodings of text |
//! | [`settings`] | page size, buffers, direct I/O: what was asked for, where, and what comes of it |
//! | [`pages`] | pages in and out of files, and the account of each file |
//! | [`pipe`] | data sets on their way from one process to another |
//! | [`reader`] | the rows of a data set |
//! | [`writer`] | a new data set, which appears when it is complete |
//! | [`appender`] | more rows for a data set that is there |
//! | [`library`] | the folders in which data sets lie, by their names |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod appender;
pub mod delimited;
pub mod encoding;
mod error;
pub mod foreign;
pub mod format;
mod guarded;
pub mod library;
mod name;
pub mod pages;
pub mod pipe;
pub mod reader;
pub mod schema;
pub mod settings;
mod whole_file;
pub mod writer;
pub mod xport;

pub use appender::{Append, Appender};
pub use error::{Error, Result};
pub use guarded::guarded;
pub use library::{Libraries, Location};
pub use name::{DataSetName, NameError};
pub use pages::{FileAccount, Identity};
pub use reader::{Reader, Rows};
pub use schema::{Schema, Variable};
pub use settings::{RequestedSettings, Settings};
pub use whole_file::WholeFile;
pub use writer::Writer;
