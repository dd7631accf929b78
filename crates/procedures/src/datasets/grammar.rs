//! PROC DATASETS.

use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::{Diagnostic, Position};

use crate::copy::Copy;
use crate::datasets::{Change, DataSets};
use crate::grammar::lowering::{Lowering, bare, member, member_types, types_behind};
use crate::grammar::{Request, step};
use crate::members::MemberTypes;
use crate::{append, contents};

const OPTIONS: &[&str] = &["LIBRARY=", "KILL", "NOLIST", "NOWARN", "MEMTYPE="];

const STATEMENTS: &[&str] = &[
    "APPEND", "CHANGE", "CONTENTS", "COPY", "DELETE", "EXCLUDE", "SAVE", "SELECT",
];

pub(super) fn lower(lowering: &mut Lowering<'_>) -> Result<Request> {
    let mut library = lowering.catalog.default_library();
    let (mut list, mut kill) = (true, false);
    let mut types = None;
    lowering.options(OPTIONS, |lowering, word, head| {
        match word {
            "library" | "lib" | "ddname" | "dd" => {
                library = lowering.library(head, "LIBRARY")?.text;
            }
            "kill" => kill = true,
            "nolist" => list = false,
            "nowarn" => {}
            "memtype" | "mtype" | "mt" => types = Some(member_types(head)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let mut request = DataSets {
        // A further run group of the same procedure lists and kills nothing again.
        list: list && !lowering.procedure.resumed,
        kill: kill && !lowering.procedure.resumed,
        library,
        types: types.unwrap_or(MemberTypes::ALL),
        changes: Vec::new(),
    };
    for (word, at, mut cursor) in lowering.statements() {
        statement(lowering, &mut request, types, &word, at, &mut cursor)?;
    }
    step(request)
}

fn statement(
    lowering: &mut Lowering<'_>,
    request: &mut DataSets,
    of_procedure: Option<MemberTypes>,
    word: &str,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<()> {
    let library = request.library.clone();
    let change = match word {
        "delete" => {
            let names = bare(lowering.members(cursor, "DELETE", &library)?);
            // Without a word about it, views are left alone.
            let types = types_behind(cursor, of_procedure.unwrap_or(MemberTypes::DATA))?;
            cursor.expect_end("DELETE")?;
            Change::Delete(names, types)
        }
        "save" => {
            let names = bare(lowering.members(cursor, "SAVE", &library)?);
            let types = types_behind(cursor, request.types)?;
            cursor.expect_end("SAVE")?;
            Change::Save(names, types)
        }
        "change" => {
            let pairs = cursor.renames("CHANGE")?;
            let types = types_behind(cursor, request.types)?;
            cursor.expect_end("CHANGE")?;
            let pairs = pairs
                .iter()
                .map(|(from, to)| Ok((member(from, &library)?, member(to, &library)?)));
            Change::Rename(pairs.collect::<Result<_>>()?, types)
        }
        "copy" => Change::Copy(copy(lowering, &library, request.types, at, cursor)?),
        "append" => Change::Append(append::parse(lowering, cursor, Some(&library), at)?),
        "contents" => Change::Contents(contents::parse(lowering, cursor, Some(&library), at)?),
        "select" | "exclude" => {
            let upper = word.to_ascii_uppercase();
            let Some((_, Change::Copy(copy))) = request.changes.last_mut() else {
                return Err(Diagnostic::error(
                    at,
                    format!("{upper} belongs to a COPY statement before it"),
                ));
            };
            let names = lowering.members(cursor, &upper, &copy.from)?;
            copy.types = types_behind(cursor, copy.types)?;
            cursor.expect_end(&upper)?;
            match word {
                "select" => copy.select = Some(names),
                _ => copy.exclude = bare(names),
            }
            return Ok(());
        }
        _ => return Err(lowering.unknown_statement(word, at, STATEMENTS)),
    };
    let site = lowering.catalog.site(at);
    request.changes.push((site, change));
    Ok(())
}

fn copy(
    lowering: &mut Lowering<'_>,
    library: &str,
    types: MemberTypes,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<Copy> {
    let (mut from, mut to, mut moves) = (library.to_owned(), None, false);
    let mut types = types;
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of COPY")?;
        match option.text.to_ascii_lowercase().as_str() {
            "in" => from = lowering.library(cursor, "IN")?.text,
            "out" => to = Some(lowering.library(cursor, "OUT")?),
            "move" => moves = true,
            "memtype" | "mtype" | "mt" => types = member_types(cursor)?,
            _ => {
                let known = ["IN=", "OUT=", "MEMTYPE=", "MOVE"];
                return Err(lowering.unknown(&option, "an option of COPY", &known));
            }
        }
    }
    let to = to.ok_or_else(|| {
        Diagnostic::error(at, "COPY needs a library to copy to").with_hint("name it with OUT=")
    })?;
    Ok(Copy {
        from,
        to_site: lowering.catalog.site(to.at),
        to: to.text,
        types,
        select: None,
        exclude: Vec::new(),
        moves,
    })
}
