//! A study as a result: from its store, or from its JSON.

use std::path::Path;

use feedrate_study::analysis::{self, Data};
use feedrate_study::definition::{Invocation, Origin, Subject};
use jiff::Timestamp;
use serde_json::Value;

use super::samples::Samples;
use super::{Better, Conditions, Kind, Levels, ResultFile};

/// Returns the result of a study.
pub(super) fn measured(file: &Path, data: Data) -> ResultFile {
    let last = data
        .runs
        .iter()
        .filter_map(|run| run.run.started_at.parse::<Timestamp>().ok())
        .max();
    ResultFile {
        file: file.to_owned(),
        kind: Kind::Study,
        title: data.facts.title.clone(),
        time: last.or_else(|| data.facts.created_at.parse().ok()),
        conditions: conditions(&data),
        samples: samples(&data),
        study: Some(Box::new(data)),
    }
}

fn samples(data: &Data) -> Vec<super::Sample> {
    let cells: Vec<Levels> = data
        .cells
        .iter()
        .map(|cell| data.study.levels(cell).into_iter().collect())
        .collect();
    let mut samples = Samples::default();
    for (cell, levels) in cells.iter().enumerate() {
        for run in data.runs_of(cell) {
            samples.add(levels, run.run.figures.iter().cloned());
        }
    }
    let responses = analysis::responses(data);
    samples.finish(|sample| {
        let response = responses
            .iter()
            .find(|response| response.step == sample.step && response.name == sample.figure)?;
        let better = match response.higher_is_better {
            true => Better::Higher,
            false => Better::Lower,
        };
        let of_study = data.study.measures.iter().any(|measure| measure.name == response.name);
        // A study that measures something of its own says by it what counts: the time of its process is shown only.
        if !of_study && response.step.is_empty() && !data.study.measures.is_empty() {
            return None;
        }
        Some((better, response.unit.clone().filter(|_| of_study)))
    })
}

fn conditions(data: &Data) -> Conditions {
    let study = &data.study;
    let mut conditions = Conditions::default();
    conditions.add("kind of result", Kind::Study.name());
    let in_use = |number: i64| data.runs.iter().any(|run| run.run.machine == number);
    let machines: Vec<_> = data
        .facts
        .machines
        .iter()
        .filter(|(number, ..)| in_use(*number))
        .collect();
    let mut versions: Vec<&str> = machines.iter().map(|(_, version, _)| version.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    conditions.add_known("feedrate", Some(versions.join(" and ")).filter(|text| !text.is_empty()));
    let fingerprints: Vec<Value> = machines
        .iter()
        .filter_map(|(.., fingerprint)| serde_json::from_str(fingerprint).ok())
        .collect();
    conditions.add_machines(fingerprints.iter());
    conditions.add("page cache", study.cache.name());
    conditions.add("what is run", text_of(&study.invocation));
    conditions.add_known("what is run before", study.prepare.as_ref().map(text_of));
    for (name, value) in &study.parameters {
        conditions.add(format!("parameter {name}"), value.as_str());
    }
    for measure in &study.measures {
        let origin = match &measure.origin {
            Origin::Json(pointer) => pointer.as_str(),
            Origin::Pattern(pattern) => pattern.as_str(),
        };
        conditions.add(format!("where {} is found", measure.name), origin);
    }
    for (index, factor) in data.factors.iter().enumerate() {
        let levels = data
            .levels_in_use(index)
            .into_iter()
            .map(|level| factor.levels[level].text.as_str());
        conditions.add(
            format!("levels of {}", factor.name),
            levels.collect::<Vec<_>>().join(", "),
        );
        conditions.add(
            format!("how {} is set", factor.name),
            feedrate_study::plan::set_by(factor),
        );
    }
    conditions
}

fn text_of(invocation: &Invocation) -> String {
    let arguments = invocation.arguments.iter().map(String::as_str);
    let subject = match &invocation.subject {
        Subject::Program(file) | Subject::Job(file) => Some(file.as_str()),
        Subject::Measure => Some("measure"),
        Subject::Command => None,
    };
    subject.into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}

/// Reads the data of a study back from its JSON.
///
/// # Errors
///
/// Returns a message if a part of it is missing, or the definition in it is not understood.
pub(super) fn of_json(file: &Path, document: &Value) -> Result<Data, String> {
    let version = document["feedrate"]["format_version"].as_u64();
    if version.is_some_and(|version| version > u64::from(feedrate_study::result::FORMAT_VERSION)) {
        return Err("it was written by a later version of feedrate; use that one".to_owned());
    }
    feedrate_study::result::data(document).map_err(|what| match what {
        feedrate_study::result::Unreadable::Definition(error) => {
            format!("the definition in it: {error}")
        }
        feedrate_study::result::Unreadable::Member(name) => format!(
            "{name} is missing or not as `feedrate study --json` writes it; write {} again",
            file.display()
        ),
    })
}
