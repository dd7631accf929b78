//! The files and settings of a program.

use std::path::PathBuf;

use clap::Args;

/// The log and the listing of a program.
#[derive(Clone, Debug, Default, Args)]
pub struct ProgramFiles {
    /// Write the log to a file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Write the listing to a file
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,
}

/// The initial state of a program.
#[derive(Clone, Debug, Default, Args)]
pub struct ProgramSettings {
    /// Make the folder of the library WORK within this one [default: $TMPDIR, or /tmp]
    #[arg(long, value_name = "FOLDER")]
    pub work: Option<PathBuf>,

    /// Set a system option, as OPTIONS does: NAME, NONAME or NAME=VALUE; PROC OPTIONS lists them. launch=, hosts=,
    /// hostprogram= and bring are for sessions on other machines (docs/sessions.md)
    #[arg(short = 'o', long = "option", value_name = "OPTION")]
    pub options: Vec<String>,

    /// The value of the macro variable SYSPARM
    #[arg(long, value_name = "TEXT")]
    pub sysparm: Option<String>,

    /// Give a macro variable its value before the program, as %LET does: NAME=VALUE
    #[arg(long = "let", value_name = "NAME=VALUE")]
    pub given: Vec<String>,
}

impl From<&ProgramSettings> for feedrate_runs::program::ProgramSettings {
    fn from(settings: &ProgramSettings) -> Self {
        Self {
            work: settings.work.clone(),
            options: settings.options.clone(),
            sysparm: settings.sysparm.clone(),
            variables: settings.given.clone(),
        }
    }
}

impl ProgramSettings {
    /// Returns these settings followed by those of one program, of which the last counts.
    #[must_use]
    pub fn then(&self, own: Self) -> Self {
        let mut both = self.clone();
        both.work = own.work.or(both.work);
        both.sysparm = own.sysparm.or(both.sysparm);
        both.options.extend(own.options);
        both.given.extend(own.given);
        both
    }
}
