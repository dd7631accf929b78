//! Compresses rows with run-length encoding (`COMPRESS=CHAR`). The commands are those that [`rle`] executes.
//!
//! [`rle`]: super::super::rle

use super::runs::{end_of_run, next_run};

/// The shortest run that ends a sequence of literal bytes: blanks, zeros and `@` take one byte, others two, and the
/// literal bytes behind it take a command.
const LEAST_SHORT: usize = 3;
const LEAST_OTHER: usize = 4;

/// The most bytes of one command.
const MOST_LITERAL: usize = 64 + 0xFFF + 4096;
const MOST_REPEATED: usize = 17 + 0xFFF;

/// Few literal bytes are copied together with those behind them, which is faster.
const CHUNK: usize = 16;

/// Returns how long the output must be for a row of `row_length` bytes.
pub(super) fn room(row_length: usize) -> usize {
    // Two bytes for a command of few literal bytes, and those that are copied in excess.
    row_length + row_length / 16 + 4 * CHUNK
}

/// Compresses a row into `output`, which must have [`room`] for it. Returns the compressed length; `None` if it is not
/// less than that of the row.
pub(super) fn compress(row: &[u8], output: &mut [u8]) -> Option<usize> {
    let mut written = 0;
    // The beginning of the literal bytes.
    let mut from = 0;
    let mut at = 0;
    while let Some(start) = next_run(row, at) {
        let byte = row[start];
        let end = end_of_run(row, start + LEAST_SHORT, byte);
        let least = match byte {
            0 | b' ' | b'@' => LEAST_SHORT,
            _ => LEAST_OTHER,
        };
        at = end;
        if end - start < least {
            continue;
        }
        // What is written now is shorter than what it stands for, but for the commands of literal bytes.
        if written + (start - from) >= row.len() {
            return None;
        }
        written = copy(row, from..start, output, written);
        written = repeat(end - start, byte, output, written);
        from = end;
    }
    if written + (row.len() - from) >= row.len() {
        return None;
    }
    written = copy(row, from..row.len(), output, written);
    (written < row.len()).then_some(written)
}

/// Writes literal bytes. Returns the end of the output.
#[inline]
fn copy(row: &[u8], bytes: std::ops::Range<usize>, output: &mut [u8], mut to: usize) -> usize {
    let mut from = bytes.start;
    while from < bytes.end {
        let count = (bytes.end - from).min(MOST_LITERAL);
        match count {
            ..=64 => output[to] = 0x80 + (count - 1) as u8,
            96..=111 => output[to] = 0x20 + (count - 96) as u8,
            _ => {
                let more = count - 64;
                output[to] = (more >> 8) as u8;
                to += 1;
                output[to] = more as u8;
            }
        }
        to += 1;
        let source = row.get(from..from + CHUNK);
        match (source, output.get_mut(to..to + CHUNK)) {
            (Some(source), Some(target)) if count <= CHUNK => target.copy_from_slice(source),
            _ => output[to..to + count].copy_from_slice(&row[from..from + count]),
        }
        to += count;
        from += count;
    }
    to
}

/// Writes a run of a byte. Returns the end of the output.
#[inline]
fn repeat(mut count: usize, byte: u8, output: &mut [u8], mut to: usize) -> usize {
    let short = match byte {
        b'@' => Some((0xD0, 0x50)),
        b' ' => Some((0xE0, 0x60)),
        0 => Some((0xF0, 0x70)),
        _ => None,
    };
    while count > 0 {
        let now = match count {
            ..=MOST_REPEATED => count,
            // What remains must be long enough for a command.
            _ => MOST_REPEATED - LEAST_OTHER,
        };
        match (short, now) {
            (Some((few, _)), ..=17) => {
                output[to] = few + (now - 2) as u8;
                to += 1;
            }
            (Some((_, many)), _) => {
                let more = now - 17;
                output[to] = many + (more >> 8) as u8;
                output[to + 1] = more as u8;
                to += 2;
            }
            (None, ..=18) => {
                output[to] = 0xC0 + (now - 3) as u8;
                output[to + 1] = byte;
                to += 2;
            }
            (None, _) => {
                let more = now - 18;
                output[to] = 0x40 + (more >> 8) as u8;
                output[to + 1] = more as u8;
                output[to + 2] = byte;
                to += 3;
            }
        }
        count -= now;
    }
    to
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::rle::decompress;
    use super::super::tests::row_like;
    use super::*;

    fn compressed(row: &[u8]) -> Option<Vec<u8>> {
        let mut output = vec![0xEE; room(row.len())];
        let length = compress(row, &mut output)?;
        output.truncate(length);
        Some(output)
    }

    fn assert_same(row: &[u8]) {
        if let Some(packed) = compressed(row) {
            assert!(packed.len() < row.len());
            let mut again = Vec::new();
            decompress(&packed, row.len(), &mut again).unwrap();
            assert_eq!(again, row);
        }
    }

    #[test]
    fn runs_take_a_byte_or_two() {
        assert_eq!(compressed(&[0; 17]).unwrap(), [0xFF]);
        assert_eq!(compressed(&[b' '; 100]).unwrap(), [0x60, 83]);
        assert_eq!(compressed(b"xxxxxabab").unwrap(), b"\xC2x\x83abab");
        assert_eq!(compressed(b"ab\0\0\0\0cd").unwrap(), b"\x81ab\xF2\x81cd");
    }

    #[test]
    fn a_row_that_gets_no_shorter_is_left() {
        for row in [&b""[..], b"a", b"aa", b"abcdefgh", b"aaabbbccc", b"abc\0\0"] {
            assert_eq!(compressed(row), None, "{row:?}");
        }
        let all: Vec<u8> = (0..20_000_u32).map(|byte| (byte * 7) as u8).collect();
        assert_eq!(compressed(&all), None);
    }

    #[test]
    fn runs_and_literals_of_any_length_are_read_again() {
        for length in (1..300)
            .chain(4050..4200)
            .chain(8200..8300)
            .chain(65_000..65_003)
        {
            for byte in [0, b' ', b'@', b'x'] {
                assert_same(&vec![byte; length]);
                let literal = (0..length).map(|index| (index * 7 % 251) as u8);
                let row: Vec<u8> = literal.chain([byte; 40]).collect();
                assert_same(&row);
            }
        }
    }

    proptest! {
        #[test]
        fn every_row_is_read_again(row in row_like()) {
            assert_same(&row);
        }
    }
}
