//! A history as JSON. `docs/results.md` describes it to its users.

use feedrate_document::Header;
use feedrate_stats::{Summary, UnpairedRatio};
use serde::Serialize;

use super::{Course, CoursePoint, History};
use crate::compare::{Outcome, Tally, Verdict};
use crate::measured::Levels;

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The courses of a folder.
#[derive(Debug, Serialize)]
pub struct Courses<'a> {
    feedrate: Header,
    folder: String,
    results: usize,
    skipped: usize,
    tolerance: f64,
    verdict: Verdict,
    counts: Tally,
    notes: &'a [String],
    courses: Vec<CourseResult<'a>>,
}

#[derive(Debug, Serialize)]
struct CourseResult<'a> {
    kind: &'static str,
    name: &'a str,
    cell: &'a Levels,
    /// Empty for the whole run.
    step: &'a str,
    figure: &'a str,
    /// Absent if there are none before the last.
    outcome: Option<Outcome>,
    ratio: Option<UnpairedRatio>,
    median_before: Option<f64>,
    points: Vec<PointResult>,
}

#[derive(Debug, Serialize)]
struct PointResult {
    file: String,
    time: String,
    summary: Summary,
    cache_share: Option<f64>,
}

/// Returns a history as JSON.
pub fn json(history: &History) -> Courses<'_> {
    let tally = history.tally();
    Courses {
        feedrate: Header::new("history", FORMAT_VERSION),
        folder: history.folder.to_string_lossy().into_owned(),
        results: history.results,
        skipped: history.skipped,
        tolerance: history.tolerance,
        verdict: tally.verdict(),
        counts: tally,
        notes: &history.notes,
        courses: history.courses.iter().map(course).collect(),
    }
}

fn course(course: &Course) -> CourseResult<'_> {
    let point = |point: &CoursePoint| PointResult {
        file: point.file.to_string_lossy().into_owned(),
        time: point.time.to_string(),
        summary: point.summary,
        cache_share: point.cache_share,
    };
    CourseResult {
        kind: course.kind.name(),
        name: &course.name,
        cell: &course.last.cell,
        step: &course.last.step,
        figure: &course.last.figure,
        outcome: course.outcome,
        ratio: course.ratio,
        median_before: course.median_before,
        points: course.points.iter().map(point).collect(),
    }
}
