//! Accessors of the values in a row.

use feedrate_values::missing;

/// The byte order of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Little-endian: Intel and ARM, and all files made here.
    Little,
    /// Big-endian: SPARC, POWER.
    Big,
}

/// A number in a row: an IEEE double, without its last bytes if it is shorter than eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumberField {
    offset: usize,
    length: usize,
    order: Order,
}

impl NumberField {
    /// Creates the accessor of a number of `length` bytes at `offset`; `None` unless the length is 3 to 8.
    pub fn new(offset: usize, length: usize, order: Order) -> Option<Self> {
        (3..=8).contains(&length).then_some(Self { offset, length, order })
    }

    /// Returns its offset in a row.
    pub fn offset(self) -> usize {
        self.offset
    }

    /// Returns its length in bytes.
    pub fn length(self) -> usize {
        self.length
    }

    /// Returns its value. Every NaN is returned as one of the 28 missing values, so that it sorts as they do.
    ///
    /// # Panics
    ///
    /// Panics if the row ends before it.
    #[inline]
    pub fn get(self, row: &[u8]) -> f64 {
        let bytes = &row[self.offset..self.offset + self.length];
        let bits = match (self.order, <[u8; 8]>::try_from(bytes)) {
            (Order::Little, Ok(whole)) => u64::from_le_bytes(whole),
            (Order::Big, Ok(whole)) => u64::from_be_bytes(whole),
            (Order::Little, Err(_)) => {
                let mut whole = [0; 8];
                whole[8 - self.length..].copy_from_slice(bytes);
                u64::from_le_bytes(whole)
            }
            (Order::Big, Err(_)) => {
                let mut whole = [0; 8];
                whole[..self.length].copy_from_slice(bytes);
                u64::from_be_bytes(whole)
            }
        };
        let number = f64::from_bits(bits);
        if number.is_nan() { canonical(bits) } else { number }
    }

    /// Sets its value. A short number is truncated, not rounded.
    ///
    /// # Panics
    ///
    /// Panics if the row ends before it.
    #[inline]
    pub fn set(self, row: &mut [u8], number: f64) {
        let number = if number.is_nan() {
            canonical(number.to_bits())
        } else {
            number
        };
        let target = &mut row[self.offset..self.offset + self.length];
        match self.order {
            Order::Little => target.copy_from_slice(&number.to_le_bytes()[8 - self.length..]),
            Order::Big => target.copy_from_slice(&number.to_be_bytes()[..self.length]),
        }
    }
}

/// Returns the missing value for a NaN in a file.
///
/// There are two notations. In the usual one the third byte counts down from the underscore; in the other it is the
/// complement of the character after the dot. Some writers clear the sign. The bytes after the third have no meaning.
#[cold]
fn canonical(bits: u64) -> f64 {
    let tag = (bits >> 40) as u8;
    if tag >= 0xE4 {
        return f64::from_bits(0xFFFF_0000_0000_0000 | u64::from(tag) << 40);
    }
    match !tag {
        letter @ (b'A'..=b'Z' | b'_') => missing::special(letter).unwrap_or(missing::MISSING),
        _ => missing::MISSING,
    }
}

/// A character value in a row: bytes of a fixed length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextField {
    offset: usize,
    length: usize,
}

impl TextField {
    /// Creates the accessor of a character value of `length` bytes at `offset`.
    pub fn new(offset: usize, length: usize) -> Self {
        Self { offset, length }
    }

    /// Returns its offset in a row.
    pub fn offset(self) -> usize {
        self.offset
    }

    /// Returns its length in bytes.
    pub fn length(self) -> usize {
        self.length
    }

    /// Returns its bytes, including trailing blanks.
    ///
    /// # Panics
    ///
    /// Panics if the row ends before it.
    #[inline]
    pub fn get(self, row: &[u8]) -> &[u8] {
        &row[self.offset..self.offset + self.length]
    }

