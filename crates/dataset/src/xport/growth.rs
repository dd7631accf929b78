//! The lengths that character values need in UTF-8, found as the rows of a data set pass by.

use feedrate_values::Kind;

use super::namestr::VariableDescription;
use crate::encoding::Encoding;
use crate::file_format::without_blanks;
use crate::schema::LONGEST_TEXT;

/// The longest row that is looked at. Those of files are much shorter: 9999 texts of 200 bytes have 2 MB.
const LONGEST_ROW: usize = 64 << 20;

/// The lengths of the character variables of a data set, which grow with its values.
#[derive(Debug, Default)]
pub(super) struct Growth {
    texts: Vec<Text>,
    row_length: usize,
    /// The bytes of an incomplete row.
    row: Vec<u8>,
    decoded: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Text {
    variable: usize,
    from: usize,
    length: usize,
    needed: usize,
}

impl Growth {
    pub(super) fn new(described: &[VariableDescription], row_length: usize) -> Self {
        let texts = described
            .iter()
            .enumerate()
            .filter(|(_, described)| described.kind == Kind::Text)
            .map(|(variable, described)| Text {
                variable,
                from: described.position,
                length: described.length,
                needed: described.length,
            });
        Self {
            texts: texts.collect(),
            row_length,
            ..Self::default()
        }
    }

    /// Takes the next bytes of the rows.
    pub(super) fn take(&mut self, bytes: &[u8]) {
        if self.texts.is_empty() || !(1..=LONGEST_ROW).contains(&self.row_length) {
            return;
        }
        self.row.extend_from_slice(bytes);
        let whole = self.row.len() - self.row.len() % self.row_length;
        if whole == 0 {
            return;
        }
        // Most rows are plain.
        if !self.row[..whole].is_ascii() {
            for row in self.row[..whole].chunks_exact(self.row_length) {
                for text in &mut self.texts {
                    let bytes = &row[text.from..text.from + text.length];
                    if std::str::from_utf8(bytes).is_ok() {
                        continue;
                    }
                    let known = Encoding::WLATIN1.decode_into(bytes, &mut self.decoded);
                    debug_assert!(known.is_ok(), "there is a table for this encoding");
                    text.needed = without_blanks(&self.decoded).len().max(text.needed);
                }
            }
        }
        self.row.drain(..whole);
    }

    /// Returns the variables, by their indices, that need more bytes than they have in the file, and how many they get.
    pub(super) fn grown(&self) -> impl Iterator<Item = (usize, usize)> {
        let most = |text: &Text| text.needed.min(LONGEST_TEXT as usize);
        let grown = self.texts.iter().filter(move |text| most(text) > text.length);
        grown.map(move |text| (text.variable, most(text)))
    }
}
