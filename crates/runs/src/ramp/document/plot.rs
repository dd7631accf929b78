//! The figures of a ramp against users.

use feedrate_document::{Axis, Kind, Plot, Point, Quantity, Series};

use super::super::limit::LimitKind;
use super::super::record::{ClassLevel, LevelRecord, RampRecord};

/// Returns a plot of the figures of classes against users, with the limits of a kind; without limits it has none.
pub(super) fn plot(record: &RampRecord, kind: LimitKind) -> Plot {
    let (title, values) = match kind {
        LimitKind::Slowdown => (
            "Slowdown by users",
            Axis::linear("Relative to one user", Quantity::Ratio),
        ),
        _ => (
            "Response time by users",
            Axis::linear("Response time", Quantity::Seconds),
        ),
    };
    let mut plot = Plot::new(title, Axis::linear("Users", Quantity::Count), values)
        .caption("The geometric mean of the runs with its interval, for each class of programs.");
    for (place, class) in record.classes.iter().enumerate() {
        let points = record
            .levels
            .iter()
            .filter_map(|level| point(level, level.classes.get(place)?, kind));
        plot = plot.series(Series::new(&*class.class, Kind::Line, points));
    }
    let mut shown: Vec<f64> = Vec::new();
    for limit in record.limits.iter().filter(|limit| limit.kind == kind) {
        if !shown.contains(&limit.bound) {
            shown.push(limit.bound);
            let same = record
                .limits
                .iter()
                .filter(|other| other.kind == kind && other.bound == limit.bound);
            let names: Vec<&str> = same.filter_map(|other| other.class.as_deref()).collect();
            let label = match names.len() == record.classes.len() {
                true => "Limit".to_owned(),
                false => format!("Limit of {}", names.join(", ")),
            };
            plot = plot.reference(label, limit.bound);
        }
    }
    plot
}

fn point(level: &LevelRecord, class: &ClassLevel, kind: LimitKind) -> Option<Point> {
    let figure = class.figure(kind)?;
    let point = Point::new(f64::from(level.users), figure.value);
    Some(match (figure.low, figure.high) {
        (Some(low), Some(high)) => point.within(low, high),
        _ => point,
    })
}
