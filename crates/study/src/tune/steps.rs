//! The steps of a program, by the lines before which options can be set.

use serde_json::Value;

/// A step, as its run has recorded it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its number, from 1.
    pub number: usize,
    /// `DATA`, or the name of the procedure.
    pub name: String,
    /// The line of the program in which it begins.
    pub line: u32,
    /// The data sets that it read.
    pub read: Vec<Use>,
    /// The data sets that it made.
    pub made: Vec<Use>,
    /// The data sets that it changes in place.
    pub updated: Vec<Use>,
    /// Its elapsed seconds.
    pub seconds: f64,
}

/// A use of a data set.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// The path of its file.
    pub path: String,
    /// The bytes that were moved.
    pub bytes: u64,
    /// True if its observations were read by their numbers.
    pub at_random: bool,
}

/// Steps before which options are set together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The line before which the options stand.
    pub line: u32,
    /// The steps, by their positions.
    pub steps: Vec<usize>,
}

impl Step {
    /// Returns its name among the figures of a run: `2 SORT`.
    pub fn figure_name(&self) -> String {
        format!("{} {}", self.number, self.name)
    }

    /// Returns the bytes of pages that it moved.
    pub fn bytes(&self) -> u64 {
        let uses = self.read.iter().chain(&self.made).chain(&self.updated);
        uses.map(|of| of.bytes).sum()
    }
}

/// Returns the steps of the record of a run.
pub(super) fn of(record: &Value) -> Vec<Step> {
    let steps = record["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
    let steps = steps.iter().enumerate().map(|(place, step)| Step {
        number: place + 1,
        name: step["name"].as_str().unwrap_or("step").to_owned(),
        line: step["line"]
            .as_u64()
            .and_then(|line| u32::try_from(line).ok())
            .unwrap_or(1),
        read: uses(&step["read"]),
        made: uses(&step["made"]),
        updated: match step["updated"].is_null() {
            true => Vec::new(),
            false => vec![use_of(&step["updated"])],
        },
        seconds: step["usage"]["real_seconds"].as_f64().unwrap_or(0.0),
    });
    steps.collect()
}

fn uses(list: &Value) -> Vec<Use> {
    let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().filter(|of| of["file"].is_object()).map(use_of).collect()
}

fn use_of(of: &Value) -> Use {
    Use {
        name: of["name"].as_str().unwrap_or_default().to_owned(),
        path: of["file"]["path"].as_str().unwrap_or_default().to_owned(),
        bytes: of["file"]["bytes"].as_u64().unwrap_or(0),
        at_random: of["at_random"].as_bool().unwrap_or(false),
    }
}

/// Returns the parts of a program that move pages: steps whose first line begins with the step. Steps of one line, as
/// those of a macro, are a part together, and so is a step in the middle of a line with the one before.
pub(super) fn parts(steps: &[Step], text: &str) -> Vec<Part> {
    let lines: Vec<&str> = text.lines().collect();
    let mut parts: Vec<Part> = Vec::new();
    for (position, step) in steps.iter().enumerate() {
        let own = lines.get(step.line as usize - 1).copied().unwrap_or("");
        let follows = parts.last().is_some_and(|part| part.line >= step.line);
        match parts.last_mut() {
            Some(part) if follows || !begins_step(own) => part.steps.push(position),
            _ if begins_step(own) => parts.push(Part {
                line: step.line,
                steps: vec![position],
            }),
            // Nothing can stand before it.
            _ => {}
        }
    }
    let moves = |step: &Step| step.bytes() > 0 || !step.updated.is_empty();
    parts.retain(|part| part.steps.iter().any(|&step| moves(&steps[step])));
    parts
}

/// Returns whether a line begins with a step, or with the call of a macro that has some.
fn begins_step(line: &str) -> bool {
    let line = line.trim_start().to_ascii_lowercase();
    let word: String = line
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_' || *c == '%')
        .collect();
    word == "data" || word == "proc" || (word.len() > 1 && word.starts_with('%'))
}
