//! Text subheaders: the names, labels and formats that other subheaders refer to.

use std::collections::HashMap;

use super::super::bytes::Put;

/// The length of the signature and of the length of a subheader.
const BEFORE: usize = 16;
/// Empty bytes at the end of a subheader.
const AFTER: usize = 12;
/// The offset from which text positions count: the end of the signature.
const SIGNATURE: usize = 8;

/// The position of a text: the index of its subheader, its offset from the end of the signature, and its length.
pub(super) type TextReference = [u16; 3];

/// Texts, collected in subheaders.
#[derive(Debug)]
pub(super) struct Texts {
    pieces: Vec<Vec<u8>>,
    /// The maximum length of a subheader on a page.
    longest: usize,
    known: HashMap<Vec<u8>, TextReference>,
}

impl Texts {
    /// Begins the first subheader: the name of the method of compression, if there is one, blanks, the type of the data
    /// set, and the step that creates it.
    pub(super) fn new(longest: usize, method: &[u8], data_set_type: &str, step: &str) -> Self {
        let mut first = vec![0; BEFORE];
        first.extend([0; 4]);
        first.extend(method);
        first.extend(b"        ");
        for text in [data_set_type, step] {
            let text = text.as_bytes();
            first.extend(text);
            first.extend(vec![b' '; 8 - text.len().min(8)]);
        }
        Self {
            pieces: vec![first],
            longest,
            known: HashMap::new(),
        }
    }

    /// The position of the method of compression, in files that have one.
    pub(super) const METHOD: TextReference = [0, 12, 8];

    /// Returns the positions of the blanks, of the type of the data set, and of the name of the step.
    pub(super) fn first(has_method: bool) -> [TextReference; 3] {
        let from = if has_method { 20 } else { 12 };
        [from, from + 8, from + 16].map(|at| [0, at, 8])
    }

    /// Returns the position of a text, which is added if needed. That of the empty text is all zeros.
    pub(super) fn add(&mut self, text: &str) -> TextReference {
        let text = text.as_bytes();
        if text.is_empty() {
            return [0; 3];
        }
        if let Some(&text_reference) = self.known.get(text) {
            return text_reference;
        }
        let room = text.len().next_multiple_of(4);
        let is_full = self
            .pieces
            .last()
            .is_none_or(|piece| piece.len() + room + AFTER > self.longest);
        if is_full {
            self.pieces.push(vec![0; BEFORE]);
        }
        let number = self.pieces.len() - 1;
        let piece = &mut self.pieces[number];
        let text_reference = [number, piece.len() - SIGNATURE, text.len()].map(|part| part as u16);
        piece.extend(text);
        piece.resize(piece.len().next_multiple_of(4), 0);
        self.known.insert(text.to_vec(), text_reference);
        text_reference
    }

    /// Returns the subheaders, complete except for their signatures.
    pub(super) fn into_subheaders(self) -> Vec<Vec<u8>> {
        let mut pieces = self.pieces;
        for piece in &mut pieces {
            let length = piece.len() - SIGNATURE;
            piece.put_u16(SIGNATURE, length as u16);
            piece.resize(piece.len() + AFTER, 0);
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_at_their_references() {
        let mut texts = Texts::new(100, b"", "CORR", "DATASTEP");
        let words = ["a", "weight", "a label of more than a few letters", "a", ""];
        let places = words.map(|word| texts.add(word));
        assert_eq!(places[0], places[3]);
        assert_eq!(places[4], [0; 3]);
        assert_eq!(places[2][0], 1, "it does not fit the first piece");
        let pieces = texts.into_subheaders();
        let at = |[piece, offset, length]: TextReference| {
            let start = usize::from(offset) + SIGNATURE;
            &pieces[usize::from(piece)][start..start + usize::from(length)]
        };
        for (word, text_reference) in words.into_iter().zip(places) {
            assert_eq!(at(text_reference), word.as_bytes());
            assert_eq!(text_reference[1] % 4, 0);
        }
        let first = Texts::first(false).map(at);
        assert_eq!(first, [b"        ", b"CORR    ", b"DATASTEP"]);
        let pieces = Texts::new(100, b"SASYZCRL", "CORR", "SORT").into_subheaders();
        let at =
            |[_, offset, length]: TextReference| &pieces[0][usize::from(offset) + SIGNATURE..][..usize::from(length)];
        assert_eq!(at(Texts::METHOD), b"SASYZCRL");
        let first = Texts::first(true).map(at);
        assert_eq!(first, [b"        ", b"CORR    ", b"SORT    "]);
        assert!(pieces.iter().all(|piece| piece.len() <= 100 && piece.len() % 4 == 0));
    }
}
