//! Tests that lower source programs and check the resulting step and its diagnostics.

mod data_sets;
mod errors;
mod expressions;
mod lines;
mod properties;
mod statements;
mod variables;

use super::{LoweredStep, Options, data_step};
use crate::testing::shelf;
use feedrate_language::parse::{Parser, Program};
use feedrate_language::reader::Reader;
use feedrate_language::source::{Position, Sources};
use feedrate_language::testing::{SilentSurroundings, extent_of};
use feedrate_language::tree::Unit;

/// Returns an arbitrary position.
pub(super) fn anywhere() -> Position {
    let mut sources = Sources::default();
    let id = sources.add("test", "").unwrap();
    sources.position(id, 0)
}

/// Lowers the step of a program.
fn lower_with(program: &str, options: &Options) -> (LoweredStep, Sources) {
    let mut reader = Reader::new("prog.sas", program).unwrap();
    let unit = Parser::new(extent_of).next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default()));
    let parsed = unit.expect("the program has a step");
    let sources = reader.sources().clone();
    let said: Vec<_> = parsed.diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert!(said.is_empty(), "{program}: {said:?}");
    let Unit::Data(step) = parsed.unit else {
        panic!("no DATA step: {program}");
    };
    (data_step(&step, &mut shelf(), options), sources)
}

/// Returns the lowered step of a program as text, after its diagnostics.
fn lowered(program: &str) -> String {
    let (lowered, sources) = lower_with(program, &Options::default());
    assert!(!lowered.has_errors(), "{program}\n{:?}", lowered.diagnostics);
    let said: String = lowered.diagnostics.iter().map(|one| one.render(&sources)).collect();
    format!("{said}{}", lowered.step)
}

/// Returns the diagnostics of a program.
fn said(program: &str) -> String {
    let (lowered, sources) = lower_with(program, &Options::default());
    lowered.diagnostics.iter().map(|one| one.render(&sources)).collect()
}

/// Returns the errors of a program, one a line. Panics if there are none.
fn refused(program: &str) -> String {
    let (lowered, _) = lower_with(program, &Options::default());
    assert!(lowered.has_errors(), "{program}");
    let lines: Vec<_> = lowered
        .diagnostics
        .iter()
        .map(|one| {
            let hint = one.hint.as_ref().map_or(String::new(), |hint| format!(" ({hint})"));
            format!("{}: {}{hint}", one.severity.name(), one.message)
        })
        .collect();
    lines.join("\n")
}
