//! Figures beside those of a study: published ones, and the courses of ratios.

use super::model::{
    CellLevels, CoursePointResult, CourseResult, EstimateResult, PublishedResult, PublishedRowResult, TurnResult,
};
use crate::analysis::{Analysis, CounterpartRow, Course, Data, Group};
use crate::definition::Layout;

/// Returns the published tables that have a layout, with the study's own figures.
pub(super) fn published(data: &Data, analysis: &Analysis) -> Vec<PublishedResult> {
    let tables = analysis.counterparts.iter().map(|own| {
        let published = &data.study.published[own.table];
        PublishedResult {
            title: published.title.clone(),
            unit: published
                .layout
                .as_ref()
                .and_then(|layout: &Layout| layout.unit.clone()),
            columns: own.columns.clone(),
            rows: own.rows.iter().map(row).collect(),
            notes: own.notes.clone(),
        }
    });
    tables.collect()
}

fn row(row: &CounterpartRow) -> PublishedRowResult {
    PublishedRowResult {
        name: row.name.clone(),
        ours: row
            .ours
            .iter()
            .map(|own| {
                own.map(|own| EstimateResult {
                    value: own.value,
                    interval: own.interval,
                })
            })
            .collect(),
        published: row.published.clone(),
        ours_of: row.ours_of.clone(),
        published_of: row.published_of.clone(),
    }
}

/// Returns the course of a ratio.
pub(super) fn course(data: &Data, course: &Course) -> CourseResult {
    let factor = &data.factors[course.over];
    CourseResult {
        compare: group(data, &course.compare),
        with: group(data, &course.with),
        over: factor.name.clone(),
        points: course
            .points
            .iter()
            .map(|point| CoursePointResult {
                level: factor.levels[point.level].text.clone(),
                ratio: point.ratio,
            })
            .collect(),
        turns: course
            .turns
            .iter()
            .map(|turn| TurnResult {
                at: turn.at,
                between: [turn.between.0, turn.between.1],
                is_better_beyond: turn.is_better_beyond,
                has_interval: turn.interval.is_some(),
                low: turn.interval.and_then(|(low, _)| low),
                high: turn.interval.and_then(|(_, high)| high),
            })
            .collect(),
    }
}

/// Returns levels by the names of their factors.
pub(super) fn group(data: &Data, group: &Group) -> CellLevels {
    let levels = group.iter().map(|&(factor, level)| {
        let factor = &data.factors[factor];
        (factor.name.clone(), factor.levels[level].text.clone())
    });
    levels.collect()
}
