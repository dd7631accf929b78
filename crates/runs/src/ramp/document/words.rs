//! Figures and numbers as words of a page.

use feedrate_document::format;

/// Returns a number of things with their noun.
pub(super) fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}

/// Returns a figure, if it is known.
pub(super) fn known(value: Option<f64>, show: fn(f64) -> String) -> String {
    value.map_or_else(missing, show)
}

/// Returns a share in percent, without the unit.
pub(super) fn percent(share: f64) -> String {
    let shown = format::percent(share);
    shown.trim_end_matches(" %").to_owned()
}

/// Returns the text of a figure that there is not.
pub(super) fn missing() -> String {
    format::NOT_AVAILABLE.to_owned()
}
