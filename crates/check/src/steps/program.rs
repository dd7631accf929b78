//! The standard steps as programs, and running one.

use std::io;
use std::path::Path;
use std::sync::Arc;

use feedrate_pageio::Discipline;
use feedrate_session::options::{OptionError, SystemOptions};
use feedrate_session::record::StepRecord;
use feedrate_session::{Ending, Session, Setup};
use feedrate_workload::Control;
use serde::Serialize;

use super::size::{Size, VARIABLES};
use crate::error::{Error, Result};
use crate::scratch::Scratch;
use crate::setting::Setting;

/// The data set that the other steps read.
pub(super) const MADE: &str = "made";

/// RANUNI takes a seed from 1 to one less than this.
const SEEDS: u64 = (1 << 31) - 1;

/// A standard step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandardStep {
    /// A DATA step that writes a data set.
    DataWrite,
    /// A DATA step that reads it and writes another.
    DataCopy,
    /// PROC MEANS of all variables.
    Means,
    /// PROC SORT by the first two.
    Sort,
}

impl StandardStep {
    /// All steps, in the order in which they are run.
    pub const ALL: [Self; 4] = [Self::DataWrite, Self::DataCopy, Self::Means, Self::Sort];

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::DataWrite => "DATA write",
            Self::DataCopy => "DATA copy",
            Self::Means => "MEANS",
            Self::Sort => "SORT",
        }
    }

    /// Returns the data set that it makes, by its name in the scratch folder.
    pub(super) fn makes(self) -> Option<&'static str> {
        match self {
            Self::DataWrite => Some(MADE),
            Self::DataCopy => Some("copied"),
            Self::Means => None,
            Self::Sort => Some("sorted"),
        }
    }

    /// Returns how many data sets move through memory in it: what it reads and makes, and what it sorts.
    pub(super) fn data_sets_moved(self) -> u64 {
        match self {
            Self::DataWrite | Self::Means => 1,
            Self::DataCopy => 2,
            Self::Sort => 3,
        }
    }

    /// Returns its statements, for a library `check`.
    fn text(self, rows: u64, seed: u64) -> String {
        let made = Scratch::member(MADE);
        let makes = self.makes().map(Scratch::member).unwrap_or_default();
        match self {
            // Products of random numbers are cheap to compute, and neither compressible nor duplicates.
            Self::DataWrite => format!(
                "data check.{makes};\n  array x{{{VARIABLES}}};\n  do row = 1 to {rows};\n    \
                 x1 = ranuni({seed});\n    x2 = ranuni({seed});\n    \
                 do j = 3 to {VARIABLES};\n      x{{j}} = x1 * j + x2;\n    end;\n    \
                 output;\n  end;\n  drop row j;\nrun;\n",
                seed = 1 + seed % (SEEDS - 1),
            ),
            Self::DataCopy => format!("data check.{makes};\n  set check.{made};\nrun;\n"),
            Self::Means => format!("proc means data=check.{made} n mean std min max;\nrun;\n"),
            Self::Sort => {
                format!("proc sort data=check.{made} out=check.{makes};\n  by x1 x2;\nrun;\n")
            }
        }
    }
}

/// The folder of the data sets, as a program names it.
#[derive(Debug)]
pub(super) struct Folder<'a> {
    path: &'a Path,
    quoted: String,
}

impl<'a> Folder<'a> {
    /// Creates it from a path; `None` if the path cannot be quoted in a program.
    pub(super) fn at(path: &'a Path) -> Option<Self> {
        let name = path.to_str()?;
        if name.chars().any(char::is_control) {
            return None;
        }
        Some(Self {
            path,
            quoted: format!("'{}'", name.replace('\'', "''")),
        })
    }

    /// Runs a step; `None` if it was interrupted.
    pub(super) fn run(
        &self,
        step: StandardStep,
        setting: Setting,
        size: Size,
        seed: u64,
        control: &Control,
    ) -> Result<Option<StepRecord>> {
        let failed = |what: String| Error::Step {
            step: step.name(),
            path: self.path.into(),
            what,
        };
        let options = options(setting, size).map_err(|error| failed(error.to_string()))?;
        let text = format!("libname check {};\n{}", self.quoted, step.text(size.rows(), seed));
        let mut log = Vec::new();
        let mut session = Session::new(Setup {
            log: Box::new(&mut log),
            // The output of MEANS is not needed.
            listing: Box::new(io::sink()),
            work: Some(self.path.into()),
            options,
            sysparm: String::new(),
            stop: Arc::clone(control.stop_flag()),
        });
        let record = session.run(step.name(), &text);
        let ending = session.ending();
        drop(session);
        let record = record.map_err(|error| failed(error.to_string()))?;
        if ending == Ending::Interrupted {
            return Ok(None);
        }
        let mut steps = record.steps;
        match steps.pop() {
            Some(record) if record.completed && !matches!(ending, Ending::Errors | Ending::Aborted(_)) => {
                Ok(Some(record))
            }
            _ => Err(failed(first_error(&String::from_utf8_lossy(&log)))),
        }
    }
}

