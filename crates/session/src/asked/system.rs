//! The functions on the system: SYSTEM, SLEEP and FCOPY.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use feedrate_options::NO_COMMANDS;
use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::StoppableFile;
use feedrate_values::function::{Answer, LogLine};

use super::files::unassigned;
use super::respondent::{Arguments, NOT_OPENED, Respondent};
use crate::system_command;

/// The seconds in a unit of CALL SLEEP.
const MILLISECOND: f64 = 0.001;

/// The time that it sleeps before it asks again whether it is to stop.
const WHILE: Duration = Duration::from_millis(50);

pub(super) fn answer(
    respondent: &mut Respondent<'_>,
    function: &str,
    given: Arguments<'_>,
    lines: &mut Vec<LogLine>,
) -> Option<Answer> {
    Some(match function {
        "SYSTEM" if !respondent.options.commands.allowed => {
            respondent.say(NOT_OPENED, format!("ERROR: {NO_COMMANDS}"));
            Answer::Invalid(0)
        }
        "SYSTEM" => match system_command::run(&given.text(0), respondent.stop) {
            Ok(ended) => {
                lines.extend(ended.lines.into_iter().map(LogLine::Plain));
                Answer::Number(ended.exit_code.into())
            }
            Err(text) => {
                respondent.say(NOT_OPENED, format!("ERROR: {text}."));
                Answer::Invalid(0)
            }
        },
        "SLEEP" => sleep(respondent, given, 1.0),
        "CALL SLEEP" => sleep(respondent, given, MILLISECOND),
        "FCOPY" => copy(respondent, &given.text(0), &given.text(1)),
        _ => return None,
    })
}

/// Sleeps for a number of units, and returns it.
fn sleep(respondent: &Respondent<'_>, given: Arguments<'_>, unit: f64) -> Answer {
    let number = given.number(0);
    let unit = if given.number(1) > 0.0 { given.number(1) } else { unit };
    let Ok(time) = Duration::try_from_secs_f64(number * unit) else {
        return Answer::Invalid(0);
    };
    let began = Instant::now();
    while !respondent.stop.load(Ordering::Relaxed) {
        match time.checked_sub(began.elapsed()) {
            Some(left) if !left.is_zero() => thread::sleep(left.min(WHILE)),
            _ => break,
        }
    }
    Answer::Number(number)
}

/// Copies the file of a reference to that of another one.
fn copy(respondent: &mut Respondent<'_>, from: &str, to: &str) -> Answer {
    let path = |name: &str| respondent.references.path(name).map(Path::to_path_buf);
    let (source, target) = match (path(from), path(to)) {
        (Some(source), Some(target)) => (source, target),
        (None, _) => return respondent.fail(NOT_OPENED, unassigned(from)),
        (_, None) => return respondent.fail(NOT_OPENED, unassigned(to)),
    };
    let is_same = || Some(source.canonicalize().ok()? == target.canonicalize().ok()?);
    if is_same() == Some(true) {
        return respondent.fail(NOT_OPENED, "ERROR: FCOPY cannot copy a file to itself.");
    }
    let copied = StoppableFile::read_from(&source, respondent.stop).and_then(|mut reader| {
        if source.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut writer = StoppableFile::write_to(&target, WriteMode::Anew, respondent.stop)?;
        io::copy(&mut reader, &mut writer)
    });
    match copied {
        Ok(_) => respondent.succeed(),
        Err(error) => respondent.fail(NOT_OPENED, format!("ERROR: {error}.")),
    }
}
