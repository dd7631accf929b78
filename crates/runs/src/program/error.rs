//! Why a program cannot be run.

use std::io;
use std::path::PathBuf;

use feedrate_session::InitialVariableError;
use feedrate_session::options::OptionError;

/// Why a program cannot be run. The messages name the options of the command line.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// A system option cannot be set.
    #[error("--option {option}: {}", error.text())]
    Option {
        /// The option as given.
        option: String,
        /// The reason.
        error: OptionError,
    },
    /// The options about hosts contradict each other.
    #[error("--option {0}")]
    Hosts(String),
    /// A macro variable has no value.
    #[error("--let {0}: give the macro variable a value: --let {0}=VALUE")]
    NoValue(String),
    /// A macro variable cannot be set.
    #[error("--let {variable}: {error}")]
    Variable {
        /// The name and value as given.
        variable: String,
        /// The reason.
        error: InitialVariableError,
    },
    /// The folder of WORK cannot be made within a folder.
    #[error("--work {}: {reason}", folder.display())]
    Work {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The program cannot be read.
    #[error("cannot read the program {}: {reason}", program.display())]
    Unreadable {
        /// The file.
        program: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The program is longer than its memory allows.
    #[error(
        "{} is longer than the {kibibytes}K that MEMSIZE= leaves for the text of a program, which is 256M at most; \
         raise it by --option memsize=SIZE, or split the program",
        program.display()
    )]
    TooLong {
        /// The file.
        program: PathBuf,
        /// The longest text.
        kibibytes: u64,
    },
    /// Inputs cannot be made cold.
    #[error("--cold: no register of inputs can be made: {0}")]
    Cold(io::Error),
    /// The session refuses the program.
    #[error("{0}")]
    Session(String),
}

/// Returns the system's message, with advice if there is any.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        _ if error.raw_os_error().is_none() => error.to_string(),
        kind => kind.to_string(),
    }
}
