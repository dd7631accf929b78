//! Sizes, counts and lists in options.

use super::target::Distribution;
use crate::argument::number;

/// Parses a size: an integer with a unit K, M, G or T, ignoring case, or b for blocks.
pub(super) fn size(text: &str, block: u64) -> Option<u64> {
    let (bytes, rest) = leading_size(text, block)?;
    rest.is_empty().then_some(bytes)
}

/// Parses the size at the beginning of a text, and returns it with the rest.
pub(super) fn leading_size(text: &str, block: u64) -> Option<(u64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let count = number(&text[..end])?;
    let rest = &text[end..];
    let unit = match rest.bytes().next().map(|byte| byte.to_ascii_uppercase()) {
        Some(b'K') => 1 << 10,
        Some(b'M') => 1 << 20,
        Some(b'G') => 1 << 30,
        Some(b'T') => 1 << 40,
        Some(b'B') => block,
        _ => return Some((count, rest)),
    };
    let bytes = count.checked_mul(unit)?;
    // Offsets of files are at most this.
    i64::try_from(bytes).ok()?;
    Some((bytes, &rest[1..]))
}

/// Parses numbers of processors with their groups: `0,1`, `g0,0,1,g1,0`.
pub(super) fn processors(text: &str) -> Option<Vec<(u32, u32)>> {
    let mut group = 0;
    let mut found = Vec::new();
    let mut number_follows = false;
    for part in text.split(',') {
        if let Some(of) = part.strip_prefix('g') {
            group = number(of).filter(|&group| group < 1 << 16)? as u32;
            number_follows = true;
        } else {
            found.push((group, number(part).filter(|&cpu| cpu < 256)? as u32));
            number_follows = false;
        }
    }
    (!number_follows && !found.is_empty()).then_some(found)
}

/// Parses shares of blocks and of the target: `pct90/10:0/10:5/20`, `abs90/10G:5/20G`.
pub(super) fn distribution(text: &str, block: u64) -> Option<Distribution> {
    let (absolute, parts) = match text.strip_prefix("pct") {
        Some(parts) => (false, parts),
        None => (true, text.strip_prefix("abs")?),
    };
    let mut found = Vec::new();
    for part in parts.split(':') {
        let (share, of) = part.split_once('/')?;
        let of = if absolute { size(of, block)? } else { number(of)? };
        found.push((u8::try_from(number(share)?).ok()?, of));
    }
    Distribution::new(absolute, found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_blocks_are_one() {
        assert_eq!(size("4k", 0), Some(4096));
        assert_eq!(size("8b", 4096), Some(32_768));
        assert_eq!(size("2G", 0), Some(2 << 30));
        assert_eq!(size("7", 0), Some(7));
        assert_eq!(leading_size("1M:2M", 0), Some((1 << 20, ":2M")));
        for text in ["", "k", "4kb", "4x", "-1", "99999999T", "18446744073709551616"] {
            assert_eq!(size(text, 1), None, "{text}");
        }
    }

    #[test]
    fn processors_are_numbers_of_groups() {
        assert_eq!(processors("0,2"), Some(vec![(0, 0), (0, 2)]));
        assert_eq!(processors("g0,0,1,g1,3"), Some(vec![(0, 0), (0, 1), (1, 3)]));
        for text in ["", "g0", "0,", "gg0,1", "0,g1", "256", "x"] {
            assert_eq!(processors(text), None, "{text}");
        }
    }

    #[test]
    fn shares_do_not_exceed_the_whole() {
        let found = distribution("pct90/10:0/10:5/20", 0).unwrap();
        assert_eq!(found.parts, [(90, 10), (0, 10), (5, 20)]);
        assert_eq!(distribution("abs90/10G", 0).unwrap().parts, [(90, 10 << 30)]);
        for text in [
            "pct90/100",
            "pct60/10:50/10",
            "pct1/0",
            "abs1",
            "x",
            "pct",
            "pct50/60:50/60",
        ] {
            assert_eq!(distribution(text, 0), None, "{text}");
        }
    }
}
