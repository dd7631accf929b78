//! The encodings of character values in data sets.

mod list;
mod mac;
mod table;

use crate::format::FormatError;
use list::{ENCODINGS, ListedEncoding};
use table::Table;

/// An encoding, by its number in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encoding(u8);

impl Encoding {
    /// The encoding of files made here.
    pub const UTF_8: Self = Self(20);

    /// The encoding of Windows in western Europe, which is also used for unknown encodings.
    pub const WLATIN1: Self = Self(62);

    /// Returns the encoding with this number in files. Every number is valid; one that cannot be decoded fails on
    /// decoding.
    pub fn of_code(code: u8) -> Self {
        Self(code)
    }

    /// Returns the encoding of this name, with or without hyphens and in any case; `None` if there is none that can be
    /// decoded.
    pub fn of_name(name: &str) -> Option<Self> {
        let plain = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
        let wanted = plain(name);
        let mut listed = ENCODINGS
            .iter()
            .filter(|listed| listed.table.is_some() && listed.code != 0);
        let found = listed.find(|listed| plain(listed.name) == wanted)?;
        Some(Self(found.code))
    }

    /// Returns its number in files.
    pub fn code(self) -> u8 {
        self.0
    }

    /// Returns its name in the language, such as `wlatin1`, or its number if it has no known name.
    pub fn name(self) -> String {
        match self.listed() {
            Some(listed) => listed.name.to_owned(),
            None => format!("number {}", self.0),
        }
    }

    /// Returns whether its bytes are UTF-8.
    pub fn is_utf8(self) -> bool {
        self == Self::UTF_8
    }

    fn listed(self) -> Option<&'static ListedEncoding> {
        ENCODINGS.iter().find(|listed| listed.code == self.0)
    }

    fn table(self) -> Result<Table, FormatError> {
        self.listed()
            .and_then(|listed| listed.table)
            .ok_or_else(|| FormatError::Encoding {
                encoding: self.name(),
                reason: "there is no table for it; store the data set as utf-8 where it was made".into(),
            })
    }

    /// Returns whether these bytes have the same meaning as in ASCII.
    pub fn is_plain(self, text: &[u8]) -> bool {
        // The ISO 2022 encodings switch tables by ASCII sequences that begin with ESC.
        let switches = matches!(self.0, 167..=172) && text.contains(&0x1B);
        text.is_ascii() && !switches
    }

    /// Decodes bytes. Undefined bytes become the replacement character.
    ///
    /// # Errors
    ///
    /// Fails if there is no table for the encoding.
    pub fn decode(self, text: &[u8]) -> Result<String, FormatError> {
        if self.is_plain(text) {
            return Ok(text.iter().map(|&byte| char::from(byte)).collect());
        }
        let mut decoded = Vec::new();
        self.decode_into(text, &mut decoded)?;
        Ok(String::from_utf8_lossy(&decoded).into_owned())
    }

    /// Like [`Self::decode`]; without a table, every byte that is not ASCII becomes the replacement character.
    pub fn decode_lossy(self, text: &[u8]) -> String {
        self.decode(text).unwrap_or_else(|_| {
            let character = |&byte: &u8| match byte {
                0..0x80 => char::from(byte),
                _ => char::REPLACEMENT_CHARACTER,
            };
            text.iter().map(character).collect()
        })
    }

    /// Like [`Self::decode`], into `decoded`, whose allocation is reused. Returns whether all bytes are defined.
    ///
    /// # Errors
    ///
    /// Fails if there is no table for the encoding.
    pub fn decode_into(self, text: &[u8], decoded: &mut Vec<u8>) -> Result<bool, FormatError> {
        let table = self.table()?;
        decoded.clear();
        Ok(table.decode(text, decoded))
    }
}

