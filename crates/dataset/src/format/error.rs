//! Errors in the bytes of a data set.

use crate::schema::SchemaError;

/// Why bytes are not a valid data set, or a data set cannot be written as bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file does not begin like a data set.
    #[error("it does not begin as a SAS data set does; name a .sas7bdat file")]
    NotADataSet,
    /// There are fewer bytes than needed.
    #[error("it ends at byte {found}, within the first {needed}; copy it again from where it came")]
    TooShort {
        /// The number of bytes needed.
        needed: u64,
        /// The number of bytes.
        found: u64,
    },
    /// A field of the header has an invalid value.
    #[error("its header is damaged: {what} is {value}; restore the file from a copy")]
    Header {
        /// The field.
        what: &'static str,
        /// Its value.
        value: u64,
    },
    /// A page is damaged.
    #[error("page {} is damaged: {reason}; restore the file from a copy", number + 1)]
    Page {
        /// The number of the page, from 0 after the header. The message counts from 1, as listings do.
        number: u64,
        /// The reason.
        reason: String,
    },
    /// The description of the variables is contradictory.
    #[error("the description of its variables is damaged: {reason}; restore the file from a copy")]
    Description {
        /// The reason.
        reason: String,
    },
    /// The variables are not valid.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The file has an unsupported feature.
    #[error("{what} is not supported; {remedy}")]
    Unsupported {
        /// The feature.
        what: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A page is too small for the minimum content of a page.
    #[error("a page of {page_size} bytes is too small for rows of {row_length}; use BUFSIZE={needed} or more")]
    PageTooSmall {
        /// The size of a page in bytes.
        page_size: u32,
        /// The length of a row in bytes.
        row_length: u32,
        /// The minimum page size, in bytes.
        needed: u32,
    },
    /// A text exceeds the length of its field.
    #[error("the {what} is {length} bytes long; at most {most} fit")]
    TooLong {
        /// The text.
        what: &'static str,
        /// Its length in bytes.
        length: usize,
        /// The maximum length.
        most: usize,
    },
    /// A text cannot be decoded.
    #[error("text in the encoding {encoding} cannot be read: {reason}")]
    Encoding {
        /// The encoding by name, or by number if it has none.
        encoding: String,
        /// The reason.
        reason: String,
    },
}

impl FormatError {
    pub(crate) fn page(number: u64, reason: impl Into<String>) -> Self {
        Self::Page {
            number,
            reason: reason.into(),
        }
    }

    pub(crate) fn description(reason: impl Into<String>) -> Self {
        Self::Description { reason: reason.into() }
    }
}
