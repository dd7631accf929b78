//! Commands of the system that a program runs: X, %SYSEXEC, CALL SYSTEM and SYSTEM.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_language::{Diagnostic, Position};
use feedrate_options::NO_COMMANDS;
use feedrate_pageio::command::{RunningCommand, exit_code};
use feedrate_pageio::stoppable::interruptibly;

use crate::statement_log::StatementLog;

/// Executes X, unless steps are only checked. Returns the exit code of the command.
pub(crate) fn execute(text: &str, at: Position, is_allowed: bool, log: &mut StatementLog<'_, '_>) -> Option<i32> {
    if !is_allowed {
        log.refuse(Diagnostic::error(at, NO_COMMANDS));
        return None;
    }
    if log.execution.is_checking() {
        return None;
    }
    let ran = run(text, log.execution.stop());
    match ran {
        Ok(ended) => {
            log.lines(&ended.lines);
            Some(ended.exit_code)
        }
        Err(error) => {
            log.refuse(Diagnostic::error(at, error));
            None
        }
    }
}

/// A command that has ended.
pub(crate) struct EndedCommand {
    pub(crate) exit_code: i32,
    /// The lines that it has written, for the log.
    pub(crate) lines: Vec<String>,
}

/// Runs a command, and waits for it. It is killed when the user wants to stop.
///
/// # Errors
///
/// Returns the reason if it cannot be run, or was stopped.
pub(crate) fn run(command: &str, stop: &AtomicBool) -> Result<EndedCommand, String> {
    let command = command.trim();
    let mut words = command.split_whitespace();
    if words.next() == Some("cd") && !command.contains([';', '&', '|', '\n']) {
        return Err("a command cannot change the folder of the session; name files by their whole paths".to_owned());
    }
    let failed = |error: io::Error| format!("the command could not be run: {error}");
    let mut running = RunningCommand::run(command).map_err(failed)?;
    let ended = interruptibly(
        || running.end(),
        || match stop.load(Ordering::Relaxed) {
            true => Err("the command was stopped"),
            false => Ok(()),
        },
    )?;
    let exit_code = exit_code(ended.map_err(failed)?);
    let (said, lost) = running.take_said();
    let text = String::from_utf8_lossy(&said);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lost > 0 {
        lines.push(format!("({lost} more bytes are left out)"));
    }
    Ok(EndedCommand { exit_code, lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_an_exit_code_and_lines() {
        let ended = run("echo one; echo two >&2; exit 4", &AtomicBool::new(false))
            .ok()
            .unwrap();
        assert_eq!(
            (ended.exit_code, ended.lines),
            (4, vec!["one".to_owned(), "two".to_owned()])
        );
        assert!(run("cd /tmp", &AtomicBool::new(false)).is_err());
        assert_eq!(
            run("sleep 1000", &AtomicBool::new(true)).err().unwrap(),
            "the command was stopped"
        );
    }
}
