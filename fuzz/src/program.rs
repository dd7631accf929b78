//! Any text, read as a program: macros, statements, syntax trees, and steps that are lowered.

use feedrate_dataset::{DataSetName, Variable};
use feedrate_language::parse::{Parser, Program, sql, stored_step};
use feedrate_language::testing::SilentSurroundings;
use feedrate_language::tree::{Procedure, SqlStatementKind, Unit};
use feedrate_language::{Diagnostic, Reader};
use feedrate_lower::Options;
use feedrate_lower::testing::Shelf;

/// The number of times that macros may go on.
const PATIENCE: u32 = 2000;

/// Reads a program to its end, and lowers its steps.
pub fn program(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(mut reader) = Reader::new("fuzz.sas", &text) else {
        return;
    };
    let mut session = SilentSurroundings::new(PATIENCE);
    let mut parser = Parser::new(feedrate_procedures::extent_of);
    while let Some(parsed) = parser.next_unit(&mut Program::new(&mut reader, &mut session)) {
        let mut diagnostics = parsed.diagnostics;
        let mut shelf = Shelf::new(variables);
        match &parsed.unit {
            Unit::Data(step) => {
                let lowered = feedrate_lower::data_step(step, &mut shelf, &Options::default());
                // Whatever was made of it can be shown.
                assert!(lowered.step.to_string().contains("body"));
                diagnostics.extend(lowered.diagnostics);
                // The text that is kept of a step can be read again.
                if let Some(stored) = step.stored.as_ref().filter(|_| !step.is_partial) {
                    let again = stored_step(&stored.text, step.at);
                    assert!(again.is_ok(), "{}", stored.text);
                }
            }
            Unit::Stored(_) => {}
            Unit::Procedure(procedure) if procedure.name.text.eq_ignore_ascii_case("sql") => {
                diagnostics.extend(sql::head(procedure).err());
                diagnostics.extend(statement_of_sql(procedure));
            }
            Unit::Procedure(procedure) => {
                let lowered = feedrate_procedures::lower(procedure, &mut shelf, &Options::default());
                diagnostics.extend(lowered.diagnostics);
            }
            Unit::Global(_) => {}
        }
        for diagnostic in diagnostics {
            assert!(!diagnostic.render(reader.sources()).is_empty());
        }
        if session.has_stopped() {
            break;
        }
    }
}

/// The next statement of PROC SQL, and what is wrong with it. What is kept of a view can be read again.
fn statement_of_sql(procedure: &Procedure) -> Option<Diagnostic> {
    match sql::statement(procedure)? {
        Ok(statement) => {
            if let SqlStatementKind::CreateView { text, .. } = statement.kind {
                let kept = format!("create view v as {text}");
                let again = sql::view(&kept, statement.at);
                assert!(again.is_ok(), "{kept}");
            }
            None
        }
        Err(diagnostic) => Some(diagnostic),
    }
}

/// Every data set is there. Two of them differ, so that a step may find their variables at odds.
fn variables(name: &DataSetName) -> Option<Vec<Variable>> {
    let of_another_kind = name.member().len().is_multiple_of(2);
    Some(vec![
        Variable::number("id"),
        Variable::text("name", 8),
        match of_another_kind {
            true => Variable::text("x", 3),
            false => Variable::number("x"),
        },
        Variable {
            length: 4,
            label: "The day".into(),
            format: "DATE9.".parse().ok(),
            ..Variable::number("day")
        },
    ])
}
