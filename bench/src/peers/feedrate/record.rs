//! The JSON of `feedrate run`, as far as benches read it.

use serde::Deserialize;

/// A program that was run.
#[derive(Debug, Deserialize)]
pub struct Record {
    /// The resources of all of it.
    pub usage: Usage,
    /// Its own steps.
    pub steps: Vec<Step>,
    #[serde(default)]
    sessions: Vec<Session>,
}

/// A session that a program started.
#[derive(Debug, Deserialize)]
struct Session {
    steps: Vec<Step>,
}

/// Time and transfers.
#[derive(Debug, Deserialize)]
pub struct Usage {
    /// From start to end.
    pub real_seconds: f64,
    /// Processor time of its own.
    #[serde(default)]
    pub user_cpu_seconds: f64,
    /// Processor time of the kernel for it.
    #[serde(default)]
    pub system_cpu_seconds: f64,
    /// Bytes that came from storage, where the kernel tells.
    pub storage_read_bytes: Option<u64>,
}

/// A step.
#[derive(Debug, Deserialize)]
pub struct Step {
    /// The line of the log in which it begins.
    #[serde(default)]
    pub line: usize,
    /// Its resources.
    pub usage: Option<Usage>,
    /// Seconds that it stood still for storage, where it tells.
    pub waited_seconds: Option<f64>,
    read: Vec<DataSet>,
    made: Vec<DataSet>,
    cache_share: Option<f64>,
    executor: Option<String>,
    interpreted_because: Option<String>,
    threads: Option<u32>,
    sort: Option<Sort>,
}

/// A data set in a step.
#[derive(Debug, Deserialize)]
pub struct DataSet {
    /// Its name with its library.
    pub name: String,
    /// Rows that were read or written.
    pub observations: u64,
    /// Its transfers.
    pub file: Option<Transfers>,
}

/// The transfers of a data set's pages.
#[derive(Debug, Deserialize)]
pub struct Transfers {
    /// Their bytes.
    #[serde(default)]
    pub bytes: u64,
    /// Past the page cache or through it.
    #[serde(default)]
    pub method: String,
    /// Pages of a transfer past the page cache.
    pub buffers: Option<u32>,
    /// Seconds until it had reached the device.
    pub flush_seconds: Option<f64>,
    cache_share: Option<f64>,
    /// Reasons why they were not as asked.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Absent for a file.
    pub pipe: Option<Pipe>,
}

/// An end of a pipe.
#[derive(Debug, Deserialize)]
pub struct Pipe {
    /// The transport.
    pub carrier: String,
    /// Seconds for which the step stood still for the other end.
    pub waited_seconds: f64,
}

#[derive(Debug, Deserialize)]
struct Sort {
    presorted: bool,
    threads: u32,
    runs: u64,
    merges_before: u32,
}

impl Record {
    /// Returns all steps, those of sessions too.
    pub fn all_steps(&self) -> impl Iterator<Item = &Step> {
        let sessions = self.sessions.iter().flat_map(|session| &session.steps);
        self.steps.iter().chain(sessions)
    }

    /// Returns the data sets that were read.
    pub fn read(&self) -> impl Iterator<Item = &DataSet> {
        self.all_steps().flat_map(|step| &step.read)
    }

    /// Returns the data sets that were made.
    pub fn made(&self) -> impl Iterator<Item = &DataSet> {
        self.all_steps().flat_map(|step| &step.made)
    }

    /// Returns the share that the page cache served of a data set, where it is told, in the step that read the most of
    /// it.
    pub fn cache_share(&self, member: &str) -> Option<f64> {
        let of = |step| move |data_set| (step, data_set);
        let read = self.all_steps().flat_map(|step: &Step| step.read.iter().map(of(step)));
        let read = read.filter(|(_, data_set)| data_set.is_called(member));
        let bytes = |(_, data_set): &(&Step, &DataSet)| data_set.file.as_ref().map(|file| file.bytes);
        let (step, data_set) = read.max_by_key(bytes)?;
        let of_file = data_set.file.as_ref()?.cache_share;
        // A step tells of all that it read.
        of_file.or(step.cache_share.filter(|_| step.read.len() == 1))
    }

    /// Returns how its steps computed.
    pub fn notes(&self) -> Vec<String> {
        self.all_steps().flat_map(Step::notes).collect()
    }
}

impl Usage {
    /// Returns all processor time.
    pub fn cpu_seconds(&self) -> f64 {
        self.user_cpu_seconds + self.system_cpu_seconds
    }
}

impl DataSet {
    /// Returns true if it is called so, in whichever library.
    pub fn is_called(&self, member: &str) -> bool {
        let name = self.name.rsplit('.').next();
        name.is_some_and(|name| name.eq_ignore_ascii_case(member))
    }
}

impl Step {
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
    use serde_json::{Value, json};

    use super::*;

    fn record(steps: Value, sessions: Value) -> Record {
        let usage = json!({"real_seconds": 2.5});
        let text = json!({"usage": usage, "steps": steps, "sessions": sessions});
        serde_json::from_value(text).unwrap()
    }

    fn data_set(name: &str, bytes: u64, share: Option<f64>) -> Value {
        let file = json!({"bytes": bytes, "cache_share": share});
        json!({"name": name, "observations": 9, "file": file})
    }

    #[test]
    fn executors_threads_and_runs_are_notes() {
        let sort = json!({"presorted": false, "threads": 2, "runs": 9, "merges_before": 0});
        let record = record(
            json!([
                {"read": [], "made": []},
                {"read": [], "made": [], "executor": "machine code"},
                {"read": [], "made": [], "executor": null, "sort": sort}
            ]),
            json!([]),
        );
        assert_eq!(record.notes(), ["machine code", "2 threads", "9 runs, one merge"]);
    }

    #[test]
    fn steps_of_sessions_count_too() {
        let made = json!({"name": "S.COUNTS", "observations": 9, "file": null});
        let record = record(
            json!([{"read": [data_set("WORK.T", 10, None)], "made": []}]),
            json!([{"steps": [{"read": [data_set("S.CLAIMS", 1000, Some(0.25))], "made": [made]}]}]),
        );
        assert_eq!((record.read().count(), record.made().count()), (2, 1));
        assert_eq!(record.cache_share("Claims"), Some(0.25));
        assert_eq!(record.cache_share("none"), None);
    }

    #[test]
    fn a_step_tells_of_the_cache_for_the_only_one_that_it_reads() {
        let of = |name| data_set(name, 1, None);
        let record = record(
            json!([
                {"cache_share": 0.5, "read": [of("X.ALONE")], "made": [of("X.MADE")]},
                {"cache_share": 0.75, "read": [of("X.A"), of("X.B")], "made": []},
                {"cache_share": 1, "read": [data_set("X.ALONE", 0, None)], "made": []}
            ]),
            json!([]),
        );
        assert_eq!(record.cache_share("alone"), Some(0.5));
        assert_eq!(record.cache_share("a"), None);
    }
}
