//! Procedures: their grammars, and what they ask for.
//!
//! A procedure comes as tokens, for each has a grammar of its own. What comes out is complete: names are
//! those of data sets and variables that are there.

pub(crate) mod input;
pub(crate) mod lowering;
pub(crate) mod output;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use feedrate_language::parse::cursor::Result;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::{Diagnostic, Position, tree};
use feedrate_lower::{Catalog, Options};
use feedrate_values::format::UserFormat;
use lowering::Lowering;
pub use table::description::{Description, Syntax};

use crate::definition::Grammar;
use crate::procedure::Procedure;
use crate::registry::{PROCEDURES, find};

/// What a procedure asks for.
#[derive(Debug)]
pub enum Request {
    /// Work on data sets.
    Step(Box<dyn Procedure>),
    /// Formats to be defined (PROC FORMAT), each with where its name stands.
    Formats(Vec<(Position, UserFormat)>),
    /// System options to be shown, in capitals; all when none are named (PROC OPTIONS).
    Options(Vec<String>),
}

/// A procedure that was lowered, with what there is to say of it.
#[derive(Debug)]
pub struct LoweredProcedure {
    /// What it asks for; absent when that cannot be understood.
    pub request: Option<Request>,
    /// Errors, warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers a procedure.
pub fn lower(
    procedure: &tree::Procedure,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> LoweredProcedure {
    let name = procedure.name.text.to_ascii_uppercase();
    let mut lowering = Lowering::new(procedure, &name, catalog, options);
    let request = match find(&name).map(|definition| definition.grammar) {
        Some(Grammar::Here(lower)) => lower(&mut lowering),
        Some(Grammar::Session) => Err(Diagnostic::error(
            procedure.name.at,
            format!("PROC {name} is carried out statement by statement, and not as a step"),
        )),
        None => Err(unknown(procedure, &name)),
    };
    let mut diagnostics = lowering.diagnostics;
    let request = request
        .map_err(|diagnostic| diagnostics.push(diagnostic))
        .ok();
    LoweredProcedure {
        request,
        diagnostics,
    }
}

fn unknown(procedure: &tree::Procedure, name: &str) -> Diagnostic {
    let error = Diagnostic::error(
        procedure.name.at,
        format!("there is no procedure {name} here"),
    );
    let names = || PROCEDURES.iter().map(|definition| definition.name);
    match did_you_mean(name, names()) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint(format!(
            "there are {}",
            names().collect::<Vec<_>>().join(", ")
        )),
    }
}

/// Work on data sets.
pub(crate) fn step(procedure: impl Procedure + 'static) -> Result<Request> {
    Ok(Request::Step(Box::new(procedure)))
}
