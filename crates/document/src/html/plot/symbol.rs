//! The marks of series, which differ in their shape as well as in their colour.

use super::super::svg::at;

/// Shapes around their middle, as paths.
const SHAPES: [&str; 6] = [
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-3.5-3.5h7v7h-7z",
    "m0-5l5 5-5 5-5-5z",
    "m0-5l4.5 8h-9z",
    "m-4.5-3l1.5-1.5 3 3 3-3 1.5 1.5-3 3 3 3-1.5 1.5-3-3-3 3-1.5-1.5 3-3z",
    "m0 5l4.5-8h-9z",
];

/// Returns the path of the mark of a series at a point.
pub(super) fn path(series: usize, (x, y): (f64, f64)) -> String {
    format!("M{} {}{}", at(x), at(y), SHAPES[series % SHAPES.len()])
}

/// Returns the class of a series: its colour and its dashes.
pub(super) fn class(series: usize) -> String {
    let dashed = if series / (SHAPES.len() / 2) % 2 == 1 {
        " dashed"
    } else {
        ""
    };
    format!("series-{}{dashed}", series % SHAPES.len() + 1)
}
