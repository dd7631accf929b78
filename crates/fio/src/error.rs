//! Errors in job files and command lines. Each message is one line with the location, the option and what to do.

use std::io;
use std::path::PathBuf;

use crate::job::Location;

/// The result of this module's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why jobs are invalid.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A job file cannot be read.
    #[error("{}: {}; name a job file that can be read, or - for standard input", .path.display(), reason(.source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file that a job file includes cannot be read.
    #[error(
        "{location}: include {}: {}; name a file that is there, from the working folder or from that of this one",
        .path.display(), reason(.source)
    )]
    UnreadableInclude {
        /// The location of the line.
        location: Location,
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line has a value and no option.
    #[error("{location}: there is no option before = in '{line}'; write OPTION=VALUE")]
    NoName {
        /// The location of the line.
        location: Location,
        /// The line.
        line: String,
    },
    /// A line ends with a carriage return, as on old Macintoshes.
    #[error("{location}: the line has a carriage return in it; save the file with line feeds at the ends of lines")]
    CarriageReturn {
        /// The location of the line.
        location: Location,
    },
    /// Job files include each other without end.
    #[error("{location}: {} is included within {depth} other files; a file must not include itself", .path.display())]
    IncludedTooDeep {
        /// The location of the line.
        location: Location,
        /// The file.
        path: PathBuf,
        /// The deepest nesting.
        depth: usize,
    },
    /// Files are included too many times.
    #[error("{location}: more than {most} files are included; include each only where it is needed")]
    IncludedTooOften {
        /// The location of the line.
        location: Location,
        /// The most inclusions.
        most: usize,
    },
    /// The name of a section has no closing bracket.
    #[error("{location}: the section name has no ]; write [{name}]")]
    NoBracket {
        /// The location of the line.
        location: Location,
        /// The beginning of the name.
        name: String,
    },
    /// A section's name is too long or empty.
    #[error("{location}: a section name has 1 to 255 characters, and this one has {given}")]
    SectionName {
        /// The location of the line.
        location: Location,
        /// The length.
        given: usize,
    },
    /// An option before any section.
    #[error("{location}: '{option}' stands in no section; write [global] or the name of a job in brackets above it")]
    OutsideSection {
        /// The location of the line.
        location: Location,
        /// The option.
        option: String,
    },
    /// An included file begins a section.
    #[error(
        "{location}: an included file has options only, no section [{name}]; give it to fio as a job file of its own"
    )]
    SectionInInclude {
        /// The location of the line.
        location: Location,
        /// Its name.
        name: String,
    },
    /// An unknown option.
    #[error("{location}: there is no option '{given}'{}", suggestion(.nearest))]
    UnknownOption {
        /// The location.
        location: Location,
        /// The option as given.
        given: String,
        /// A similar option.
        nearest: Option<&'static str>,
    },
    /// An option that would change what is measured, and that feedrate does not support.
    #[error("{location}: job {job}: {option} is not supported: {advice}")]
    Unsupported {
        /// The location.
        location: Location,
        /// The job, or `global`.
        job: String,
        /// The option with its value.
        option: String,
        /// The advice on what to do instead.
        advice: String,
    },
    /// An invalid value of an option.
    #[error("{location}: job {job}: {option}={given}: {reason}")]
    Value {
        /// The location.
        location: Location,
        /// The job, or `global`.
        job: String,
        /// The option's first name.
        option: &'static str,
        /// Its value.
        given: String,
        /// The reason, and what is valid.
        reason: String,
    },
    /// Options that are incompatible, or require another.
    #[error("{location}: job {job}: {reason}")]
    Job {
        /// The location of the most relevant option, or of the section.
        location: Location,
        /// The job.
        job: String,
        /// The reason, and what to do.
        reason: String,
    },
    /// There is nothing to run.
    #[error("no job is given; name a job file, or give --name=NAME with options; fio --help lists them")]
    NoJobs,
    /// `--section` names an unknown section.
    #[error("no section is called '{name}'; there are: {known}")]
    NoSuchSection {
        /// The requested name.
        name: String,
        /// The names of the sections.
        known: String,
    },
    /// An invalid argument that is not an option of a job.
    #[error("{0}")]
    CommandLine(String),
    /// A warning, with `--warnings-fatal`.
    #[error("{location}: {text} (an error because of --warnings-fatal)")]
    Warning {
        /// The location.
        location: Location,
        /// The warning.
        text: String,
    },
}

/// Returns the reason of an I/O error.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        // The text of system errors has an error number; the kind is clearer. Other errors have a text of their own.
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
