//! Packed decimals: two digits in a byte.

use super::digits::{MOST_BYTES, digits_of, number_of};

/// A form of packed decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackedDecimal {
    /// `PDw.d` where text is in ASCII: the first bit of the first byte is the sign, its other bits are not used
    Native,
    /// `PKw.d`: digits only
    Unsigned,
    /// `S370FPDw.d`: the sign is the last half byte
    Ibm,
    /// `S370FPDUw.d`: the last half byte is that of no sign
    IbmUnsigned,
}

impl PackedDecimal {
    /// Writes the nearest integer. A missing value is -0, as documented. A negative number that is too long in `PDw.d`
    /// keeps its last digits, as in the example of SAS's manual.
    pub(super) fn write(self, number: f64, bytes: &mut [u8]) {
        let is_negative = number < 0.0 || number.is_nan();
        let mut halves = [0; 2 * MOST_BYTES];
        let halves = &mut halves[..2 * bytes.len()];
        let (from, to) = match self {
            Self::Native => (2, halves.len()),
            Self::Unsigned => (0, halves.len()),
            Self::Ibm | Self::IbmUnsigned => (0, halves.len() - 1),
        };
        if self == Self::Native && is_negative {
            let mut all = [0; 2 * MOST_BYTES];
            digits_of(number, &mut all);
            let count = to - from;
            halves[from..to].copy_from_slice(&all[2 * MOST_BYTES - count..]);
        } else {
            digits_of(number, &mut halves[from..to]);
        }
        match self {
            Self::Native => halves[0] = if is_negative { 8 } else { 0 },
            Self::Unsigned => {}
            Self::Ibm => halves[to] = if is_negative { 0xD } else { 0xC },
            Self::IbmUnsigned => halves[to] = 0xF,
        }
        for (byte, pair) in bytes.iter_mut().zip(halves.chunks_exact(2)) {
            *byte = pair[0] << 4 | pair[1];
        }
    }

    pub(super) fn read(self, bytes: &[u8]) -> Option<f64> {
        let mut halves: Vec<u8> = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]).collect();
        let is_negative = match self {
            Self::Native => {
                let first = halves.remove(0);
                halves.remove(0);
                first & 8 != 0
            }
            Self::Unsigned => false,
            Self::Ibm | Self::IbmUnsigned => match halves.pop()? {
                0xB | 0xD => self == Self::Ibm,
                0xA | 0xC | 0xE | 0xF => false,
                _ => return None,
            },
        };
        let are_digits = halves.iter().all(|digit| *digit <= 9);
        let number = are_digits.then(|| number_of(&halves))?;
        // Negative zero is 0.
        Some(if is_negative && number > 0.0 { -number } else { number })
    }
}
