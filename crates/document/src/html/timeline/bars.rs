//! The bars of a timeline.

use maud::{Markup, html};

use super::super::svg::{at, width};
use super::PARTS;
use super::crowd::{Crowd, Span, crowds};
use super::geometry::LaneGeometry;
use crate::model::{Bar, Timeline};

/// Narrower bars are drawn together with their neighbours, in units of the drawing.
const NARROWEST: f64 = 1.0;

pub(super) fn drawn(timeline: &Timeline, place: &LaneGeometry) -> Markup {
    let lanes = timeline.lanes.len();
    let bars: Vec<&Bar> = timeline.bars.iter().filter(|bar| bar.lane < lanes).collect();
    let spans: Vec<_> = bars
        .iter()
        .map(|bar| Span {
            on: bar.lane,
            from: place.x(bar.from),
            to: place.x(bar.to),
        })
        .collect();
    html! {
        @for crowd in crowds(&spans, NARROWEST) {
            (bar(&BarContent::of(&crowd, &bars), &crowd, place))
        }
    }
}

/// The content of a bar, or of several that are drawn as one.
struct BarContent<'a> {
    lane: usize,
    label: &'a str,
    details: String,
    shares: Vec<f64>,
    failed: bool,
}

impl<'a> BarContent<'a> {
    fn of(crowd: &Crowd, bars: &[&'a Bar]) -> Self {
        let members = || crowd.members.iter().map(|&member| bars[member]);
        let failed = members().filter(|bar| bar.failed).count();
        let label = match &crowd.members[..] {
            [only] => bars[*only].label.as_str(),
            _ => "",
        };
        Self {
            lane: members().next().map_or(0, |bar| bar.lane),
            label,
            details: together(members().map(|bar| bar.details.as_str()), failed),
            shares: shares(members()),
            failed: failed > 0,
        }
    }
}

/// Returns the details of several bars: their number, the first and the last.
pub(super) fn together<'a>(mut details: impl DoubleEndedIterator<Item = &'a str> + Clone, failed: usize) -> String {
    let count = details.clone().count();
    let first = details.next().unwrap_or_default();
    let Some(last) = details.next_back() else {
        return first.to_owned();
    };
    let failed = match failed {
        0 => String::new(),
        failed => format!(", {failed} of which failed"),
    };
    format!("{count} too short to be drawn one by one{failed}. The first: {first} The last: {last}")
}

/// Returns the share of each part, weighted by duration.
fn shares<'a>(bars: impl Iterator<Item = &'a Bar> + Clone) -> Vec<f64> {
    let lasted = |bar: &Bar| (bar.to - bar.from).max(f64::MIN_POSITIVE);
    let all: f64 = bars.clone().map(lasted).sum();
    let share = |part: usize| {
        let of = |bar: &Bar| bar.shares.get(part).copied().unwrap_or(0.0).clamp(0.0, 1.0);
        bars.clone().map(|bar| of(bar) * lasted(bar)).sum::<f64>() / all
    };
    (0..PARTS).map(share).collect()
}

fn bar(shown: &BarContent<'_>, crowd: &Crowd, place: &LaneGeometry) -> Markup {
    let (x, top, height) = (crowd.from, place.top(shown.lane), place.bar_height());
    let wide = (crowd.to - crowd.from).max(NARROWEST);
    let mut below = top;
    let mut parts = Vec::new();
    for (part, share) in shown.shares.iter().enumerate() {
        let high = (share * height).min(top + height - below);
        if high >= 0.05 {
            parts.push((part, below, high));
            below += high;
        }
    }
    let first = shown.label.split(' ').next().unwrap_or_default();
    let label = [shown.label, first].into_iter();
    let label = label
        .filter(|label| !label.is_empty())
        .find(|label| width(label) + 8.0 <= wide);
    html! {
        g class=[shown.failed.then_some("failed")] {
            title { (shown.details) }
            @for (part, y, high) in parts {
                rect class={ "part-" (part) } x=(at(x)) y=(at(y)) width=(at(wide)) height=(at(high)) {}
            }
            // Adjacent bars are separated by their edges, for which narrow ones have no room.
            @if wide >= 4.0 || shown.failed {
                rect.edge x=(at(x)) y=(at(top)) width=(at(wide)) height=(at(height)) {}
            }
            @if let Some(label) = label {
                text.inside x=(at(x + 5.0)) y=(at(top + height / 2.0 + 4.0)) { (label) }
            }
        }
    }
}
