//! The courses as pictures.

use feedrate_document::{Axis, Kind, Plot, Point, Quantity, Series};
use jiff::Timestamp;

use super::{Course, History};
use crate::measured::FigureForm;

/// The most courses in a plot.
const MOST_LINES: usize = 8;

/// The units of the axis of time, with their seconds and the shortest history that they are for.
const UNITS: [(&str, f64, f64); 3] = [
    ("days", 86_400.0, 3.0 * 86_400.0),
    ("hours", 3_600.0, 3.0 * 3_600.0),
    ("minutes", 60.0, 0.0),
];

/// Returns a plot for each figure, over the time before the last result; several where there are many courses.
pub(super) fn of(history: &History) -> Vec<Plot> {
    let times = || {
        history
            .courses
            .iter()
            .flat_map(|course| course.points.iter().map(|point| point.time))
    };
    let (Some(first), Some(last)) = (times().min(), times().max()) else {
        return Vec::new();
    };
    let span = seconds_between(first, last);
    let unit = UNITS.into_iter().find(|(.., least)| span >= *least);
    let Some((unit, seconds, _)) = unit.filter(|_| span > 0.0) else {
        return Vec::new();
    };
    let mut figures: Vec<(FigureForm, Vec<&Course>)> = Vec::new();
    for course in history.courses.iter().filter(|course| course.points.len() > 1) {
        let shown = course.last.shown();
        match figures.iter_mut().find(|(known, _)| *known == shown) {
            Some((_, courses)) => courses.push(course),
            None => figures.push((shown, vec![course])),
        }
    }
    let mut plots = Vec::new();
    for (shown, courses) in figures {
        for part in courses.chunks(MOST_LINES) {
            let x = Axis::linear(format!("{unit} before the last result"), Quantity::Number);
            let y = axis(&shown, part);
            let series = part.iter().map(|course| line(&shown, course, last, seconds));
            let plot = Plot::new(format!("The {} over time", shown.title), x, y)
                .caption("Medians, with their 95 % intervals where there are six runs.");
            plots.push(series.fold(plot, Plot::series));
        }
    }
    plots
}

fn seconds_between(first: Timestamp, last: Timestamp) -> f64 {
    last.as_second() as f64 - first.as_second() as f64
}

fn axis(shown: &FigureForm, courses: &[&Course]) -> Axis {
    let medians = courses
        .iter()
        .flat_map(|course| course.points.iter().map(|point| point.summary.median));
    let (least, most) = medians.fold((f64::MAX, 0.0_f64), |(least, most), value| {
        (least.min(value), most.max(value))
    });
    match least > 0.0 && most / least > 20.0 {
        true => Axis::log10(shown.title.clone(), shown.quantity.clone()),
        false => Axis::linear(shown.title.clone(), shown.quantity.clone()),
    }
}

fn line(shown: &FigureForm, course: &Course, last: Timestamp, unit: f64) -> Series {
    let points = course.points.iter().map(|of| {
        let x = -seconds_between(of.time, last) / unit;
        // Zero without a sign.
        let point = Point::new(x + 0.0, of.summary.median * shown.scale);
        match of.summary.interval {
            Some(interval) => point.within(interval.low * shown.scale, interval.high * shown.scale),
            None => point,
        }
    });
    Series::new(course.name.clone(), Kind::Line, points)
}
