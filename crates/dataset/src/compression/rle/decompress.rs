//! Decompresses rows with run-length encoding (`COMPRESS=CHAR`).
//!
//! A row is a sequence of commands. The upper half of a command's first byte is the operation, the lower half is part
//! of the count.

use crate::compression::row_room::row_room;

/// The maximum expansion of a compressed byte: two bytes expand to at most 4112.
const MOST_A_BYTE: usize = 2056;

/// Few bytes are copied or repeated together with those behind them, which are overwritten later.
const CHUNK: usize = 16;

/// Appends the decompressed row; `None` if it does not have this length. Then what is appended is undefined.
pub(crate) fn decompress(input: &[u8], row_length: usize, output: &mut Vec<u8>) -> Option<()> {
    expand(input, row_room(output, row_length, input.len(), MOST_A_BYTE)?)
}

/// Fills the output; `None` if the input is longer or shorter.
fn expand(mut input: &[u8], output: &mut [u8]) -> Option<()> {
    let mut to = 0;
    while let Some((&command, rest)) = input.split_first() {
        input = rest;
        let low = usize::from(command & 0x0F);
        let mut next = || -> Option<usize> {
            let (&byte, rest) = input.split_first()?;
            input = rest;
            Some(byte.into())
        };
        let step = match command >> 4 {
            0x0 => Step::Copy(64 + next()? + 256 * low),
            0x1 => Step::Copy(64 + next()? + 256 * low + 4096),
            0x2 => Step::Copy(96 + low),
            0x4 => {
                let count = 18 + next()? + 256 * low;
                Step::Repeat(count, next()? as u8)
            }
            0x5 => Step::Repeat(17 + next()? + 256 * low, b'@'),
            0x6 => Step::Repeat(17 + next()? + 256 * low, b' '),
            0x7 => Step::Repeat(17 + next()? + 256 * low, 0),
            0x8..=0xB => Step::Copy(1 + usize::from(command & 0x3F)),
            0xC => Step::Repeat(3 + low, next()? as u8),
            0xD => Step::Repeat(2 + low, b'@'),
            0xE => Step::Repeat(2 + low, b' '),
            0xF => Step::Repeat(2 + low, 0),
            _ => return None,
        };
        match step {
            Step::Copy(count) => {
                let (taken, rest) = input.split_at_checked(count)?;
                match (input.get(..CHUNK), output.get_mut(to..to + CHUNK)) {
                    (Some(more), Some(into)) if count <= CHUNK => into.copy_from_slice(more),
                    _ => output.get_mut(to..to + count)?.copy_from_slice(taken),
                }
                input = rest;
                to += count;
            }
            Step::Repeat(count, byte) => {
                match output.get_mut(to..to + CHUNK) {
                    Some(into) if count <= CHUNK => into.copy_from_slice(&[byte; CHUNK]),
                    _ => output.get_mut(to..to + count)?.fill(byte),
                }
                to += count;
            }
        }
    }
    (to == output.len()).then_some(())
}

enum Step {
    /// So many literal bytes follow.
    Copy(usize),
    /// A byte is repeated so often.
    Repeat(usize, u8),
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
    fn every_command_does_what_it_is_documented_to_do() {
        let many: Vec<u8> = (0..5000_u32).map(|byte| byte as u8).collect();
        let copied = |command: &[u8], count: usize| {
            let input = [command, &many[..count]].concat();
            assert_eq!(row(&input, count).as_deref(), Some(&many[..count]), "{command:x?}");
        };
        copied(&[0x00, 0], 64);
        copied(&[0x01, 5], 64 + 256 + 5);
        copied(&[0x10, 1], 64 + 1 + 4096);
        copied(&[0x23], 96 + 3);
        copied(&[0x80], 1);
        copied(&[0x9F], 32);
        copied(&[0xA0], 33);
        copied(&[0xBF], 64);
        let repeated = |input: &[u8], count: usize, byte: u8| {
            assert_eq!(row(input, count), Some(vec![byte; count]), "{input:x?}");
        };
        repeated(&[0x41, 2, b'x'], 18 + 2 + 256, b'x');
        repeated(&[0x50, 0], 17, b'@');
        repeated(&[0x6F, 255], 17 + 255 + 15 * 256, b' ');
        repeated(&[0x70, 3], 20, 0);
        repeated(&[0xC1, b'y'], 4, b'y');
        repeated(&[0xD0], 2, b'@');
        repeated(&[0xE2], 4, b' ');
        repeated(&[0xFF], 17, 0);
    }

    #[test]
    fn commands_follow_one_another() {
        // The first example in the description of the format.
        let input = b"\x87ABCDEFGH\xF2\x8A123456789AB\xD0\x81yz";
        assert_eq!(
            row(input, 8 + 4 + 11 + 2 + 2).as_deref(),
            Some(&b"ABCDEFGH\x00\x00\x00\x00123456789AB@@yz"[..])
        );
    }

    #[test]
    fn what_gives_no_row_is_refused() {
        assert_eq!(row(&[0xF0], 3), None, "too short");
        assert_eq!(row(&[0xF0], 1), None, "too long");
        assert_eq!(row(&[0x85, 1, 2], 6), None, "cut off");
        assert_eq!(row(&[0x60], 17), None, "without its count");
        assert_eq!(row(&[0x30, 0], 64), None, "unknown");
        assert_eq!(row(&[0xF0], usize::MAX / 2), None, "more than can be");
    }
}
