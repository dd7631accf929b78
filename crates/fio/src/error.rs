//! What can be wrong with job files and command lines. Each message is one line: where, which option, what to do.

use std::io;
use std::path::PathBuf;

use crate::job::Place;

/// The result of this module's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why jobs make no sense here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A job file cannot be read.
    #[error("{}: {}; name a job file that can be read, or - for standard input", .path.display(), said(.source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file that a job file includes cannot be read.
    #[error(
        "{place}: include {}: {}; name a file that is there, from the working folder or from that of this one",
        .path.display(), said(.source)
    )]
    UnreadableInclude {
        /// Of the line.
        place: Place,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line has a value and no option.
    #[error("{place}: there is no option before = in '{line}'; write OPTION=VALUE")]
    NoName {
        /// Of the line.
        place: Place,
        /// It.
        line: String,
    },
    /// Lines end as they did on old Macintoshes.
    #[error(
        "{place}: the line has a carriage return in it; save the file with line feeds at the ends of lines"
    )]
    CarriageReturn {
        /// Of the line.
        place: Place,
    },
    /// Job files include each other without end.
    #[error("{place}: {} is included within {depth} other files; a file must not include itself", .path.display())]
    IncludedTooDeep {
        /// Of the line.
        place: Place,
        /// The file.
        path: PathBuf,
        /// So many.
        depth: usize,
    },
    /// Files are included again and again.
    #[error("{place}: more than {most} files are included; include each only where it is needed")]
    IncludedTooOften {
        /// Of the line.
        place: Place,
        /// So many.
        most: usize,
    },
    /// A section's name has no end.
    #[error("{place}: the section name has no ]; write [{name}]")]
    NoBracket {
        /// Of the line.
        place: Place,
        /// What there is of the name.
        name: String,
    },
    /// A section's name is too long or empty.
    #[error("{place}: a section name has 1 to 255 characters, and this one has {given}")]
    SectionName {
        /// Of the line.
        place: Place,
        /// So many.
        given: usize,
    },
    /// An option before any section.
    #[error(
        "{place}: '{option}' stands in no section; write [global] or the name of a job in brackets above it"
    )]
    OutsideSection {
        /// Of the line.
        place: Place,
        /// It.
        option: String,
    },
    /// An included file begins a section.
    #[error(
        "{place}: an included file has options only, no section [{name}]; give it to fio as a job file of its own"
    )]
    SectionInInclude {
        /// Of the line.
        place: Place,
        /// Its name.
        name: String,
    },
    /// There is no such option.
    #[error("{place}: there is no option '{given}'{}", suggestion(.nearest))]
    UnknownOption {
        /// Where.
        place: Place,
        /// What was given.
        given: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// An option would change what is measured, and feedrate does not do it.
    #[error("{place}: job {job}: {option} is not supported: {advice}")]
    Unsupported {
        /// Where.
        place: Place,
        /// The job, or `global`.
        job: String,
        /// With its value.
        option: String,
        /// What to do.
        advice: String,
    },
    /// A value that its option cannot have.
    #[error("{place}: job {job}: {option}={given}: {reason}")]
    Value {
        /// Where.
        place: Place,
        /// The job, or `global`.
        job: String,
        /// The option's first name.
        option: &'static str,
        /// Its value.
        given: String,
        /// Why not, and what would do.
        reason: String,
    },
    /// Options that do not go together, or lack another.
    #[error("{place}: job {job}: {reason}")]
    Job {
        /// Of the option that tells it best, or of the section.
        place: Place,
        /// The job.
        job: String,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// There is nothing to run.
    #[error(
        "no job is given; name a job file, or give --name=NAME with options; fio --help lists them"
    )]
    NoJobs,
    /// `--section` names none.
    #[error("no section is called '{name}'; there are: {known}")]
    NoSuchSection {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// Something of the command line that is not an option of a job.
    #[error("{0}")]
    CommandLine(String),
    /// `--warnings-fatal`, and there is something to warn of.
    #[error("{place}: {text} (an error because of --warnings-fatal)")]
    Warning {
        /// Where.
        place: Place,
        /// Of what.
        text: String,
    },
}

/// What the system said of a file.
fn said(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        // Errors of the system bring a number that says nothing to anyone; ours say all.
        kind if error.raw_os_error().is_some() => kind.to_string(),
        _ => error.to_string(),
    }
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    match nearest {
        Some(nearest) => format!("; did you mean {nearest}?"),
        None => "; fio --cmdhelp=all lists all of them".to_owned(),
    }
}
