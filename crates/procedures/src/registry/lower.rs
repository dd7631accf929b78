//! Finds the grammar of a procedure and parses its statements.

use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::{Diagnostic, tree};
use feedrate_lower::{Catalog, Options};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::{Grammar, Request};

use super::{all, find};

/// A lowered procedure and its diagnostics.
#[derive(Debug)]
pub struct LoweredProcedure {
    /// The request; `None` if the procedure has an error.
    pub request: Option<Request>,
    /// Errors, warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers a procedure.
pub fn lower(procedure: &tree::Procedure, catalog: &mut dyn Catalog, options: &Options) -> LoweredProcedure {
    let name = procedure.name.text.to_ascii_uppercase();
    let mut lowering = ProcedureLowering::new(procedure, &name, catalog, options);
    let request = match find(&name).map(|definition| definition.grammar) {
        Some(Grammar::Here(lower)) => lower(&mut lowering),
        Some(Grammar::Session) => Err(Diagnostic::error(
            procedure.name.at,
            format!("PROC {name} is carried out statement by statement, and not as a step"),
        )),
        None => Err(unknown(procedure, &name)),
    };
    let mut diagnostics = lowering.diagnostics;
    let request = request.map_err(|diagnostic| diagnostics.push(diagnostic)).ok();
    LoweredProcedure { request, diagnostics }
}

fn unknown(procedure: &tree::Procedure, name: &str) -> Diagnostic {
    let error = Diagnostic::error(procedure.name.at, format!("Procedure {name} not found."));
    let names: Vec<&str> = all().into_iter().map(|definition| definition.name).collect();
    match did_you_mean(name, names.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint(format!("there are {}", names.join(", "))),
    }
}
