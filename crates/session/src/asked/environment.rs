//! Functions about the options, the environment and the last message.

use feedrate_values::Severity;
use feedrate_values::function::{Answer, LogLine};

use super::respondent::{Arguments, Respondent};

pub(super) fn answer(
    respondent: &mut Respondent<'_>,
    function: &str,
    given: Arguments<'_>,
    lines: &mut Vec<LogLine>,
) -> Option<Answer> {
    let variable = || std::env::var(given.text(0)).ok();
    Some(match function {
        "GETOPTION" => {
            let words: Vec<String> = (1..given.0.len()).map(|position| given.text(position)).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let value = respondent
                .options
                .get_option(respondent.libraries, &given.text(0), &words);
            Answer::Text(match value {
                Ok(value) => value.into_bytes(),
                Err(error) => {
                    lines.push(LogLine::Message(Severity::Warning, error.to_string()));
                    Vec::new()
                }
            })
        }
        "SYSGET" => match variable() {
            Some(value) => Answer::Text(value.into_bytes()),
            None => Answer::Invalid(0),
        },
        "SYSEXIST" => Answer::Number(f64::from(u8::from(variable().is_some()))),
        "ENVLEN" => Answer::Number(variable().map_or(-1.0, |value| value.len() as f64)),
        "SYSMSG" => Answer::Text(std::mem::take(&mut respondent.state.text).into_bytes()),
        "SYSRC" => Answer::Number(f64::from(respondent.state.code)),
        _ => return None,
    })
}
