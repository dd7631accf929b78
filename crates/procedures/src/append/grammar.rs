//! PROC APPEND.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::{Diagnostic, Position};

use crate::append::Append;
use crate::grammar::words::Words;
use crate::grammar::{Request, step};

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    words.no_statements()?;
    let at = words.procedure.at;
    let mut head = words.head();
    let append = parse(words, &mut head, None, at)?;
    step(append)
}

/// The options of PROC APPEND, and of APPEND in PROC DATASETS, whose data sets are of `library` where they
/// name none.
pub(crate) fn parse(
    words: &mut Words<'_>,
    cursor: &mut Cursor<'_>,
    library: Option<&str>,
    at: Position,
) -> Result<Append> {
    let (mut base, mut data, mut force) = (None, None, false);
    while !cursor.at_end() {
        let option = cursor.expect_name("BASE=, DATA= or FORCE")?;
        let word = option.text.to_ascii_uppercase();
        let target = match word.as_str() {
            "FORCE" => {
                force = true;
                continue;
            }
            "BASE" | "OUT" => &mut base,
            "DATA" | "NEW" => &mut data,
            _ => return Err(words.unknown(&option, "an option", &["BASE=", "DATA=", "FORCE"])),
        };
        *target = Some(words.bare_data_set(cursor, &word, library)?);
    }
    let (base, base_at) = base.ok_or_else(|| {
        Diagnostic::error(at, "APPEND needs a data set to add to").with_hint("name it with BASE=")
    })?;
    let (data, data_at) = match data {
        Some(data) => data,
        None => (words.last(at)?, at),
    };
    // A base that is not there yet is made.
    if let Err(refusal) = words.catalog.data_set(&data) {
        return Err(Diagnostic::error(data_at, refusal));
    }
    if let Err(refusal) = words.catalog.check_output(&base) {
        return Err(Diagnostic::error(base_at, refusal));
    }
    Ok(Append { base, data, force })
}
