//! Transport files (`libname x xport`), on bytes: nothing here opens a file.
//!
//! The format is published: "Record Layout of a SAS Version 5 or 6 Data Set in SAS Transport (XPORT)
//! Format", TS-140, and its sequel for versions 8 and 9. A file is a sequence of records of 80 bytes
//! that holds one data set or several; nothing but the next header, or the end of the file, says where
//! one ends. So a [`Scanner`] must see the whole file before it can say what is in it.
//!
//! ```text
//! let mut scanner = Scanner::new();
//! for chunk in chunks_of_the_file {
//!     scanner.take(&chunk)?;
//! }
//! for member in scanner.finish()? {
//!     let mut decoder = member.decoder();
//!     // Rows lie from member.start on, member.row_length bytes each, member.rows of them.
//!     decoder.decode(&row_of_the_file, &mut row);   // `row` is laid out as member.schema says
//! }
//! ```

mod decode;
mod ibm;
mod labels;
mod namestr;
mod positions;
mod record;
mod scan;

pub use decode::Decoder;
pub use scan::Scanner;

use crate::schema::{Schema, SchemaError};

/// A data set of a transport file.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// What it means; empty for none.
    pub label: String,
    /// Its type, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// Its variables, as rows come out of [`Decoder::decode`]. Numbers have eight bytes, because an IBM
    /// number of fewer may need them.
    pub schema: Schema,
    /// Where in the file its rows begin, in bytes.
    pub start: u64,
    /// The number of rows. Rows of nothing but blanks at the end cannot be told from the filling of the
    /// last record, and do not count.
    pub rows: u64,
    /// The length of a row in the file, in bytes.
    pub row_length: usize,
    fields: Vec<Field>,
}

impl Member {
    /// The lengths of its variables in the file, in bytes.
    pub fn stored_lengths(&self) -> impl Iterator<Item = usize> {
        self.fields.iter().map(|field| field.length)
    }

    /// Turns its rows into rows of its schema.
    pub fn decoder(&self) -> Decoder {
        Decoder::new(self.fields.clone())
    }
}

/// Where a value lies in a row of the file, and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    from: usize,
    length: usize,
    to: Target,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Number(crate::format::NumberField),
    Text(crate::format::TextField),
}

/// Why bytes are not those of a transport file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum XportError {
    /// The file does not begin as transport files do.
    #[error(
        "it does not begin as a transport file does; name a file that PROC COPY or a DATA step wrote through the XPORT engine"
    )]
    NotATransportFile,
    /// The file is of PROC CPORT, which is another format.
    #[error(
        "it was written by PROC CPORT, whose format is not published; write it through the XPORT engine where it was made"
    )]
    Cport,
    /// The file ends within its headers.
    #[error(
        "it ends at byte {at}, where {expected} should be; copy it again from where it came, in binary mode"
    )]
    Ends {
        /// Where it ends.
        at: u64,
        /// What should be there.
        expected: &'static str,
    },
    /// A record is not what it must be.
    #[error(
        "the record at byte {at} is not what it must be: {reason}; copy the file again from where it came, in binary mode"
    )]
    Record {
        /// Where the record begins.
        at: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The places of values in a row contradict one another.
    #[error("data set {member} cannot be read: {reason}; write the file again where it was made")]
    Places {
        /// The data set.
        member: String,
        /// What contradicts what.
        reason: String,
    },
    /// The variables cannot be those of a data set.
    #[error("data set {member} cannot be read: {source}")]
    Schema {
        /// The data set.
        member: String,
        /// Why not.
        source: SchemaError,
    },
}

#[cfg(test)]
mod tests;
