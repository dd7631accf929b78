//! Variables in roles, and names of output, in the grammars of several procedures.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_values::Kind;

/// The maximum length of a variable's name.
pub(crate) const LONGEST_NAME: usize = 32;

/// Returns the label of a variable or, without one, its name.
pub(crate) fn label_or_name(variables: InputVariables<'_>, index: usize) -> String {
    let variable = variables.variable(index);
    match variable.label.is_empty() {
        true => variable.name.clone(),
        false => variable.label.clone(),
    }
}

/// Returns the numeric variable of an optional statement, such as FREQ.
pub(crate) fn numeric(variables: InputVariables<'_>, name: Option<&Name>, of: &str) -> Result<Option<usize>> {
    name.map(|name| variables.numeric(name, of)).transpose()
}

/// Returns the numeric variables that are analysed without VAR: all but those in other roles.
pub(crate) fn other_numbers(variables: InputVariables<'_>, others: &[&[usize]]) -> Vec<usize> {
    let numbers = (0..variables.count())
        .filter(|&index| variables.is_listed(index) && variables.kind(index) == Some(Kind::Number));
    numbers
        .filter(|index| !others.iter().any(|other| other.contains(index)))
        .collect()
}

/// Returns a name with another end. It is truncated if the result would be too long for a name.
pub(crate) fn with_end(name: &str, end: &str) -> String {
    let mut length = name.len().min(LONGEST_NAME.saturating_sub(end.len()));
    while !name.is_char_boundary(length) {
        length -= 1;
    }
    format!("{}{end}", &name[..length])
}

/// Returns an error about an unknown word, with the nearest known one as a hint.
pub(crate) fn with_nearest<'k>(error: Diagnostic, word: &str, known: impl IntoIterator<Item = &'k str>) -> Diagnostic {
    match did_you_mean(word, known) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}
