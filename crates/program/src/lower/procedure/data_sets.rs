//! PROC DATASETS.

use feedrate_steps::procedure::{Change, Copy, DataSets, Procedure};

use super::words::{Words, bare, member};
use super::{Request, append, contents, step};
use crate::diagnostic::Diagnostic;
use crate::parse::cursor::{Cursor, Result};
use crate::source::Position;
use crate::token::Symbol;

const OPTIONS: &[&str] = &["LIBRARY=", "KILL", "NOLIST", "NOWARN", "MEMTYPE="];

const STATEMENTS: &[&str] = &[
    "APPEND", "CHANGE", "CONTENTS", "COPY", "DELETE", "EXCLUDE", "SAVE", "SELECT",
];

pub(super) fn lower(words: &mut Words<'_>) -> Result<Request> {
    let mut library = words.catalog.default_library();
    let (mut list, mut kill) = (true, false);
    words.options(OPTIONS, |words, word, head| {
        match word {
            "library" | "lib" | "ddname" | "dd" => {
                library = words.library(head, "LIBRARY")?.text;
            }
            "kill" => kill = true,
            "nolist" => list = false,
            "nowarn" => {}
            "memtype" | "mtype" | "mt" => memtype(head)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let mut request = DataSets {
        // A further run group of the same procedure lists and kills nothing again.
        list: list && !words.procedure.resumed,
        kill: kill && !words.procedure.resumed,
        library,
        changes: Vec::new(),
    };
    for (word, at, mut cursor) in words.statements() {
        statement(words, &mut request, &word, at, &mut cursor)?;
    }
    step(Procedure::DataSets(request))
}

fn statement(
    words: &mut Words<'_>,
    request: &mut DataSets,
    word: &str,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<()> {
    let library = request.library.clone();
    let change = match word {
        "delete" => Change::Delete(bare(words.members(cursor, "DELETE", &library)?)),
        "save" => Change::Save(bare(words.members(cursor, "SAVE", &library)?)),
        "change" => {
            let pairs = cursor.renames("CHANGE")?;
            cursor.expect_end("CHANGE")?;
            let pairs = pairs
                .iter()
                .map(|(from, to)| Ok((member(from, &library)?, member(to, &library)?)));
            Change::Rename(pairs.collect::<Result<_>>()?)
        }
        "copy" => Change::Copy(copy(words, &library, at, cursor)?),
        "append" => Change::Append(append::parse(words, cursor, Some(&library), at)?),
        "contents" => Change::Contents(contents::parse(words, cursor, Some(&library), at)?),
        "select" | "exclude" => {
            let upper = word.to_ascii_uppercase();
            let Some((_, Change::Copy(copy))) = request.changes.last_mut() else {
                return Err(Diagnostic::error(
                    at,
                    format!("{upper} belongs to a COPY statement before it"),
                ));
            };
            let names = words.members(cursor, &upper, &copy.from)?;
            match word {
                "select" => copy.select = Some(names),
                _ => copy.exclude = bare(names),
            }
            return Ok(());
        }
        _ => return Err(words.unknown_statement(word, at, STATEMENTS)),
    };
    let site = words.catalog.site(at);
    request.changes.push((site, change));
    Ok(())
}

fn copy(
    words: &mut Words<'_>,
    library: &str,
    at: Position,
    cursor: &mut Cursor<'_>,
) -> Result<Copy> {
    let (mut from, mut to, mut moves) = (library.to_owned(), None, false);
    while !cursor.at_end() {
        let option = cursor.expect_name("an option of COPY")?;
        match option.text.to_ascii_lowercase().as_str() {
            "in" => from = words.library(cursor, "IN")?.text,
            "out" => to = Some(words.library(cursor, "OUT")?),
            "move" => moves = true,
            _ => return Err(words.unknown(&option, "an option of COPY", &["IN=", "OUT=", "MOVE"])),
        }
    }
    let to = to.ok_or_else(|| {
        Diagnostic::error(at, "COPY needs a library to copy to").with_hint("name it with OUT=")
    })?;
    Ok(Copy {
        from,
        to_site: words.catalog.site(to.at),
        to: to.text,
        select: None,
        exclude: Vec::new(),
        moves,
    })
}

/// There are data sets and nothing else.
fn memtype(cursor: &mut Cursor<'_>) -> Result<()> {
    cursor.expect(Symbol::Equal, "after MEMTYPE")?;
    let kind = cursor.expect_name("DATA or ALL")?;
    match kind.text.to_ascii_uppercase().as_str() {
        "DATA" | "ALL" => Ok(()),
        other => Err(Diagnostic::error(
            kind.at,
            format!("libraries hold no members of type {other} here"),
        )
        .with_hint("give DATA, or leave MEMTYPE= out")),
    }
}
