//! A session in which every data set is there, for steps to be lowered.

use std::path::PathBuf;

use feedrate_dataset::{Schema, Variable};
use feedrate_program::Position;
use feedrate_program::lower::{Catalog, DataSetFacts};
use feedrate_steps::ir::{DataSetName, Site};
use feedrate_values::format::{Format, Formats};
use feedrate_values::informat::{Informat, InformatSettings};
use feedrate_values::{Kind, Spec};

#[derive(Default)]
pub(crate) struct Shelf {
    formats: Formats,
    made: u32,
}

impl Catalog for Shelf {
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String> {
        // Two data sets differ, so that a step may find their variables at odds.
        let of_another_kind = name.member.len().is_multiple_of(2);
        let variables = vec![
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
        ];
        let schema = Schema::lay_out(variables).map_err(|error| error.to_string())?;
        Ok(DataSetFacts { schema })
    }

    fn check_output(&mut self, _: &DataSetName) -> Result<(), String> {
        Ok(())
    }

    fn default_library(&self) -> String {
        "WORK".into()
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        Some(DataSetName {
            library: "WORK".into(),
            member: "LAST".into(),
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
        Informat::resolve(spec, kind, length as usize, InformatSettings::default())
            .map_err(|error| error.to_string())
    }

    fn file(&self, _: &str) -> Option<PathBuf> {
        Some(PathBuf::from("a"))
    }

    fn site(&self, position: Position) -> Site {
        Site {
            line: position.line,
            column: position.column,
        }
    }
}
