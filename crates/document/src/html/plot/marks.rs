//! The series of a plot: bars, areas, lines, intervals and marks.

use maud::{Markup, html};

use super::super::svg::at;
use super::frame::Frame;
use super::symbol;
use crate::figures::plot as figures;
use crate::model::{Kind, Plot, Point, Series};

/// The most points of a series that are marks with titles; more are drawn as a line or as dots alone.
const MOST: usize = 300;

/// The width of the columns of which a line with more points has the first, the last, the least and the greatest.
const COLUMN: f64 = 2.0;

/// Half the length of the ends of an interval.
const END: f64 = 4.0;

/// Draws a series.
pub(super) fn drawn(plot: &Plot, frame: &Frame, index: usize) -> Markup {
    let series = &plot.series[index];
    let placed = SeriesPoints::of(plot, frame, index);
    html! {
        g class=(symbol::class(index)) {
            @if series.kind == Kind::Area { path.area d=(area(frame, &placed)) {} }
            @if matches!(series.kind, Kind::Line | Kind::Area) {
                path.line d=(line(frame, &placed)) { title { (series.name) } }
            }
            @if series.points.len() > MOST && series.kind != Kind::Bars {
                @if series.kind == Kind::Points { path.dots d=(dots(frame, &placed)) { title { (series.name) } } }
            } @else {
                @for (point, along, across) in placed.points.iter().flatten() {
                    g {
                        title { (title(plot, series, point)) }
                        @if series.kind == Kind::Bars {
                            path.bar d=(bar(frame, *along, *across, placed.bar)) {}
                        } @else {
                            path.mark d=(symbol::path(index, frame.point(*along, *across))) {}
                        }
                        @if let Some(whisker) = whisker(frame, plot.value_of(point), point, *along) {
                            path.whisker d=(whisker) {}
                        }
                    }
                }
            }
        }
    }
}

/// Returns the text that is shown under the pointer.
fn title(plot: &Plot, series: &Series, point: &Point) -> String {
    let place = plot.places().show(plot.place_of(point));
    format!("{}\n{place}: {}", series.name, figures::value(plot, point))
}

/// The points of a series with their positions along and across; one without a position is a gap.
struct SeriesPoints<'a> {
    points: Vec<Option<(&'a Point, f64, f64)>>,
    /// The width of a bar.
    bar: f64,
}

impl<'a> SeriesPoints<'a> {
    fn of(plot: &'a Plot, frame: &Frame, index: usize) -> Self {
        let series = &plot.series[index];
        let (beside, bar) = beside(plot, frame, index);
        let points = series.points.iter().map(|point| {
            let along = frame.along(plot.place_of(point))? + beside;
            Some((point, along, frame.across(plot.value_of(point))?))
        });
        Self {
            points: points.collect(),
            bar,
        }
    }
}

/// Returns the distance of a series from its places, and the width of its bars: bars are beside each other, and so are
/// marks of several series at categories; those of one are over its bars.
fn beside(plot: &Plot, frame: &Frame, index: usize) -> (f64, f64) {
    let kind = plot.series[index].kind;
    let is_divided = kind == Kind::Bars || (kind == Kind::Points && plot.places().is_category());
    if !is_divided {
        return (0.0, frame.slot);
    }
    let is_alike = |series: &&Series| series.kind == kind;
    let count = plot.series.iter().filter(is_alike).count() as f64;
    let before = plot.series[..index].iter().filter(is_alike).count() as f64;
    (((before + 0.5) / count - 0.5) * frame.slot, frame.slot / count)
}

/// Adds lines through points to a path, from the first of them.
fn push_lines(path: &mut String, points: impl Iterator<Item = (f64, f64)>) {
    // In whole tenths, so that the steps add up.
    let tenths = points.map(|(x, y)| ((10.0 * x).round(), (10.0 * y).round()));
    let mut before: Option<(f64, f64)> = None;
    for (x, y) in tenths {
        match before {
            None => path.push_str(&command('M', (x / 10.0, y / 10.0))),
            Some((from_x, from_y)) => path.push_str(&command('l', ((x - from_x) / 10.0, (y - from_y) / 10.0))),
        }
        before = Some((x, y));
    }
}

