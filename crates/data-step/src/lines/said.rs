//! Messages of commands, in the log.

use feedrate_pageio::command::RunningCommand;
use feedrate_pageio::stoppable::interruptibly;
use feedrate_rows::environment::Log;
use feedrate_rows::fault::StepResult;

/// Waits for the end of a command, and logs what it has said, below a heading if there is one.
///
/// # Errors
///
/// Fails if `check_stop` does; the command is then killed with its value.
pub(super) fn end_command(
    command: &mut RunningCommand,
    heading: Option<&str>,
    log: &mut dyn Log,
    check_stop: impl Fn() -> StepResult<()>,
) -> StepResult<std::io::Result<()>> {
    let ended = interruptibly(|| command.end(), check_stop)?;
    log_said(command, heading, log);
    Ok(ended.map(drop))
}

/// Logs what a command has said so far.
pub(super) fn log_said(command: &mut RunningCommand, heading: Option<&str>, log: &mut dyn Log) {
    let (said, lost) = command.take_said();
    if said.is_empty() {
        return;
    }
    if let Some(heading) = heading {
        log.line(heading.as_bytes());
    }
    for line in said.strip_suffix(b"\n").unwrap_or(&said).split(|&byte| byte == b'\n') {
        log.line(line);
    }
    if lost > 0 {
        log.line(format!("({lost} more bytes are left out)").as_bytes());
    }
}