    /// Sets its value, which is cut or padded with blanks.
    ///
    /// # Panics
    ///
    /// Panics if the row ends before it.
    #[inline]
    pub fn set(self, row: &mut [u8], text: &[u8]) {
        let target = &mut row[self.offset..self.offset + self.length];
        let taken = text.len().min(self.length);
        target[..taken].copy_from_slice(&text[..taken]);
        target[taken..].fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn field(length: usize, order: Order) -> NumberField {
        NumberField::new(2, length, order).unwrap()
    }

    #[test]
    fn lengths_are_3_to_8() {
        for length in [0, 1, 2, 9] {
            assert_eq!(NumberField::new(0, length, Order::Little), None);
        }
    }

    #[test]
    fn short_numbers_keep_the_integers_that_they_are_documented_to_keep() {
        // The largest of consecutive integers for lengths of 3 to 8 bytes, from SAS's documentation of LENGTH on UNIX.
        let largest = [
            8_192.0,
            2_097_152.0,
            536_870_912.0,
            137_438_953_472.0,
            35_184_372_088_832.0,
        ];
        for (length, largest) in (3..8).zip(largest) {
            for order in [Order::Little, Order::Big] {
                let mut row = [0xAA; 12];
                field(length, order).set(&mut row, largest);
                assert_eq!(field(length, order).get(&row), largest);
                field(length, order).set(&mut row, largest + 1.0);
                assert_eq!(field(length, order).get(&row), largest);
                assert_eq!(row[..2], [0xAA; 2]);
                assert_eq!(row[2 + length..], [0xAA; 10][..10 - length]);
            }
        }
    }

    #[test]
    fn missing_values_survive_every_length() {
        let special = (b'A'..=b'Z').chain([b'_']).filter_map(missing::special);
        for value in special.chain([missing::MISSING]) {
            for length in 3..=8 {
                for order in [Order::Little, Order::Big] {
                    let mut row = [0; 12];
                    field(length, order).set(&mut row, value);
                    assert_eq!(field(length, order).get(&row).to_bits(), value.to_bits());
                }
            }
        }
    }

    #[test]
    fn every_manner_of_missing_values_is_understood() {
        let read = |bits: u64| {
            NumberField::new(0, 8, Order::Little)
                .unwrap()
                .get(&bits.to_le_bytes())
                .to_bits()
        };
        let special = |letter| missing::special(letter).unwrap().to_bits();
        // The complement of the character, as Windows releases of the 1990s wrote it.
        assert_eq!(read(0xFFFF_D100_0000_0000), missing::MISSING.to_bits());
        assert_eq!(read(0xFFFF_BE00_0000_0000), special(b'A'));
        assert_eq!(read(0xFFFF_A500_0000_0000), special(b'Z'));
        assert_eq!(read(0xFFFF_A000_0000_0000), special(b'_'));
        // With the sign clear, and with bytes that have no meaning.
        assert_eq!(read(0x7FF8_FD00_0000_0000), special(b'A'));
        assert_eq!(read(0xFFFF_FE00_0000_0001), missing::MISSING.to_bits());
        assert_eq!(read(f64::NAN.to_bits()), missing::MISSING.to_bits());
    }

    #[test]
    fn text_is_cut_and_padded() {
        let field = TextField::new(1, 3);
        let mut row = *b"-----";
        field.set(&mut row, b"a");
        assert_eq!(&row, b"-a  -");
        field.set(&mut row, b"abcdef");
        assert_eq!(&row, b"-abc-");
        assert_eq!(field.get(&row), b"abc");
    }

    proptest! {
        #[test]
        fn whole_numbers_come_back(number: f64, big: bool) {
            let order = if big { Order::Big } else { Order::Little };
            let mut row = [0; 12];
            field(8, order).set(&mut row, number);
            let back = field(8, order).get(&row);
            prop_assert!(back.to_bits() == number.to_bits() || back.is_nan() && number.is_nan());
        }
    }
}
