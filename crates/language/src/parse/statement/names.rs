//! The names of the statements of the DATA step.

/// The supported statements, in upper case.
pub const STATEMENTS: &[&str] = &[
    "ABORT",
    "ARRAY",
    "ATTRIB",
    "BY",
    "CALL",
    "CARDS",
    "CARDS4",
    "CONTINUE",
    "DATALINES",
    "DATALINES4",
    "DCL",
    "DECLARE",
    "DELETE",
    "DO",
    "DROP",
    "ELSE",
    "END",
    "ERROR",
    "FILE",
    "FORMAT",
    "GO",
    "GOTO",
    "IF",
    "INFILE",
    "INFORMAT",
    "INPUT",
    "KEEP",
    "LABEL",
    "LEAVE",
    "LENGTH",
    "LINES",
    "LINES4",
    "LINK",
    "LIST",
    "LOSTCARD",
    "MERGE",
    "MODIFY",
    "OTHERWISE",
    "OUTPUT",
    "PUT",
    "PUTLOG",
    "REMOVE",
    "RENAME",
    "REPLACE",
    "RETAIN",
    "RETURN",
    "SELECT",
    "SET",
    "STOP",
    "UPDATE",
    "WHEN",
    "WHERE",
];

/// Statements of the language that are not supported, and what to do instead.
const UNSUPPORTED: &[(&str, Option<&str>)] = &[
    ("DESCRIBE", None),
    ("DISPLAY", Some("windows need a terminal; PUT and PUTLOG write lines")),
    ("EXECUTE", None),
    ("METHOD", None),
    ("REDIRECT", None),
    ("WINDOW", Some("windows need a terminal; PUT and PUTLOG write lines")),
];

/// Returns whether a statement of the language, by its name in upper case, is not supported, and what to do instead.
pub fn unsupported(name: &str) -> Option<Option<&'static str>> {
    UNSUPPORTED
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, instead)| *instead)
}

/// Returns whether a statement is only a declaration, which cannot depend on a condition.
pub(super) fn only_declares(name: &str) -> bool {
    matches!(
        name,
        "array"
            | "attrib"
            | "by"
            | "drop"
            | "format"
            | "informat"
            | "keep"
            | "label"
            | "length"
            | "rename"
            | "retain"
            | "where"
            | "datalines"
            | "datalines4"
            | "cards"
            | "cards4"
            | "lines"
            | "lines4"
    )
}
