//! Turns rows of foreign byte order or text encoding into those that files made here have, and gives text
//! more room where that is wanted.

use super::error::FormatError;
use super::field::{NumberField, Order, TextField};
use super::lost::{Lost, Undefined};
use super::metadata::Metadata;
use super::rows::Block;
use crate::encoding::Encoding;
use crate::schema::Schema;

/// Makes numbers little-endian and text UTF-8.
#[derive(Debug)]
pub struct Converter {
    /// The foreign field and the own one of the numbers that change.
    numbers: Vec<(NumberField, NumberField)>,
    /// The same of text.
    texts: Vec<Text>,
    encoding: Encoding,
    /// The length of an own row, where values lie elsewhere there than in foreign ones.
    wider: Option<usize>,
    decoded: Vec<u8>,
    lost: Lost,
}

#[derive(Debug)]
struct Text {
    foreign: TextField,
    own: TextField,
    /// Which variable it is.
    name: String,
}

impl Converter {
    /// What the rows of a file need; `None` if they need nothing. With `wider`, rows are laid out as that
    /// schema says, which has the variables of the file, text with as many bytes or more.
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
            lost: Lost::default(),
        })
    }

    /// What text has lost so far.
    pub fn lost(&self) -> &Lost {
        &self.lost
    }

    /// The same rows in the own manner. They stay where they are if that is how they are already;
    /// otherwise they come in `buffer`, which must not be the one that they lie in. Before them so many
    /// rows of the file come.
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
            // Blanks at the end are filling, and may go.
            let rest = &self.decoded[fits..];
            self.lost.cut += u64::from(rest.iter().any(|&byte| byte != b' '));
            if !is_whole {
                self.lost.undefined += 1;
                self.lost.first_undefined.get_or_insert_with(|| Undefined {
                    observation,
                    variable: name.clone(),
                    encoding: encoding.name(),
                });
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
