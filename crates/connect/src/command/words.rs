//! The words of a command line.

use std::ffi::OsString;

use super::CommandError;

/// Returns arguments as text.
///
/// # Errors
///
/// Returns an error if one is not UTF-8.
pub fn as_text(arguments: &[OsString]) -> Result<Vec<String>, CommandError> {
    let text = |argument: &OsString| {
        let text = argument.to_str().map(ToOwned::to_owned);
        text.ok_or_else(|| CommandError::NotUtf8(argument.to_string_lossy().into_owned()))
    };
    arguments.iter().map(text).collect()
}

/// Returns the words without options that name files for results, which are written here. Each takes a value.
pub fn without_results(words: &[OsString]) -> Vec<OsString> {
    const NAMES: [&str; 2] = ["--json", "--html"];
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text.as_ref(), None),
        };
        match (NAMES.contains(&name), value) {
            (false, _) => kept.push(word.clone()),
            (true, Some(_)) => {}
            (true, None) => drop(words.next()),
        }
    }
    kept
}
