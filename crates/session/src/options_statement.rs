//! OPTIONS and PROC OPTIONS.

use feedrate_language::tree::Name;
use feedrate_rows::environment::Listing as _;

use crate::log::Log;
use crate::options::SystemOptions;
use crate::results::Results;
use crate::statement_log::{StatementLog, refusal};

/// Executes OPTIONS: sets system options, and logs those without effect.
pub(crate) fn set(options: &mut SystemOptions, words: &[(Name, Option<String>)], log: &mut StatementLog<'_, '_>) {
    let mut without_effect = Vec::new();
    for (name, value) in words {
        match options.set_by_program(&name.text, value.as_deref()) {
            Ok(idle) => without_effect.extend(idle),
            Err(error) => {
                // NOSYNTAXCHECK may precede it in the same statement.
                log.execution.set_syntax_check(options.program.syntax_check);
                log.refuse(refusal(name.at, error));
            }
        }
    }
    log.log.note_idle_options(without_effect);
}

/// Executes PROC OPTIONS: lists options and their meanings; all options if none is named.
pub(crate) fn list(options: &SystemOptions, names: &[String], results: &mut Results<'_>, log: &mut Log<'_>) {
    results.begin_step();
    let list = options.list();
    for name in names {
        let is_known = list.iter().any(|(text, _)| names_option(text, name));
        if !is_known {
            let text = format!("There is no system option {name}; PROC OPTIONS without OPTION= lists them.");
            log.warning(&text);
        }
    }
    for (text, help) in list {
        if names.is_empty() || names.iter().any(|name| names_option(&text, name)) {
            list_option(&text, &help, options.steps.line_size as usize, results);
        }
    }
    results.line(b"");
    results.end_step();
}

/// Lists an option and its meaning, in lines that fit.
fn list_option(text: &str, help: &str, line_size: usize, results: &mut Results<'_>) {
    const INDENT: usize = 22;
    let room = line_size.saturating_sub(INDENT).max(20);
    let mut line = format!(" {text:<20} ");
    let mut used = 0;
    for word in help.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > room {
            results.line(line.as_bytes());
            line = " ".repeat(INDENT);
            used = 0;
        } else if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    results.line(line.as_bytes());
}

/// Returns whether a listed option, such as `NOSGIO` or `OBS=MAX`, has a name.
fn names_option(listed: &str, name: &str) -> bool {
    let word = listed.split('=').next().unwrap_or(listed);
    word == name || word.strip_prefix("NO") == Some(name)
}
