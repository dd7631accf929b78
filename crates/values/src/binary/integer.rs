//! Integers in bytes.

/// A form of integer of one to eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Integer {
    is_big_endian: bool,
    sign: Sign,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// Two's complement.
    Signed,
    /// A negative number is written as the largest one.
    Unsigned,
    /// A negative number is written without its sign.
    Absolute,
}

impl Integer {
    /// `IBw.d` and `IBRw.d`
    pub(crate) const LITTLE: Self = Self {
        is_big_endian: false,
        sign: Sign::Signed,
    };

    /// `S370FIBw.d`
    pub(crate) const BIG: Self = Self {
        is_big_endian: true,
        sign: Sign::Signed,
    };

    /// Returns the same form without a sign.
    pub(crate) const fn unsigned(self) -> Self {
        Self {
            sign: Sign::Unsigned,
            ..self
        }
    }

    /// Returns the same form of magnitudes.
    pub(crate) const fn absolute(self) -> Self {
        Self {
            sign: Sign::Absolute,
            ..self
        }
    }

    /// Writes the nearest integer; 0 for a missing value.
    pub(super) fn write(self, number: f64, bytes: &mut [u8]) {
        let bits = 8 * bytes.len() as u32;
        let rounded = number.round();
        // Conversion of floating-point numbers saturates, and a missing value is 0.
        let whole = rounded as i128;
        let (least, most) = match self.sign {
            Sign::Signed => (-(1i128 << (bits - 1)), (1 << (bits - 1)) - 1),
            Sign::Unsigned | Sign::Absolute => (0, (1 << bits) - 1),
        };
        let whole = match self.sign {
            Sign::Signed => whole.clamp(least, most),
            Sign::Unsigned if whole < 0 => most,
            Sign::Unsigned => whole.min(most),
            Sign::Absolute => whole.saturating_abs().min(most),
        };
        let count = bytes.len();
        if self.is_big_endian {
            bytes.copy_from_slice(&whole.to_be_bytes()[16 - count..]);
        } else {
            bytes.copy_from_slice(&whole.to_le_bytes()[..count]);
        }
    }

    pub(super) fn read(self, bytes: &[u8]) -> Option<f64> {
        let append = |number: i128, byte: &u8| number << 8 | i128::from(*byte);
        let bytes = bytes.get(..bytes.len().min(8))?;
        let number = if self.is_big_endian {
            bytes.iter().fold(0, append)
        } else {
            bytes.iter().rev().fold(0, append)
        };
        let bits = 8 * bytes.len();
        let is_negative = self.sign == Sign::Signed && number >> (bits - 1) == 1;
        Some(if is_negative { number - (1 << bits) } else { number } as f64)
    }
}
