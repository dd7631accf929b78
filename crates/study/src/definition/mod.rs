//! The file of a study, `study.toml`: what is run, the factors and their levels, what is measured, and how often.
//!
//! `docs/study.md` describes it to its users.

mod chart;
mod factor;
mod file;
mod invocation;
mod level;
mod measure;
mod placeholder;
mod published;
mod space;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use feedrate_pageio::named_text::TextKind;

pub use chart::Chart;
pub use factor::{Change, Factor, WellKnown};
pub use file::duration;
pub use invocation::{Invocation, Subject};
pub use level::Level;
pub use measure::{Measure, Origin};
pub use placeholder::fill;
pub use published::{Layout, Place, PublishedFigures, Statistic};
pub use space::Space;

use crate::error::{Error, Result};
use crate::figures;

/// A study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The file that it was read from.
    pub file: PathBuf,
    /// The text of the file.
    pub text: String,
    /// Its title.
    pub title: String,
    /// The figure or table of a publication that it repeats, with the title and the year of that.
    pub source: Option<String>,
    /// The question that it answers, in a sentence or more.
    pub question: Option<String>,
    /// The command that is run for each cell.
    pub invocation: Invocation,
    /// The command that is run before the first cell, such as a program that makes the data.
    pub prepare: Option<Invocation>,
    /// The factors, in their order.
    pub factors: Vec<Factor>,
    /// Cells that are left out: those that have one of the levels of each factor of an entry.
    pub left_out: Vec<LeftOut>,
    /// Pairings beside those with the first levels of each factor.
    pub pairs: Vec<PairedLevels>,
    /// The measures beside the figures that feedrate takes itself.
    pub measures: Vec<Measure>,
    /// The number of counted runs of each cell.
    pub repeats: u32,
    /// The number of runs of each cell before those, which are not counted.
    pub warm_up: u32,
    /// The order of the runs.
    pub order: Order,
    /// The seed of the random order.
    pub seed: u64,
    /// The state of the page cache at the start of a run.
    pub cache: CacheState,
    /// Files that [`Self::cache`] is about, besides the inputs of a program.
    pub inputs: Vec<String>,
    /// No run is begun after this time.
    pub time_budget: Option<Duration>,
    /// When enough is known.
    pub stop: Option<StopRule>,
    /// The most time for one run.
    pub longest_run: Option<Duration>,
    /// The bytes that a run needs on the volume of its folder.
    pub space: Option<Space>,
    /// True if it is to say which cell to choose, and not only how they differ.
    pub is_for_choice: bool,
    /// Values that placeholders stand for, besides the factors.
    pub parameters: BTreeMap<String, String>,
    /// Figures of others that the report prints beside the measured ones.
    pub published: Vec<PublishedFigures>,
    /// Courses that the report draws.
    pub charts: Vec<Chart>,
    /// The bytes that a run moves, by which the time of larger runs is told from that of smaller ones.
    pub moves: Option<Space>,
    /// The seconds that a run lasts, whatever the device does.
    pub lasts: Option<Space>,
    /// True if it has settings for the published size.
    pub has_published_size: bool,
}

/// Levels of factors, by numbers: the cells that have one of those of each factor.
pub type LeftOut = Vec<(usize, Vec<usize>)>;

/// The order of the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// In each repeat all cells, in an order of its own.
    #[default]
    Random,
    /// As listed.
    Listed,
}

/// The state of the page cache at the start of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CacheState {
    /// As the run before has left it.
    #[default]
    AsLeft,
    /// Inputs are sent out of it.
    Cold,
    /// Inputs are read into it.
    Hot,
}

impl CacheState {
    /// Returns its name in files and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::AsLeft => "as-left",
            Self::Cold => "cold",
            Self::Hot => "hot",
        }
    }
}

/// When enough is known of each cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Half the width of the interval of the median, as a fraction of it, of every cell.
    pub interval: f64,
    /// The most repeats.
    pub most_repeats: u32,
}

