//! Finds equal bytes in a row, eight at a time.

/// Returns where the next three equal bytes begin, at `at` or behind.
#[inline]
pub(crate) fn next_run(row: &[u8], mut at: usize) -> Option<usize> {
    const ONES: u64 = u64::MAX / 0xFF;
    while let Some(bytes) = row.get(at..at + 10) {
        let word = |from: usize| {
            let bytes = bytes[from..].first_chunk();
            bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
        };
        // A zero byte for each that equals the two behind it.
        let unequal = (word(0) ^ word(1)) | (word(0) ^ word(2));
        // The lowest bit is that of the first zero byte; higher ones may be wrong.
        let zeros = unequal.wrapping_sub(ONES) & !unequal & (ONES << 7);
        if zeros != 0 {
            return Some(at + zeros.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = row.get(at..)?;
    let equal = |window: &[u8]| window[0] == window[1] && window[0] == window[2];
    rest.windows(3).position(equal).map(|index| at + index)
}

/// Returns the end of a run of a byte, of which all before `at` are known.
#[inline]
pub(crate) fn end_of_run(row: &[u8], mut at: usize, byte: u8) -> usize {
    let all = u64::from_ne_bytes([byte; 8]);
    while let Some(bytes) = row.get(at..).and_then(|rest| rest.first_chunk()) {
        let unequal = u64::from_le_bytes(*bytes) ^ all;
        if unequal != 0 {
            return at + unequal.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while row.get(at) == Some(&byte) {
        at += 1;
    }
    at
}

/// Returns how many bytes two parts of the same length have in common from their beginning.
#[inline]
pub(crate) fn common(one: &[u8], other: &[u8]) -> usize {
    let mut at = 0;
    let word = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(at..)?.first_chunk()?;
        Some(u64::from_le_bytes(*bytes))
    };
    while let (Some(one), Some(other)) = (word(one, at), word(other, at)) {
        if one != other {
            return at + (one ^ other).trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < one.len() && one.get(at) == other.get(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn they_are_found_where_they_are(
            row in prop::collection::vec(0_u8..3, 0..60), at in 0_usize..20, split in 0_usize..30,
        ) {
            let at = at.min(row.len());
            let run = (at..row.len().saturating_sub(2))
                .find(|&start| row[start] == row[start + 1] && row[start] == row[start + 2]);
            prop_assert_eq!(next_run(&row, at), run);
            if let Some(&byte) = row.get(at) {
                let end = (at..row.len()).find(|&end| row[end] != byte).unwrap_or(row.len());
                prop_assert_eq!(end_of_run(&row, at + 1, byte), end);
            }
            let (one, other) = row.split_at(split.min(row.len() / 2));
            let other = &other[..one.len()];
            let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
            prop_assert_eq!(common(one, other), same);
        }
    }
}
