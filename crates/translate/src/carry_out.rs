//! Arguments of one tool to what is printed for another.

use std::ffi::OsString;
use std::io::{self, Write};

use crate::{Source, Tool, translate};
use feedrate_dialects::{Drives, diskspd, sasiotest, sqlio};
use feedrate_fio::job::RemarkKind;
use feedrate_workload::{Ended, Ending};

/// Why nothing was translated.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// fio's arguments or jobs make no sense.
    #[error(transparent)]
    Fio(#[from] feedrate_fio::Error),
    /// sqlio's arguments make no sense.
    #[error("sqlio: {0}")]
    Sqlio(sqlio::Error),
    /// DiskSpd's arguments make no sense.
    #[error("diskspd: {0}")]
    Diskspd(diskspd::Error),
    /// SASIOTEST's arguments make no sense.
    #[error("sasiotest: {0}")]
    Sasiotest(sasiotest::Error),
    /// Both tools are one.
    #[error(
        "--from and --to both name {0}, which needs no translation; name another for one of them"
    )]
    Same(&'static str),
    /// The arguments ask for something else than a test.
    #[error("the arguments of {0} ask for no test; give those of one")]
    NoTest(&'static str),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
}

impl Ended for Error {
    fn ending(&self) -> Option<Ending> {
        match self {
            Self::Output(error) => Ending::of_output(error),
            _ => None,
        }
    }
}

/// Reads the arguments of `from` as that tool does, job and parameter files included, and prints to `out` what `to`
/// is to be told. What that one cannot say goes to `notes`, a line each. No file is touched that is tested.
///
/// # Errors
/// See [`Error`].
pub fn carry_out(
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
            sqlio::Request::Test(test) | sqlio::Request::Explain(test) => {
                translate(Source::Sqlio(&test), to)
            }
            sqlio::Request::Help => return Err(none),
        },
        Tool::Diskspd => match diskspd::parse(arguments, drives).map_err(Error::Diskspd)? {
            diskspd::Request::Test(test)
            | diskspd::Request::Explain(test)
            | diskspd::Request::Profile(test) => translate(Source::Diskspd(&test), to),
            diskspd::Request::Help => return Err(none),
        },
        Tool::Sasiotest => match sasiotest::parse(arguments, drives).map_err(Error::Sasiotest)? {
            sasiotest::Request::Test(test) => translate(Source::Sasiotest(&test), to),
            sasiotest::Request::Help => return Err(none),
        },
    };
    out.write_all(translation.text.as_bytes())?;
    out.flush()?;
    for line in &translation.lost {
        writeln!(notes, "{} cannot say: {line}", to.name())?;
    }
    Ok(())
}
