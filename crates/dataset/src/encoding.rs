//! The encodings of the text in data sets.

use encoding_rs as rs;

use crate::format::FormatError;

/// An encoding, by the number that files have for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encoding(u8);

/// The number, the name in the language, and how it is decoded, if it can be.
///
/// The numbers are those of files and of the tables of ReadStat and pandas. A decoder of the web's
/// standard stands for an encoding if it agrees on all characters that the encoding has, but for the
/// control characters of [`WITH_CONTROLS`].
const KNOWN: &[(u8, &str, Option<&rs::Encoding>)] = &[
    // Unspecified: that of the session that wrote it, which was mostly one on Windows.
    (0, "unspecified", Some(rs::WINDOWS_1252)),
    (20, "utf-8", Some(rs::UTF_8)),
    (28, "us-ascii", Some(rs::WINDOWS_1252)),
    (29, "latin1", Some(rs::WINDOWS_1252)),
    (30, "latin2", Some(rs::ISO_8859_2)),
    (31, "latin3", Some(rs::ISO_8859_3)),
    (32, "latin4", Some(rs::ISO_8859_4)),
    (33, "cyrillic", Some(rs::ISO_8859_5)),
    (34, "arabic", Some(rs::ISO_8859_6)),
    (35, "greek", Some(rs::ISO_8859_7)),
    (36, "hebrew", Some(rs::ISO_8859_8)),
    (37, "latin5", Some(rs::WINDOWS_1254)),
    (38, "latin6", Some(rs::ISO_8859_10)),
    (39, "thai", Some(rs::WINDOWS_874)),
    (40, "latin9", Some(rs::ISO_8859_15)),
    (41, "pcoem437", None),
    (42, "pcoem850", None),
    (43, "pcoem852", None),
    (44, "pcoem857", None),
    (45, "pcoem858", None),
    (46, "pcoem862", None),
    (47, "pcoem864", None),
    (48, "pcoem865", None),
    (49, "pcoem866", Some(rs::IBM866)),
    (50, "pcoem869", None),
    (51, "pcoem874", Some(rs::WINDOWS_874)),
    (55, "pcoem720", None),
    (56, "pcoem737", None),
    (57, "pcoem775", None),
    (58, "pcoem860", None),
    (59, "pcoem863", None),
    (60, "wlatin2", Some(rs::WINDOWS_1250)),
    (61, "wcyrillic", Some(rs::WINDOWS_1251)),
    (62, "wlatin1", Some(rs::WINDOWS_1252)),
    (63, "wgreek", Some(rs::WINDOWS_1253)),
    (64, "wturkish", Some(rs::WINDOWS_1254)),
    (65, "whebrew", Some(rs::WINDOWS_1255)),
    (66, "warabic", Some(rs::WINDOWS_1256)),
    (67, "wbaltic", Some(rs::WINDOWS_1257)),
    (68, "wvietnamese", Some(rs::WINDOWS_1258)),
    (69, "macroman", Some(rs::MACINTOSH)),
    (118, "ms-950", Some(rs::BIG5)),
    (119, "euc-tw", None),
    (123, "big5", Some(rs::BIG5)),
    (125, "euc-cn", Some(rs::GBK)),
    (126, "ms-936", Some(rs::GBK)),
    (134, "euc-jp", Some(rs::EUC_JP)),
    (136, "ms-932", Some(rs::SHIFT_JIS)),
    (138, "shift-jis", Some(rs::SHIFT_JIS)),
    (140, "euc-kr", Some(rs::EUC_KR)),
    (141, "pce-kr", Some(rs::EUC_KR)),
    (142, "ms-949", Some(rs::EUC_KR)),
    (167, "iso-2022-jp", Some(rs::ISO_2022_JP)),
    (204, "any", Some(rs::WINDOWS_1252)),
    (205, "gb18030", Some(rs::GB18030)),
    (227, "latin8", Some(rs::ISO_8859_14)),
    (242, "latin7", Some(rs::ISO_8859_13)),
    (246, "maccyrillic", Some(rs::X_MAC_CYRILLIC)),
];

/// Encodings of one byte a character that have control characters from 0x80 to 0x9F, of the same number
/// in Unicode, where the web's standard has others: latin1, latin5, thai.
const WITH_CONTROLS: [u8; 3] = [29, 37, 39];

impl Encoding {
    /// The one that files made here have.
    pub const UTF_8: Self = Self(20);

    /// The encoding of Windows in western Europe, which also stands for text of no known encoding.
    pub const WLATIN1: Self = Self(62);

    /// The encoding that has this number in files. Every number is taken; what cannot be decoded fails
    /// when there is something to decode.
    pub fn of_code(code: u8) -> Self {
        Self(code)
    }

