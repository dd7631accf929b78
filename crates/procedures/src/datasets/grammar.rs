//! PROC DATASETS.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_procedure::grammar::lowering::{ProcedureLowering, member};
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, help, options, statements};
use feedrate_procedure::{Request, step};
use feedrate_rows::index::IndexChange;

use crate::append::grammar::{AppendOptions, OPTIONS as APPEND_OPTIONS, append};
use crate::contents::grammar::{ContentsOptions, OPTIONS as CONTENTS_OPTIONS, contents};
use crate::copy::Copy;
use crate::copy::grammar::{CopyOptions, OPTIONS as COPY_OPTIONS, copy, exclude, select};
use crate::datasets::{Change, DataSets, index_grammar};
use crate::members::MemberTypes;
use crate::members::grammar::{MEMBER_OPTIONS, MEMBER_TYPES, bare, member_types};

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    library: Option<String>,
    kill: bool,
    no_list: bool,
    types: Option<MemberTypes>,
}

const OPTIONS: OptionTable<ProcOptions> = options! {
    KILL => Switch(|options| options.kill = true), "Deletes all members.";
    LIBRARY | DD | DDNAME | LIB => Own("=a library", |options, from| {
        options.library = Some(from.lowering.library(from.cursor, &from.name)?.text);
        Ok(())
    }), "The library; WORK by default.";
    MEMTYPE | MT | MTYPE => Own(MEMBER_TYPES, |options, from| {
        options.types = Some(member_types(from.cursor)?);
        Ok(())
    }), help::MEMTYPE;
    NOLIST => Switch(|options| options.no_list = true), "Does not list the members.";
    NOWARN => Switch(|_| {}), "No effect: a note says what is not there.";
};

/// The requests of the statements.
struct Statements {
    request: DataSets,
    /// MEMTYPE= of the PROC statement.
    types: Option<MemberTypes>,
}

