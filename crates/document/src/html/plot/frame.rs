//! The geometry of a plot's drawing: its size, its axes, and the positions of places and values.

use super::super::svg::{LINE, lines, more, width};
use super::names::{Name, NamePlace, broken, has_room, thinned, widest};
use super::span::{Span, Tick};
use crate::model::{Kind, Plot, Scale};

/// The height of the values of an upright plot.
const TALL: f64 = 280.0;
/// The room of a line of ticks, and of the title of an axis.
pub(super) const TICKS: f64 = 20.0;
pub(super) const TITLE: f64 = 22.0;
/// The room of an interval with its mark, and between rows.
const MARK: f64 = 16.0;
const SPACE: f64 = 10.0;
/// The margins to the left, where names above rows begin, and to the right, at least.
pub(super) const LEFT: f64 = 8.0;
const RIGHT: f64 = 16.0;
/// The widest names beside rows, as a share of the drawing.
const BESIDE: f64 = 0.3;
/// The share of a place with a name that its marks or bars take.
const TAKEN: f64 = 0.7;

/// The window that a drawing is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Window {
    /// That of a desk.
    Wide,
    /// That of a telephone, or half of a wide one.
    Narrow,
}

impl Window {
    pub(super) fn width(self) -> f64 {
        match self {
            Self::Wide => 920.0,
            Self::Narrow => 360.0,
        }
    }
}

/// The geometry of a drawing.
pub(super) struct Frame {
    pub(super) is_horizontal: bool,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
    pub(super) places: Span,
    pub(super) values: Span,
    /// The titles of both axes, in lines that have room.
    pub(super) place_title: Vec<String>,
    pub(super) value_title: Vec<String>,
    /// The names of categories and where they are.
    pub(super) names: Option<(NamePlace, Vec<Name>)>,
    /// The length that a place has for its marks or bars.
    pub(super) slot: f64,
    /// The distance of the middle of a row's marks from the middle of the row.
    lower: f64,
}

impl Frame {
    /// Returns the geometry of a plot for a window.
    pub(super) fn of(plot: &Plot, window: Window) -> Self {
        if plot.is_horizontal() {
            Self::of_rows(plot, window)
        } else {
            Self::upright(plot, window)
        }
    }

    fn of_rows(plot: &Plot, window: Window) -> Self {
        let width = window.width();
        let names = match &plot.y.scale {
            Scale::Category(names) => names.as_slice(),
            _ => &[],
        };
        let is_above = window == Window::Narrow && !has_bars(plot);
        let room = if is_above { width - LEFT } else { BESIDE * width };
        let names = broken(names, room);
        let most_lines = names.iter().map(|name| name.lines.len()).max().unwrap_or(1) as f64;
        let marks = MARK * plot.series.len().max(1) as f64;
        let (row, lower, left) = match is_above {
            true => (LINE * most_lines + marks + SPACE, LINE * most_lines / 2.0, LEFT),
            false => ((LINE * most_lines).max(marks) + SPACE, 0.0, widest(&names) + 12.0),
        };
        let values = values(plot, ((width - RIGHT - left) / 64.0) as usize);
        let (left, right) = within(&values.ticks, left, width);
        let value_title = lines(&values.title, centred(left, right, width));
        let (top, rows) = (4.0, row * names.len().max(1) as f64);
        let place = if is_above { NamePlace::Above } else { NamePlace::Beside };
        Self {
            is_horizontal: true,
            width,
            height: top + rows + TICKS + TITLE + more(&value_title),
            left,
            right,
            top,
            bottom: top + rows,
            places: places(plot, 0),
            values,
            place_title: Vec::new(),
            value_title,
            names: Some((place, names)),
            slot: marks,
            lower,
        }
    }

