//! The transfers of the steps of a job, from their records.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// The most bytes whose share of the page cache may be unknown, relative to all that were read.
const MOST_UNKNOWN: f64 = 0.01;

/// The transfers of steps, without those through pipes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Transfers {
    /// Bytes of data sets, their indexes and utility files that were read.
    pub(super) read_bytes: u64,
    /// Bytes that were written.
    pub(super) written_bytes: u64,
    /// The share of what was read of data sets that the page cache served, 0 to 1, if it is known.
    pub(super) cache_share: Option<f64>,
    /// Their files; for utility files their folder.
    pub(super) paths: BTreeSet<PathBuf>,
}

/// The part of the record of a step that counts here.
#[derive(Deserialize)]
struct Step {
    cache_share: Option<f64>,
    #[serde(default)]
    read: Vec<DataSet>,
    #[serde(default)]
    made: Vec<DataSet>,
    /// Other files, such as indexes.
    #[serde(default)]
    others: Vec<DataSet>,
    #[serde(default)]
    utility: Vec<File>,
}

#[derive(Deserialize)]
struct DataSet {
    file: Option<File>,
}

#[derive(Deserialize)]
struct File {
    path: PathBuf,
    direction: Direction,
    bytes: u64,
    pipe: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Read,
    Write,
}

impl Transfers {
    /// Sums up the records of steps. What is no such record counts nothing.
    pub(super) fn of<'v>(steps: impl IntoIterator<Item = &'v Value>) -> Self {
        let mut all = Self::default();
        let (mut known, mut served, mut unknown) = (0.0, 0.0, 0.0);
        for step in steps {
            let Ok(step) = Step::deserialize(step) else {
                continue;
            };
            let of_data_sets = all.add(step.read.into_iter().chain(step.made).filter_map(|it| it.file));
            match step.cache_share {
                Some(share) => {
                    known += of_data_sets as f64;
                    served += of_data_sets as f64 * share;
                }
                None => unknown += of_data_sets as f64,
            }
            all.add(step.others.into_iter().filter_map(|it| it.file));
            all.add(step.utility.into_iter());
        }
        if known > 0.0 && unknown <= MOST_UNKNOWN * (known + unknown) {
            all.cache_share = Some(served / known);
        }
        all
    }

    /// Adds files, and returns the bytes of them that were read.
    fn add(&mut self, files: impl Iterator<Item = File>) -> u64 {
        let mut read = 0;
        for file in files.filter(|file| file.pipe.is_none()) {
            match file.direction {
                Direction::Read => read += file.bytes,
                Direction::Write => self.written_bytes += file.bytes,
            }
            self.paths.insert(file.path);
        }
        self.read_bytes += read;
        read
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn file(path: &str, direction: &str, bytes: u64) -> Value {
        json!({"path": path, "direction": direction, "bytes": bytes, "pipe": null})
    }

    #[test]
    fn bytes_are_summed_up_and_shares_weighed_by_them() {
        let steps = [
            json!({"cache_share": 1.0, "read": [{"file": file("/a", "read", 100)}],
                   "made": [{"file": file("/b", "write", 50)}, {"file": null}],
                   "utility": [file("/u", "write", 7), file("/u", "read", 7)],
                   "others": [{"name": "X.A.INDEX", "file": file("/i", "read", 3)}]}),
            json!({"cache_share": 0.0, "read": [{"file": file("/a", "read", 300)}]}),
            json!({"cache_share": null}),
            json!("no step"),
        ];
        let moved = Transfers::of(&steps);
        assert_eq!((moved.read_bytes, moved.written_bytes), (410, 57));
        assert_eq!(moved.cache_share, Some(0.25));
        assert_eq!(moved.paths.len(), 4);
    }

    #[test]
    fn pipes_move_nothing_and_an_unknown_share_makes_all_unknown() {
        let steps = [
            json!({"cache_share": null, "read": [{"file": file("/a", "read", 100)}]}),
            json!({"cache_share": 0.5, "read": [{"file": file("/a", "read", 100)}],
                   "made": [{"file": {"path": ":7000", "direction": "write", "bytes": 9, "pipe": {}}}]}),
        ];
        let moved = Transfers::of(&steps);
        assert_eq!((moved.read_bytes, moved.written_bytes), (200, 0));
        assert_eq!(moved.cache_share, None);
    }
}
