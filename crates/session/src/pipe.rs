//! LIBNAME with the engine SASESOCK: a library that is a pipe to or from another session.

use std::env::VarError;
use std::time::Duration;

use feedrate_dataset::Asked;
use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::Place;
use feedrate_language::Diagnostic;
use feedrate_language::tree::Name;
use feedrate_pipe::{Secret, Way};

use crate::global::refusal;
use crate::session::Session;

/// How long a step waits for the one at the other end, unless TIMEOUT= says.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The longest that one can be told to wait: a year.
const LONGEST: f64 = 365.0 * 86400.0;

/// Where the secret is that LIBNAME does not tell, so that it stands in no program and no log.
const SECRET: &str = "FEEDRATE_PIPE_SECRET";

impl Session<'_> {
    /// Assigns the library, or tells why it cannot be, which the statement does.
    pub(crate) fn pipe(
        &mut self,
        name: &Name,
        address: &str,
        options: &[(Name, Option<String>)],
    ) -> Result<Result<String, feedrate_dataset::Error>, Diagnostic> {
        let mut way = Way {
            address: match Assignment::address(&name.text, address) {
                Ok(address) => address,
                Err(error) => return Ok(Err(error)),
            },
            timeout: TIMEOUT,
            secret: secret_of(std::env::var(SECRET))
                .map_err(|text| Diagnostic::error(name.at, text))?,
        };
        let mut asked = Asked::default();
        for (option, value) in options {
            match option.text.to_ascii_lowercase().as_str() {
                "timeout" => way.timeout = timeout(option, value.as_deref())?,
                "secret" => way.secret = Some(secret(option, value.as_deref())?),
                _ => asked
                    .set(Place::Library, &option.text, value.as_deref())
                    .map_err(|error| refusal(option.at, error))?,
            }
        }
        let assignment = Assignment::pipe(&name.text, way);
        Ok(assignment.and_then(|assignment| self.assign_as(assignment.with_asked(asked))))
    }
}

/// A number of seconds, which need not be whole.
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

/// The secret that the environment tells. An empty one is none: it would keep nobody off a pipe that other machines
/// reach.
fn secret_of(told: Result<String, VarError>) -> Result<Option<Secret>, String> {
    match told {
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
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn an_empty_secret_of_the_environment_is_none() {
        assert!(secret_of(Ok(String::new())).unwrap().is_none());
        assert!(secret_of(Err(VarError::NotPresent)).unwrap().is_none());
        let told = secret_of(Ok("sea salt".to_owned())).unwrap();
        assert_eq!(told.unwrap().text(), "sea salt");
    }

    #[test]
    fn one_that_is_no_text_is_refused_and_not_left_out() {
        let bytes = OsString::from_vec(vec![0xff, 0xfe]);
        let error = secret_of(Err(VarError::NotUnicode(bytes))).unwrap_err();
        assert!(error.contains(SECRET), "{error}");
    }
}