    fn upright(plot: &Plot, window: Window) -> Self {
        let width = window.width();
        let values = values(plot, 7);
        let left = 10.0 + LEFT.max(2.0 * overhang(&values.ticks));
        let places = places(plot, ((width - RIGHT - left) / 70.0) as usize);
        let are_named = matches!(plot.x.scale, Scale::Category(_));
        let numbers = if are_named { &[][..] } else { &places.ticks };
        let (left, right) = within(numbers, left, width);
        let value_title = lines(&values.title, width - 4.0);
        let place_title = lines(&places.title, centred(left, right, width));
        let top = TITLE + more(&value_title);
        let bottom = top + TALL;
        let mut frame = Self {
            is_horizontal: false,
            width,
            height: bottom + TICKS + TITLE + more(&place_title),
            left,
            right,
            top,
            bottom,
            slot: 0.0,
            lower: 0.0,
            names: None,
            places,
            values,
            place_title,
            value_title,
        };
        frame.slot = TAKEN * frame.spacing(plot);
        if let Scale::Category(names) = &plot.x.scale {
            let each = (right - left) / names.len().max(1) as f64;
            let are_whole = names.iter().all(|name| has_room(name, each - 4.0));
            let names = broken(names, each - 4.0);
            let most_lines = names.iter().map(|name| name.lines.len()).max().unwrap_or(1);
            if are_whole && most_lines <= 3 {
                frame.height += LINE * (most_lines - 1) as f64;
                frame.names = Some((NamePlace::Below, names));
            } else {
                let names = thinned(&frame.places.ticks, each);
                frame.height += widest(&names).max(TICKS) - TICKS;
                frame.names = Some((NamePlace::Turned, names));
            }
        }
        frame
    }

    /// Returns the least distance between two places of an upright plot.
    fn spacing(&self, plot: &Plot) -> f64 {
        if let Scale::Category(names) = &plot.x.scale {
            return (self.right - self.left) / names.len().max(1) as f64;
        }
        let points = plot.series.iter().flat_map(|series| &series.points);
        let mut at: Vec<f64> = points.filter_map(|point| self.along(plot.place_of(point))).collect();
        at.sort_by(f64::total_cmp);
        at.dedup();
        let gaps = at.windows(2).map(|two| two[1] - two[0]);
        gaps.fold(60.0, f64::min)
    }

    /// Returns the position of a place along its axis.
    pub(super) fn along(&self, place: f64) -> Option<f64> {
        let share = self.places.share(place)?;
        Some(match self.is_horizontal {
            true => self.top + share * (self.bottom - self.top) + self.lower,
            false => self.left + share * (self.right - self.left),
        })
    }

    /// Returns the position of a value along its axis.
    pub(super) fn across(&self, value: f64) -> Option<f64> {
        let share = self.values.share(value)?;
        Some(match self.is_horizontal {
            true => self.left + share * (self.right - self.left),
            false => self.bottom - share * (self.bottom - self.top),
        })
    }

    /// Returns a point of the drawing from a position along the places and one across them.
    pub(super) fn point(&self, along: f64, across: f64) -> (f64, f64) {
        match self.is_horizontal {
            true => (across, along),
            false => (along, across),
        }
    }

    /// Returns the upper end of a row, which has its name there if names are above.
    pub(super) fn top_of(&self, place: f64) -> f64 {
        let row = (self.bottom - self.top) / (self.places.ticks.len().max(1)) as f64;
        self.top + row * place
    }
}

/// Returns half of the widest tick: as far does it reach beyond an end of its axis.
fn overhang(ticks: &[Tick]) -> f64 {
    let widths = ticks.iter().map(|tick| width(&tick.text));
    widths.fold(0.0, f64::max) / 2.0
}

/// Returns the ends of an axis whose ticks are centred below it and all within the drawing.
fn within(ticks: &[Tick], left: f64, width: f64) -> (f64, f64) {
    let overhang = overhang(ticks);
    (left.max(overhang), width - RIGHT.max(overhang))
}

/// Returns the room of a title that is centred below an axis.
fn centred(left: f64, right: f64, width: f64) -> f64 {
    let middle = f64::midpoint(left, right);
    2.0 * middle.min(width - middle)
}

/// Returns whether a plot has anything that reaches from zero.
pub(super) fn has_bars(plot: &Plot) -> bool {
    let mut series = plot.series.iter();
    series.any(|series| matches!(series.kind, Kind::Bars | Kind::Area))
}

fn places(plot: &Plot, most: usize) -> Span {
    let points = plot.series.iter().flat_map(|series| &series.points);
    Span::of(
        plot.places(),
        points.map(|point| plot.place_of(point)),
        false,
        most.max(2),
    )
}

