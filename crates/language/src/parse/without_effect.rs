//! Global statements about what is not here: windows, graphics, catalogs, the pages of the log, and data sets that are
//! held between steps. They are read and change nothing, as in a batch session.

/// Reasons in the words of a note, each with its statements in lower case. Those that end in `#` may have a number
/// behind them.
const STATEMENTS: &[(&str, &[&str])] = &[
    ("there are no windows", &["dm"]),
    (
        "there are no graphics",
        &["axis#", "goptions", "legend#", "pattern#", "symbol#"],
    ),
    ("there are no catalogs", &["catname"]),
    ("a step claims the data sets that it changes by itself", &["lock"]),
    ("the page cache of the system holds what is read", &["sasfile"]),
    ("the log has no pages", &["page", "resetline", "skip"]),
];

/// Returns why a statement has no effect here, by its first word in lower case; `None` if it is none of these.
pub(super) fn reason(word: &str) -> Option<&'static str> {
    let is = |name: &str| match name.strip_suffix('#') {
        Some(stem) => word
            .strip_prefix(stem)
            .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())),
        None => word == name,
    };
    STATEMENTS
        .iter()
        .find(|(_, names)| names.iter().any(|name| is(name)))
        .map(|(reason, _)| *reason)
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn statements_of_graphics_may_be_numbered() {
        assert_eq!(reason("symbol12"), Some("there are no graphics"));
        assert_eq!(reason("symbols"), None);
        assert_eq!(reason("dm2"), None);
    }
}
