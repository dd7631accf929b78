//! The responses of a study.

use super::data::Data;
use super::response::Response;
use crate::definition::Subject;
use crate::figures::{SECONDS, THROUGHPUT};

/// Returns the responses of a study, the main one first.
pub(super) fn of(data: &Data) -> Vec<Response> {
    let has = |step: &str, name: &str| data.runs.iter().any(|run| run.figure(step, name).is_some());
    let mut responses: Vec<Response> = data
        .study
        .measures
        .iter()
        .filter(|measure| !measure.is_detail)
        .map(|measure| Response {
            step: String::new(),
            name: measure.name.clone(),
            unit: measure.unit.clone(),
            higher_is_better: measure.higher_is_better,
        })
        .collect();
    let time = |step: &str| Response {
        step: step.to_owned(),
        name: SECONDS.to_owned(),
        unit: Some("s".to_owned()),
        higher_is_better: false,
    };
    match data.study.invocation.subject {
        Subject::Measure | Subject::Job(_) => responses.push(Response {
            step: String::new(),
            name: THROUGHPUT.to_owned(),
            unit: Some("MB/s".to_owned()),
            higher_is_better: true,
        }),
        Subject::Program(_) | Subject::Command => responses.push(time("")),
    }
    let mut steps: Vec<&str> = Vec::new();
    for run in &data.runs {
        for figure in run.run.figures.iter().filter(|figure| !figure.step.is_empty()) {
            if figure.name == SECONDS && !steps.contains(&figure.step.as_str()) {
                steps.push(&figure.step);
            }
        }
    }
    let number = |step: &str| step.split(' ').next().and_then(|number| number.parse::<u32>().ok());
    steps.sort_by_key(|step| number(step));
    // One step is the whole.
    if steps.len() > 1 {
        responses.extend(steps.into_iter().map(time));
    }
    responses.retain(|response| has(&response.step, &response.name));
    responses
}
