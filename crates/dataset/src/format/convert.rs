//! Turns rows of foreign byte order or text encoding into those that files made here have.

use super::error::FormatError;
use super::field::{NumberField, Order, TextField};
use super::metadata::Metadata;
use super::rows::Block;
use crate::encoding::Encoding;

/// Makes numbers little-endian and text UTF-8, with every value where it was.
#[derive(Debug)]
pub struct Converter {
    /// The foreign field and the own one; empty if the byte order is the own.
    numbers: Vec<(NumberField, NumberField)>,
    /// Text, if its encoding is not the own.
    texts: Vec<TextField>,
    encoding: Encoding,
    decoded: Vec<u8>,
    cut: u64,
}

impl Converter {
    /// What the rows of a file need; `None` if they need nothing.
    pub fn new(metadata: &Metadata) -> Option<Self> {
        let header = &metadata.header;
        let variables = metadata.schema.variables();
        let numbers: Vec<_> = match header.order {
            Order::Little => Vec::new(),
            Order::Big => variables
                .iter()
                .filter_map(|variable| {
                    let foreign = variable.number_field(Order::Big)?;
                    Some((foreign, variable.number_field(Order::Little)?))
                })
                .collect(),
        };
        let texts: Vec<_> = match header.encoding.is_utf8() {
            true => Vec::new(),
            false => variables
                .iter()
                .filter_map(|variable| variable.text_field())
                .collect(),
        };
        let needed = !numbers.is_empty() || !texts.is_empty();
        needed.then(|| Self {
            numbers,
            texts,
            encoding: header.encoding,
            decoded: Vec::new(),
            cut: 0,
        })
    }

    /// How many values have become longer than their variable so far, and were cut.
    pub fn cut(&self) -> u64 {
        self.cut
    }

    /// The same rows in the own manner. They stay where they are if that is how they are already;
    /// otherwise they come in `buffer`, which must not be the one that they lie in.
    pub fn convert<'a>(
        &mut self,
        block: Block<'a>,
        buffer: &'a mut Vec<u8>,
    ) -> Result<Block<'a>, FormatError> {
        let is_plain = |row: &[u8]| {
            self.texts
                .iter()
                .all(|field| self.encoding.is_plain(field.get(row)))
        };
        if self.numbers.is_empty() && block.rows().all(is_plain) {
            return Ok(block);
        }
        buffer.clear();
        buffer.extend_from_slice(block.bytes());
        if block.row_length() > 0 {
            for row in buffer.chunks_exact_mut(block.row_length()) {
                self.row(row)?;
            }
        }
        Ok(block.moved(buffer))
    }

    fn row(&mut self, row: &mut [u8]) -> Result<(), FormatError> {
        for (foreign, own) in &self.numbers {
            let number = foreign.get(row);
            own.set(row, number);
        }
        for field in &self.texts {
            let text = field.get(row);
            if !self.encoding.is_plain(text) {
                self.encoding.decode_into(text, &mut self.decoded)?;
                let fits = whole_characters(&self.decoded, field.length());
                // Blanks at the end are filling, and may go.
                let lost = &self.decoded[fits..];
                self.cut += u64::from(lost.iter().any(|&byte| byte != b' '));
                field.set(row, &self.decoded[..fits]);
            }
        }
        Ok(())
    }
}

/// How many of at most `most` bytes of UTF-8 are whole characters.
pub(crate) fn whole_characters(text: &[u8], most: usize) -> usize {
    if text.len() <= most {
        return text.len();
    }
    (0..=most)
        .rev()
        // A byte that continues a character has 10 in its upper bits.
        .find(|&end| text[end] & 0xC0 != 0x80)
        .unwrap_or(0)
}
