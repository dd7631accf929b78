//! PROC COPY.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;

use crate::copy::Copy;
use crate::grammar::lowering::{Lowering, bare, member_types, types_behind};
use crate::grammar::{Request, step};
use crate::members::MemberTypes;

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let (mut from, mut to, mut moves) = (None, None, false);
    let mut types = MemberTypes::ALL;
    lowering.options(
        &["IN=", "OUT=", "MEMTYPE=", "MOVE"],
        |lowering, word, head| {
            match word {
                "in" | "inlib" | "indd" => from = Some(lowering.library(head, "IN")?),
                "out" | "outlib" | "outdd" => to = Some(lowering.library(head, "OUT")?),
                "move" => moves = true,
                "memtype" | "mtype" | "mt" => types = member_types(head)?,
                _ => return Ok(false),
            }
            Ok(true)
        },
    )?;
    let at = lowering.procedure.at;
    let missing = |what: &str, option: &str| {
        Diagnostic::error(at, format!("PROC COPY needs {what}"))
            .with_hint(format!("name it with {option}="))
    };
    let from = from.ok_or_else(|| missing("a library to copy from", "IN"))?;
    let to = to.ok_or_else(|| missing("a library to copy to", "OUT"))?;
    let mut copy = Copy {
        from: from.text,
        to_site: lowering.catalog.site(to.at),
        to: to.text,
        types,
        select: None,
        exclude: Vec::new(),
        moves,
    };
    for (word, at, mut cursor) in lowering.statements() {
        match word.as_str() {
            "select" => copy.select = Some(lowering.members(&mut cursor, "SELECT", &copy.from)?),
            "exclude" => {
                let names = lowering.members(&mut cursor, "EXCLUDE", &copy.from)?;
                copy.exclude = bare(names);
            }
            _ => return Err(lowering.unknown_statement(&word, at, &["SELECT", "EXCLUDE"])),
        }
        copy.types = types_behind(&mut cursor, copy.types)?;
        cursor.expect_end(&word.to_ascii_uppercase())?;
    }
    step(copy)
}
