//! The courses of figures over results in the order of time.

use std::collections::BTreeMap;

use feedrate_stats::{Summary, UnpairedRatio};
use feedrate_study::analysis;

use super::{Course, CoursePoint};
use crate::compare::Outcome;
use crate::measured::{Better, Kind, ResultFile, Sample, UnlikeCondition};

/// The longest condition in the name of a course, in characters.
const LONGEST: usize = 30;

/// The results of the same thing under the same conditions.
struct Group<'a> {
    kind: Kind,
    title: &'a str,
    conditions: BTreeMap<String, String>,
    results: Vec<&'a ResultFile>,
}

/// Returns the courses of results in the order of time, and what is to be known of them.
pub fn courses(results: &[ResultFile], tolerance: f64) -> (Vec<Course>, Vec<String>) {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for result in results {
        let conditions = of_course(result);
        let same = groups
            .iter_mut()
            .find(|group| group.kind == result.kind && group.title == result.title && group.conditions == conditions);
        match same {
            Some(group) => group.results.push(result),
            None => groups.push(Group {
                kind: result.kind,
                title: &result.title,
                conditions,
                results: vec![result],
            }),
        }
    }
    let mut notes = Vec::new();
    let mut names: Vec<String> = Vec::new();
    let mut courses = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let same = |other: &&Group<'_>| other.kind == group.kind && other.title == group.title;
        let first = groups[..index].iter().find(same);
        let unlike = first.and_then(|first| difference(first, group));
        let name = name(group, unlike.as_ref(), &names);
        if let (Some(_), Some(unlike)) = (first, unlike) {
            let what = unlike.text();
            notes.push(format!("{name} is a course of its own: unlike in {what}"));
        }
        courses.extend(of_group(group, &name, tolerance));
        names.push(name);
    }
    (courses, notes)
}

/// Returns the conditions that are the same in a course. Levels may be added to a study.
fn of_course(result: &ResultFile) -> BTreeMap<String, String> {
    let mut conditions = result.conditions.of_course();
    conditions.retain(|name, _| !name.starts_with("levels of "));
    conditions
}

/// Returns the first condition in which the results of a group differ from those of another course.
fn difference(first: &Group<'_>, other: &Group<'_>) -> Option<UnlikeCondition> {
    let unlike = first.results[0].conditions.unlike(&other.results[0].conditions);
    unlike
        .into_iter()
        .find(|unlike| first.conditions.get(&unlike.name) != other.conditions.get(&unlike.name))
}

/// Returns a name for a course that none of those before has: with the condition in which it differs, or with a number.
fn name(group: &Group<'_>, unlike: Option<&UnlikeCondition>, taken: &[String]) -> String {
    let title = group.title;
    let with_condition = unlike
        .filter(|unlike| unlike.second.chars().count() <= LONGEST)
        .map(|unlike| format!("{title} ({}: {})", unlike.name, unlike.second));
    let numbered = (2..).map(|number| format!("{title} ({number})"));
    let mut names = std::iter::once(title.to_owned()).chain(with_condition).chain(numbered);
    let free = names.find(|name| !taken.contains(name));
    free.unwrap_or_else(|| title.to_owned())
}

fn of_group(group: &Group<'_>, name: &str, tolerance: f64) -> Vec<Course> {
    let mut known: Vec<&Sample> = Vec::new();
    for result in &group.results {
        for sample in main_samples(result) {
            if !known.iter().any(|other| other.is_same(sample)) {
                known.push(sample);
            }
        }
    }
    let courses = known
        .into_iter()
        .filter_map(|sample| course(group, name, sample, tolerance));
    courses.collect()
}

/// Returns the main figure of each cell.
fn main_samples(result: &ResultFile) -> Vec<&Sample> {
    let main = result
        .study
        .as_ref()
        .and_then(|data| analysis::responses(data).into_iter().next());
    let is_main = |sample: &&Sample| match (&main, result.kind) {
        (Some(main), _) => sample.step == main.step && sample.figure == main.name,
        (None, Kind::Check) => {
            let setting = sample.cell.get("setting");
            setting.is_some_and(|setting| setting == "the best") || !sample.step.is_empty()
        }
        (None, _) => sample.step.is_empty(),
    };
    let compared = result.samples.iter().filter(|sample| sample.better.is_some());
    compared.filter(is_main).collect()
}

fn course(group: &Group<'_>, name: &str, of: &Sample, tolerance: f64) -> Option<Course> {
    let with: Vec<(&ResultFile, &Sample)> = group
        .results
        .iter()
        .filter_map(|result| Some((*result, result.same(of)?)))
        .collect();
    let points: Vec<CoursePoint> = with
        .iter()
        .filter_map(|(result, sample)| {
            Some(CoursePoint {
                file: result.file.clone(),
                time: result.time?,
                summary: sample.summary()?,
                cache_share: result.cache_share(sample),
            })
        })
        .collect();
    let ((_, last), before) = with.split_last()?;
    let values: Vec<f64> = before
        .iter()
        .flat_map(|(_, sample)| sample.values.iter().copied())
        .collect();
    let ratio = UnpairedRatio::of(&last.values, &values);
    let medians: Vec<f64> = before
        .iter()
        .filter_map(|(_, sample)| Some(sample.summary()?.median))
        .collect();
    let better = last.better.unwrap_or(Better::Lower);
    let is_worst = last.summary().is_some_and(|last| {
        medians.iter().all(|&before| match better {
            Better::Lower => last.median > before,
            Better::Higher => last.median < before,
        })
    });
    let outcome = ratio.map(|ratio| match Outcome::of(&ratio, better, tolerance) {
        // It has been as slow before.
        Outcome::Slower if !is_worst => Outcome::Unclear,
        outcome => outcome,
    });
    let place = match last.cell.is_empty() && last.step.is_empty() {
        true => String::new(),
        false => format!(": {}", last.place()),
    };
    (!points.is_empty()).then(|| Course {
        kind: group.kind,
        name: format!("{name}{place}"),
        last: (*last).clone(),
        points,
        ratio,
        median_before: Summary::of(&medians).map(|summary| summary.median),
        outcome,
    })
}
