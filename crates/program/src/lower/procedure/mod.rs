//! Procedures: their grammars, and what they ask for.
//!
//! A procedure comes as tokens, for each has a grammar of its own. What comes out is complete: names are
//! those of data sets and variables that are there.

mod append;
mod contents;
mod copy;
mod corr;
mod data_sets;
mod delimited;
mod format;
mod freq;
mod glm;
mod input;
mod linear;
mod logistic;
mod made;
mod means;
mod print;
mod rank;
mod reg;
mod report;
mod sort;
mod statements;
mod system_options;
mod tabulate;
#[cfg(test)]
mod tests;
mod transpose;
mod univariate;
mod words;

use feedrate_steps::procedure::Procedure;
use feedrate_values::format::UserFormat;

use super::catalog::{Catalog, Options};
use crate::diagnostic::Diagnostic;
use crate::parse::cursor::Result;
use crate::parse::nearest::did_you_mean;
use crate::source::Position;
use crate::tree;
use words::Words;

/// What a procedure asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// Work on data sets.
    Step(Procedure),
    /// Formats to be defined (PROC FORMAT), each with where its name stands.
    Formats(Vec<(Position, UserFormat)>),
    /// System options to be shown, in capitals; all when none are named (PROC OPTIONS).
    Options(Vec<String>),
}

/// A procedure that was lowered, with what there is to say of it.
#[derive(Clone, Debug)]
pub struct LoweredProcedure {
    /// What it asks for; absent when that cannot be understood.
    pub request: Option<Request>,
    /// Errors, warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
}

/// The procedures that there are.
const PROCEDURES: &[&str] = &[
    "APPEND",
    "CONTENTS",
    "COPY",
    "CORR",
    "DATASETS",
    "EXPORT",
    "FORMAT",
    "FREQ",
    "GLM",
    "IMPORT",
    "LOGISTIC",
    "MEANS",
    "OPTIONS",
    "PRINT",
    "RANK",
    "REG",
    "REPORT",
    "SORT",
    "SQL",
    "SUMMARY",
    "TABULATE",
    "TRANSPOSE",
    "UNIVARIATE",
];

/// Lowers a procedure.
pub fn procedure(
    procedure: &tree::Procedure,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> LoweredProcedure {
    let name = procedure.name.text.to_ascii_uppercase();
    let mut words = Words::new(procedure, &name, catalog, options);
    let request = match name.as_str() {
        "APPEND" => append::lower(&mut words),
        "CONTENTS" => contents::lower(&mut words),
        "COPY" => copy::lower(&mut words),
        "CORR" => corr::lower(&mut words),
        "DATASETS" => data_sets::lower(&mut words),
        "EXPORT" => delimited::export(&mut words),
        "FORMAT" => format::lower(&mut words),
        "FREQ" => freq::lower(&mut words),
        "GLM" => glm::lower(&mut words),
        "IMPORT" => delimited::import(&mut words),
        "LOGISTIC" => logistic::lower(&mut words),
        "MEANS" => means::lower(&mut words, means::Which::Means),
        "OPTIONS" => system_options::lower(&mut words),
        "PRINT" => print::lower(&mut words),
        "RANK" => rank::lower(&mut words),
        "REG" => reg::lower(&mut words),
        "REPORT" => report::lower(&mut words),
        "SORT" => sort::lower(&mut words),
        "SUMMARY" => means::lower(&mut words, means::Which::Summary),
        "TABULATE" => tabulate::lower(&mut words),
        "TRANSPOSE" => transpose::lower(&mut words),
        "UNIVARIATE" => univariate::lower(&mut words),
        _ => Err(unknown(procedure, &name)),
    };
    let mut diagnostics = words.diagnostics;
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
    match did_you_mean(name, PROCEDURES.iter().copied()) {
        Some(hint) => error.with_hint(hint),
        None => error.with_hint(format!("there are {}", PROCEDURES.join(", "))),
    }
}

/// Work on data sets.
fn step(procedure: Procedure) -> Result<Request> {
    Ok(Request::Step(procedure))
}
