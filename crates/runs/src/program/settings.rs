//! The settings of a program, in words.

use std::path::PathBuf;

use super::error::ProgramError;

/// The settings of a program, in words.
#[derive(Clone, Debug, Default)]
pub struct ProgramSettings {
    /// The folder in which that of WORK is made; `None` for that of temporary files.
    pub work: Option<PathBuf>,
    /// System options: each a name, and optionally a value after an equals sign.
    pub options: Vec<String>,
    /// The value of the macro variable SYSPARM.
    pub sysparm: Option<String>,
    /// Macro variables: each a name and a value after an equals sign.
    pub variables: Vec<String>,
}

impl ProgramSettings {
    /// Returns the system options in order: each a word and its value.
    pub fn option_words(&self) -> Vec<(String, Option<String>)> {
        let split = |option: &String| match option.split_once('=') {
            Some((word, value)) => (word.trim().to_owned(), Some(value.to_owned())),
            None => (option.trim().to_owned(), None),
        };
        self.options.iter().map(split).collect()
    }

    /// Returns the macro variables in order: each a name and its value.
    ///
    /// # Errors
    ///
    /// Returns an error if one has no value.
    pub fn assignments(&self) -> Result<Vec<(String, String)>, ProgramError> {
        let split = |variable: &String| {
            let (name, value) = variable
                .split_once('=')
                .ok_or_else(|| ProgramError::NoValue(variable.clone()))?;
            Ok((name.trim().to_owned(), value.to_owned()))
        };
        self.variables.iter().map(split).collect()
    }

    /// Returns the arguments of `feedrate run` that give a program these settings, but for the folder of WORK.
    pub fn arguments(&self) -> Vec<String> {
        let options = self.options.iter().flat_map(|option| ["-o".to_owned(), option.clone()]);
        let variables = self
            .variables
            .iter()
            .flat_map(|variable| ["--let".to_owned(), variable.clone()]);
        let sysparm = self
            .sysparm
            .iter()
            .flat_map(|text| ["--sysparm".to_owned(), text.clone()]);
        options.chain(variables).chain(sysparm).collect()
    }
}