const STATEMENTS: StatementTable<Statements> = statements! {
    APPEND => Own("options", &APPEND_OPTIONS, |statements, from| {
        let mut options = AppendOptions {
            library: Some(statements.request.library.clone()),
            ..AppendOptions::default()
        };
        from.options(APPEND_OPTIONS, &mut options)?;
        let append = append(from.lowering, options, from.at)?;
        statements.add(from, Change::Append(append))
    }), "Adds observations to a data set.";
    CHANGE => Own("`old=new` / options", &MEMBER_OPTIONS, |statements, from| {
        let pairs = from.cursor.renames("CHANGE")?;
        let mut types = statements.request.types;
        from.options_behind_slash(MEMBER_OPTIONS, &mut types)?;
        let library = &statements.request.library;
        let pairs = pairs.iter().map(|(old, new)| Ok((member(old, library)?, member(new, library)?)));
        let pairs = pairs.collect::<Result<_>>()?;
        statements.add(from, Change::Rename(pairs, types))
    }), "Gives data sets other names.";
    CONTENTS => Own("options", &CONTENTS_OPTIONS, |statements, from| {
        let mut options = ContentsOptions {
            library: Some(statements.request.library.clone()),
            ..ContentsOptions::default()
        };
        from.options(CONTENTS_OPTIONS, &mut options)?;
        let contents = contents(from.lowering, options, from.at)?;
        statements.add(from, Change::Contents(contents))
    }), "Describes data sets.";
    COPY => Own("options", &COPY_OPTIONS, |statements, from| {
        let mut options = CopyOptions::default();
        from.options(COPY_OPTIONS, &mut options)?;
        let request = &statements.request;
        let usual = (Some(request.library.clone()), request.types);
        let copy = copy(from.lowering, options, usual, "COPY", from.at)?;
        statements.add(from, Change::Copy(copy))
    }), "Copies data sets to another library.";
    DELETE => Own("names / options", &MEMBER_OPTIONS, |statements, from| {
        // Without a word about it, views are left alone.
        let usual = statements.types.unwrap_or(MemberTypes::DATA);
        let (names, types) = statements.members(from, usual)?;
        statements.add(from, Change::Delete(names, types))
    }), "Deletes members.";
    EXCLUDE => Own("names / options", &MEMBER_OPTIONS, |statements, from| exclude(statements.copy(from)?, from)),
        help::EXCLUDE;
    INDEX => Own(index_grammar::ARGUMENT, &index_grammar::OPTIONS, |statements, from| {
        match statements.request.changes.last_mut() {
            Some((_, Change::Indexes(_, change))) => index_grammar::index(change, from),
            _ => Err(Diagnostic::error(from.at, "INDEX belongs to a MODIFY statement before it")),
        }
    }), "Makes or removes indexes of the data set of MODIFY.";
    MODIFY => Own("a data set", &MEMBER_OPTIONS, |statements, from| {
        let (names, _) = statements.members(from, MemberTypes::DATA)?;
        match <[DataSetName; 1]>::try_from(names) {
            Ok([name]) => statements.add(from, Change::Indexes(name, IndexChange::default())),
            Err(_) => Err(Diagnostic::error(from.at, "MODIFY takes one data set")),
        }
    }), "Names the data set whose indexes the INDEX statements change.";
    REBUILD => Own("names / options", &MEMBER_OPTIONS, |statements, from| {
        let (names, _) = statements.members(from, MemberTypes::DATA)?;
        statements.add(from, Change::Rebuild(names))
    }), "Makes the indexes of data sets again from their observations.";
    REPAIR => Own("names / options", &MEMBER_OPTIONS, |statements, from| {
        let (names, _) = statements.members(from, MemberTypes::DATA)?;
        statements.add(from, Change::Repair(names))
    }), "Completes updates of data sets that were interrupted.";
    SAVE => Own("names / options", &MEMBER_OPTIONS, |statements, from| {
        let (names, types) = statements.members(from, statements.request.types)?;
        statements.add(from, Change::Save(names, types))
    }), "Deletes all other members.";
    SELECT => Own("names / options", &MEMBER_OPTIONS, |statements, from| select(statements.copy(from)?, from)),
        help::SELECT;
};

pub(super) fn syntax() -> Syntax {
    Syntax::of(OPTIONS, STATEMENTS)
}

pub(super) fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let library = options.library;
    let mut statements = Statements {
        request: DataSets {
            // A further run group of the same procedure lists and kills nothing again.
            list: !options.no_list && !lowering.procedure.resumed,
            kill: options.kill && !lowering.procedure.resumed,
            library: library.unwrap_or_else(|| lowering.catalog.default_library()),
            types: options.types.unwrap_or(MemberTypes::ALL),
            changes: Vec::new(),
        },
        types: options.types,
    };
    lowering.read_own_statements(STATEMENTS, &mut statements)?;
    step(statements.request)
}

impl Statements {
    fn add(&mut self, from: &Argument<'_, '_>, change: Change) -> Result<()> {
        let site = from.lowering.catalog.site(from.at);
        self.request.changes.push((site, change));
        Ok(())
    }

    /// Names of members, and their types.
    fn members(&self, from: &mut Argument<'_, '_>, mut types: MemberTypes) -> Result<(Vec<DataSetName>, MemberTypes)> {
        let library = &self.request.library;
        let names = from.lowering.members(from.cursor, &from.name, library)?;
        from.options_behind_slash(MEMBER_OPTIONS, &mut types)?;
        Ok((bare(names), types))
    }

    /// The COPY statement that SELECT or EXCLUDE belongs to.
    fn copy(&mut self, from: &Argument<'_, '_>) -> Result<&mut Copy> {
        match self.request.changes.last_mut() {
            Some((_, Change::Copy(copy))) => Ok(copy),
            _ => {
                let message = format!("{} belongs to a COPY statement before it", from.name);
                Err(Diagnostic::error(from.at, message))
            }
        }
    }
}