fn command(letter: char, (x, y): (f64, f64)) -> String {
    format!("{letter}{} {}", at(x), at(y))
}

/// Returns a line through the points, with gaps. Of many points at about one place it has the first, the last, and the
/// least and the greatest value.
fn line(frame: &Frame, placed: &SeriesPoints<'_>) -> String {
    let mut path = String::new();
    for run in runs(placed) {
        push_lines(
            &mut path,
            run.iter().map(|(along, across)| frame.point(*along, *across)),
        );
    }
    path
}

fn area(frame: &Frame, placed: &SeriesPoints<'_>) -> String {
    let zero = frame.across(0.0).unwrap_or(frame.bottom);
    let mut path = String::new();
    for run in runs(placed) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let ends = [(first.0, zero), (last.0, zero)];
        let outline = ends[..1].iter().chain(&run).chain(&ends[1..]);
        push_lines(&mut path, outline.map(|(along, across)| frame.point(*along, *across)));
        path.push('z');
    }
    path
}

/// Returns the points between gaps, thinned out as far as that is not to be seen.
fn runs(placed: &SeriesPoints<'_>) -> Vec<Vec<(f64, f64)>> {
    let runs = placed.points.split(Option::is_none);
    let runs = runs.filter(|run| !run.is_empty());
    runs.map(|run| {
        let points: Vec<(f64, f64)> = run
            .iter()
            .flatten()
            .map(|&(_, along, across)| (along, across))
            .collect();
        thinned(points)
    })
    .collect()
}

fn thinned(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    if points.len() <= MOST {
        return points;
    }
    let column = |point: &(f64, f64)| (point.0 / COLUMN).floor();
    let mut kept = Vec::new();
    for column in points.chunk_by(|a, b| column(a) == column(b)) {
        let by_value = |a: &usize, b: &usize| column[*a].1.total_cmp(&column[*b].1);
        let all = 0..column.len();
        let ends = [all.clone().min_by(by_value), all.clone().max_by(by_value), all.last()];
        let mut shown: Vec<usize> = ends.into_iter().flatten().chain([0]).collect();
        shown.sort_unstable();
        shown.dedup();
        kept.extend(shown.into_iter().map(|index| column[index]));
    }
    kept
}

/// Returns points as dots, those at the same tenth of a unit once.
fn dots(frame: &Frame, placed: &SeriesPoints<'_>) -> String {
    let points = placed.points.iter().flatten();
    let mut dots: Vec<String> = points
        .map(|&(_, along, across)| command('M', frame.point(along, across)) + "h0")
        .collect();
    dots.sort();
    dots.dedup();
    dots.concat()
}

fn bar(frame: &Frame, along: f64, across: f64, wide: f64) -> String {
    let zero = frame.across(0.0).unwrap_or(frame.bottom);
    let half = 0.45 * wide;
    let corners = [(-half, zero), (-half, across), (half, across), (half, zero)];
    let corners = corners.map(|(beside, across)| frame.point(along + beside, across));
    let [first, rest @ ..] = corners;
    let rest: String = rest.into_iter().map(|corner| command('L', corner)).collect();
    format!("{}{rest}z", command('M', first))
}

/// Returns the interval of a point. An end on the wrong side of the value is at the value.
fn whisker(frame: &Frame, value: f64, point: &Point, along: f64) -> Option<String> {
    let (low, high) = point.interval?;
    let (low, high) = (frame.across(low.min(value))?, frame.across(high.max(value))?);
    let line = |from: (f64, f64), to: (f64, f64)| {
        let (from, to) = (frame.point(from.0, from.1), frame.point(to.0, to.1));
        command('M', from) + &command('L', to)
    };
    let end = |across: f64| line((along - END, across), (along + END, across));
    Some(line((along, low), (along, high)) + &end(low) + &end(high))
}

