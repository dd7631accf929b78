//! The geometry of a timeline's drawing, in its own units: about pixels on a wide window.

use super::super::svg::{LINE, width};
use crate::model::Timeline;

/// The total width.
pub(super) const WIDTH: f64 = 1000.0;
/// The room of names before the lanes, at least and at most, and their distance from these.
const NAMES: (f64, f64) = (80.0, 300.0);
pub(super) const BEFORE: f64 = 12.0;
/// The room after the lanes, for half of the last number of the time axis.
const AFTER: f64 = 28.0;
/// The top of the first lane, below the numbers of the time axis.
pub(super) const HEAD: f64 = 28.0;
/// The height below the last lane, for the numbers and the title of the time axis.
const FOOT: f64 = 46.0;
/// With more lanes they are closer together, and links have no room for their labels.
const MOST_WIDE: usize = 16;
/// The positions of lanes and times.
#[derive(Debug, Clone, Copy)]
pub(super) struct LaneGeometry {
    lanes: usize,
    left: f64,
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
        let names = timeline.lanes.iter().map(|name| width(name));
        let names = names.fold(NAMES.0, f64::max).min(NAMES.1);
        Self {
            lanes: timeline.lanes.len(),
            left: names + BEFORE,
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
        self.left + share * (self.right() - self.left)
    }

    /// Returns the beginning of the lanes, after their names.
    pub(super) fn left(&self) -> f64 {
        self.left
    }

    /// Returns the end of the lanes.
    pub(super) fn right(&self) -> f64 {
        WIDTH - AFTER
    }

    /// Returns how many lines the name of a lane may have.
    pub(super) fn lines_of_name(&self) -> usize {
        ((self.bar + self.gap) / LINE) as usize
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
        let (left, right) = (place.left(), place.right());
        assert_eq!(place.x(0.0), left);
        assert_eq!(place.x(5.0), f64::midpoint(left, right));
        for (time, expected) in [(-1.0, left), (11.0, right), (f64::NAN, left), (f64::INFINITY, left)] {
            assert_eq!(place.x(time), expected, "{time}");
        }
        let nothing = LaneGeometry::of(&Timeline::default());
        assert_eq!(nothing.x(1.0), nothing.left());
        assert!(nothing.height() > 0.0);
    }
}
