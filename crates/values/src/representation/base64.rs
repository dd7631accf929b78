//! Base 64: four letters, digits and signs for three bytes.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Appends all bytes of a text; nothing if that makes more than `most`.
pub(super) fn encode(text: &[u8], most: usize, out: &mut Vec<u8>) {
    if text.len().div_ceil(3) * 4 > most {
        return;
    }
    for group in text.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * index) & 63) as usize];
            out.push(if index <= group.len() { digit } else { b'=' });
        }
    }
}

/// Appends the bytes that digits mean; `None` if they are none, or not in groups of four.
pub(super) fn decode(field: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let digits = field.trim_ascii();
    let (groups, rest) = digits.as_chunks::<4>();
    let last = groups.len().checked_sub(1);
    for (index, group) in groups.iter().enumerate() {
        let filled = match group {
            [_, _, b'=', b'='] => 2,
            [_, _, _, b'='] => 1,
            _ => 0,
        };
        if filled > 0 && Some(index) != last {
            return None;
        }
        let mut bits = 0u32;
        for &digit in &group[..4 - filled] {
            let value = DIGITS.iter().position(|own| *own == digit)?;
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        bits <<= 6 * filled;
        out.extend_from_slice(&bits.to_be_bytes()[1..4 - filled]);
    }
    rest.is_empty().then_some(())
}
