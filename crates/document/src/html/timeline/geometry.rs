//! The geometry of a timeline's drawing, in its own units: about pixels on a wide window.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::model::Timeline;

/// The total width.
pub(super) const WIDTH: f64 = 1000.0;
/// The beginning of the lanes, after their names.
pub(super) const LEFT: f64 = 128.0;
/// The length of the lanes; after them there is room for half of the last number of the time axis.
pub(super) const SPAN: f64 = WIDTH - LEFT - 20.0;
/// The top of the first lane, below the numbers of the time axis.
pub(super) const HEAD: f64 = 28.0;
/// The height below the last lane, for the numbers and the title of the time axis.
const FOOT: f64 = 46.0;
/// With more lanes they are closer together, and links have no room for their labels.
const MOST_WIDE: usize = 16;
/// The distance between lines of text.
pub(super) const LINE: f64 = 13.0;
/// The average width of a letter of the font, at most.
const LETTER: f64 = 6.5;

/// The positions of lanes and times.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaneGeometry {
    lanes: usize,
    until: f64,
    bar: f64,
    gap: f64,
}

impl LaneGeometry {
    /// Returns the geometry of a timeline for its lanes and all of its known times.
    pub(super) fn of(timeline: &Timeline) -> Self {
        let ends = timeline.bars.iter().map(|bar| bar.to);
        let ends = ends.chain(timeline.links.iter().map(|link| link.to));
        let until = ends.chain([timeline.until]).filter(|end| end.is_finite());
        let until = until.fold(0.0, f64::max);
        let (bar, gap) = match (timeline.lanes.len(), timeline.links.is_empty()) {
            (..=MOST_WIDE, true) => (28.0, 12.0),
            (..=MOST_WIDE, false) => (28.0, 40.0),
            (_, _) => (16.0, 12.0),
        };
        Self {
            lanes: timeline.lanes.len(),
            until,
            bar,
            gap,
        }
    }

    /// Returns the end of the time axis.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    /// Returns the position of a time. Times that are not finite are at the beginning.
    pub(super) fn x(&self, time: f64) -> f64 {
        let share = match self.until > 0.0 && time.is_finite() {
            true => (time / self.until).clamp(0.0, 1.0),
            false => 0.0,
        };
        LEFT + share * SPAN
    }

    /// Returns the top of the bars of a lane, and their height.
    pub(super) fn top(&self, lane: usize) -> f64 {
        HEAD + lane as f64 * (self.bar + self.gap)
    }

    pub(super) fn bar_height(&self) -> f64 {
        self.bar
    }

    /// Returns whether there is room for text between lanes.
    pub(super) fn has_room_between(&self) -> bool {
        self.gap >= 2.0 * LINE + 8.0
    }

    /// Returns the bottom of the last lane.
    pub(super) fn foot(&self) -> f64 {
        self.top(self.lanes.saturating_sub(1)) + self.bar
    }

    pub(super) fn height(&self) -> f64 {
        self.foot() + FOOT
    }
}

/// Returns the approximate width of a text.
pub(super) fn width(text: &str) -> f64 {
    text.width() as f64 * LETTER
}

/// Returns as much of a text as fits.
pub(super) fn shortened(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut left = (room / LETTER).floor() - 1.0;
    let fits = |letter: &char| {
        left -= letter.width().unwrap_or(0) as f64;
        left >= 0.0
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{kept}\u{2026}")
}

/// Formats a coordinate, rounded to a tenth of a unit.
pub(super) fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_lie_within_the_lanes_whatever_they_are() {
        let place = LaneGeometry::of(&Timeline {
            until: 10.0,
            lanes: vec!["a".to_owned(), "b".to_owned()],
            ..Timeline::default()
        });
        assert_eq!(place.x(0.0), LEFT);
        assert_eq!(place.x(5.0), LEFT + SPAN / 2.0);
        for (time, expected) in [
            (-1.0, LEFT),
            (11.0, LEFT + SPAN),
            (f64::NAN, LEFT),
            (f64::INFINITY, LEFT),
        ] {
            assert_eq!(place.x(time), expected, "{time}");
        }
        let nothing = LaneGeometry::of(&Timeline::default());
        assert_eq!(nothing.x(1.0), LEFT);
        assert!(nothing.height() > 0.0);
    }

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shortened("client", 100.0), "client");
        let short = shortened(&"long".repeat(20), 100.0);
        assert!(short.ends_with('\u{2026}') && width(&short) <= 100.0, "{short}");
        assert_eq!(shortened("wide", 0.0), "\u{2026}");
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!([12.0, 12.34, -0.01].map(at), ["12", "12.3", "-0"]);
    }
}
