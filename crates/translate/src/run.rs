//! Translates the arguments of one tool, and prints the result for another.

use std::ffi::OsString;
use std::io::{self, Write};

use crate::{Source, Tool, translate};
use feedrate_dialects::{Drives, diskspd, iotest, sasiotest, sqlio};
use feedrate_fio::job::RemarkKind;
use feedrate_workload::{CommandError, EarlyEnd};

/// The reason why nothing was translated.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// fio's arguments or jobs are invalid.
    #[error(transparent)]
    Fio(#[from] feedrate_fio::Error),
    /// sqlio's arguments are invalid.
    #[error("sqlio: {0}")]
    Sqlio(sqlio::Error),
    /// DiskSpd's arguments are invalid.
    #[error("diskspd: {0}")]
    Diskspd(diskspd::Error),
    /// SASIOTEST's arguments are invalid.
    #[error("sasiotest: {0}")]
    Sasiotest(sasiotest::Error),
    /// The arguments of iotest.sh are invalid.
    #[error("iotest: {0}")]
    Iotest(iotest::Error),
    /// Both tools are the same.
    #[error("--from and --to both name {0}, which needs no translation; name another for one of them")]
    Same(&'static str),
    /// The arguments request something other than a test.
    #[error("the arguments of {0} ask for no test; give those of one")]
    NoTest(&'static str),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
}

impl CommandError for Error {
    fn early_end(&self) -> Option<EarlyEnd> {
        match self {
            Self::Output(error) => EarlyEnd::of_output(error),
            _ => None,
        }
    }
}

/// Parses the arguments of `from` as that tool does, including job and parameter files, and prints the equivalent for
/// `to` to `out`. What that tool cannot express is printed to `notes`, one line each. No file of the test is touched.
///
/// # Errors
///
/// See [`Error`].
pub fn run(
    from: Tool,
    to: Tool,
    arguments: &[OsString],
    drives: &Drives,
    out: &mut dyn Write,
    notes: &mut dyn Write,
) -> Result<(), Error> {
    if from == to {
        return Err(Error::Same(from.name()));
    }
    let none = Error::NoTest(from.name());
    let translation = match from {
        Tool::Fio => {
            let jobs = feedrate_fio::jobs_of(arguments)?.ok_or(none)?;
            for remark in &jobs.remarks {
                if matches!(remark.kind, RemarkKind::Trap | RemarkKind::Warning) {
                    writeln!(notes, "note: {}: {}", remark.location, remark.text)?;
                }
            }
            translate(Source::Fio(&jobs), to)
        }
        Tool::Sqlio => match sqlio::parse(arguments, drives).map_err(Error::Sqlio)? {
            sqlio::Request::Test(test) | sqlio::Request::Explain(test) => translate(Source::Sqlio(&test), to),
            sqlio::Request::Help => return Err(none),
        },
        Tool::Diskspd => match diskspd::parse(arguments, drives).map_err(Error::Diskspd)? {
            diskspd::Request::Test(test) | diskspd::Request::Explain(test) | diskspd::Request::Profile(test) => {
                translate(Source::Diskspd(&test), to)
            }
            diskspd::Request::Help => return Err(none),
        },
        Tool::Sasiotest => match sasiotest::parse(arguments, drives).map_err(Error::Sasiotest)? {
            sasiotest::Request::Test(test) => translate(Source::Sasiotest(&test), to),
            sasiotest::Request::Help => return Err(none),
        },
        Tool::Iotest => {
            let request = iotest::parse(arguments, iotest::Name::Command, iotest::Ground::host());
            match request.map_err(Error::Iotest)? {
                iotest::Request::Test(test) | iotest::Request::Explain(test) => translate(Source::Iotest(&test), to),
                iotest::Request::Help(_) => return Err(none),
            }
        }
    };
    out.write_all(translation.text.as_bytes())?;
    out.flush()?;
    for line in &translation.lost {
        writeln!(notes, "{} cannot say: {line}", to.name())?;
    }
    Ok(())
}
