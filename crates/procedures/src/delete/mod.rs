//! PROC DELETE.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::{Cursor, Result};
use feedrate_language::token::Symbol;
use feedrate_language::tree::{DataSet, Extent, Name};
use feedrate_lower::name::{begin_with, is_word, whole_name};
use feedrate_procedure::grammar::input::special_data_set;
use feedrate_procedure::grammar::lowering::{ProcedureLowering, member};
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{NONE, OptionTable, help, options};
use feedrate_procedure::{Action, Definition, Grammar, Intent, Procedure, Reads, Request, run_alone, step};
use feedrate_program::Site;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{Outcome, StepResult};

use crate::members::grammar::{MEMBER_TYPES, member_types};
use crate::members::{MemberTypes, delete, kind_of, members};

pub(crate) const DEFINITION: Definition = Definition {
    name: "DELETE",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(lower),
    syntax: || Syntax::of(OPTIONS, NONE),
};

const OPTIONS: OptionTable<DeleteOptions> = options! {
    DATA => Own("=data sets, or `_ALL_`", |written, from| {
        from.equals()?;
        names(from.cursor, written)
    }), "What is deleted; the data set made last by default.";
    LIBRARY | DD | DDNAME | LIB => Own("=a library", |written, from| {
        written.library = Some(from.lowering.library(from.cursor, "LIBRARY")?);
        Ok(())
    }), "The library of names that name none.";
    MEMTYPE | MT | MTYPE => Own(MEMBER_TYPES, |written, from| {
        written.types = Some(member_types(from.cursor)?);
        Ok(())
    }), help::MEMTYPE;
};

/// The options as they are written.
#[derive(Default)]
struct DeleteOptions {
    names: Vec<DataSet>,
    library: Option<Name>,
    types: Option<MemberTypes>,
}

/// A PROC DELETE step.
#[derive(Debug)]
struct Delete {
    /// The members, in the order of the program.
    names: Vec<DataSetName>,
    /// The library whose members all are deleted.
    all: Option<String>,
    types: MemberTypes,
}

/// Takes names up to the next option.
fn names(cursor: &mut Cursor<'_>, written: &mut DeleteOptions) -> Result<()> {
    let before = written.names.len();
    while cursor.is_name(0) && !cursor.at_option() {
        if cursor.is(1, Symbol::Dot) || cursor.is(1, Symbol::Colon) {
            let library = match cursor.is(1, Symbol::Dot) {
                true => Some(cursor.expect_name("a library")?),
                false => None,
            };
            cursor.skip(usize::from(library.is_some()));
            let member = cursor.expect_name("the name of a data set")?;
            written.names.push(DataSet {
                library,
                is_prefix: cursor.take(Symbol::Colon),
                ..special_data_set(&member.text, member.at)
            });
        } else {
            let several = cursor.some_names("DATA= of PROC DELETE")?.into_iter();
            written
                .names
                .extend(several.map(|name| special_data_set(&name.text, name.at)));
        }
        if cursor.take(Symbol::LeftParen) {
            cursor.expect_word("memtype", "in the parentheses behind a name of PROC DELETE")?;
            written.types = Some(member_types(cursor)?);
            cursor.expect(Symbol::RightParen, "after MEMTYPE=")?;
        }
    }
    match written.names.len() == before {
        true => Err(cursor.expected("the name of a data set for DATA=")),
        false => Ok(()),
    }
}

fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lowering.read_own_statements(NONE, &mut ())?;
    let mut written: DeleteOptions = lowering.read_options(OPTIONS)?;
    let at = lowering.procedure.at;
    if written.names.is_empty() {
        written.names.push(special_data_set("_LAST_", at));
    }
    let default = match &written.library {
        Some(library) => library.text.clone(),
        None => lowering.catalog.default_library(),
    };
    let mut delete = Delete {
        names: Vec::new(),
        all: None,
        types: written.types.unwrap_or(MemberTypes::DATA),
    };
    for name in &written.names {
        let library = name.library.as_ref().map_or(&default, |library| &library.text);
        if name.is_prefix {
            let members = lowering.catalog.members(library);
            let members = members.map_err(|why| Diagnostic::error(name.member.at, why))?;
            for text in begin_with(members, &name.member.text) {
                let at = name.member.at;
                delete.names.push(member(&Name { text, at }, library)?);
            }
        } else if is_word(name, "_ALL_") {
            delete.all = Some(library.to_ascii_uppercase());
        } else if is_word(name, "_LAST_") {
            delete.names.push(lowering.last(at)?);
        } else {
            delete.names.push(whole_name(name, &default, lowering.catalog)?);
        }
    }
    step(delete)
}

impl Procedure for Delete {
    fn changes(&self) -> Vec<&DataSetName> {
        // Members are claimed one by one during the run.
        Vec::new()
    }

    fn intent(&self) -> Intent<'_> {
        let mut intent = Intent::default();
        if let Some(library) = &self.all {
            intent.actions.push(Action::DeleteAll(library));
        }
        intent.actions.push(match self.types.data {
            true => Action::Delete(&self.names),
            false => Action::Other("deleting views"),
        });
        intent
    }

    fn run_claimed(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        run_alone(site, environment, |environment, _| self.run(environment))
    }
}

impl Delete {
    fn run(&self, environment: &mut Environment<'_>) -> StepResult<()> {
        if let Some(library) = &self.all {
            for member in members(environment.libraries, library, self.types)? {
                delete(&member.name, member.kind, environment)?;
            }
        }
        for name in &self.names {
            match kind_of(environment.libraries, name, self.types)? {
                Some(kind) => delete(name, kind, environment)?,
                None => {
                    let text = format!("File {name}.{} does not exist.", self.types.name());
                    environment.log.message(Severity::Warning, &text);
                }
            }
        }
        Ok(())
    }
}
