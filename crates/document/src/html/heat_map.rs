//! Heat maps: tables whose cells have the colour of their value, from the style sheet and without a script.

use maud::{Markup, html};

use crate::figures::heat_map as figures;
use crate::model::{HeatMap, Scale};

/// The number of colours. The style sheet has each of them as `--heat-0` and so on, and the colour of text on it.
const STEPS: usize = 9;

/// The sign of the marked cell.
const SIGN: &str = "★";

/// The sign in place of a cell that is missing.
const MISSING: &str = "–";

/// Returns the table with its legend and caption.
pub(super) fn figure(map: &HeatMap) -> Markup {
    let colours = Colours::of(map);
    html! {
        figure {
            figcaption { (map.title) }
            (legend(map, &colours))
            // A table wider than the window can be scrolled with the keyboard too.
            div.scroll tabindex="0" role="group" aria-label=(map.title) {
                table.heat {
                    thead {
                        tr {
                            th scope="col" rowspan="2" { (map.rows.label) }
                            th.levels scope="colgroup" colspan=(map.columns.levels.len()) {
                                (map.columns.label)
                            }
                        }
                        tr { @for level in &map.columns.levels { th.number scope="col" { (level) } } }
                    }
                    tbody {
                        @for (row, level) in map.rows.levels.iter().enumerate() {
                            tr {
                                th scope="row" { (level) }
                                @for column in 0..map.columns.levels.len() {
                                    (cell(map, &colours, column, row))
                                }
                            }
                        }
                    }
                }
            }
            @if let Some(caption) = &map.caption { p.caption { (caption) } }
        }
    }
}

fn cell(map: &HeatMap, colours: &Colours, column: usize, row: usize) -> Markup {
    let cell = map.at(column, row);
    let step = cell.and_then(|cell| colours.step(cell.value));
    let colour = step.map_or_else(|| "missing".to_owned(), |step| format!("heat-{step}"));
    let marked = map.is_marked(column, row);
    html! {
        td class={ "number " (colour) @if marked { " marked" } } {
            @if marked { (SIGN) " " }
            @if let Some(cell) = cell {
                (figures::value(map, cell))
                @if let Some(note) = &cell.note { span.note { (note) } }
            } @else {
                (MISSING)
            }
        }
    }
}

/// Returns the meaning of the colours, from the least to the greatest value, and of the mark.
fn legend(map: &HeatMap, colours: &Colours) -> Markup {
    html! {
        ul.legend {
            @if let Some((low, high)) = colours.extent {
                @if !map.value.label.is_empty() { li { (map.value.label) } }
                li.ramp {
                    (map.value.show(low)) " "
                    span aria-hidden="true" {
                        @for step in 0..STEPS { span class={ "swatch heat-" (step) } {} }
                    }
                    " " (map.value.show(high))
                }
            }
            @if let Some(mark) = &map.mark { li { (SIGN) " " (mark.label) } }
        }
    }
}

/// The assignment of colours to values.
struct Colours {
    logarithmic: bool,
    /// The least and the greatest value that have a colour.
    extent: Option<(f64, f64)>,
}

impl Colours {
    fn of(map: &HeatMap) -> Self {
        let logarithmic = matches!(map.value.scale, Scale::Log2 | Scale::Log10);
        let shown = map
            .cells
            .iter()
            .filter(|cell| cell.column < map.columns.levels.len() && cell.row < map.rows.levels.len());
        let extent = shown
            .map(|cell| cell.value)
            .filter(|value| value.is_finite() && (!logarithmic || *value > 0.0))
            .fold(None, |extent, value| {
                let (low, high) = extent.unwrap_or((value, value));
                Some((value.min(low), value.max(high)))
            });
        Self { logarithmic, extent }
    }

    /// Returns the colour of a value, unless it has none.
    fn step(&self, value: f64) -> Option<usize> {
        let (low, high) = self.extent?;
        let at = |value: f64| if self.logarithmic { value.ln() } else { value };
        let share = (at(value) - at(low)) / (at(high) - at(low));
        if (low..=high).contains(&value) {
            let share = if share.is_finite() { share } else { 0.5 };
            Some(((share * STEPS as f64) as usize).min(STEPS - 1))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
