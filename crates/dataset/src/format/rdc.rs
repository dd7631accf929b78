//! Decompresses rows with Ross Data Compression (`COMPRESS=BINARY`).
//!
//! Two bytes, big-endian, are sixteen flags for what follows: a clear flag for a literal byte, a set flag for a command
//! that repeats a byte or refers back into the row. The method is from "A Simple Data-Compression Technique", The C
//! Users Journal, October 1992.

/// The maximum expansion of a compressed byte: three bytes expand to at most 4114.
const MOST_A_BYTE: usize = 1372;

/// Appends the decompressed row; `None` if it does not have this length.
pub(super) fn decompress(input: &[u8], row_length: usize, output: &mut Vec<u8>) -> Option<()> {
    // Do not allocate for a length that cannot result.
    if row_length / MOST_A_BYTE > input.len() {
        return None;
    }
    let start = output.len();
    let end = start + row_length;
    output.reserve(row_length);
    let mut input = input.iter().copied();
    // The last flags of a row may be unused.
    'groups: while let (Some(high), Some(low)) = (input.next(), input.next()) {
        let flags = u16::from_be_bytes([high, low]);
        for flag in 0..16 {
            let Some(byte) = input.next() else {
                break 'groups;
            };
            if flags & (0x8000 >> flag) == 0 {
                if output.len() == end {
                    return None;
                }
                output.push(byte);
                continue;
            }
            let low = usize::from(byte & 0x0F);
            let mut next = || input.next().map(usize::from);
            match byte >> 4 {
                0 => repeat(output, end, low + 3, next()?)?,
                1 => {
                    let count = low + 16 * next()? + 19;
                    repeat(output, end, count, next()?)?;
                }
                2 => {
                    let back = low + 16 * next()? + 3;
                    let count = next()? + 16;
                    refer(output, start, end, back, count)?;
                }
                count => {
                    let back = low + 16 * next()? + 3;
                    refer(output, start, end, back, count.into())?;
                }
            }
        }
    }
    (output.len() == end).then_some(())
}

fn repeat(output: &mut Vec<u8>, end: usize, count: usize, byte: usize) -> Option<()> {
    if output.len() + count > end {
        return None;
    }
    output.resize(output.len() + count, byte as u8);
    Some(())
}

/// Repeats `count` bytes from `back` bytes ago in the same row, possibly including bytes that it appends.
fn refer(output: &mut Vec<u8>, start: usize, end: usize, back: usize, count: usize) -> Option<()> {
    let from = output.len().checked_sub(back)?;
    if from < start || output.len() + count > end {
        return None;
    }
    if count <= back {
        output.extend_from_within(from..from + count);
    } else {
        for index in from..from + count {
            output.push(output[index]);
        }
    }
    Some(())
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
        assert_eq!(
            row(&[0x80, 0, 0x02, b'x'], 5).as_deref(),
            Some(&b"xxxxx"[..])
        );
        assert_eq!(
            row(&[0x80, 0, 0x11, 2, b'y'], 19 + 1 + 32),
            Some(vec![b'y'; 52])
        );
        // Three bytes, then three of them again.
        let input = [&[0x10, 0][..], b"abc", &[0x30, 0]].concat();
        assert_eq!(row(&input, 6).as_deref(), Some(&b"abcabc"[..]));
        // A long reference that includes bytes that it appends.
        let input = [&[0x10, 0][..], b"abc", &[0x20, 0, 1]].concat();
        assert_eq!(
            row(&input, 3 + 17).as_deref(),
            Some(&b"abcabcabcabcabcabcab"[..])
        );
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
