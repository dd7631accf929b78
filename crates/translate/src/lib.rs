//! Translates tests between fio, sqlio, DiskSpd, SASIOTEST and iotest.sh.
//!
//! [`translate()`] converts a test of any tool to the job file or the command lines of another, with a list of what
//! that one cannot express; [`run()`] does so with the arguments of a tool.
//!
//! | module | contents |
//! |---|---|
//! | `common` | the common form of tests |
//! | `from_fio`, `from_sqlio`, … | from a tool's test to the common form |
//! | `losses` | the parts of jobs that a tool cannot express |
//! | `run` | from arguments to output |
//! | `to_fio`, `to_sqlio`, … | from the common form to a tool's test |
//! | `script` | command lines that run concurrently or one after the other |

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod common;
mod from_diskspd;
mod from_fio;
mod from_iotest;
mod from_sasiotest;
mod from_sqlio;
mod losses;
mod run;
mod script;
mod to_diskspd;
mod to_fio;
mod to_iotest;
mod to_sasiotest;
mod to_sqlio;

pub use run::{Error, run};

use std::str::FromStr;

use feedrate_dialects::{diskspd, iotest, sasiotest, sqlio};
use script::script;

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// fio: job files.
    Fio,
    /// sqlio: command lines, with parameter files.
    Sqlio,
    /// DiskSpd: command lines.
    Diskspd,
    /// SASIOTEST: command lines.
    Sasiotest,
    /// iotest.sh: command lines.
    Iotest,
}

impl Tool {
    /// All tools.
    pub const ALL: [Self; 5] = [Self::Fio, Self::Sqlio, Self::Diskspd, Self::Sasiotest, Self::Iotest];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fio => "fio",
            Self::Sqlio => "sqlio",
            Self::Diskspd => "diskspd",
            Self::Sasiotest => "sasiotest",
            Self::Iotest => "iotest",
        }
    }
}

/// The error for a name that is not that of a tool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a tool that can be translated; write fio, sqlio, diskspd, sasiotest or iotest")]
pub struct UnknownTool(String);

impl FromStr for Tool {
    type Err = UnknownTool;

    fn from_str(text: &str) -> Result<Self, UnknownTool> {
        Self::ALL
            .into_iter()
            .find(|tool| tool.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownTool(text.to_owned()))
    }
}

/// The test to translate.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Jobs of fio.
    Fio(&'a feedrate_fio::job::Jobs),
    /// A test of sqlio.
    Sqlio(&'a sqlio::Test),
    /// A test of DiskSpd.
    Diskspd(&'a diskspd::Test),
    /// A test of SASIOTEST.
    Sasiotest(&'a sasiotest::Test),
    /// A test of iotest.sh or rhel_iotest.sh.
    Iotest(&'a iotest::Test),
}

/// The result of a translation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// A job file, or a shell script of command lines.
    pub text: String,
    /// The parts that the other tool cannot express, one line each.
    pub lost: Vec<String>,
}

/// Translates a test for another tool. Files keep their names.
pub fn translate(source: Source<'_>, to: Tool) -> Translation {
    let mut workload = match source {
        Source::Fio(jobs) => from_fio::common(jobs),
        Source::Sqlio(test) => from_sqlio::common(test),
        Source::Diskspd(test) => from_diskspd::common(test),
        Source::Sasiotest(test) => from_sasiotest::common(test),
        Source::Iotest(test) => from_iotest::common(test),
    };
    let mut lost = std::mem::take(&mut workload.lost);
    let text = match to {
        Tool::Fio => to_fio::text(&workload, &mut lost),
        Tool::Sqlio => script(&workload, &mut lost, to_sqlio::lines),
        Tool::Diskspd => script(&workload, &mut lost, |job, _, lost| to_diskspd::lines(job, lost)),
        Tool::Sasiotest => script(&workload, &mut lost, |job, _, lost| to_sasiotest::lines(job, lost)),
        Tool::Iotest => to_iotest::text(workload, &mut lost),
    };
    let mut once: Vec<String> = Vec::new();
    for line in lost {
        if !once.contains(&line) {
            once.push(line);
        }
    }
    Translation { text, lost: once }
}

#[cfg(test)]
mod tests;
