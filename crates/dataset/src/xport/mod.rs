//! Transport files (`libname x xport`), on bytes: only its container, source and sink open files.
//!
//! The format is published: "Record Layout of a SAS Version 5 or 6 Data Set in SAS Transport (XPORT) Format", TS-140,
//! and its sequel for versions 8 and 9. A file is a sequence of records of 80 bytes with one or more data sets; only
//! the next header, or the end of the file, marks the end of one. So a [`Scanner`] must read the whole file before its
//! content is known.
//!
//! ```text
//! let mut scanner = Scanner::new();
//! for chunk in chunks_of_the_file {
//!     scanner.take(&chunk)?;
//! }
//! for member in scanner.finish()?.members {
//!     let mut decoder = member.decoder();
//!     // Rows are at member.start, member.row_length bytes each, member.rows of them.
//!     decoder.decode(&row_of_the_file, &mut row);   // `row` has the layout of member.schema
//! }
//! ```

mod container;
mod decode;
mod error;
mod growth;
mod heading;
mod ibm;
mod labels;
mod member_draft;
mod names;
mod namestr;
mod positions;
mod record;
mod scan;
mod sink;
mod source;

use std::ops::Range;

pub(crate) use container::Transport;
pub use decode::Decoder;
pub use error::XportError;
pub use scan::Scanner;

use feedrate_values::Kind;

use crate::format::Order;
use crate::schema::{Schema, SchemaError};
use crate::settings::CharacterExpansion;

/// The name of the engine in output.
pub(crate) const ENGINE: &str = "XPORT";

/// The version of a transport file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// That of SAS 5 and 6: short names, labels and texts.
    V5,
    /// That of SAS 8 and 9.
    V8,
}

impl Version {
    /// Returns the length of the longest name.
    fn longest_name(self) -> usize {
        match self {
            Self::V5 => 8,
            Self::V8 => 32,
        }
    }
}

/// The content of a transport file.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Its version.
    pub version: Version,
    /// Its data sets, in their order.
    pub members: Vec<Member>,
}

/// A data set of a transport file.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its label; may be empty.
    pub label: String,
    /// Its type, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// Its variables, in the layout of [`Decoder::decode`]. Numbers have eight bytes, because a shorter IBM number may
    /// need them, and texts as many as their longest value in UTF-8.
    pub schema: Schema,
    /// The differences from the file.
    pub notes: Vec<String>,
    /// Where it is in the file, with its heading.
    pub bytes: Range<u64>,
    /// The offset of its rows in the file.
    pub start: u64,
    /// The number of rows. Trailing rows of blanks cannot be distinguished from the padding of the last record, and do
    /// not count.
    pub rows: u64,
    /// The length of a row in the file, in bytes.
    pub row_length: usize,
    stored: Vec<ValuePosition>,
}

/// The position of a value in a row of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ValuePosition {
    from: usize,
    length: usize,
}

impl Member {
    /// Gives its texts more room.
    ///
    /// # Errors
    ///
    /// Returns an error if a row would be too long.
    pub(crate) fn expand(&mut self, expansion: CharacterExpansion) -> Result<(), SchemaError> {
        let mut variables = self.schema.variables().to_vec();
        for (variable, stored) in variables.iter_mut().zip(&self.stored) {
            if variable.kind == Kind::Text {
                variable.length = stored.length as u32;
            }
        }
        let wider = expansion.of(&Schema::lay_out(variables)?)?;
        let mut variables = wider.variables().to_vec();
        for (variable, grown) in variables.iter_mut().zip(self.schema.variables()) {
            variable.length = variable.length.max(grown.length);
        }
        self.schema = Schema::lay_out(variables)?;
        Ok(())
    }

    /// Returns the lengths of its variables in the file, in bytes.
    pub fn stored_lengths(&self) -> impl Iterator<Item = usize> {
        self.stored.iter().map(|stored| stored.length)
    }

    /// Returns a decoder of its rows.
    pub fn decoder(&self) -> Decoder {
        let values = self.stored.iter().zip(self.schema.variables());
        let fields = values.filter_map(|(stored, variable)| {
            let number = variable.number_field(Order::Little).map(Target::Number);
            Some(Field {
                from: stored.from,
                length: stored.length,
                to: number.or_else(|| variable.text_field().map(Target::Text))?,
            })
        });
        Decoder::new(fields.collect())
    }
}

/// The position of a value in a row of the file, and in the decoded row.
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

#[cfg(test)]
mod tests;
