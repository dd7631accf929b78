//! Lengths of blocks and files, and ranges of lengths.

use crate::value::{Refusal, Value};

/// Returns a length of at least 1 byte.
pub(super) fn positive(value: &mut Value<'_>, text: &str) -> Result<u64, Refusal> {
    match value.bytes_of(text)? {
        0 => Err("a block has at least 1 byte".to_owned()),
        bytes => Ok(bytes),
    }
}

/// Parses a length. Of two with `-` between, fio uses the first.
pub(super) fn first_of_range(value: &mut Value<'_>, text: &str) -> Result<u64, Refusal> {
    let is_range = |(first, second): &(&str, &str)| {
        let begins = |text: &str| text.trim_start().starts_with(|letter: char| letter.is_ascii_digit());
        begins(first) && begins(second)
    };
    let Some((first, _)) = text.split_once('-').filter(is_range) else {
        return positive(value, text);
    };
    let bytes = positive(value, first)?;
    value.trap(format!(
        "'{}' is taken as {bytes}, as fio takes it; bsrange= is for blocks of lengths between two",
        text.trim()
    ));
    Ok(bytes)
}

/// Parses two sizes with `-` or `:` between, or one. fio puts the shorter one first. Of lengths with shares, as in
/// bssplit, it uses the first two.
pub(super) fn range(value: &mut Value<'_>, text: &str) -> Result<(u64, u64), Refusal> {
    let (from, to) = text.split_once(['-', ':']).unwrap_or((text, text));
    let has_shares = text.contains('/') && !text.contains('(');
    let (first, second) = match has_shares {
        true => (before(from, &['/']), before(to, &['/', '-', ':'])),
        false => (from, to),
    };
    let from = positive(value, first)?;
    let to = positive(value, second)?;
    let (least, most) = (from.min(to), from.max(to));
    if has_shares {
        value.trap(format!(
            "'{}' is taken as {least} to {most}, as fio takes it; bssplit= is what gives lengths their shares",
            text.trim()
        ));
    }
    Ok((least, most))
}

/// Returns the text before the first of some characters.
fn before<'t>(text: &'t str, ends: &[char]) -> &'t str {
    text.split(ends).next().unwrap_or(text)
}