    /// Its number in files.
    pub fn code(self) -> u8 {
        self.0
    }

    /// Its name in the language, such as `wlatin1`; its number if it has no known name.
    pub fn name(self) -> String {
        match self.known() {
            Some((_, name, _)) => (*name).to_owned(),
            None => format!("number {}", self.0),
        }
    }

    /// Whether text in it is text here without conversion.
    pub fn is_utf8(self) -> bool {
        self == Self::UTF_8
    }

    fn known(self) -> Option<&'static (u8, &'static str, Option<&'static rs::Encoding>)> {
        KNOWN.iter().find(|(code, ..)| *code == self.0)
    }

    fn decoder(self) -> Result<&'static rs::Encoding, FormatError> {
        self.known()
            .and_then(|(.., decoder)| *decoder)
            .ok_or_else(|| FormatError::Encoding {
                encoding: self.name(),
                reason: "there is no table for it; store the data set as utf-8 where it was made"
                    .into(),
            })
    }

    /// Whether these bytes mean the same in it as in ASCII.
    pub fn is_plain(self, text: &[u8]) -> bool {
        // The encodings of ISO 2022 switch between tables by sequences of ASCII that begin with ESC.
        let switches = matches!(self.0, 167..=172) && text.contains(&0x1B);
        text.is_ascii() && !switches
    }

    /// The text as a string. What the encoding does not have becomes the replacement character.
    pub fn decode(self, text: &[u8]) -> Result<String, FormatError> {
        if self.is_plain(text) {
            return Ok(text.iter().map(|&byte| char::from(byte)).collect());
        }
        let mut decoded = Vec::new();
        self.decode_into(text, &mut decoded)?;
        Ok(String::from_utf8_lossy(&decoded).into_owned())
    }

    /// As [`Self::decode`]; if there is no table, every byte that is not ASCII becomes the replacement
    /// character.
    pub fn decode_lossy(self, text: &[u8]) -> String {
        self.decode(text).unwrap_or_else(|_| {
            let character = |&byte: &u8| match byte {
                0..0x80 => char::from(byte),
                _ => char::REPLACEMENT_CHARACTER,
            };
            text.iter().map(character).collect()
        })
    }

    /// As [`Self::decode`], as UTF-8 in `decoded`, whose memory is used again.
    pub fn decode_into(self, text: &[u8], decoded: &mut Vec<u8>) -> Result<(), FormatError> {
        let table = self.decoder()?;
        let is_control = |byte: u8| (0x80..0xA0).contains(&byte) && WITH_CONTROLS.contains(&self.0);
        decoded.clear();
        for piece in text.chunk_by(|&left, &right| is_control(left) == is_control(right)) {
            if is_control(piece[0]) {
                let characters = piece.iter().map(|&byte| char::from(byte));
                decoded.extend_from_slice(characters.collect::<String>().as_bytes());
                continue;
            }
            let mut decoder = table.new_decoder_without_bom_handling();
            let most = decoder.max_utf8_buffer_length(piece.len());
            let start = decoded.len();
            decoded.resize(start + most.unwrap_or(0), 0);
            let (_, _, written, _) = decoder.decode_to_utf8(piece, &mut decoded[start..], true);
            decoded.truncate(start + written);
        }
        Ok(())
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
        // Not the characters that Windows has in the places of control characters.
        assert_eq!(decode(29, b"\x80\x9F\xE9"), "\u{80}\u{9F}é");
        assert_eq!(decode(37, b"x\x80\xFD"), "x\u{80}ı");
        assert_eq!(decode(39, b"\x85\xA1"), "\u{85}ก");
        assert_eq!(decode(140, b"\xC7\xD1"), "한");
        assert_eq!(decode(123, b"\xA4\xA4"), "中");
    }

    #[test]
    fn numbers_occur_once() {
        let mut codes: Vec<_> = KNOWN.iter().map(|(code, ..)| code).collect();
        codes.dedup();
        assert_eq!(codes.len(), KNOWN.len());
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
        let error = Encoding::of_code(42).decode(b"caf\x82").unwrap_err();
        insta::assert_snapshot!(error, @"text in the encoding pcoem850 cannot be read: there is no table for it; store the data set as utf-8 where it was made");
        assert_eq!(
            Encoding::of_code(42).decode_lossy(b"caf\x82"),
            "caf\u{FFFD}"
        );
        assert_eq!(Encoding::of_code(99).name(), "number 99");
    }

    #[test]
    fn decoding_into_memory_is_the_same() {
        let mut decoded = b"rest of before".to_vec();
        Encoding::WLATIN1
            .decode_into(b"\x80\xE9", &mut decoded)
            .unwrap();
        assert_eq!(decoded, "€é".as_bytes());
    }
}