#[cfg(test)]
mod tests {
    use super::super::frame::Window;
    use super::*;
    use crate::format::Quantity;
    use crate::model::Axis;

    fn upright(kind: Kind, points: impl IntoIterator<Item = Point>) -> Plot {
        Plot::new(
            "Read",
            Axis::linear("Run", Quantity::Number),
            Axis::linear("Ratio", Quantity::Ratio),
        )
        .series(Series::new("direct", kind, points))
    }

    fn shown(plot: &Plot) -> String {
        drawn(plot, &Frame::of(plot, Window::Wide), 0).into_string()
    }

    #[test]
    fn each_point_has_a_title_with_its_interval() {
        let plot = upright(Kind::Points, [Point::new(1.0, 2.0).within(1.5, 3.0)]);
        let shown = shown(&plot);
        assert!(
            shown.contains("<title>direct\n1.00: 2.00 × (1.50 to 3.00 ×)</title>"),
            "{shown}"
        );
        assert_eq!(shown.matches("class=\"whisker\"").count(), 1);
    }

    #[test]
    fn an_end_on_the_wrong_side_is_at_the_value() {
        let plot = upright(Kind::Points, [Point::new(1.0, 2.0)]);
        let frame = Frame::of(&plot, Window::Wide);
        let of = |low, high| whisker(&frame, 2.0, &Point::new(1.0, 2.0).within(low, high), 50.0);
        assert_eq!(of(2.5, 3.0), of(2.0, 3.0));
        assert_eq!(of(1.0, 1.5), of(1.0, 2.0));
    }

    #[test]
    fn a_value_that_is_not_finite_is_a_gap() {
        let values = [1.0, 2.0, f64::NAN, 3.0, 4.0];
        let points = values
            .iter()
            .enumerate()
            .map(|(run, value)| Point::new(run as f64, *value));
        let shown = shown(&upright(Kind::Line, points));
        let (_, line) = shown.split_once("class=\"line\" d=\"").expect("a line");
        let (line, _) = line.split_once('"').expect("its end");
        assert_eq!((line.matches('M').count(), line.matches('l').count()), (2, 2), "{line}");
        assert_eq!(shown.matches("class=\"mark\"").count(), 4);
    }

    #[test]
    fn many_points_are_drawn_as_few_as_can_be_seen() {
        let points = |kind| {
            let points = (0..100_000).map(|run| Point::new(f64::from(run), f64::from(run % 97)));
            shown(&upright(kind, points)).len()
        };
        assert!(points(Kind::Line) < 100_000, "{}", points(Kind::Line));
        let plot = upright(
            Kind::Line,
            (0..1000).map(|run| Point::new(f64::from(run / 500), f64::from(run))),
        );
        let frame = Frame::of(&plot, Window::Wide);
        let thin = runs(&SeriesPoints::of(&plot, &frame, 0));
        assert_eq!(thin[0].len(), 4, "{thin:?}");
    }

    #[test]
    fn marks_of_one_series_are_over_its_bars_and_those_of_several_beside_each_other() {
        let series = |kind| Series::new("a", kind, [Point::new(0.0, 1.0)]);
        let places = |kinds: &[Kind]| -> Vec<f64> {
            let axis = Axis::category("Step", ["one"]);
            let plot = Plot::new("Steps", axis, Axis::linear("Time", Quantity::Seconds));
            let plot = kinds.iter().fold(plot, |plot, kind| plot.series(series(*kind)));
            let frame = Frame::of(&plot, Window::Wide);
            (0..kinds.len()).map(|index| beside(&plot, &frame, index).0).collect()
        };
        assert_eq!(places(&[Kind::Bars, Kind::Points]), [0.0, 0.0]);
        let both = places(&[Kind::Bars, Kind::Points, Kind::Points]);
        assert!(both[0] == 0.0 && both[1] < 0.0 && both[1] == -both[2], "{both:?}");
        let bars = places(&[Kind::Bars, Kind::Bars]);
        assert!(bars[0] < 0.0 && bars[0] == -bars[1], "{bars:?}");
    }
}
