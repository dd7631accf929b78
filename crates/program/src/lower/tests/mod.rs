//! Tests of lowering through the text of programs: what a step becomes, and what is said of it.

mod data_sets;
mod errors;
mod expressions;
mod lines;
mod properties;
mod statements;
mod variables;

use std::path::PathBuf;

use feedrate_dataset::Schema;
use feedrate_dataset::schema::Variable;
use feedrate_steps::ir::{DataSetName, Site};
use feedrate_values::format::{Format, Formats};
use feedrate_values::informat::{Informat, InformatSettings};
use feedrate_values::{Kind, Spec};

use super::{Catalog, DataSetFacts, Lowered, Options, data_step};
use crate::host::{Event, Host};
use crate::parse::{Parser, Program};
use crate::reader::Reader;
use crate::source::{Position, Sources};
use crate::tree::Unit;

/// A session that hears nothing.
pub(in crate::lower) struct Deaf;

impl Host for Deaf {
    fn say(&mut self, _: Event<'_>) {}

    fn datetime(&self) -> f64 {
        0.0
    }
}

/// A session with a few data sets.
#[derive(Default)]
pub(in crate::lower) struct Shelf {
    formats: Formats,
    made: u32,
}

impl Catalog for Shelf {
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String> {
        let variables = match (name.library.as_str(), name.member.as_str()) {
            ("WORK", "CLASS") => vec![
                Variable::text("Name", 8),
                Variable::text("Sex", 1),
                Variable::number("Age"),
                Variable::number("Height"),
                Variable::number("Weight"),
            ],
            ("WORK", "LEFT") => {
                vec![
                    Variable::number("id"),
                    Variable::number("a"),
                    Variable::text("t", 4),
                ]
            }
            ("WORK", "RIGHT") => {
                vec![
                    Variable::number("id"),
                    Variable::number("b"),
                    Variable::text("t", 8),
                ]
            }
            ("LIB", "DRESSED") => vec![
                Variable {
                    length: 4,
                    label: "the day".into(),
                    format: "DATE9.".parse().ok(),
                    ..Variable::number("day")
                },
                Variable {
                    informat: "$UPCASE5.".parse().ok(),
                    ..Variable::text("word", 5)
                },
            ],
            ("WORK", "CLASH") => vec![Variable::text("a", 3)],
            _ => {
                return Err(format!(
                    "File {}.{}.DATA does not exist.",
                    name.library, name.member
                ));
            }
        };
        Ok(DataSetFacts {
            schema: Schema::lay_out(variables).unwrap(),
        })
    }

    fn check_output(&mut self, name: &DataSetName) -> Result<(), String> {
        match name.library.as_str() {
            "WORK" | "LIB" => Ok(()),
            other => Err(format!("there is no library {other}")),
        }
    }

    fn default_library(&self) -> String {
        "WORK".into()
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        Some(DataSetName {
            library: "WORK".into(),
            member: "LEFT".into(),
        })
    }

    fn next_data_set(&mut self) -> DataSetName {
        self.made += 1;
        DataSetName {
            library: "WORK".into(),
            member: format!("DATA{}", self.made),
        }
    }

    fn format(&self, spec: &Spec, kind: Kind, length: u32) -> Result<Format, String> {
        self.formats
            .resolve(spec, kind, length as usize)
            .map_err(|error| error.to_string())
    }

    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> Result<Informat, String> {
        let settings = InformatSettings::default();
        Informat::resolve(spec, kind, length as usize, settings).map_err(|error| error.to_string())
    }

    fn file(&self, reference: &str) -> Option<PathBuf> {
        (reference == "RAW").then(|| PathBuf::from("/data/raw.txt"))
    }

    fn site(&self, position: Position) -> Site {
        Site {
            line: position.line,
            column: position.column,
        }
    }
}

/// Some position.
pub(super) fn anywhere() -> Position {
    let mut sources = Sources::default();
    let id = sources.add("test", "").unwrap();
    sources.position(id, 0)
}

/// The step of a program, lowered.
fn lower_with(program: &str, options: &Options) -> (Lowered, Sources) {
    let mut reader = Reader::new("prog.sas", program).unwrap();
    let unit = Parser::new().next_unit(&mut Program::new(&mut reader, &mut Deaf));
    let parsed = unit.expect("the program has a step");
    let sources = reader.sources().clone();
    let said: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    assert!(said.is_empty(), "{program}: {said:?}");
    let Unit::Data(step) = parsed.unit else {
        panic!("no DATA step: {program}");
    };
    let mut shelf = Shelf {
        formats: Formats::new(),
        made: 0,
    };
    (data_step(&step, &mut shelf, options), sources)
}

/// The step of a program as text, with what was said of it before.
fn lowered(program: &str) -> String {
    let (lowered, sources) = lower_with(program, &Options::default());
    assert!(
        !lowered.has_errors(),
        "{program}\n{:?}",
        lowered.diagnostics
    );
    let said: String = lowered
        .diagnostics
        .iter()
        .map(|one| one.render(&sources))
        .collect();
    format!("{said}{}", lowered.step)
}

/// What is said of a program.
fn said(program: &str) -> String {
    let (lowered, sources) = lower_with(program, &Options::default());
    lowered
        .diagnostics
        .iter()
        .map(|one| one.render(&sources))
        .collect()
}

/// What is wrong with a program, in one line each. There must be something.
fn refused(program: &str) -> String {
    let (lowered, _) = lower_with(program, &Options::default());
    assert!(lowered.has_errors(), "{program}");
    let lines: Vec<_> = lowered
        .diagnostics
        .iter()
        .map(|one| {
            let hint = one
                .hint
                .as_ref()
                .map_or(String::new(), |hint| format!(" ({hint})"));
            format!("{}: {}{hint}", one.severity.name(), one.message)
        })
        .collect();
    lines.join("\n")
}
