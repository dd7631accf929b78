//! Converts rows of another byte order or encoding to those of files made here, and expands character variables if
//! requested.

use super::error::FormatError;
use super::field::{NumberField, Order, TextField};
use super::lost::{UndefinedValue, ValueLosses};
use super::metadata::Metadata;
use super::rows::Block;
use crate::encoding::Encoding;
use crate::schema::Schema;

/// Converts numbers to little-endian and character values to UTF-8.
#[derive(Debug)]
pub struct Converter {
    /// The accessors of numbers in the file's row and in the converted one.
    numbers: Vec<(NumberField, NumberField)>,
    /// The same for character values.
    texts: Vec<Text>,
    encoding: Encoding,
    /// The length of a converted row, if its layout differs from that of the file.
    wider: Option<usize>,
    decoded: Vec<u8>,
    lost: ValueLosses,
}

#[derive(Debug)]
struct Text {
    foreign: TextField,
    own: TextField,
    /// The name of the variable.
    name: String,
}

impl Converter {
    /// Creates the converter for the rows of a file; `None` if they need none. With `wider`, rows get the layout of
    /// that schema, which must have the variables of the file, with character variables of at least the same length.
    pub fn new(metadata: &Metadata, wider: Option<&Schema>) -> Option<Self> {
        let header = &metadata.header;
        let foreign = metadata.schema.variables();
        let own = wider.unwrap_or(&metadata.schema).variables();
        let moves = wider.is_some();
        let numbers: Vec<_> = foreign
            .iter()
            .zip(own)
            .filter(|_| moves || header.order == Order::Big)
            .filter_map(|(foreign, own)| {
                let foreign = foreign.number_field(header.order)?;
                Some((foreign, own.number_field(Order::Little)?))
            })
            .collect();
        let texts: Vec<_> = foreign
            .iter()
            .zip(own)
            .filter(|_| moves || !header.encoding.is_utf8())
            .filter_map(|(foreign, own)| {
                Some(Text {
                    foreign: foreign.text_field()?,
                    own: own.text_field()?,
                    name: own.name.clone(),
                })
            })
            .collect();
        let needed = !numbers.is_empty() || !texts.is_empty();
        needed.then(|| Self {
            numbers,
            texts,
            encoding: header.encoding,
            wider: wider.map(|schema| schema.row_length() as usize),
            decoded: Vec::new(),
            lost: ValueLosses::default(),
        })
    }

    /// Returns what character values have lost so far.
    pub fn lost(&self) -> &ValueLosses {
        &self.lost
    }

    /// Converts rows. They are returned in place if they need no conversion; otherwise in `buffer`, which must not be
    /// the one that contains them. `before` is the number of rows of the file before them.
    ///
    /// # Errors
    ///
    /// Fails if the encoding cannot be decoded.
    pub fn convert<'a>(
        &mut self,
        block: Block<'a>,
        before: u64,
        buffer: &'a mut Vec<u8>,
    ) -> Result<Block<'a>, FormatError> {
        let encoding = self.encoding;
        let is_plain = |text: &[u8]| encoding.is_utf8() || encoding.is_plain(text);
        let is_plain_row = |row: &[u8]| {
            let mut texts = self.texts.iter();
            texts.all(|text| is_plain(text.foreign.get(row)))
        };
        if self.wider.is_none() && self.numbers.is_empty() && block.rows().all(is_plain_row) {
            return Ok(block);
        }
        buffer.clear();
        let length = match self.wider {
            Some(length) => {
                buffer.resize(length * block.stored(), 0);
                length
            }
            None => {
                buffer.extend_from_slice(block.bytes());
                block.row_length()
            }
        };
        if length > 0 {
            for (index, row) in buffer.chunks_exact_mut(length).enumerate() {
                let foreign = block.row(index).unwrap_or_default();
                self.row(foreign, row, before + index as u64 + 1)?;
            }
        }
        Ok(block.moved(buffer, length))
    }

    fn row(&mut self, from: &[u8], row: &mut [u8], observation: u64) -> Result<(), FormatError> {
        for (foreign, own) in &self.numbers {
            own.set(row, foreign.get(from));
        }
        let encoding = self.encoding;
        for Text { foreign, own, name } in &self.texts {
            let text = foreign.get(from);
            if encoding.is_utf8() || encoding.is_plain(text) {
                if self.wider.is_some() {
                    own.set(row, text);
                }
                continue;
            }
            let is_whole = encoding.decode_into(text, &mut self.decoded)?;
            let fits = whole_characters(&self.decoded, own.length());
            own.set(row, &self.decoded[..fits]);
            // Trailing blanks are padding, and may be cut.
            let rest = &self.decoded[fits..];
            self.lost.cut += u64::from(rest.iter().any(|&byte| byte != b' '));
            if !is_whole {
                self.lost.undefined += 1;
                self.lost.first_undefined.get_or_insert_with(|| UndefinedValue {
                    observation,
                    variable: name.clone(),
                    encoding: encoding.name(),
                });
            }
        }
        Ok(())
    }
}

/// Returns how many of at most `most` bytes of UTF-8 are whole characters.
pub(crate) fn whole_characters(text: &[u8], most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    (0..=most)
        .rev()
        // A continuation byte has 10 in its upper bits.
        .find(|&end| text[end] & 0xC0 != 0x80)
        .unwrap_or(0)
}
