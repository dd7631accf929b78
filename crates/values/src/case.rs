//! Letters of all scripts in upper and lower case.
//!
//! A letter changes into one of the same length in bytes, so that values keep their lengths: `ß` has no capital of
//! one letter, and stays. Bytes that are not UTF-8 stay as well.

/// The case that letters get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Capitals.
    Upper,
    /// Small letters.
    Lower,
}

impl Case {
    /// Returns a character in this case: the character itself where it has no such form of its length.
    pub fn of(self, character: char) -> char {
        let changed = match self {
            Self::Upper => only(character.to_uppercase()),
            Self::Lower => only(character.to_lowercase()),
        };
        changed
            .filter(|changed| changed.len_utf8() == character.len_utf8())
            .unwrap_or(character)
    }

    /// Appends a text in this case.
    pub fn write(self, text: &[u8], out: &mut Vec<u8>) {
        if text.is_ascii() {
            let start = out.len();
            out.extend_from_slice(text);
            match self {
                Self::Upper => out[start..].make_ascii_uppercase(),
                Self::Lower => out[start..].make_ascii_lowercase(),
            }
            return;
        }
        for chunk in text.utf8_chunks() {
            chunk.valid().chars().for_each(|character| put(self.of(character), out));
            out.extend_from_slice(chunk.invalid());
        }
    }

    /// Returns a text in this case.
    pub fn changed(self, text: &str) -> String {
        text.chars().map(|character| self.of(character)).collect()
    }
}

/// Appends a text whose words begin with capitals and go on in small letters. A word begins after each delimiter.
pub fn write_words(text: &[u8], delimiters: &[u8], out: &mut Vec<u8>) {
    let mut case = Case::Upper;
    if text.is_ascii() && delimiters.is_ascii() {
        out.extend(text.iter().map(|byte| {
            let cased = match case {
                Case::Upper => byte.to_ascii_uppercase(),
                Case::Lower => byte.to_ascii_lowercase(),
            };
            case = after(delimiters.contains(byte));
            cased
        }));
        return;
    }
    let listed = String::from_utf8_lossy(delimiters);
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            put(case.of(character), out);
            case = after(listed.contains(character));
        }
        for byte in chunk.invalid() {
            out.push(*byte);
            case = after(delimiters.contains(byte));
        }
    }
}

fn after(is_delimiter: bool) -> Case {
    if is_delimiter { Case::Upper } else { Case::Lower }
}

fn put(character: char, out: &mut Vec<u8>) {
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Returns the only character of a mapping.
fn only(mut mapping: impl Iterator<Item = char>) -> Option<char> {
    let first = mapping.next();
    first.filter(|_| mapping.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cased(case: Case, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        case.write(text, &mut out);
        out
    }

    #[test]
    fn letters_of_all_scripts() {
        assert_eq!(cased(Case::Upper, "äöü ñ жя λ ÿ".as_bytes()), "ÄÖÜ Ñ ЖЯ Λ Ÿ".as_bytes());
        assert_eq!(cased(Case::Lower, "ÉÅ ЖЯ Σ".as_bytes()), "éå жя σ".as_bytes());
        // Letters without a capital of one letter, or of their length.
        assert_eq!(cased(Case::Upper, "straße ŉ ı".as_bytes()), "STRAßE ŉ ı".as_bytes());
        assert_eq!(cased(Case::Upper, b"caf\xe9 \xc3"), b"CAF\xe9 \xc3");
        let mut out = Vec::new();
        write_words("ÉMILE zola-ßen·ärger".as_bytes(), "- ·".as_bytes(), &mut out);
        assert_eq!(out, "Émile Zola-ßen·Ärger".as_bytes());
    }

    proptest! {
        #[test]
        fn lengths_stay(text in prop_oneof![any::<Vec<u8>>(), any::<String>().prop_map(String::into_bytes)]) {
            prop_assert_eq!(cased(Case::Upper, &text).len(), text.len());
            prop_assert_eq!(cased(Case::Lower, &text).len(), text.len());
            let mut out = Vec::new();
            write_words(&text, b" ", &mut out);
            prop_assert_eq!(out.len(), text.len());
        }
    }
}
