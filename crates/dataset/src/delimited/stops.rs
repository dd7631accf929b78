//! The places of a text at which a value can end: separators, line breaks and quotation marks.

/// The bytes that are examined together.
const BLOCK: usize = 64;

/// The lowest bit of each byte of a word.
const LOWEST: u64 = u64::from_ne_bytes([1; 8]);

/// All bits but the highest of each byte of a word.
const LOWER: u64 = u64::from_ne_bytes([0x7F; 8]);

/// Finds the separators, line breaks and quotation marks of a text in their order.
#[derive(Debug)]
pub(super) struct Stops {
    /// The separator in each byte of a word.
    delimiter: u64,
    /// The offset of the current block, and a bit for each of its bytes that is still to be returned.
    block: usize,
    left: u64,
}

impl Stops {
    /// Returns those of a text with this separator, of which none is at hand.
    pub fn new(delimiter: u8) -> Self {
        Self {
            delimiter: LOWEST * u64::from(delimiter),
            block: 0,
            left: 0,
        }
    }

    /// Goes to an offset of a text, which may be another one than before.
    pub fn start(&mut self, text: &[u8], offset: usize) {
        self.block = offset - offset % BLOCK;
        self.left = self.of_block(text) & (u64::MAX << (offset % BLOCK));
    }

    /// Goes on to an offset of the same text that is not before those that were returned.
    #[inline]
    pub fn go_on(&mut self, text: &[u8], offset: usize) {
        match offset.checked_sub(self.block) {
            Some(within @ 0..BLOCK) => self.left &= u64::MAX << within,
            _ => self.start(text, offset),
        }
    }

    /// Returns the offset of the next one; `None` if the text has no further.
    #[inline]
    pub fn next(&mut self, text: &[u8]) -> Option<usize> {
        while self.left == 0 {
            let block = self.block + BLOCK;
            if block >= text.len() {
                return None;
            }
            self.block = block;
            self.left = self.of_block(text);
        }
        let found = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(self.block + found)
    }

    /// Returns a bit for each byte of the current block that is one of them.
    #[inline]
    fn of_block(&self, text: &[u8]) -> u64 {
        let rest = text.get(self.block..).unwrap_or_default();
        if let Some(block) = rest.first_chunk::<BLOCK>() {
            return self.bits(block);
        }
        let mut block = [0; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        let within = (1_u64 << rest.len()) - 1;
        self.bits(&block) & within
    }

    #[inline]
    fn bits(&self, block: &[u8; BLOCK]) -> u64 {
        let mut bits = 0;
        for (index, word) in block.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            let found = zeros(word ^ self.delimiter)
                | zeros(word ^ (LOWEST * b'\n' as u64))
                | zeros(word ^ (LOWEST * b'\r' as u64))
                | zeros(word ^ (LOWEST * b'"' as u64));
            // The product brings the bits of the eight bytes together in its highest byte.
            let together = (found >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits |= together << (index * 8);
        }
        bits
    }
}

/// Returns the highest bit of each byte of a word that is zero.
#[inline]
fn zeros(word: u64) -> u64 {
    !(((word & LOWER) + LOWER) | word | LOWER)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn all_are_found(
            text in proptest::collection::vec(
                prop_oneof![any::<u8>(), Just(b','), Just(b'"'), Just(b'\n'), Just(b'-')],
                0..300,
            ),
            delimiter: u8, start in 0_usize..300, behind in 0_usize..100,
        ) {
            let is_stop = |byte: u8| byte == delimiter || b"\r\n\"".contains(&byte);
            let from = |start: usize| {
                let text = text.iter().enumerate().skip(start);
                text.filter(|(_, byte)| is_stop(**byte)).map(|(at, _)| at).collect::<Vec<_>>()
            };
            let mut stops = Stops::new(delimiter);
            stops.start(&text, start);
            let first = stops.next(&text);
            prop_assert_eq!(first, from(start).first().copied());
            let next = first.unwrap_or(start) + behind;
            stops.go_on(&text, next);
            let found: Vec<_> = std::iter::from_fn(|| stops.next(&text)).collect();
            let expected = from(next.max(first.map_or(start, |at| at + 1)));
            prop_assert_eq!(found, expected);
        }
    }
}
