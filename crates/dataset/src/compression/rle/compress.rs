//! Compresses rows with run-length encoding (`COMPRESS=CHAR`). The commands are of those that [`rle`] executes: those
//! that pandas, ReadStat and parso execute in the same way. So none is `0x1n`, `0x2n` or `0x5n`, which pandas refuses,
//! and `0x4n` is `0x40`, as ReadStat and parso multiply the lower half by 16.
//!
//! [`rle`]: mod@super::decompress

use crate::compression::runs::{end_of_run, next_run};

/// The shortest run that ends a sequence of literal bytes: blanks, zeros and `@` take one byte, others two, and the
/// literal bytes behind it take a command.
const LEAST_SHORT: usize = 3;
const LEAST_OTHER: usize = 4;

/// The most bytes of one command.
const MOST_LITERAL: usize = 64 + 0xFFF;
const MOST_BLANKS: usize = 17 + 0xFFF;
const MOST_OTHER: usize = 18 + 0xFF;

/// Few literal bytes are copied together with those behind them, which is faster.
const CHUNK: usize = 16;

/// Returns how long the output must be for a row of `row_length` bytes.
pub(crate) fn room(row_length: usize) -> usize {
    // Two bytes for a command of few literal bytes, and those that are copied in excess.
    row_length + row_length / 16 + 4 * CHUNK
}

/// Compresses a row into `output`, which must have [`room`] for it. Returns the compressed length; `None` if it is not
/// less than that of the row.
pub(crate) fn compress(row: &[u8], output: &mut [u8]) -> Option<usize> {
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
        // The output so far is shorter than its input, but for the commands of literal bytes.
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
    let (few, many, most) = match byte {
        b'@' => (Some(0xD0), None, MOST_OTHER),
        b' ' => (Some(0xE0), Some(0x60), MOST_BLANKS),
        0 => (Some(0xF0), Some(0x70), MOST_BLANKS),
        _ => (None, None, MOST_OTHER),
    };
    while count > 0 {
        let now = match count {
            _ if count <= most => count,
            // The rest must be long enough for a command.
            _ => most - LEAST_OTHER,
        };
        match (few, many, now) {
            (Some(few), _, ..=17) => {
                output[to] = few + (now - 2) as u8;
                to += 1;
            }
            (_, Some(many), _) => {
                let more = now - 17;
                output[to] = many + (more >> 8) as u8;
                output[to + 1] = more as u8;
                to += 2;
            }
            (_, None, ..=18) => {
                output[to] = 0xC0 + (now - 3) as u8;
                output[to + 1] = byte;
                to += 2;
            }
            (_, None, _) => {
                output[to] = 0x40;
                output[to + 1] = (now - 18) as u8;
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

    use super::*;
    use crate::compression::rle::decompress;
    use crate::compression::row_like::row_like;

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

    /// Checks that all commands are among those that other readers know, and returns them.
    fn commands(mut packed: &[u8]) -> Vec<u8> {
        let mut commands = Vec::new();
        while let Some((&command, rest)) = packed.split_first() {
            let low = usize::from(command & 0x0F);
            let behind = match command {
                0x00..=0x0F => 1 + 64 + usize::from(rest[0]) + 256 * low,
                0x40 => 2,
                0x60..=0x7F | 0xC0..=0xCF => 1,
                0x80..=0xBF => 1 + usize::from(command & 0x3F),
                0xD0..=0xFF => 0,
                _ => panic!("{command:x}"),
            };
            commands.push(command);
            packed = &rest[behind..];
        }
        commands
    }

    #[test]
    fn other_readers_know_every_command() {
        for length in 1..=5000 {
            let literal = (0..length).map(|index| (index * 7 % 101 + 100) as u8);
            let row: Vec<u8> = literal.chain([b' '; 40]).collect();
            let commands = commands(&compressed(&row).unwrap());
            let literals = match length {
                ..=64 => vec![0x7F + length as u8],
                65..=4159 => vec![((length - 64) >> 8) as u8],
                4160..=4223 => vec![0x0F, 0x7F + (length - 4159) as u8],
                _ => vec![0x0F, ((length - 4159 - 64) >> 8) as u8],
            };
            assert_eq!(commands, [literals, vec![0x60]].concat(), "{length}");
            for byte in [0, b' ', b'@', b'x'] {
                if let Some(packed) = compressed(&vec![byte; length]) {
                    self::commands(&packed);
                }
            }
        }
        assert_eq!(commands(&compressed(&[b'@'; 18]).unwrap()), [0xC0 + 15]);
        assert_eq!(commands(&compressed(&[b'@'; 19]).unwrap()), [0x40]);
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
        for length in (1..300).chain(4050..4200).chain(8200..8300).chain(65_000..65_003) {
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
