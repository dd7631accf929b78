//! The initial state of a program.

use std::fs;
use std::path::Path;

use feedrate_session::options::SystemOptions;
use feedrate_session::{InitialVariables, OwnCommand, try_work};

use super::error::{ProgramError, reason};
use super::settings::ProgramSettings;

/// The initial state of a program, from settings that are valid.
#[derive(Clone, Debug)]
pub struct ProgramStart {
    /// The settings.
    pub settings: ProgramSettings,
    /// The system options.
    pub options: SystemOptions,
    /// The macro variables.
    pub variables: InitialVariables,
}

impl ProgramStart {
    /// Checks settings, and that the folder of WORK can be made.
    ///
    /// # Errors
    ///
    /// Returns an error about the first that is invalid.
    pub fn of(settings: ProgramSettings) -> Result<Self, ProgramError> {
        let options = options(&settings)?;
        let variables = variables(&settings)?;
        if let Some(work) = &settings.work {
            check_work(work)?;
        }
        Ok(Self {
            settings,
            options,
            variables,
        })
    }

    /// Returns the settings with which sessions of the program start that inherit its options.
    pub fn own_command(&self) -> OwnCommand {
        OwnCommand::of_program(
            self.settings.option_words(),
            self.settings.work.clone(),
            self.settings.sysparm.clone().unwrap_or_default(),
        )
    }
}

fn options(settings: &ProgramSettings) -> Result<SystemOptions, ProgramError> {
    let mut options = SystemOptions::default();
    for (option, (word, value)) in settings.options.iter().zip(settings.option_words()) {
        options
            .set(&word, value.as_deref())
            .map_err(|error| ProgramError::Option {
                option: option.clone(),
                error,
            })?;
    }
    options.check_hosts().map_err(ProgramError::Hosts)?;
    Ok(options)
}

fn variables(settings: &ProgramSettings) -> Result<InitialVariables, ProgramError> {
    let mut variables = InitialVariables::default();
    let assignments = settings.assignments()?;
    for (variable, (name, value)) in settings.variables.iter().zip(assignments) {
        variables.add(&name, &value).map_err(|error| ProgramError::Variable {
            variable: variable.clone(),
            error,
        })?;
    }
    Ok(variables)
}

/// Checks that the folder of WORK can be made within a folder.
fn check_work(folder: &Path) -> Result<(), ProgramError> {
    let wrong = |reason: String| ProgramError::Work {
        folder: folder.to_owned(),
        reason,
    };
    match fs::metadata(folder) {
        Err(error) => return Err(wrong(reason(&error))),
        Ok(metadata) if !metadata.is_dir() => {
            return Err(wrong("it is no folder; name one".to_owned()));
        }
        Ok(_) => {}
    }
    // It is tried, because permissions do not show, for example, a file system that is mounted read-only.
    try_work(folder).map_err(|error| wrong(format!("no folder can be made there: {}", reason(&error))))
}
