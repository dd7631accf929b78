use crate::format::Quantity;
use crate::model::{Axis, Document, Kind, Plot, Point, Series};
use crate::text::{TextOptions, render};

fn shown(plot: Plot) -> String {
    render(&Document::new("").with(plot), &TextOptions::default())
}

fn plot(names: [&str; 3], x: Axis) -> Plot {
    Plot::new("Time against the baseline", x, Axis::category("Setting", names)).reference("baseline", 1.0)
}

fn points(scale: f64) -> Vec<Point> {
    let point = |index: usize, value: f64, reach: f64| {
        Point::new(value * scale, index as f64).within((value - reach) * scale, (value + reach) * scale)
    };
    vec![
        point(0, 0.973, 0.05),
        point(1, 0.61, 0.1),
        Point::new(1.32 * scale, 2.0),
    ]
}

#[test]
fn intervals_stand_beside_short_names() {
    let plot = plot(
        ["cached", "direct", "unbuffered"],
        Axis::linear("Time", Quantity::Percent),
    )
    .series(Series::new("time", Kind::Points, points(1.0)))
    .caption("Medians with 95 % intervals.");
    insta::assert_snapshot!(shown(plot));
}

#[test]
fn several_series_stand_beneath_the_name() {
    let plot = plot(["cached", "direct", "unbuffered"], Axis::log10("Time", Quantity::Ratio))
        .series(Series::new("read", Kind::Points, points(1.0)))
        .series(Series::new("written", Kind::Points, points(4.0)));
    insta::assert_snapshot!(shown(plot));
}

#[test]
fn long_names_stand_above_and_are_whole() {
    let long = "direct, pages of 64K, 16 buffers, overlapped, on two volumes striped by the kernel";
    let plot = plot([long, "b", "c"], Axis::linear("Time", Quantity::Percent)).series(Series::new(
        "time",
        Kind::Points,
        points(1.0),
    ));
    let shown = shown(plot).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(long), "{shown}");
}

#[test]
fn values_that_do_not_exist_leave_their_row_empty() {
    let none = [Point::new(f64::NAN, 0.0).within(f64::NAN, 1.0)];
    let axis = || Axis::linear("Time", Quantity::Percent);
    let some = plot(["a", "b", "c"], axis()).series(Series::new("s", Kind::Points, none));
    let empty = shown(some);
    assert!(empty.contains("\na  ") && !empty.contains("--"), "{empty}");
    let axes = Plot::new("T", axis(), Axis::category("c", ["a"]));
    let nothing = axes.series(Series::new("s", Kind::Points, [Point::new(f64::NAN, 0.0)]));
    assert_eq!(shown(nothing), "");
}

#[test]
fn ends_that_have_no_place_are_at_the_value_or_the_left_end() {
    let marks = |x: Axis, point: Point| {
        let plot = plot(["cached", "direct", "unbuffered"], x).series(Series::new(
            "time",
            Kind::Points,
            [point, Point::new(4.0, 1.0), Point::new(0.25, 2.0)],
        ));
        let page = shown(plot);
        let row = page.lines().find(|line| line.starts_with("cached"));
        let row = row.expect("there is a row").to_owned();
        ["|", "o"].map(|mark| row.find(mark))
    };
    let log = || Axis::log10("Time", Quantity::Ratio);
    let [zero, value] = marks(log(), Point::new(2.0, 0.0).within(0.0, 3.0));
    let [negative, _] = marks(log(), Point::new(2.0, 0.0).within(-1.0, 3.0));
    assert_eq!(zero, negative);
    assert_eq!(zero, Some("unbuffered  ".len()));
    assert!(value > zero);
    // The value is drawn over the lower end.
    let [end, value] = marks(log(), Point::new(2.0, 0.0).within(2.5, 3.0));
    assert!(end > value, "{end:?} {value:?}");
}
