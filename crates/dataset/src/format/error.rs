//! What can be wrong with the bytes of a data set.

use crate::schema::SchemaError;

/// Why bytes are not those of a data set, or a data set cannot be written as bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file does not begin as data sets do.
    #[error("it does not begin as a SAS data set does; name a .sas7bdat file")]
    NotADataSet,
    /// There are fewer bytes than are needed to go on.
    #[error("it ends at byte {found}, within the first {needed}; copy it again from where it came")]
    TooShort {
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// A field of the header has a value that cannot be.
    #[error("its header is damaged: {what} is {value}; restore the file from a copy")]
    Header {
        /// Which field.
        what: &'static str,
        /// Its value.
        value: u64,
    },
    /// A page is damaged.
    #[error("page {} is damaged: {reason}; restore the file from a copy", number + 1)]
    Page {
        /// Which page, counted from 0 after the header. The message counts from 1, as listings do.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// What the pages say of the variables does not fit together.
    #[error("the description of its variables is damaged: {reason}; restore the file from a copy")]
    Description {
        /// What does not fit.
        reason: String,
    },
    /// The variables cannot be those of a data set.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The file has something that is not read here.
    #[error("{what} is not supported; {remedy}")]
    Unsupported {
        /// What it has.
        what: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A page is too small for what must lie on one page.
    #[error(
        "a page of {page_size} bytes is too small for rows of {row_length}; use BUFSIZE={needed} or more"
    )]
    PageTooSmall {
        /// The size of a page in bytes.
        page_size: u32,
        /// The length of a row in bytes.
        row_length: u32,
        /// The smallest page that will do, in bytes.
        needed: u32,
    },
    /// A text is longer than its field.
    #[error("the {what} is {length} bytes long; at most {most} fit")]
    TooLong {
        /// Which text.
        what: &'static str,
        /// Its length in bytes.
        length: usize,
        /// The longest one that fits.
        most: usize,
    },
    /// A text does not decode.
    #[error("text in the encoding {encoding} cannot be read: {reason}")]
    Encoding {
        /// The encoding by name, or by number where it has none.
        encoding: String,
        /// Why not.
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
        Self::Description {
            reason: reason.into(),
        }
    }
}