impl serde::Serialize for Encoding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(code: u8, text: &[u8]) -> String {
        Encoding::of_code(code).decode(text).unwrap()
    }

    #[test]
    fn the_usual_encodings_decode() {
        assert_eq!(decode(20, "naïve €".as_bytes()), "naïve €");
        assert_eq!(decode(29, b"na\xEFve"), "naïve");
        assert_eq!(decode(62, b"\x80 5"), "€ 5");
        assert_eq!(decode(40, b"\xA4 5"), "€ 5");
        assert_eq!(decode(30, b"\xB1"), "ą");
        assert_eq!(decode(61, b"\xCF\xF0\xE8"), "При");
        assert_eq!(decode(125, b"\xD6\xD0"), "中");
        assert_eq!(decode(205, b"\xD6\xD0"), "中");
        assert_eq!(decode(134, b"\xC6\xFC"), "日");
        assert_eq!(decode(138, b"\x93\xFA"), "日");
        assert_eq!(decode(167, b"\x1B$B\x46\x7C\x1B(B"), "日");
        // Not the characters that Windows has in place of control characters.
        assert_eq!(decode(29, b"\x80\x9F\xE9"), "\u{80}\u{9F}é");
        assert_eq!(decode(37, b"x\x80\xFD"), "x\u{80}ı");
        assert_eq!(decode(39, b"\x85\xA1"), "\u{85}ก");
        assert_eq!(decode(140, b"\xC7\xD1"), "한");
        assert_eq!(decode(123, b"\xA4\xA4"), "中");
    }

    #[test]
    fn code_pages_of_dos_and_of_old_macs_decode() {
        for (code, text, meant) in [
            (41, &b"caf\x82 \xE1"[..], "café ß"),
            (42, b"caf\x82 \xD5", "café ı"),
            (43, b"\xA5", "ą"),
            (44, b"\x8D", "ı"),
            (45, b"\xD5", "€"),
            (46, b"\x80", "א"),
            (47, b"\xE1", "\u{FED3}"),
            (48, b"\x9B", "ø"),
            (49, b"\x8F", "П"),
            (50, b"\x86", "Ά"),
            (55, b"\xA1", "ة"),
            (56, b"\x80", "Α"),
            (57, b"\xD0", "ą"),
            (58, b"\x84", "ã"),
            (59, b"\x8D", "‗"),
            (69, b"\x8E", "é"),
            (70, b"\xC7", "ا"),
            (72, b"\xB0", "Α"),
            (75, b"\xDD", "ı"),
            (163, b"\xDE", "Þ"),
            (245, b"\xB9", "š"),
            (247, b"\xAF", "Ș"),
        ] {
            assert_eq!(decode(code, text), meant, "{code}");
        }
    }

    #[test]
    fn undefined_bytes_are_reported() {
        let mut decoded = Vec::new();
        let mut is_whole = |code, text| Encoding::of_code(code).decode_into(text, &mut decoded).unwrap();
        // Greek, and Arabic and Turkish of DOS have no such characters.
        assert!(!is_whole(35, b"a\xFF"));
        assert!(!is_whole(47, b"\xA6"));
        assert!(!is_whole(44, b"text \xE7"));
        assert!(!is_whole(134, b"\xC6"));
        assert!(is_whole(35, b"\xC1"));
        assert!(is_whole(44, b"\x8D"));
        assert!(is_whole(29, b"\x80"));
        assert_eq!(decode(44, b"text \xE7"), "text \u{FFFD}");
    }

    #[test]
    fn numbers_occur_once() {
        let mut codes: Vec<_> = ENCODINGS.iter().map(|listed| listed.code).collect();
        codes.dedup();
        assert_eq!(codes.len(), ENCODINGS.len());
        assert!(codes.is_sorted());
    }

    #[test]
    fn ascii_is_ascii_in_every_encoding() {
        for code in 0..=255 {
            assert_eq!(decode(code, b"plain"), "plain");
        }
    }

    #[test]
    fn without_a_table_there_is_an_error_that_names_the_encoding() {
        let error = Encoding::of_code(119).decode(b"caf\x82").unwrap_err();
        insta::assert_snapshot!(error, @"text in the encoding euc-tw cannot be read: there is no table for it; store \
            the data set as utf-8 where it was made");
        assert_eq!(Encoding::of_code(119).decode_lossy(b"caf\x82"), "caf\u{FFFD}");
        assert_eq!(Encoding::of_code(99).name(), "number 99");
    }

    #[test]
    fn decoding_into_memory_is_the_same() {
        let mut decoded = b"rest of before".to_vec();
        Encoding::WLATIN1.decode_into(b"\x80\xE9", &mut decoded).unwrap();
        assert_eq!(decoded, "€é".as_bytes());
    }
}
