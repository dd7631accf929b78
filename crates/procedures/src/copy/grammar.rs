//! PROC COPY.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;

use crate::copy::Copy;
use crate::grammar::words::{Words, bare, member_types, types_behind};
use crate::grammar::{Request, step};
use crate::members::MemberTypes;

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let (mut from, mut to, mut moves) = (None, None, false);
    let mut types = MemberTypes::ALL;
    words.options(&["IN=", "OUT=", "MEMTYPE=", "MOVE"], |words, word, head| {
        match word {
            "in" | "inlib" | "indd" => from = Some(words.library(head, "IN")?),
            "out" | "outlib" | "outdd" => to = Some(words.library(head, "OUT")?),
            "move" => moves = true,
            "memtype" | "mtype" | "mt" => types = member_types(head)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let at = words.procedure.at;
    let missing = |what: &str, option: &str| {
        Diagnostic::error(at, format!("PROC COPY needs {what}"))
            .with_hint(format!("name it with {option}="))
    };
    let from = from.ok_or_else(|| missing("a library to copy from", "IN"))?;
    let to = to.ok_or_else(|| missing("a library to copy to", "OUT"))?;
    let mut copy = Copy {
        from: from.text,
        to_site: words.catalog.site(to.at),
        to: to.text,
        types,
        select: None,
        exclude: Vec::new(),
        moves,
    };
    for (word, at, mut cursor) in words.statements() {
        match word.as_str() {
            "select" => copy.select = Some(words.members(&mut cursor, "SELECT", &copy.from)?),
            "exclude" => {
                let names = words.members(&mut cursor, "EXCLUDE", &copy.from)?;
                copy.exclude = bare(names);
            }
            _ => return Err(words.unknown_statement(&word, at, &["SELECT", "EXCLUDE"])),
        }
        copy.types = types_behind(&mut cursor, copy.types)?;
        cursor.expect_end(&word.to_ascii_uppercase())?;
    }
    step(copy)
}
