//! Zoned decimals: a digit in a byte, and the sign in the first or last one or beside it.

use super::digits::{MOST_BYTES, digits_of, number_of};

/// A form of zoned decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    /// `ZDw.d` where text is in ASCII: the last digit is a letter or a brace
    Ascii,
    /// `ZDBw.d`: the same with blanks for zeros
    AsciiBlanks,
    /// `VMSZNw.d`: the last digit of a negative number is a letter from `p` on
    AsciiSigned,
    /// `S370FZDw.d`: in EBCDIC
    Ebcdic,
    /// `S370FZDBw.d`: the same with blanks for zeros
    EbcdicBlanks,
    /// `S370FZDLw.d`: the sign is in the first byte
    EbcdicLeading,
    /// `S370FZDSw.d`: the sign is a byte before the digits
    EbcdicSignFirst,
    /// `S370FZDTw.d`: the sign is a byte after the digits
    EbcdicSignLast,
    /// `S370FZDUw.d`: there is no sign
    EbcdicUnsigned,
}

/// The last digits of positive and of negative numbers in ASCII.
const LAST: [&[u8; 10]; 2] = [b"{ABCDEFGHI", b"}JKLMNOPQR"];

/// Plus and minus in EBCDIC.
const SIGNS: [u8; 2] = [0x4E, 0x60];

/// The zone of a digit without a sign, and those of positive and negative ones, in EBCDIC.
const ZONE: u8 = 0xF0;
const SIGNED_ZONES: [u8; 2] = [0xC0, 0xD0];

impl Zone {
    /// Writes the nearest integer. A missing value is -0.
    pub(super) fn write(self, number: f64, bytes: &mut [u8]) {
        let sign = usize::from(number < 0.0 || number.is_nan());
        let count = bytes.len();
        let (from, to) = match self {
            Self::EbcdicSignFirst => (1, count),
            Self::EbcdicSignLast => (0, count - 1),
            _ => (0, count),
        };
        let digits = &mut bytes[from..to];
        digits_of(number, digits);
        let last = digits.len() - 1;
        match self {
            Self::Ascii | Self::AsciiBlanks | Self::AsciiSigned => {
                let ending = match (self, sign) {
                    (Self::AsciiSigned, 0) => b'0' + digits[last],
                    (Self::AsciiSigned, _) => b'p' + digits[last],
                    _ => LAST[sign][usize::from(digits[last])],
                };
                digits.iter_mut().for_each(|digit| *digit += b'0');
                digits[last] = ending;
                return;
            }
            Self::Ebcdic | Self::EbcdicBlanks => digits[last] |= SIGNED_ZONES[sign],
            Self::EbcdicLeading => digits[0] |= SIGNED_ZONES[sign],
            Self::EbcdicSignFirst | Self::EbcdicSignLast | Self::EbcdicUnsigned => {}
        }
        for digit in digits.iter_mut().filter(|digit| **digit <= 9) {
            *digit |= ZONE;
        }
        match self {
            Self::EbcdicSignFirst => bytes[0] = SIGNS[sign],
            Self::EbcdicSignLast => bytes[count - 1] = SIGNS[sign],
            _ => {}
        }
    }

    pub(super) fn read(self, bytes: &[u8]) -> Option<f64> {
        if matches!(self, Self::Ascii | Self::AsciiBlanks | Self::AsciiSigned) {
            return self.read_ascii(bytes);
        }
        let bytes = bytes.get(..bytes.len().min(MOST_BYTES))?;
        let (sign, rest) = match (self, bytes) {
            (Self::EbcdicSignFirst, [sign, rest @ ..]) | (Self::EbcdicSignLast, [rest @ .., sign]) => (*sign, rest),
            (_, [first, ..]) if self == Self::EbcdicLeading => (*first, bytes),
            (_, [.., last]) => (*last, bytes),
            _ => return None,
        };
        let is_negative = match self {
            Self::EbcdicUnsigned => false,
            Self::EbcdicSignFirst | Self::EbcdicSignLast => sign == SIGNS[1],
            _ => matches!(sign >> 4, 0xB | 0xD),
        };
        let takes_blanks = self == Self::EbcdicBlanks;
        let digits: Option<Vec<u8>> = rest
            .iter()
            .map(|byte| match byte {
                0x40 if takes_blanks => Some(0),
                _ if byte >> 4 >= 0xA && byte & 0xF <= 9 => Some(byte & 0xF),
                _ => None,
            })
            .collect();
        Some(signed(number_of(&digits?), is_negative))
    }

    /// Reads digits, the last of which may be one with a sign. Blanks before them do not count.
    fn read_ascii(self, bytes: &[u8]) -> Option<f64> {
        let (last, rest) = bytes.trim_ascii().split_last()?;
        let place = |sign: usize| LAST[sign].iter().position(|byte| byte.eq_ignore_ascii_case(last));
        let (ending, is_negative) = match (last, place(0), place(1)) {
            (b'0'..=b'9', ..) => (last - b'0', false),
            (b'p'..=b'y', ..) if self == Self::AsciiSigned => (last - b'p', true),
            _ if self == Self::AsciiSigned => return None,
            (_, Some(digit), _) => (digit as u8, false),
            (_, _, Some(digit)) => (digit as u8, true),
            _ => return None,
        };
        let takes_blanks = self == Self::AsciiBlanks;
        let mut digits: Vec<u8> = rest
            .iter()
            .map(|byte| match byte {
                b' ' if takes_blanks => Some(0),
                b'0'..=b'9' => Some(byte - b'0'),
                _ => None,
            })
            .collect::<Option<_>>()?;
        digits.push(ending);
        Some(signed(number_of(&digits), is_negative))
    }
}

fn signed(number: f64, is_negative: bool) -> f64 {
    if is_negative && number > 0.0 { -number } else { number }
}
