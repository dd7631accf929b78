//! The codes of Unicode in two or four bytes. A character without a code of two bytes is two such codes.

use super::push_character;

/// A form of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide {
    has_four_bytes: bool,
    /// True if the byte of the most value is the first one.
    is_big: bool,
}

impl Wide {
    /// Returns the form of `UCS2B` and the like. The bytes of `UCS2X` are in the order of the machine, which is that of
    /// x86.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let (has_four_bytes, order) = match name.split_at_checked(4)? {
            ("UCS2", order) => (false, order),
            ("UCS4", order) => (true, order),
            _ => return None,
        };
        let is_big = match order {
            "B" => true,
            "L" | "X" => false,
            _ => return None,
        };
        Some(Self { has_four_bytes, is_big })
    }

    /// Returns the bytes of a code.
    pub(super) fn bytes(self) -> u16 {
        if self.has_four_bytes { 4 } else { 2 }
    }

    /// Appends a character.
    pub(super) fn push(self, character: char, out: &mut Vec<u8>) {
        if self.has_four_bytes {
            let code = u32::from(character);
            out.extend(if self.is_big {
                code.to_be_bytes()
            } else {
                code.to_le_bytes()
            });
            return;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            out.extend(if self.is_big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            });
        }
    }

    /// Appends a text in UTF-8, without what would make more than `most` bytes.
    pub(super) fn encode(self, text: &[u8], most: usize, out: &mut Vec<u8>) {
        let start = out.len();
        for character in String::from_utf8_lossy(text).chars() {
            let before = out.len();
            self.push(character, out);
            if out.len() - start > most {
                out.truncate(before);
                return;
            }
        }
    }

    /// Appends the characters of codes; `None` if one of them is none. Blanks complete the last one, which trimming may
    /// have cut.
    pub(super) fn decode(self, field: &[u8], out: &mut Vec<u8>) -> Option<()> {
        let size = usize::from(self.bytes());
        let mut units = Vec::new();
        for group in field.chunks(size) {
            let mut bytes = [b' '; 4];
            bytes[..group.len()].copy_from_slice(group);
            let pair = [bytes[0], bytes[1]];
            units.push(match (self.has_four_bytes, self.is_big) {
                (true, true) => u32::from_be_bytes(bytes),
                (true, false) => u32::from_le_bytes(bytes),
                (false, true) => u32::from(u16::from_be_bytes(pair)),
                (false, false) => u32::from(u16::from_le_bytes(pair)),
            });
        }
        if self.has_four_bytes {
            for code in units {
                push_character(char::from_u32(code)?, out);
            }
            return Some(());
        }
        // Units of two bytes have no more bits.
        for character in char::decode_utf16(units.into_iter().map(|unit| unit as u16)) {
            push_character(character.ok()?, out);
        }
        Some(())
    }
}
