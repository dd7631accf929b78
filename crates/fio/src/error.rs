//! What can be wrong with job files and command lines. Each message is one line: where, which option, what to do.

use std::io;
use std::path::PathBuf;

use crate::job::Location;

/// The result of this module's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why jobs make no sense here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A job file cannot be read.
    #[error("{}: {}; name a job file that can be read, or - for standard input", .path.display(), reason(.source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file that a job file includes cannot be read.
    #[error(
        "{location}: include {}: {}; name a file that is there, from the working folder or from that of this one",
        .path.display(), reason(.source)
    )]
    UnreadableInclude {
        /// Of the line.
        location: Location,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line has a value and no option.
    #[error("{location}: there is no option before = in '{line}'; write OPTION=VALUE")]
    NoName {
        /// Of the line.
        location: Location,
        /// It.
        line: String,
    },
    /// Lines end as they did on old Macintoshes.
    #[error(
        "{location}: the line has a carriage return in it; save the file with line feeds at the ends of lines"
    )]
    CarriageReturn {
        /// Of the line.
        location: Location,
    },
    /// Job files include each other without end.
    #[error("{location}: {} is included within {depth} other files; a file must not include itself", .path.display())]
    IncludedTooDeep {
        /// Of the line.
        location: Location,
        /// The file.
        path: PathBuf,
        /// So many.
        depth: usize,
    },
    /// Files are included again and again.
    #[error(
        "{location}: more than {most} files are included; include each only where it is needed"
    )]
    IncludedTooOften {
        /// Of the line.
        location: Location,
        /// So many.
        most: usize,
    },
    /// A section's name has no end.
    #[error("{location}: the section name has no ]; write [{name}]")]
    NoBracket {
        /// Of the line.
        location: Location,
        /// What there is of the name.
        name: String,
    },
    /// A section's name is too long or empty.
    #[error("{location}: a section name has 1 to 255 characters, and this one has {given}")]
    SectionName {
        /// Of the line.
        location: Location,
        /// So many.
        given: usize,
    },
    /// An option before any section.
    #[error(
        "{location}: '{option}' stands in no section; write [global] or the name of a job in brackets above it"
    )]
    OutsideSection {
        /// Of the line.
        location: Location,
        /// It.
        option: String,
    },
    /// An included file begins a section.
    #[error(
        "{location}: an included file has options only, no section [{name}]; give it to fio as a job file of its own"
    )]
    SectionInInclude {
        /// Of the line.
        location: Location,
        /// Its name.
        name: String,
    },
    /// There is no such option.
    #[error("{location}: there is no option '{given}'{}", suggestion(.nearest))]
    UnknownOption {
        /// Where.
        location: Location,
        /// What was given.
        given: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// An option would change what is measured, and feedrate does not do it.
    #[error("{location}: job {job}: {option} is not supported: {advice}")]
    Unsupported {
        /// Where.
        location: Location,
        /// The job, or `global`.
        job: String,
        /// With its value.
        option: String,
        /// What to do.
        advice: String,
    },
    /// A value that its option cannot have.
    #[error("{location}: job {job}: {option}={given}: {reason}")]
    Value {
        /// Where.
        location: Location,
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
    #[error("{location}: job {job}: {reason}")]
    Job {
        /// Of the option that tells it best, or of the section.
        location: Location,
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
    #[error("{location}: {text} (an error because of --warnings-fatal)")]
    Warning {
        /// Where.
        location: Location,
        /// Of what.
        text: String,
    },
}

/// What the system says of a file.
fn reason(error: &io::Error) -> String {
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
