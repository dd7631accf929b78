//! Draws a plot without a script, for a wide and for a narrow window: the style sheet shows one of the drawings. The
//! figures of a mark are its title, which browsers show under the pointer.

mod frame;
mod marks;
mod names;
mod span;
mod symbol;

use maud::{Markup, html};

use super::svg::{LINE, at, more};
use crate::figures::plot as figures;
use crate::model::{Kind, Plot, Series};
use frame::{Frame, LEFT, Window};
use names::{Name, NamePlace};

/// Returns the legend and the drawings of a plot.
pub(super) fn drawn(plot: &Plot) -> Markup {
    html! {
        (legend(plot))
        div.plot {
            (drawing(plot, Window::Wide, "wide"))
            (drawing(plot, Window::Narrow, "narrow"))
        }
    }
}

/// Returns the legend and the one drawing of a plot that takes half of a wide window.
pub(super) fn drawn_beside(plot: &Plot) -> Markup {
    html! {
        (legend(plot))
        div.plot { (drawing(plot, Window::Narrow, "only")) }
    }
}

/// Returns the names of the series and of the reference values with their marks.
fn legend(plot: &Plot) -> Markup {
    if plot.series.len() < 2 && plot.references.is_empty() {
        return html! {};
    }
    html! {
        ul.legend {
            @for (index, series) in plot.series.iter().enumerate() {
                li { (sample(series, index)) (series.name) }
            }
            @for reference in &plot.references {
                li {
                    svg.sample viewBox="0 0 26 12" aria-hidden="true" { path.reference d="M1 6h24" {} }
                    (figures::reference(plot, reference))
                }
            }
        }
    }
}

fn sample(series: &Series, index: usize) -> Markup {
    html! {
        svg.sample viewBox="0 0 26 12" aria-hidden="true" {
            g class=(symbol::class(index)) {
                @match series.kind {
                    Kind::Bars => path.bar d="M7 0h12v12h-12z" {},
                    Kind::Points => path.mark d=(symbol::path(index, (13.0, 6.0))) {},
                    Kind::Line | Kind::Area => {
                        path.line d="M1 6h24" {}
                        path.mark d=(symbol::path(index, (13.0, 6.0))) {}
                    }
                }
            }
        }
    }
}

fn drawing(plot: &Plot, window: Window, class: &str) -> Markup {
    let frame = Frame::of(plot, window);
    let size = format!("0 0 {} {}", at(frame.width), at(frame.height));
    html! {
        svg class=(class) viewBox=(size) role="img" aria-label=(plot.title) {
            (values(&frame))
            path.axis d={
                "M" (at(frame.left)) " " (at(frame.top)) "V" (at(frame.bottom)) "H" (at(frame.right))
            } {}
            @for reference in &plot.references {
                @if let Some(across) = frame.across(reference.value) {
                    path.reference d=(line_across(&frame, across)) {
                        title { (figures::reference(plot, reference)) }
                    }
                }
            }
            @for index in 0..plot.series.len() { (marks::drawn(plot, &frame, index)) }
            // In front of the lines that cross them.
            (places(&frame))
        }
    }
}

/// Returns the line of a value through the whole plot.
fn line_across(frame: &Frame, across: f64) -> String {
    match frame.is_horizontal {
        true => format!("M{} {}V{}", at(across), at(frame.top), at(frame.bottom)),
        false => format!("M{} {}H{}", at(frame.left), at(across), at(frame.right)),
    }
}

/// Draws the ticks of the values with their grid lines, and the title.
fn values(frame: &Frame) -> Markup {
    let ticks = frame.values.ticks.iter();
    let ticks: Vec<_> = ticks
        .filter_map(|tick| Some((frame.across(tick.value)?, &tick.text)))
        .collect();
    html! {
        @for (across, text) in ticks {
            path.grid d=(line_across(frame, across)) {}
            @if frame.is_horizontal {
                text.tick x=(at(across)) y=(at(frame.bottom + 15.0)) text-anchor="middle" { (text) }
            } @else {
                text.tick x=(at(frame.left - 6.0)) y=(at(across + 4.0)) text-anchor="end" { (text) }
            }
        }
        @if frame.is_horizontal {
            (title_below(frame, &frame.value_title))
        } @else {
            text.title x="2" y="12" { (in_lines(2.0, &frame.value_title)) }
        }
    }
}

/// Draws the ticks or the names of the places, and the title of an upright plot.
fn places(frame: &Frame) -> Markup {
    let ticks = frame.places.ticks.iter();
    let ticks: Vec<_> = ticks
        .filter_map(|tick| Some((frame.along(tick.value)?, &tick.text)))
        .collect();
    html! {
        @if let Some((place, names)) = &frame.names {
            @for shown in names { (name(frame, *place, shown)) }
        } @else {
            @for (along, text) in ticks {
                path.grid d={ "M" (at(along)) " " (at(frame.bottom)) "v5" } {}
                text.tick x=(at(along)) y=(at(frame.bottom + 15.0)) text-anchor="middle" { (text) }
            }
        }
        @if !frame.is_horizontal { (title_below(frame, &frame.place_title)) }
    }
}

/// Draws the name of a category.
fn name(frame: &Frame, place: NamePlace, name: &Name) -> Markup {
    let along = frame.along(name.place).unwrap_or_default();
    let (x, y, anchor) = match place {
        NamePlace::Beside => (frame.left - 8.0, along + 4.0 - more(&name.lines) / 2.0, "end"),
        NamePlace::Above => (LEFT, frame.top_of(name.place) + 12.0, "start"),
        NamePlace::Below => (along, frame.bottom + 15.0, "middle"),
        NamePlace::Turned => (along + 4.0, frame.bottom + 8.0, "end"),
    };
    let turned = (place == NamePlace::Turned).then(|| format!("rotate(-90 {} {})", at(x), at(y)));
    html! {
        text.name x=(at(x)) y=(at(y)) text-anchor=(anchor) transform=[turned] {
            (in_lines(x, &name.lines))
        }
    }
}

/// Draws the title of the axis below a plot.
fn title_below(frame: &Frame, lines: &[String]) -> Markup {
    let (x, y) = (f64::midpoint(frame.left, frame.right), frame.height - 6.0 - more(lines));
    html! {
        text.title x=(at(x)) y=(at(y)) text-anchor="middle" { (in_lines(x, lines)) }
    }
}

/// Returns the content of a text, each further line below the one before.
fn in_lines(x: f64, lines: &[String]) -> Markup {
    html! {
        @for (number, line) in lines.iter().enumerate() {
            @if number == 0 { (line) } @else { " " tspan x=(at(x)) dy=(at(LINE)) { (line) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Quantity;
    use crate::model::{Axis, Point};

    #[test]
    fn an_interval_plot_has_names_ticks_and_the_line_that_is_required() {
        let point = Point::new(195e6, 0.0).within(189e6, 201e6);
        let plot = Plot::new(
            "Rates",
            Axis::linear("Per core", Quantity::Rate),
            Axis::category("Setting", ["direct"]),
        )
        .series(Series::new("as SAS", Kind::Points, [point]))
        .reference("required", 150e6);
        let shown = drawn_beside(&plot).into_string().replace("><", ">\n<");
        insta::assert_snapshot!(shown);
    }
}
