//! The names of categories beside, above or below a plot.

use super::super::svg::{LINE, lines, width};
use super::span::Tick;

/// The place of the names of categories.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamePlace {
    /// To the left of their rows.
    Beside,
    /// Above their rows.
    Above,
    /// Below an upright plot.
    Below,
    /// The same, from top to bottom.
    Turned,
}

/// The name of a category, in lines.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    pub(super) place: f64,
    pub(super) lines: Vec<String>,
}

/// Returns whether each word of a name has room.
pub(super) fn has_room(name: &str, room: f64) -> bool {
    name.split_whitespace().all(|word| width(word) <= room)
}

/// Returns the names in lines that have room.
pub(super) fn broken(names: &[String], room: f64) -> Vec<Name> {
    let name = |(index, name): (usize, &String)| Name {
        place: index as f64,
        lines: lines(name, room),
    };
    names.iter().enumerate().map(name).collect()
}

/// Returns as many names as have room for a line each.
pub(super) fn thinned(ticks: &[Tick], each: f64) -> Vec<Name> {
    let step = (LINE / each).ceil().max(1.0) as usize;
    let name = |tick: &Tick| Name {
        place: tick.value,
        lines: vec![tick.text.clone()],
    };
    ticks.iter().step_by(step).map(name).collect()
}

/// Returns the width of the widest line.
pub(super) fn widest(names: &[Name]) -> f64 {
    let lines = names.iter().flat_map(|name| &name.lines);
    lines.map(|line| width(line)).fold(0.0, f64::max)
}
