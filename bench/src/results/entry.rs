//! The result of one machine: the parts of its file that the table shows.

use serde::Deserialize;

/// The version of the files that `bench/measure-machine.sh` writes.
const FORMAT: u32 = 1;

/// The result of one machine.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    feedrate_machine_result: u32,
    /// The storage in the words of who sent it.
    pub(super) storage: String,
    pub(super) check: Check,
    /// The bench against fio; `None` where there was no fio.
    pub(super) raw: Option<Raw>,
}

/// The result of `feedrate check`.
#[derive(Debug, Deserialize)]
pub(super) struct Check {
    pub(super) started_at: String,
    pub(super) complete: bool,
    pub(super) fingerprint: Fingerprint,
    pub(super) folders: Vec<Folder>,
}

/// The machine.
#[derive(Debug, Deserialize)]
pub(super) struct Fingerprint {
    pub(super) cpu_model: Option<String>,
    pub(super) physical_cores: u64,
    pub(super) memory_bytes: Option<u64>,
}

/// The folder that was checked.
#[derive(Debug, Deserialize)]
pub(super) struct Folder {
    pub(super) preflight: Preflight,
    pub(super) verdict: Verdict,
}

/// The facts about the volume.
#[derive(Debug, Deserialize)]
pub(super) struct Preflight {
    pub(super) volume: Volume,
}

/// The volume.
#[derive(Debug, Deserialize)]
pub(super) struct Volume {
    pub(super) fs_type: String,
}

/// The rates that were judged.
#[derive(Debug, Deserialize)]
pub(super) struct Verdict {
    pub(super) best: Option<Rate>,
    pub(super) as_sas: Option<Rate>,
}

/// A rate for each physical core.
#[derive(Debug, Deserialize)]
pub(super) struct Rate {
    pub(super) mb_per_core: f64,
    pub(super) interval: Option<Interval>,
    pub(super) undecided: bool,
}

/// A 95 % interval.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The result of the bench `raw`.
#[derive(Debug, Deserialize)]
pub(super) struct Raw {
    pub(super) versions: Vec<String>,
    cases: Vec<RawCase>,
}

#[derive(Debug, Deserialize)]
struct RawCase {
    case: CaseName,
    figures: Vec<Figure>,
}

#[derive(Debug, Deserialize)]
struct CaseName {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Figure {
    name: String,
    ratio: Option<Ratio>,
}

/// feedrate's figure divided by fio's.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Ratio {
    pub(super) ratio: f64,
    pub(super) interval: Option<Interval>,
}

impl Entry {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Fails if it is no result, of a later version, or one of no folder.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let entry: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if entry.feedrate_machine_result != FORMAT {
            let version = entry.feedrate_machine_result;
            return Err(format!(
                "is of version {version}, and this bench reads version {FORMAT}"
            ));
        }
        if entry.check.folders.is_empty() {
            return Err("its check has no folder".to_owned());
        }
        Ok(entry)
    }
}

impl Raw {
    /// Returns the ratio of the throughput in a case.
    pub(super) fn throughput(&self, case: &str) -> Option<Ratio> {
        let case = self.cases.iter().find(|of| of.case.name == case)?;
        case.figures.iter().find(|figure| figure.name == "MB/s")?.ratio
    }
}
