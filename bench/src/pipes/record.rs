//! What is read of the JSON of `feedrate run`, that of the sessions it started included.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A program that was run.
#[derive(Debug)]
pub struct Record {
    /// From the start to the end of the program, its sessions included.
    pub seconds: f64,
    data_sets: Vec<DataSet>,
}

/// A data set in a step.
#[derive(Debug)]
struct DataSet {
    is_made: bool,
    name: String,
    observations: u64,
    file: Option<FileFigures>,
    /// That of all that its step read, if that is this one alone.
    step_cache_share: Option<f64>,
}

/// How pages moved.
#[derive(Debug, Deserialize)]
struct FileFigures {
    bytes: u64,
    cache_share: Option<f64>,
    /// Absent for a file.
    pipe: Option<PipeFigures>,
}

/// An end of a pipe.
#[derive(Debug, Deserialize)]
struct PipeFigures {
    carrier: String,
    /// How long the step stood still for the other end.
    waited_seconds: f64,
}

/// What all steps of a run moved, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Moved {
    /// From files of data sets, wherever they came from.
    pub read_bytes: u64,
    /// To files of data sets.
    pub written_bytes: u64,
    /// Through pipes, as those that wrote them count.
    pub piped_bytes: u64,
    /// What the pipes went over.
    pub carriers: Vec<String>,
    /// How long writers of pipes stood still for readers, all together.
    pub writers_waited_seconds: f64,
    /// How long readers of pipes stood still for writers, all together.
    pub readers_waited_seconds: f64,
}

impl Record {
    /// Reads the JSON.
    pub fn read(text: &str) -> Result<Self, String> {
        let cannot = |what: &str| format!("feedrate's figures: {what}");
        let document: Value =
            serde_json::from_str(text).map_err(|error| cannot(&error.to_string()))?;
        let seconds = document["usage"]["real_seconds"].as_f64();
        let mut data_sets = Vec::new();
        collect(&document, &mut data_sets)?;
        Ok(Self {
            seconds: seconds.ok_or_else(|| cannot("no time is told"))?,
            data_sets,
        })
    }

    /// What all steps moved.
    pub fn moved(&self) -> Moved {
        let mut moved = Moved::default();
        for data_set in &self.data_sets {
            let Some(file) = &data_set.file else { continue };
            match (&file.pipe, data_set.is_made) {
                (None, true) => moved.written_bytes += file.bytes,
                (None, false) => moved.read_bytes += file.bytes,
                (Some(pipe), true) => {
                    moved.piped_bytes += file.bytes;
                    moved.writers_waited_seconds += pipe.waited_seconds;
                    if !moved.carriers.contains(&pipe.carrier) {
                        moved.carriers.push(pipe.carrier.clone());
                    }
                }
                (Some(pipe), false) => moved.readers_waited_seconds += pipe.waited_seconds,
            }
        }
        moved
    }

    /// The observations that all steps read of the data sets of a name, in whichever library; absent where no
    /// step tells of one.
    pub fn observations_read(&self, member: &str) -> Option<u64> {
        let read = self.read_of(member);
        read.map(|data_set| data_set.observations)
            .reduce(|a, b| a + b)
    }

    /// The share that the page cache served of a data set, where it is told, in the step that read the most of it.
    pub fn cache_share(&self, member: &str) -> Option<f64> {
        let bytes = |data_set: &&DataSet| data_set.file.as_ref().map(|file| file.bytes);
        let data_set = self.read_of(member).max_by_key(bytes)?;
        let of_file = data_set.file.as_ref()?.cache_share;
        of_file.or(data_set.step_cache_share)
    }

    fn read_of(&self, member: &str) -> impl Iterator<Item = &DataSet> {
        self.data_sets.iter().filter(move |data_set| {
            let name = data_set.name.rsplit('.').next();
            !data_set.is_made && name.is_some_and(|name| name.eq_ignore_ascii_case(member))
        })
    }
}

