//! Converts rows of a transport file to rows of data sets.

use super::{Field, Target, ibm};
use crate::encoding::Encoding;
use crate::format::whole_characters;

/// Decodes rows, one at a time.
#[derive(Clone, Debug)]
pub struct Decoder {
    fields: Vec<Field>,
    decoded: Vec<u8>,
    cut: u64,
}

impl Decoder {
    pub(super) fn new(fields: Vec<Field>) -> Self {
        Self {
            fields,
            decoded: Vec::new(),
            cut: 0,
        }
    }

    /// Returns how many values were cut so far because they became longer than their variable.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// Sets all values of `row`, in the layout of the member's schema, from a row of the file. Character values that
    /// are not UTF-8 are decoded as Windows-1252, and cut if that makes them too long.
    ///
    /// # Panics
    ///
    /// Panics if either row is too short.
    pub fn decode(&mut self, of_file: &[u8], row: &mut [u8]) {
        for field in &self.fields {
            let bytes = &of_file[field.from..field.from + field.length];
            match field.to {
                Target::Number(number) => number.set(row, ibm::number(bytes)),
                Target::Text(text) if std::str::from_utf8(bytes).is_ok() => text.set(row, bytes),
                Target::Text(text) => {
                    let known = Encoding::WLATIN1.decode_into(bytes, &mut self.decoded);
                    debug_assert!(known.is_ok(), "there is a table for this encoding");
                    let fits = whole_characters(&self.decoded, text.length());
                    let lost = &self.decoded[fits..];
                    self.cut += u64::from(lost.iter().any(|&byte| byte != b' '));
                    text.set(row, &self.decoded[..fits]);
                }
            }
        }
    }
}
