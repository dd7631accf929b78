//! The definition of an index: its variables.

use feedrate_values::Kind;
use feedrate_values::missing::is_missing;

use crate::format::field::Order;
use crate::key::KeyReader;
use crate::schema::{Schema, Variable};

/// An index of a data set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its name, in capitals. That of a simple index is the name of its variable.
    pub name: String,
    /// The names of its variables, in capitals.
    pub variables: Vec<String>,
    /// UNIQUE: whether no two observations have the same key.
    pub unique: bool,
    /// NOMISS: whether it is without the observations in which all of its variables are missing.
    pub no_missing: bool,
}

impl Index {
    /// Returns whether it has several variables.
    pub fn is_composite(&self) -> bool {
        self.variables.len() > 1
    }

    /// Returns the reader of its keys from rows of a schema; `None` if a variable is not there.
    pub fn keys(&self, schema: &Schema) -> Option<IndexKeys> {
        let columns = self.variables.iter().map(|name| {
            let mut variables = schema.variables().iter();
            variables.position(|variable| variable.name.eq_ignore_ascii_case(name))
        });
        let columns: Vec<usize> = columns.collect::<Option<_>>()?;
        let directed: Vec<_> = columns.iter().map(|&column| (column, false)).collect();
        let variables = columns.iter().map(|&column| &schema.variables()[column]);
        Some(IndexKeys {
            reader: KeyReader::of_columns(schema, &directed)?,
            may_lack: match self.no_missing {
                true => variables.cloned().collect(),
                false => Vec::new(),
            },
        })
    }
}

/// Reads the keys of an index from rows.
#[derive(Clone, Debug)]
pub struct IndexKeys {
    reader: KeyReader,
    /// With NOMISS, the variables.
    may_lack: Vec<Variable>,
}

impl IndexKeys {
    /// Returns the length of a key in bytes.
    pub fn length(&self) -> usize {
        self.reader.length()
    }

    /// Returns how values are encoded in a key.
    pub fn reader(&self) -> &KeyReader {
        &self.reader
    }

    /// Writes the key of a row into a buffer of its length. Returns `false` if the row is not in the index.
    #[inline]
    pub fn read(&self, row: &[u8], key: &mut [u8]) -> bool {
        if !self.may_lack.is_empty() && self.may_lack.iter().all(|it| lacks(it, row)) {
            return false;
        }
        self.reader.read(row, key);
        true
    }
}

/// Returns whether a value of a row is missing.
fn lacks(variable: &Variable, row: &[u8]) -> bool {
    match variable.kind {
        Kind::Number => variable
            .number_field(Order::Little)
            .is_some_and(|field| is_missing(field.get(row))),
        Kind::Text => variable
            .text_field()
            .is_some_and(|field| field.get(row).iter().all(|&byte| byte == b' ')),
    }
}