/// Takes the data sets of all steps, wherever the document has steps: sessions have theirs within it.
fn collect(value: &Value, into: &mut Vec<DataSet>) -> Result<(), String> {
    match value {
        Value::Array(values) => values.iter().try_for_each(|value| collect(value, into)),
        Value::Object(fields) => {
            let share = match fields.get("read") {
                Some(Value::Array(read)) if read.len() == 1 => {
                    fields.get("cache_share").and_then(Value::as_f64)
                }
                _ => None,
            };
            for (key, value) in fields {
                match (key.as_str(), value) {
                    ("read" | "made", Value::Array(of_step)) => {
                        for data_set in of_step {
                            let mut data_set = DataSet::of(data_set, key == "made")?;
                            data_set.step_cache_share = share;
                            into.push(data_set);
                        }
                    }
                    _ => collect(value, into)?,
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

impl DataSet {
    fn of(value: &Value, is_made: bool) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Told {
            name: String,
            observations: u64,
            file: Option<FileFigures>,
        }
        let told = Told::deserialize(value).map_err(|error| {
            format!("feedrate's figures: a data set that was read or made: {error}")
        })?;
        Ok(Self {
            is_made,
            name: told.name,
            observations: told.observations,
            file: told.file,
            step_cache_share: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_sessions_count_too() {
        let file = |bytes: u64| format!(r#"{{"bytes": {bytes}, "cache_share": 0.25}}"#);
        let pipe = |waited: f64| {
            format!(
                r#"{{"bytes": 700, "cache_share": null, "pipe": {{"carrier": "tcp", "waited_seconds": {waited}}}}}"#
            )
        };
        let data_set = |name: &str, file: &str| {
            format!(r#"[{{"name": "{name}", "observations": 9, "file": {file}}}]"#)
        };
        let text = format!(
            r#"{{"usage": {{"real_seconds": 2.5}}, "steps": [{{"read": {}, "made": []}}],
                "sessions": [{{"steps": [{{"read": {}, "made": {}}}, {{"read": {}, "made": {}}}]}}]}}"#,
            data_set("WORK.T", &file(10)),
            data_set("S.CLAIMS", &file(1000)),
            data_set("OUT.Q", &pipe(0.5)),
            data_set("IN.Q", &pipe(1.5)),
            data_set("S.COUNTS", "null"),
        );
        let record = Record::read(&text).unwrap();
        assert_eq!(record.seconds, 2.5);
        assert_eq!(record.observations_read("claims"), Some(9));
        assert_eq!(record.observations_read("none"), None);
        assert_eq!(record.cache_share("Claims"), Some(0.25));
        let moved = Moved {
            read_bytes: 1010,
            written_bytes: 0,
            piped_bytes: 700,
            carriers: vec!["tcp".into()],
            writers_waited_seconds: 0.5,
            readers_waited_seconds: 1.5,
        };
        assert_eq!(record.moved(), moved);
    }

    #[test]
    fn a_step_tells_of_the_cache_for_the_only_one_that_it_reads() {
        let data_set = |name: &str| {
            format!(
                r#"{{"name": "{name}", "observations": 1, "file": {{"bytes": 1, "cache_share": null}}}}"#
            )
        };
        let text = format!(
            r#"{{"usage": {{"real_seconds": 1}}, "steps": [
                {{"cache_share": 0.5, "read": [{}], "made": [{}]}},
                {{"cache_share": 0.75, "read": [{}, {}], "made": []}},
                {{"cache_share": 1, "read": [{}], "made": []}}]}}"#,
            data_set("X.ALONE"),
            data_set("X.MADE"),
            data_set("X.A"),
            data_set("X.B"),
            data_set("X.ALONE").replace("1, \"cache", "0, \"cache"),
        );
        let record = Record::read(&text).unwrap();
        assert_eq!(record.cache_share("alone"), Some(0.5));
        assert_eq!(record.cache_share("a"), None);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert!(Record::read("[]").is_err());
        assert!(Record::read("{").is_err());
        let nameless = r#"{"usage": {"real_seconds": 1}, "steps": [{"read": [{}]}]}"#;
        let error = Record::read(nameless).unwrap_err();
        assert!(error.contains("a data set"), "{error}");
    }
}
