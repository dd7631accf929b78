//! Functions of character values.
//!
//! A value may be passed with or without the blanks that fill its variable. Functions that return a position or a
//! length in the variable (`LENGTHC`, `SUBSTR`, `VERIFY`, `REVERSE`, …) need the value at its full length.

pub(super) mod characters;
pub(super) mod classes;
pub(super) mod codes;
pub(super) mod compare;
pub(super) mod concatenate;
pub(super) mod distance;
pub(super) mod edit_costs;
pub(super) mod find_word;
pub(super) mod hash;
pub(super) mod multibyte;
pub(super) mod names;
pub(super) mod quoted_list;
pub(super) mod quotes;
pub(super) mod routines;
pub(super) mod search;
pub(super) mod set;
pub(super) mod shape;
pub(super) mod sound;
pub(super) mod words;

use super::MOST_TEXT;

/// Appends as much of a value as fits in the longest value.
fn put(out: &mut Vec<u8>, text: &[u8]) {
    let room = MOST_TEXT.saturating_sub(out.len());
    out.extend_from_slice(&text[..text.len().min(room)]);
}

/// Returns a text without leading blanks.
fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&byte| byte != b' ').unwrap_or(text.len());
    &text[start..]
}

/// Converts a position to that of the language: from 1, and 0 for none.
fn position(found: Option<usize>) -> f64 {
    found.map_or(0.0, |index| (index + 1) as f64)
}

/// Returns where a search through `length` bytes begins, and whether it goes forward: `start` counts from 1, and a
/// negative one searches backward. `None` if there is nothing to search.
fn search_from(start: f64, length: usize) -> Option<(usize, bool)> {
    let forward = start > 0.0;
    let from = start.abs().trunc();
    if start.is_nan() || from < 1.0 || length == 0 || (forward && from > length as f64) {
        return None;
    }
    // Casts saturate.
    Some(((from as usize).min(length) - 1, forward))
}

/// Returns the position of the first byte that is wanted from `start` on, or backward from there if it is negative.
fn find_byte(text: &[u8], start: f64, wanted: impl Fn(&u8) -> bool) -> f64 {
    position(match search_from(start, text.len()) {
        Some((from, true)) => text[from..].iter().position(wanted).map(|index| from + index),
        Some((from, false)) => text[..=from].iter().rposition(wanted),
        None => None,
    })
}

/// Returns whether modifiers contain a letter, ignoring case.
fn has(modifiers: &[u8], modifier: u8) -> bool {
    modifiers.iter().any(|byte| byte.eq_ignore_ascii_case(&modifier))
}
