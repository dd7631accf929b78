//! Results of feedrate's commands and of fio, as they lie in files: what was measured, under which conditions, and the
//! samples of each figure.

mod check;
mod conditions;
mod data;
mod document;
mod figure;
mod hosts;
mod origin;
mod read;
mod samples;
#[cfg(test)]
mod strange_tests;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use feedrate_stats::Summary;
use jiff::Timestamp;
use serde_json::Value;

use feedrate_study::analysis::Data;
use feedrate_study::figures::CACHE_SHARE;

pub use conditions::{Conditions, UnlikeCondition};
pub use figure::FigureForm;
pub use origin::Origin;
pub use read::read;

/// A result.
#[derive(Clone, Debug)]
pub struct ResultFile {
    /// Its file.
    pub file: PathBuf,
    /// The kind of command that wrote it.
    pub kind: Kind,
    /// Its title for people: that of the study, the program, the command.
    pub title: String,
    /// When it was begun, of a study its last run; if it does not say so, when the file was last written.
    pub time: Option<Timestamp>,
    /// Under what it was measured.
    pub conditions: Conditions,
    /// The samples of its figures.
    pub samples: Vec<Sample>,
    /// The study, if it is one.
    pub study: Option<Box<Data>>,
}

/// The kind of command that wrote a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `feedrate study`: its store, or its JSON.
    Study,
    /// `feedrate run`, once or with `--repeats`.
    Program,
    /// `feedrate measure`.
    Measure,
    /// `feedrate profile` of a command.
    Command,
    /// `feedrate check`.
    Check,
    /// A command with `--hosts`.
    OnHosts,
    /// `feedrate check --hosts`.
    CheckOnHosts,
    /// fio, or `feedrate fio`.
    Fio,
}

impl Kind {
    /// Returns its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Study => "study",
            Self::Program => "program",
            Self::Measure => "measure",
            Self::Command => "command",
            Self::Check => "check",
            Self::OnHosts => "command on hosts",
            Self::CheckOnHosts => "check on hosts",
            Self::Fio => "fio",
        }
    }
}

/// Returns the elements of a member of a result; none of what is no list.
fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The factors of a cell with their levels; none for what has no factors.
pub type Levels = BTreeMap<String, String>;

/// The values of a figure, one for each run.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The cell.
    pub cell: Levels,
    /// The step; empty for the whole run.
    pub step: String,
    /// The name of the figure: `seconds`, `megabytes_per_second`.
    pub figure: String,
    /// Its unit, if the study that defines it says so.
    pub unit: Option<String>,
    /// The better direction; `None` if it is only shown.
    pub better: Option<Better>,
    /// The values, in the order of the runs. All are finite.
    pub values: Vec<f64>,
}

/// Which values of a figure are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The higher ones, as with rates.
    Higher,
    /// The lower ones, as with times.
    Lower,
}

impl Sample {
    /// Returns whether another one is of the same figure of the same cell and step.
    pub fn is_same(&self, other: &Self) -> bool {
        self.figure == other.figure && self.step == other.step && self.cell == other.cell
    }

    /// Returns the summary of the values; `None` if there are none.
    pub fn summary(&self) -> Option<Summary> {
        Summary::of(&self.values)
    }

    /// Returns the name of the cell: `method=direct, buffers=32`; empty for what has no factors.
    pub fn cell_name(&self) -> String {
        let words = self.cell.iter().map(|(factor, level)| format!("{factor}={level}"));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of the cell and the step: `method=direct, step 1 DATA`; `whole run` without either.
    pub fn place(&self) -> String {
        let cell = self.cell_name();
        match (cell.is_empty(), self.step.is_empty()) {
            (true, true) => "whole run".to_owned(),
            (true, false) => format!("step {}", self.step),
            (false, true) => cell,
            (false, false) => format!("{cell}, step {}", self.step),
        }
    }

    /// Returns how the figure is shown.
    pub fn shown(&self) -> FigureForm {
        FigureForm::of(&self.figure, self.unit.as_deref())
    }
}

impl ResultFile {
    /// Returns the sample of the same figure, cell and step as another one.
    pub fn same(&self, as_of: &Sample) -> Option<&Sample> {
        self.samples.iter().find(|sample| sample.is_same(as_of))
    }

    /// Returns the median share that the page cache served of what was read where a sample was taken, 0 to 1.
    pub fn cache_share(&self, of: &Sample) -> Option<f64> {
        let share = self
            .samples
            .iter()
            .find(|sample| sample.figure == CACHE_SHARE && sample.step == of.step && sample.cell == of.cell);
        Some(share?.summary()?.median)
    }

    /// Returns the number of runs: the most that a figure has.
    pub fn runs(&self) -> usize {
        let counts = self.samples.iter().map(|sample| sample.values.len());
        counts.max().unwrap_or(0)
    }

    /// Returns the time for people; `?` if it is not known.
    pub fn time_text(&self) -> String {
        self.time.map_or_else(
            || "?".to_owned(),
            |time| time.strftime("%Y-%m-%d %H:%M:%SZ").to_string(),
        )
    }
}

/// Returns short names of results that tell them apart: their files without folders and extensions, with the extension
/// or the folder where these are the same.
pub fn short_names(results: &[ResultFile]) -> Vec<String> {
    let text = |name: Option<&std::ffi::OsStr>| name.unwrap_or_default().to_string_lossy().into_owned();
    let ways: [&dyn Fn(&Path) -> String; 3] = [
        &|path| text(path.file_stem()),
        &|path| text(path.file_name()),
        &|path| path.to_string_lossy().into_owned(),
    ];
    let mut names = Vec::new();
    for way in ways {
        names = results.iter().map(|result| way(&result.file)).collect();
        let mut unique: Vec<&String> = names.iter().collect();
        unique.sort_unstable();
        unique.dedup();
        if unique.len() == names.len() {
            break;
        }
    }
    names
}