/// Cells that are compared with others: each that has the levels `compare` with the one that has `with` instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedLevels {
    /// Levels of factors, by numbers.
    pub compare: Vec<(usize, usize)>,
    /// Levels of the same factors.
    pub with: Vec<(usize, usize)>,
    /// The factor of numbers over which the ratio is followed.
    pub over: Option<usize>,
}

/// The changes of a study by the command line.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Values of parameters.
    pub parameters: Vec<(String, String)>,
    /// Levels of factors, instead of those of the file.
    pub levels: Vec<(String, Vec<String>)>,
    /// The number of repeats.
    pub repeats: Option<u32>,
    /// The time budget.
    pub time_budget: Option<Duration>,
    /// True for the settings of the published size.
    pub is_published_size: bool,
}

/// The file of a study.
const FILE: TextKind = TextKind {
    name: "study",
    longest: 4 << 20,
};

impl Study {
    /// Reads the file of a study.
    ///
    /// # Errors
    ///
    /// Returns an error that names the line if it is no study.
    pub fn read(path: &Path, overrides: &Overrides) -> Result<Self> {
        let failed = |reason: String| Error::File {
            file: path.to_owned(),
            reason,
        };
        let bytes = FILE.read(path).map_err(|error| failed(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| failed("it is no text in UTF-8".to_owned()))?;
        Self::parse(path, &text, overrides)
    }

    /// Parses the text of the file of a study, which lies at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error that names the line if it is no study.
    pub fn parse(path: &Path, text: &str, overrides: &Overrides) -> Result<Self> {
        file::parse(path, text, overrides)
    }

    /// Returns the name of the figure that it compares first.
    pub fn main_figure(&self) -> &str {
        match (self.measures.first(), &self.invocation.subject) {
            (Some(measure), _) => &measure.name,
            (None, Subject::Measure | Subject::Job(_)) => figures::THROUGHPUT,
            (None, Subject::Program(_) | Subject::Command) => figures::SECONDS,
        }
    }

    /// Returns the folder from which its files are named: that of its own file.
    pub fn own_folder(&self) -> &Path {
        match self.file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    /// Returns the position of a factor, by its name.
    pub fn factor(&self, name: &str) -> Option<usize> {
        self.factors.iter().position(|factor| factor.name == name)
    }

    /// Returns the values of all placeholders in a cell: parameters, and the levels of factors.
    pub fn values(&self, cell: &[usize]) -> BTreeMap<String, String> {
        let levels = self.factors.iter().zip(cell).map(|(factor, &level)| {
            let text = factor.levels[level].text.clone();
            (factor.name.clone(), text)
        });
        self.parameters.clone().into_iter().chain(levels).collect()
    }

    /// Returns the cell that has these levels, if they are of its factors.
    pub fn cell_of(&self, levels: &BTreeMap<String, String>) -> Option<Vec<usize>> {
        if levels.len() != self.factors.len() {
            return None;
        }
        let level = |factor: &Factor| {
            let text = levels.get(&factor.name)?;
            factor.levels.iter().position(|level| level.text == *text)
        };
        self.factors.iter().map(level).collect()
    }

    /// Returns the factors of a cell with their levels.
    pub fn levels(&self, cell: &[usize]) -> Vec<(String, String)> {
        let levels = self.factors.iter().zip(cell);
        levels
            .map(|(factor, &level)| (factor.name.clone(), factor.levels[level].text.clone()))
            .collect()
    }

    /// Returns the name of a cell: `method=direct, buffers=32`.
    pub fn cell_name(&self, cell: &[usize]) -> String {
        let levels = self.factors.iter().zip(cell);
        let words: Vec<String> = levels
            .map(|(factor, &level)| format!("{}={}", factor.name, factor.levels[level].text))
            .collect();
        match words.is_empty() {
            true => "all runs".to_owned(),
            false => words.join(", "),
        }
    }
}
