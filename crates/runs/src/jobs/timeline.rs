//! The jobs on a common time axis: a lane for each.

use feedrate_document::Document;
use serde_json::Value;

use super::record::{JobRecord, JobsRecord};
use crate::timeline::{self, Run, SessionRecord, Step};

/// Returns the page of jobs: a lane for each, and below it one for each session that it started.
pub fn page(record: &JobsRecord) -> Document {
    let run = Run {
        program: record.title.clone(),
        started_at: record.started_at.clone(),
        ended: record.ended.to_owned(),
        began_microseconds: record.released_microseconds,
        ended_microseconds: record.ended_microseconds,
    };
    let lanes: Vec<_> = record.jobs.iter().flat_map(lanes).collect();
    timeline::document(&run, &lanes)
}

fn lanes(job: &JobRecord) -> Vec<SessionRecord> {
    let own = lane(job.name.clone(), &job.record["steps"]);
    let sessions = job.record["sessions"].as_array();
    let sessions = sessions.map(Vec::as_slice).unwrap_or_default();
    let of_session = |session: &Value| {
        let name = session["name"].as_str().unwrap_or_default();
        let host = session["host"]["name"].as_str();
        let host = host.map_or_else(String::new, |host| format!(" on {host}"));
        lane(format!("{}.{name}{host}", job.name), &session["steps"])
    };
    std::iter::once(own).chain(sessions.iter().map(of_session)).collect()
}

fn lane(name: String, steps: &Value) -> SessionRecord {
    let steps = steps.as_array().map(Vec::as_slice).unwrap_or_default();
    let step = |step: &Value| serde_json::from_value::<Step>(step.clone()).ok();
    SessionRecord {
        name,
        // The records were made by the same program, so they can be read.
        steps: steps.iter().filter_map(step).collect(),
    }
}
