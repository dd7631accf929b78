//! PROC COPY, and COPY of PROC DATASETS.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};

use crate::copy::Copy;
use crate::members::MemberTypes;
use crate::members::grammar::{MEMBER_OPTIONS, MEMBER_TYPES, bare, member_types};

/// The values of the options.
#[derive(Default)]
pub(crate) struct CopyOptions {
    from: Option<Name>,
    to: Option<Name>,
    moves: bool,
    types: Option<MemberTypes>,
}

pub(crate) const OPTIONS: OptionTable<CopyOptions> = options! {
    IN | INDD | INLIB => Own("=a library", |options, from| {
        options.from = Some(from.lowering.library(from.cursor, &from.name)?);
        Ok(())
    }), "The library that is copied.";
    MEMTYPE | MT | MTYPE => Own(MEMBER_TYPES, |options, from| {
        options.types = Some(member_types(from.cursor)?);
        Ok(())
    }), help::MEMTYPE;
    MOVE => Switch(|options| options.moves = true), "Deletes what was copied.";
    OUT | OUTDD | OUTLIB => Own("=a library", |options, from| {
        options.to = Some(from.lowering.library(from.cursor, &from.name)?);
        Ok(())
    }), "The library that is copied to.";
};

const STATEMENTS: StatementTable<Copy> = statements! {
    EXCLUDE => Own("names / options", &MEMBER_OPTIONS, exclude), help::EXCLUDE;
    SELECT => Own("names / options", &MEMBER_OPTIONS, select), help::SELECT;
};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let at = lowering.procedure.at;
    let options = lowering.read_options(OPTIONS)?;
    let mut copy = copy(lowering, options, (None, MemberTypes::ALL), "PROC COPY", at)?;
    lowering.read_own_statements(STATEMENTS, &mut copy)?;
    step(copy)
}

/// Returns what options ask for; without IN= and MEMTYPE=, the library and the types are those given.
pub(crate) fn copy(
    lowering: &ProcedureLowering<'_>,
    options: CopyOptions,
    (library, types): (Option<String>, MemberTypes),
    of: &str,
    at: Position,
) -> Result<Copy> {
    let missing = |what: &str, option: &str| {
        Diagnostic::error(at, format!("{of} needs {what}")).with_hint(format!("name it with {option}="))
    };
    let from = options.from.map(|name| name.text).or(library);
    let to = options.to;
    let from = from.ok_or_else(|| missing("a library to copy from", "IN"))?;
    let to = to.ok_or_else(|| missing("a library to copy to", "OUT"))?;
    Ok(Copy {
        from,
        to_site: lowering.catalog.site(to.at),
        to: to.text,
        types: options.types.unwrap_or(types),
        select: None,
        exclude: Vec::new(),
        moves: options.moves,
    })
}

/// Takes a SELECT statement.
pub(crate) fn select(copy: &mut Copy, from: &mut Argument<'_, '_>) -> Result<()> {
    let names = from.lowering.members(from.cursor, &from.name, &copy.from)?;
    copy.select = Some(names);
    from.options_behind_slash(MEMBER_OPTIONS, &mut copy.types)
}

/// Takes an EXCLUDE statement.
pub(crate) fn exclude(copy: &mut Copy, from: &mut Argument<'_, '_>) -> Result<()> {
    let names = from.lowering.members(from.cursor, &from.name, &copy.from)?;
    copy.exclude = bare(names);
    from.options_behind_slash(MEMBER_OPTIONS, &mut copy.types)
}
