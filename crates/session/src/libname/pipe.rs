//! LIBNAME with the engine SASESOCK: a library that is a pipe to or from another session.

use std::env::VarError;
use std::time::Duration;

use feedrate_dataset::RequestedSettings;
use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::SettingScope;
use feedrate_language::Diagnostic;
use feedrate_language::tree::Name;
use feedrate_pipe::{PipeOptions, Secret};

use super::Libname;
use crate::statement_log::refusal;

/// The default of TIMEOUT=: how long a step waits for the one at the other end.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The greatest value of TIMEOUT=, in seconds: a year.
const LONGEST: f64 = 365.0 * 86400.0;

/// The environment variable of the secret if LIBNAME has none, so that it is in no program and no log.
const SECRET: &str = "FEEDRATE_PIPE_SECRET";

impl Libname<'_> {
    /// Returns the assignment of a pipe.
    pub(super) fn pipe(&self) -> Result<Assignment, Diagnostic> {
        let at = self.name.at;
        let address = Assignment::address(&self.name.text, self.path);
        let mut pipe_options = PipeOptions {
            address: address.map_err(|error| refusal(at, error))?,
            timeout: TIMEOUT,
            secret: secret_of_environment(std::env::var(SECRET)).map_err(|text| Diagnostic::error(at, text))?,
        };
        let mut settings = RequestedSettings::default();
        for (option, value) in self.options {
            match option.text.to_ascii_lowercase().as_str() {
                "timeout" => pipe_options.timeout = timeout(option, value.as_deref())?,
                "secret" => pipe_options.secret = Some(secret(option, value.as_deref())?),
                _ => settings
                    .set(SettingScope::Library, &option.text, value.as_deref())
                    .map_err(|error| refusal(option.at, error))?,
            }
        }
        let assignment = Assignment::pipe(&self.name.text, pipe_options);
        let assignment = assignment.map_err(|error| refusal(at, error))?;
        Ok(assignment.with_settings(settings))
    }
}

/// Parses a number of seconds, which may have a fraction.
fn timeout(option: &Name, value: Option<&str>) -> Result<Duration, Diagnostic> {
    let seconds = value.and_then(|value| value.trim().parse::<f64>().ok());
    seconds
        .filter(|seconds| (0.0..=LONGEST).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| {
            let text = "TIMEOUT= takes the seconds for which a step waits for the one at the other end, such as 10, \
                        and at most a year's 31536000";
            Diagnostic::error(option.at, text.to_owned())
        })
}

/// Returns the secret of the environment. An empty one is an error: it would not protect a pipe that other machines can
/// reach.
fn secret_of_environment(variable: Result<String, VarError>) -> Result<Option<Secret>, String> {
    match variable {
        Ok(secret) => Ok((!secret.is_empty()).then(|| Secret::new(&secret))),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(format!(
            "{SECRET} in the environment is no text in UTF-8; give it letters that are, the same at both ends"
        )),
    }
}

fn secret(option: &Name, value: Option<&str>) -> Result<Secret, Diagnostic> {
    match value {
        Some(value) if !value.is_empty() => Ok(Secret::new(value)),
        _ => {
            let text = "SECRET= takes a text in quotes that both ends have";
            Err(Diagnostic::error(option.at, text.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn an_empty_secret_of_the_environment_is_none() {
        assert!(secret_of_environment(Ok(String::new())).unwrap().is_none());
        assert!(secret_of_environment(Err(VarError::NotPresent)).unwrap().is_none());
        let secret = secret_of_environment(Ok("sea salt".to_owned())).unwrap();
        assert_eq!(secret.unwrap().text(), "sea salt");
    }

    #[test]
    fn one_that_is_no_text_is_refused_and_not_left_out() {
        let error = secret_of_environment(Err(VarError::NotUnicode(OsString::new()))).unwrap_err();
        assert!(error.contains(SECRET), "{error}");
    }
}
