//! Pictures of what a step moved over time.

use feedrate_document::format::Quantity;
use feedrate_document::{Axis, Kind, Plot, Point, Series};
use feedrate_pageio::Course;

use super::Step;

/// The characters of a picture of a course in a table.
const PICTURE: usize = 12;

/// The levels of such a picture.
const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The most points of a file in a picture.
const POINTS: usize = 100;

/// The transfers that a point of a picture stands for, at least.
const TRANSFERS_OF_A_POINT: u64 = 4;

/// Draws a course over the time of its step.
pub(super) fn drawn(step: &Step, course: &Course) -> String {
    let sums = sums(step, course, PICTURE);
    let most = sums.iter().copied().max().unwrap_or(0).max(1);
    sums.iter()
        .map(|&sum| match sum {
            0 => ' ',
            sum => {
                let level = (sum as f64 / most as f64 * 7.0).round() as usize;
                LEVELS[level.min(7)]
            }
        })
        .collect()
}

/// Returns the bytes of a course in so many stretches of its step's time.
fn sums(step: &Step, course: &Course, count: usize) -> Vec<u64> {
    let began = step.began_microseconds;
    let long = step.ended_microseconds.saturating_sub(began).max(1);
    let mut sums = vec![0u64; count];
    for (middle, interval) in course.middles() {
        let place = middle.saturating_sub(began).saturating_mul(count as u64) / long;
        let place = usize::try_from(place).unwrap_or(count).min(count - 1);
        sums[place] = sums[place].saturating_add(interval.bytes());
    }
    sums
}

/// Returns the rates of all files of a step over its time.
pub(super) fn picture(step: &Step) -> Option<Plot> {
    let mut plot = Plot::new(
        format!("{}: what it moved over time", step.title()),
        Axis::linear("Time in the step", Quantity::Seconds),
        Axis::linear("Rate", Quantity::Rate),
    )
    .caption("Each point is the mean of a stretch of the step's time.");
    let courses = || step.uses().filter_map(|(_, file, _)| file.course.as_ref());
    // Of fewer transfers, single ones would be seen.
    let transfers = courses().map(Course::transfers).max()?;
    let count = usize::try_from(transfers / TRANSFERS_OF_A_POINT).unwrap_or(POINTS);
    let count = count.clamp(2, POINTS);
    let width = step.seconds() / count as f64;
    if width <= 0.0 {
        return None;
    }
    for (name, file, _) in step.uses() {
        let Some(course) = &file.course else { continue };
        let sums = sums(step, course, count).into_iter().enumerate();
        let points = sums.map(|(place, bytes)| Point::new((place as f64 + 0.5) * width, bytes as f64 / width));
        let name = format!("{name} {}", file.participle());
        plot = plot.series(Series::new(name, Kind::Line, points));
    }
    Some(plot)
}
