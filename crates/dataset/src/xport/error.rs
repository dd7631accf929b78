//! Errors of the content of transport files.

use crate::schema::SchemaError;

/// The reason why a file is not a valid transport file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XportError {
    /// It does not begin like a transport file.
    #[error(
        "it does not begin as a transport file does; name a file that PROC COPY or a DATA step wrote through the XPORT \
         engine"
    )]
    NotATransportFile,
    /// It was written by PROC CPORT, whose format is another.
    #[error(
        "it was written by PROC CPORT, whose format is not published; write it through the XPORT engine where it was \
         made"
    )]
    Cport,
    /// It ends within its headers.
    #[error("it ends at byte {at}, where {expected} should be; copy it again from where it came, in binary mode")]
    Ends {
        /// The offset of the end.
        at: u64,
        /// The missing part.
        expected: &'static str,
    },
    /// A record is invalid.
    #[error(
        "the record at byte {at} is not what it must be: {reason}; copy the file again from where it came, in binary \
         mode"
    )]
    Record {
        /// The offset of the record.
        at: u64,
        /// The reason.
        reason: String,
    },
    /// The positions of values in a row are contradictory.
    #[error("data set {member} cannot be read: {reason}; write the file again where it was made")]
    Places {
        /// The data set.
        member: String,
        /// The reason.
        reason: String,
    },
    /// The variables are not valid.
    #[error("data set {member} cannot be read: {source}")]
    Schema {
        /// The data set.
        member: String,
        /// The reason.
        source: SchemaError,
    },
}
