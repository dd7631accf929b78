//! Decompresses rows with Ross Data Compression (`COMPRESS=BINARY`).
//!
//! Two bytes, big-endian, are sixteen flags for what follows: a clear flag for a literal byte, a set flag for a command
//! that repeats a byte or refers back into the row. The method is from "A Simple Data-Compression Technique", The C
//! Users Journal, October 1992.

use crate::compression::row_room::row_room;

/// The maximum expansion of a compressed byte: three bytes expand to at most 4114.
const MOST_A_BYTE: usize = 1372;

/// The literal bytes of a group.
const GROUP: usize = 16;

/// Appends the decompressed row; `None` if it does not have this length. Then what is appended is undefined.
pub(crate) fn decompress(input: &[u8], row_length: usize, output: &mut Vec<u8>) -> Option<()> {
    expand(input, row_room(output, row_length, input.len(), MOST_A_BYTE)?)
}

/// Fills the output; `None` if the input is longer or shorter.
fn expand(mut input: &[u8], output: &mut [u8]) -> Option<()> {
    let mut to = 0;
    while let Some((flags, rest)) = input.split_first_chunk() {
        input = rest;
        let mut flags = u16::from_be_bytes(*flags);
        let mut items = GROUP;
        // The last flags of a row may be unused.
        while items > 0 && !input.is_empty() {
            let literal = (flags.leading_zeros() as usize).min(items).min(input.len());
            if literal > 0 {
                match (input.get(..GROUP), output.get_mut(to..to + GROUP)) {
                    // Those behind them are overwritten later.
                    (Some(more), Some(into)) => into.copy_from_slice(more),
                    _ => {
                        let into = output.get_mut(to..to + literal)?;
                        into.copy_from_slice(&input[..literal]);
                    }
                }
                input = &input[literal..];
                to += literal;
                items -= literal;
                flags = flags.checked_shl(literal as u32).unwrap_or(0);
                continue;
            }
            to = command(&mut input, output, to)?;
            items -= 1;
            flags <<= 1;
        }
    }
    // A single byte of flags is none.
    (to == output.len()).then_some(())
}

/// Executes a command. Returns the end of the output.
#[inline]
fn command(input: &mut &[u8], output: &mut [u8], to: usize) -> Option<usize> {
    let mut next = || -> Option<usize> {
        let (&byte, rest) = input.split_first()?;
        *input = rest;
        Some(byte.into())
    };
    let byte = next()?;
    let low = byte & 0x0F;
    match byte >> 4 {
        0 => repeat(output, to, low + 3, next()?),
        1 => {
            let count = low + 16 * next()? + 19;
            repeat(output, to, count, next()?)
        }
        2 => {
            let back = low + 16 * next()? + 3;
            let count = next()? + 16;
            refer(output, to, back, count)
        }
        count => {
            let back = low + 16 * next()? + 3;
            refer(output, to, back, count)
        }
    }
}

#[inline]
fn repeat(output: &mut [u8], to: usize, count: usize, byte: usize) -> Option<usize> {
    output.get_mut(to..to + count)?.fill(byte as u8);
    Some(to + count)
}

/// Repeats `count` bytes from `back` bytes ago in the same row, possibly including bytes that it appends.
#[inline]
fn refer(output: &mut [u8], to: usize, back: usize, count: usize) -> Option<usize> {
    let from = to.checked_sub(back)?;
    let end = to + count;
    if end > output.len() {
        return None;
    }
    if count <= back {
        output.copy_within(from..from + count, to);
    } else {
        for index in to..end {
            output[index] = output[index - back];
        }
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(input: &[u8], length: usize) -> Option<Vec<u8>> {
        let mut output = b"before".to_vec();
        decompress(input, length, &mut output)?;
        Some(output.split_off(6))
    }

    #[test]
    fn bytes_without_a_flag_are_copied() {
        let input = [&[0, 0][..], b"0123456789abcdef", &[0, 0], b"gh"].concat();
        assert_eq!(row(&input, 18).as_deref(), Some(&b"0123456789abcdefgh"[..]));
    }

    #[test]
    fn every_command_does_what_it_is_documented_to_do() {
        assert_eq!(row(&[0x80, 0, 0x02, b'x'], 5).as_deref(), Some(&b"xxxxx"[..]));
        assert_eq!(row(&[0x80, 0, 0x11, 2, b'y'], 19 + 1 + 32), Some(vec![b'y'; 52]));
        // Three bytes, then three of them again.
        let input = [&[0x10, 0][..], b"abc", &[0x30, 0]].concat();
        assert_eq!(row(&input, 6).as_deref(), Some(&b"abcabc"[..]));
        // A long reference that includes bytes that it appends.
        let input = [&[0x10, 0][..], b"abc", &[0x20, 0, 1]].concat();
        assert_eq!(row(&input, 3 + 17).as_deref(), Some(&b"abcabcabcabcabcabcab"[..]));
    }

    #[test]
    fn what_gives_no_row_is_refused() {
        assert_eq!(row(&[0x80, 0, 0x02, b'x'], 4), None, "too long");
        assert_eq!(row(&[0x80, 0, 0x02, b'x'], 6), None, "too short");
        assert_eq!(row(&[0x80, 0, 0x02], 5), None, "cut off");
        assert_eq!(row(&[0x80, 0, 0x30, 0], 3), None, "before the row");
        assert_eq!(row(&[0, 0, b'a', b'b'], 1), None, "a byte too many");
        assert_eq!(row(&[0xFF], usize::MAX / 2), None, "more than can be");
    }
}
