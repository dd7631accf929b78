//! PROC CONTENTS.

use feedrate_steps::procedure::{Contents, ContentsOf, Procedure};

use super::words::Words;
use super::{Request, step};
use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::Symbol;

const OPTIONS: &[&str] = &["DATA=", "VARNUM", "SHORT", "POSITION"];

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    words.no_statements()?;
    let at = words.procedure.at;
    let mut head = words.head();
    let contents = parse(words, &mut head, None, at)?;
    step(Procedure::Contents(contents))
}

/// The options of PROC CONTENTS, and of CONTENTS in PROC DATASETS, whose data set is of `library` where it
/// names none.
pub(super) fn parse(
    words: &mut Words<'_>,
    cursor: &mut Cursor<'_>,
    library: Option<&str>,
    at: Position,
) -> Result<Contents> {
    let (mut data, mut in_order, mut short) = (None, false, false);
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of PROC CONTENTS")?;
        match option.text.to_ascii_uppercase().as_str() {
            "DATA" => {
                let is_bare = !cursor.is(2, Symbol::Dot);
                let mut name = words.bare_data_set(cursor, "DATA")?;
                if let (true, Some(library)) = (is_bare, library) {
                    name.library = library.to_owned();
                }
                data = Some(name);
            }
            "VARNUM" | "POSITION" => in_order = true,
            "SHORT" => short = true,
            _ => return Err(words.unknown(&option, "an option", OPTIONS)),
        }
    }
    let data = match data {
        Some(data) => data,
        None => words.last(at)?,
    };
    if data.member == "_ALL_" {
        return Ok(Contents {
            data: ContentsOf::All(data.library),
            in_order,
            short,
        });
    }
    match words.catalog.data_set(&data) {
        Ok(_) => Ok(Contents {
            data: ContentsOf::One(data),
            in_order,
            short,
        }),
        Err(refusal) => Err(Diagnostic::error(at, refusal)),
    }
}
