//! PROC APPEND.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::{Diagnostic, Position};

use crate::append::Append;
use crate::grammar::lowering::Lowering;
use crate::grammar::{Request, step};

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    lowering.no_statements()?;
    let at = lowering.procedure.at;
    let mut head = lowering.head();
    let append = parse(lowering, &mut head, None, at)?;
    step(append)
}

/// The options of PROC APPEND, and of APPEND in PROC DATASETS, whose data sets are of `library` where they
/// name none.
pub(crate) fn parse(
    lowering: &mut Lowering<'_>,
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
            _ => return Err(lowering.unknown(&option, "an option", &["BASE=", "DATA=", "FORCE"])),
        };
        *target = Some(lowering.bare_data_set(cursor, &word, library)?);
    }
    let (base, base_at) = base.ok_or_else(|| {
        Diagnostic::error(at, "APPEND needs a data set to add to").with_hint("name it with BASE=")
    })?;
    let (data, data_at) = match data {
        Some(data) => data,
        None => (lowering.last(at)?, at),
    };
    // A base that is not there yet is made.
    if let Err(refusal) = lowering.catalog.data_set(&data) {
        return Err(Diagnostic::error(data_at, refusal));
    }
    if let Err(refusal) = lowering.catalog.check_output(&base) {
        return Err(Diagnostic::error(base_at, refusal));
    }
    Ok(Append { base, data, force })
}
