//! Tests of the parser through the text of programs.

mod dump;
mod errors;
mod expressions;
mod procedures;
mod programs;
mod properties;
mod sessions;
mod statements;
mod units;

use super::{ParsedUnit, Parser, Program};
use crate::reader::Reader;
use crate::source::Sources;
use crate::testing::{SilentSurroundings, extent_of};
use crate::tree::{Statement, Unit};

/// The units of a program, and its text.
fn parse(text: &str) -> (Vec<ParsedUnit>, Sources) {
    let mut reader = Reader::new("prog.sas", text).unwrap();
    let mut parser = Parser::new(extent_of);
    let mut units = Vec::new();
    while let Some(unit) = parser.next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default())) {
        units.push(unit);
    }
    (units, reader.sources().clone())
}

/// The statements of a DATA step with that body, which must be without errors.
fn statements_of(body: &str) -> Vec<Statement> {
    let (mut units, sources) = parse(&format!("data a;\n{body}\nrun;"));
    let wrong = units.iter().flat_map(|unit| &unit.diagnostics).next();
    if let Some(diagnostic) = wrong {
        panic!("{body}: {}", diagnostic.render(&sources));
    }
    match units.remove(0).unit {
        Unit::Data(step) => step.body,
        other => panic!("{body}: {other:?}"),
    }
}

/// Returns the problems of a DATA step with that body.
fn errors_of(body: &str) -> Vec<String> {
    let (units, _) = parse(&format!("data a;\n{body}\nrun;"));
    units
        .into_iter()
        .flat_map(|unit| unit.diagnostics)
        .map(|diagnostic| diagnostic.message)
        .collect()
}

/// All that is wrong with a program, as a person sees it.
fn rendered(text: &str) -> String {
    let (units, sources) = parse(text);
    let diagnostics = units.iter().flat_map(|unit| &unit.diagnostics);
    diagnostics.map(|diagnostic| diagnostic.render(&sources)).collect()
}