fn values(plot: &Plot, most: usize) -> Span {
    let with_zero = !plot.is_horizontal() || has_bars(plot);
    Span::of(plot.values(), plot.all_values(), with_zero, most.max(3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Quantity;
    use crate::model::{Axis, Point, Series};

    const LONG: &str = "direct, pages of 64K, 16 buffers, overlapped, utility files on a volume of their own";

    fn rows(kind: Kind) -> Plot {
        Plot::new(
            "T",
            Axis::linear("Time", Quantity::Percent),
            Axis::category("Setting", [LONG, "b"]),
        )
        .series(Series::new("s", kind, [Point::new(0.5, 0.0), Point::new(0.7, 1.0)]))
    }

    #[test]
    fn names_are_whole_in_every_window_and_never_on_bars() {
        for (kind, window, expected) in [
            (Kind::Points, Window::Wide, NamePlace::Beside),
            (Kind::Points, Window::Narrow, NamePlace::Above),
            (Kind::Bars, Window::Narrow, NamePlace::Beside),
        ] {
            let frame = Frame::of(&rows(kind), window);
            let (place, names) = frame.names.as_ref().expect("there are names");
            assert_eq!(*place, expected);
            assert_eq!(names[0].lines.join(" "), LONG);
            assert!(
                widest(names) <= frame.width && frame.left < frame.right,
                "{}",
                frame.left
            );
        }
    }

    #[test]
    fn names_below_are_turned_where_there_is_no_room() {
        let names: Vec<String> = (0..40).map(|index| format!("the setting number {index}")).collect();
        let plot = |names: &[String]| {
            Plot::new(
                "T",
                Axis::category("Setting", names.to_vec()),
                Axis::linear("Time", Quantity::Seconds),
            )
        };
        let place = |names: &[String], window| Frame::of(&plot(names), window).names.expect("there are names");
        assert_eq!(place(&names[..3], Window::Wide).0, NamePlace::Below);
        assert_eq!(place(&names[..3], Window::Narrow).0, NamePlace::Below);
        let words = ["p99.999999".to_owned(), "p99.99999999".to_owned()];
        assert_eq!(place(&words, Window::Narrow).0, NamePlace::Below);
        let long = ["x".repeat(40), "y".to_owned()];
        assert_eq!(place(&long, Window::Narrow).0, NamePlace::Turned);
        let (turned, all) = place(&names, Window::Wide);
        assert_eq!((turned, all.len()), (NamePlace::Turned, 40));
        assert_eq!(place(&names, Window::Narrow).1.len(), 20);
    }

    #[test]
    fn ticks_and_titles_are_whole_at_every_size() {
        let label = "The seconds of the scenario, of each of the records that its first step reads";
        for exponent in -6..10 {
            for least in [1.0, 1.04, 1.5, 9.9] {
                let value = least * 10_f64.powi(exponent);
                let values = [value, value * 1.4];
                let points = values.map(|value| Point::new(value, value));
                let numbers = Plot::new(
                    "T",
                    Axis::linear(label, Quantity::Number),
                    Axis::linear(label, Quantity::Number),
                )
                .series(Series::new("s", Kind::Points, points));
                let points = values.map(|value| Point::new(value, 0.0));
                let rows = Plot::new(
                    "T",
                    Axis::linear(label, Quantity::Number),
                    Axis::category("Setting", ["a"]),
                )
                .series(Series::new("s", Kind::Points, points));
                for (plot, window) in [&numbers, &rows]
                    .iter()
                    .flat_map(|plot| [(*plot, Window::Wide), (*plot, Window::Narrow)])
                {
                    assert_whole(&Frame::of(plot, window));
                }
            }
        }
    }

    fn assert_whole(frame: &Frame) {
        let is_within = |from: f64, to: f64| from >= 0.0 && to <= frame.width;
        let (span, position): (_, &dyn Fn(f64) -> Option<f64>) = match frame.is_horizontal {
            true => (&frame.values, &|value| frame.across(value)),
            false => (&frame.places, &|place| frame.along(place)),
        };
        for tick in &span.ticks {
            let (at, half) = (position(tick.value).expect("a position"), width(&tick.text) / 2.0);
            assert!(is_within(at - half, at + half), "{tick:?} at {at} of {}", frame.width);
        }
        let middle = f64::midpoint(frame.left, frame.right);
        let below = if frame.is_horizontal {
            &frame.value_title
        } else {
            &frame.place_title
        };
        for line in below {
            let half = width(line) / 2.0;
            assert!(is_within(middle - half, middle + half), "{line} of {}", frame.width);
        }
        assert!(frame.value_title.iter().all(|line| width(line) <= frame.width));
    }

    #[test]
    fn values_and_places_are_within_the_drawing() {
        let plot = rows(Kind::Points).reference("r", 0.9);
        for window in [Window::Wide, Window::Narrow] {
            let frame = Frame::of(&plot, window);
            for value in [0.5, 0.7, 0.9] {
                let across = frame.across(value).expect("a position");
                assert!((frame.left..=frame.right).contains(&across), "{across}");
            }
            let along = frame.along(1.0).expect("a position");
            assert!(frame.top_of(1.0) < along && along < frame.bottom, "{along}");
            assert_eq!(frame.across(f64::NAN), None);
        }
    }
}
