//! The automatic macro variables that show how a step ended and what it made.

use feedrate_dataset::DataSetName;
use feedrate_language::macros::{Name, Symbols};

use feedrate_rows::Outcome;

use crate::log::MessageCounts;

/// The condition of a step with errors, as the SAS System sets it for most of them.
const ERROR: u32 = 1012;

/// The condition of a step with warnings.
const WARNING: u32 = 4;

/// Returns `error` or `warning`, depending on the messages, or 0 if there are none.
pub(crate) fn code(messages: MessageCounts, error: u32, warning: u32) -> u32 {
    match messages {
        MessageCounts { errors: 1.., .. } => error,
        MessageCounts { warnings: 1.., .. } => warning,
        _ => 0,
    }
}

/// Sets an automatic variable that the program may change.
pub(crate) fn set(symbols: &mut Symbols, name: &str, value: &str) {
    set_automatic(symbols, name, value, false);
}

fn set_automatic(symbols: &mut Symbols, name: &str, value: &str, is_read_only: bool) {
    if let Some(name) = Name::new(name) {
        symbols.set_automatic(name, value, is_read_only);
    }
}

/// Sets the names of the step that is being read, and the phase of a DATA step.
pub(crate) fn set_step(symbols: &mut Symbols, name: &str) {
    set_automatic(symbols, "SYSPROCNAME", name, true);
    set_phase(symbols, if name == "DATASTEP" { "COMPILATION" } else { "" });
}

/// Sets the phase of a DATA step; it is empty outside of one.
pub(crate) fn set_phase(symbols: &mut Symbols, phase: &str) {
    set_automatic(symbols, "SYSDATASTEPPHASE", phase, true);
}

/// Sets `SYSERR` by the messages of a step, and the names of the last data set that was made.
pub(crate) fn set_after_step(symbols: &mut Symbols, messages: MessageCounts, last: Option<&DataSetName>) {
    let condition = code(messages, ERROR, WARNING).to_string();
    set_automatic(symbols, "SYSERR", &condition, true);
    if let Some(last) = last {
        set(symbols, "SYSLAST", &last.to_string());
        let name = format!("{:<8}{}", last.library(), last.member());
        set(symbols, "SYSDSN", &name);
    }
}

/// Sets `SYSNOBS` to the number of observations that a step has read from the last data set.
pub(crate) fn set_observations(symbols: &mut Symbols, outcome: &Outcome) {
    if let Some(read) = outcome.read.last() {
        set(symbols, "SYSNOBS", &read.observations.to_string());
    }
}

/// Sets `SYSERRORTEXT` and `SYSWARNINGTEXT` to the last messages.
pub(crate) fn set_texts(symbols: &mut Symbols, (error, warning): (Option<String>, Option<String>)) {
    for (name, text) in [("SYSERRORTEXT", error), ("SYSWARNINGTEXT", warning)] {
        if let Some(text) = text {
            set_automatic(symbols, name, &text, true);
        }
    }
}

/// Raises `SYSCC` to the condition of these messages. The program may reset it.
pub(crate) fn raise(symbols: &mut Symbols, messages: MessageCounts) {
    let greatest = Name::new("SYSCC")
        .and_then(|name| symbols.get(name)?.trim().parse::<u32>().ok())
        .unwrap_or(0);
    let condition = code(messages, ERROR, WARNING);
    if condition > greatest {
        set(symbols, "SYSCC", &condition.to_string());
    }
}
