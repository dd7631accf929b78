//! The figures of a ramp against users.

use feedrate_document::{Axis, Kind, Plot, Point, Quantity, Series};

use super::super::limit::LimitKind;
use super::super::record::{Figure, LevelRecord, RampRecord};

/// Returns a plot of the figures that limits of a kind bound against users, with these limits; without limits it has
/// none.
pub(super) fn plot(record: &RampRecord, kind: LimitKind) -> Plot {
    let (title, values) = match kind {
        LimitKind::Slowdown => (
            "Slowdown by users",
            Axis::linear("Relative to one user", Quantity::Ratio),
        ),
        LimitKind::Response => (
            "Response time by users",
            Axis::linear("Response time", Quantity::Seconds),
        ),
        LimitKind::Rate => (
            "Rate by users",
            Axis::linear("Rate", Quantity::Unit("MB/s per core".to_owned())),
        ),
    };
    let whose = match kind {
        LimitKind::Rate => "of all programs together",
        _ => "for each class of programs",
    };
    let mut plot = Plot::new(title, Axis::linear("Users", Quantity::Count), values)
        .caption(format!("The geometric mean of the runs with its interval, {whose}."));
    let levels = || record.levels.iter();
    if kind == LimitKind::Rate {
        let points = levels().filter_map(|level| Some(point(level, level.megabytes_per_second_and_core.as_ref()?)));
        plot = plot.series(Series::new("All programs", Kind::Line, points));
    } else {
        for (place, class) in record.classes.iter().enumerate() {
            let points = levels().filter_map(|level| Some(point(level, level.classes.get(place)?.figure(kind)?)));
            plot = plot.series(Series::new(&*class.class, Kind::Line, points));
        }
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
            let label = match kind == LimitKind::Rate || names.len() == record.classes.len() {
                true => "Limit".to_owned(),
                false => format!("Limit of {}", names.join(", ")),
            };
            plot = plot.reference(label, limit.bound);
        }
    }
    plot
}

fn point(level: &LevelRecord, figure: &Figure) -> Point {
    let point = Point::new(f64::from(level.users), figure.value);
    match (figure.low, figure.high) {
        (Some(low), Some(high)) => point.within(low, high),
        _ => point,
    }
}
