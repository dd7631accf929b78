//! What is read of the JSON of `feedrate run`.

use serde::Deserialize;

/// A program that was run.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// What all of it took.
    pub usage: Usage,
    steps: Vec<Step>,
}

/// Time and transfers of the process.
#[derive(Debug, Deserialize)]
pub struct Usage {
    /// From start to end.
    pub real_seconds: f64,
    /// Processor time of its own.
    pub user_cpu_seconds: f64,
    /// Processor time of the kernel for it.
    pub system_cpu_seconds: f64,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
}

/// A step.
#[derive(Debug, Deserialize)]
struct Step {
    read: Vec<DataSet>,
    made: Vec<DataSet>,
    /// Who did the statements of a DATA step.
    executor: Option<String>,
    interpreted_because: Option<String>,
    /// On how many threads it computed.
    threads: Option<u32>,
    sort: Option<Sort>,
}

/// A data set in a step.
#[derive(Debug, Deserialize)]
pub struct DataSet {
    name: String,
    /// Rows that were read or written.
    pub observations: u64,
    /// How its pages moved.
    pub file: Option<FileFigures>,
}

/// How pages moved.
#[derive(Debug, Deserialize)]
pub struct FileFigures {
    /// Past the page cache or through it.
    pub method: String,
    /// Pages of a transfer past the page cache.
    pub buffers: Option<u32>,
    /// How long it took to reach the device.
    pub flush_seconds: Option<f64>,
    /// What could not be had.
    pub notes: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Sort {
    presorted: bool,
    threads: u32,
    runs: u64,
    merges_before: u32,
}

impl Record {
    /// The data sets that were read.
    pub fn read(&self) -> impl Iterator<Item = &DataSet> {
        self.steps.iter().flat_map(|step| &step.read)
    }

    /// The data sets that were made.
    pub fn made(&self) -> impl Iterator<Item = &DataSet> {
        self.steps.iter().flat_map(|step| &step.made)
    }

    /// What its steps tell of how they computed.
    pub fn notes(&self) -> Vec<String> {
        self.steps.iter().flat_map(Step::notes).collect()
    }
}

impl DataSet {
    /// Whether it is called so, in whichever library.
    pub fn is_called(&self, member: &str) -> bool {
        let name = self.name.rsplit('.').next();
        name.is_some_and(|name| name.eq_ignore_ascii_case(member))
    }
}

impl Step {
    /// What the step tells of how it computed.
    fn notes(&self) -> Vec<String> {
        let mut notes: Vec<_> = self.executor.iter().cloned().collect();
        if let Some(reason) = &self.interpreted_because {
            notes.push(format!("because: {reason}"));
        }
        let threads = self.threads.or(self.sort.as_ref().map(|sort| sort.threads));
        notes.extend(threads.map(|threads| match threads {
            1 => "1 thread".to_owned(),
            _ => format!("{threads} threads"),
        }));
        notes.extend(self.sort.as_ref().map(Sort::note));
        notes
    }
}

impl Sort {
    fn note(&self) -> String {
        match (self.presorted, self.runs, self.merges_before) {
            (true, ..) => "took the input for sorted".to_owned(),
            (_, 0, _) => "in memory".to_owned(),
            (_, runs, 0) => format!("{runs} runs, one merge"),
            (_, runs, before) => format!("{runs} runs, {before} merges before the last"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(json: &str) -> Vec<String> {
        serde_json::from_str::<Step>(json).unwrap().notes()
    }

    #[test]
    fn what_is_not_told_is_no_note() {
        assert_eq!(notes(r#"{"read": [], "made": []}"#), [""; 0]);
    }

    #[test]
    fn executors_threads_and_runs_are_notes() {
        let step = r#"{"read": [], "made": [], "executor": "machine code"}"#;
        assert_eq!(notes(step), ["machine code"]);
        let sort = r#"{"presorted": false, "threads": 2, "runs": 9, "merges_before": 0}"#;
        let step = format!(r#"{{"read": [], "made": [], "executor": null, "sort": {sort}}}"#);
        assert_eq!(notes(&step), ["2 threads", "9 runs, one merge"]);
    }
}
