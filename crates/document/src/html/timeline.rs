//! Draws a timeline without a script: the details of a bar or a link are its title, which browsers show under the
//! pointer.

mod bars;
mod crowd;
mod geometry;
mod links;
mod names;

use maud::{Markup, html};

use super::svg::{LINE, at, more};
use super::ticks;
use crate::model::Timeline;
use geometry::LaneGeometry;

/// The number of parts of a bar that have a colour of their own.
const PARTS: usize = 3;

/// Returns the timeline with its legend and caption.
pub(super) fn figure(timeline: &Timeline) -> Markup {
    html! {
        figure {
            figcaption { (timeline.title) }
            ul.legend {
                @for (index, part) in timeline.parts.iter().take(PARTS).enumerate() {
                    li { span class={ "swatch part-" (index) } {} (part) }
                }
            }
            // A drawing wider than the window can be scrolled with the keyboard too.
            div.scroll tabindex="0" role="group" aria-label=(timeline.title) {
                (drawing(timeline))
            }
            @if let Some(caption) = &timeline.caption { p.caption { (caption) } }
        }
    }
}

fn drawing(timeline: &Timeline) -> Markup {
    let place = LaneGeometry::of(timeline);
    let names = names::shown(&timeline.lanes, place.left() - geometry::BEFORE, place.lines_of_name());
    html! {
        svg.timeline viewBox={ "0 0 " (at(geometry::WIDTH)) " " (at(place.height())) }
            role="img" aria-label=(timeline.title) {
            @for (lane, (name, lines)) in timeline.lanes.iter().zip(&names).enumerate() {
                (track(&place, lane, name, lines))
            }
            (axis(&place, &timeline.axis))
            // Behind the bars, where they cross other lanes.
            (links::drawn(timeline, &place))
            (bars::drawn(timeline, &place))
        }
    }
}

/// Draws the background of a lane, with the lines of its name to the left.
fn track(place: &LaneGeometry, lane: usize, name: &str, lines: &[String]) -> Markup {
    let (top, height) = (place.top(lane), place.bar_height());
    let x = at(place.left() - geometry::BEFORE / 2.0);
    html! {
        rect.track x=(at(place.left())) y=(at(top)) width=(at(place.right() - place.left())) height=(at(height)) {}
        text.name x=(x) y=(at(top + height / 2.0 + 4.0 - more(lines) / 2.0)) text-anchor="end" {
            @if names::is_cut(lines) { title { (name) } }
            @for (number, line) in lines.iter().enumerate() {
                @if number == 0 { (line) } @else { tspan x=(x) dy=(at(LINE)) { (line) } }
            }
        }
    }
}

/// Draws the grid lines of the time axis, its numbers above and below, and its title.
fn axis(place: &LaneGeometry, name: &str) -> Markup {
    let (ticks, decimals) = ticks::even(place.until());
    let foot = place.foot();
    html! {
        @for tick in ticks {
            @let x = at(place.x(tick));
            @let number = format!("{tick:.decimals$}");
            line.grid x1=(x) x2=(x) y1=(at(geometry::HEAD - 6.0)) y2=(at(foot + 6.0)) {}
            text.tick x=(x) y=(at(geometry::HEAD - 10.0)) text-anchor="middle" { (number) }
            text.tick x=(x) y=(at(foot + 20.0)) text-anchor="middle" { (number) }
        }
        text.tick x=(at(f64::midpoint(place.left(), place.right()))) y=(at(foot + 38.0)) text-anchor="middle" {
            (name)
        }
    }
}