/// Returns the options that move pages by a setting, use one core and keep the rest in memory.
fn options(setting: Setting, size: Size) -> std::result::Result<SystemOptions, OptionError> {
    let mut options = SystemOptions::default();
    let memory = size.sort_bytes().to_string();
    let discipline = match setting.discipline {
        Discipline::AsSas => "assas",
        Discipline::Overlapped => "overlapped",
    };
    options.set("bufsize", Some(&setting.page.to_string()))?;
    options.set("bufno", Some(&setting.buffers.to_string()))?;
    options.set(if setting.direct { "sgio" } else { "nosgio" }, None)?;
    options.set("discipline", Some(discipline))?;
    options.set("nothreads", None)?;
    options.set("memsize", Some(&memory))?;
    options.set("sortsize", Some(&memory))?;
    options.set("nosource", None)?;
    Ok(options)
}

/// Returns the first error of a log in one line.
fn first_error(log: &str) -> String {
    const ERROR: &str = "ERROR: ";
    let mut lines = log.lines().skip_while(|line| !line.starts_with(ERROR));
    let Some(first) = lines.next() else {
        return "its log does not say why".to_owned();
    };
    let mut text = first[ERROR.len()..].trim_end().to_owned();
    // Further lines of a message are indented.
    for line in lines.take_while(|line| line.starts_with(' ')) {
        text.push(' ');
        text.push_str(line.trim());
    }
    text.truncate(text.trim_end_matches('.').len());
    text
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn run(place: &Path, step: StandardStep, control: &Control) -> Result<Option<StepRecord>> {
        let folder = Folder::at(place).unwrap();
        let size = Size::of(300_000);
        folder.run(step, Setting::SAS_DEFAULT, size, 7, control)
    }

    #[test]
    fn each_step_reads_what_the_first_has_made() {
        let place = tempfile::tempdir().unwrap();
        for step in StandardStep::ALL {
            let record = run(place.path(), step, &Control::default());
            let record = record.unwrap().unwrap();
            let is_first = step == StandardStep::DataWrite;
            assert_eq!(record.read.len(), usize::from(!is_first), "{step:?}");
            for data_set in record.read.iter().chain(&record.made) {
                assert_eq!(data_set.observations, 300_000 / 1016, "{step:?}");
                let file = data_set.file.as_ref().unwrap();
                assert_eq!(file.page_bytes, Setting::SAS_DEFAULT.page);
                assert_eq!((file.method, file.discipline), ("cached", Discipline::AsSas));
            }
            let made: Vec<_> = record.made.iter().map(|made| made.name.as_str()).collect();
            let should = step.makes().map(|name| format!("CHECK.{}", Scratch::member(name)));
            let should: Vec<_> = should.iter().map(|name| name.to_uppercase()).collect();
            assert_eq!(made, should);
            assert_eq!(record.sort.is_some(), step == StandardStep::Sort);
        }
        // The folder contains only data sets, under names that are removed later.
        for entry in fs::read_dir(place.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(name.starts_with(&Scratch::member("")), "{name}");
        }
    }

    #[test]
    fn a_step_that_fails_says_which_and_why() {
        let place = tempfile::tempdir().unwrap();
        let failed = run(place.path(), StandardStep::Sort, &Control::default());
        let told = failed.unwrap_err().to_string();
        assert!(told.starts_with("the standard step SORT failed in /"), "{told}");
        assert!(told.contains("CHECK.FEEDRATE_CHECK_MADE"), "{told}");
        assert_eq!(told.lines().count(), 1);
    }

    #[test]
    fn a_stopped_step_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        let control = Control::default();
        control.stop();
        let stopped = run(place.path(), StandardStep::DataWrite, &control);
        assert!(stopped.unwrap().is_none());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn names_that_cannot_stand_between_quotes_are_refused() {
        let quoted = |name| Folder::at(Path::new(name)).map(|folder| folder.quoted);
        assert_eq!(quoted("/it's & %that").as_deref(), Some("'/it''s & %that'"));
        assert_eq!(quoted("/a\nb"), None);
    }

    #[test]
    fn an_error_is_told_in_one_line() {
        let log = "NOTE: It began.\nERROR: cannot write /x: no space left;\n       free some.\n\
                   NOTE: This step was stopped.\nERROR: Another.\n";
        let told = first_error(log);
        assert_eq!(told, "cannot write /x: no space left; free some");
        assert_eq!(first_error("NOTE: All is well.\n"), "its log does not say why");
    }

    #[test]
    fn a_seed_is_one_that_ranuni_takes() {
        for (seed, given) in [(0, 1), (SEEDS - 2, SEEDS - 1), (SEEDS - 1, 1)] {
            let text = StandardStep::DataWrite.text(5, seed);
            assert!(text.contains(&format!("ranuni({given})")), "{text}");
        }
    }
}
