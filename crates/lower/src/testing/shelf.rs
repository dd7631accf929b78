//! A catalog of data sets that exist only in a test.

use std::path::PathBuf;

use feedrate_dataset::schema::Variable;
use feedrate_dataset::{DataSetName, Schema};
use feedrate_language::Position;
use feedrate_program::Site;
use feedrate_values::format::Formats;
use feedrate_values::informat::{Informat, InformatSettings};
use feedrate_values::{Kind, Spec};

use crate::{Catalog, DataSetFacts};

/// A catalog for tests. Libraries and file references exist unless their names begin with `NO`; the data set that was
/// created last is `WORK.LEFT`.
#[derive(Clone, Debug)]
pub struct Shelf {
    variables: fn(&DataSetName) -> Option<Vec<Variable>>,
    formats: Formats,
    made: u32,
}

impl Shelf {
    /// Returns a catalog of the data sets for which `variables` returns their variables.
    pub fn new(variables: fn(&DataSetName) -> Option<Vec<Variable>>) -> Self {
        Self {
            variables,
            formats: Formats::new(),
            made: 0,
        }
    }
}

fn is_there(name: &str) -> bool {
    !name.starts_with("NO")
}

impl Catalog for Shelf {
    fn data_set(&mut self, name: &DataSetName) -> Result<DataSetFacts, String> {
        let variables = (self.variables)(name);
        let variables = variables.ok_or_else(|| format!("File {name}.DATA does not exist."))?;
        let schema = Schema::lay_out(variables).map_err(|error| error.to_string())?;
        Ok(DataSetFacts { schema })
    }

    fn members(&mut self, library: &str) -> Result<Vec<String>, String> {
        let names = ["LEFT", "LEFT2", "RIGHT"].map(str::to_owned);
        let is_known = |member: &String| {
            let name = DataSetName::new(library, member);
            name.is_ok_and(|name| (self.variables)(&name).is_some())
        };
        Ok(names.into_iter().filter(is_known).collect())
    }

    fn check_output(&mut self, name: &DataSetName) -> Result<(), String> {
        match name.library() {
            library if is_there(library) => Ok(()),
            library => Err(format!("Libref {library} is not assigned.")),
        }
    }

    fn default_library(&self) -> String {
        "WORK".into()
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        DataSetName::new("WORK", "LEFT").ok()
    }

    fn next_data_set(&mut self) -> Result<DataSetName, String> {
        self.made += 1;
        DataSetName::new("WORK", &format!("DATA{}", self.made)).map_err(|error| error.to_string())
    }

    fn formats(&self) -> &Formats {
        &self.formats
    }

    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> Result<Informat, String> {
        let settings = InformatSettings::default();
        let found = self.formats.informat(spec, kind, length as usize, settings);
        found.map_err(|error| error.to_string())
    }

    fn file(&self, reference: &str) -> Option<PathBuf> {
        is_there(reference).then(|| format!("/data/{}.txt", reference.to_lowercase()).into())
    }

    fn site(&self, position: Position) -> Site {
        Site {
            line: position.line,
            column: position.column,
        }
    }
}

/// Returns a catalog of a few small data sets.
pub fn shelf() -> Shelf {
    Shelf::new(|name| {
        Some(match (name.library(), name.member()) {
            ("WORK", "CLASS") => vec![
                Variable::text("Name", 8),
                Variable::text("Sex", 1),
                Variable::number("Age"),
                Variable::number("Height"),
                Variable::number("Weight"),
            ],
            ("WORK", "LEFT") => vec![Variable::number("id"), Variable::number("a"), Variable::text("t", 4)],
            ("WORK", "RIGHT") => vec![Variable::number("id"), Variable::number("b"), Variable::text("t", 8)],
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
            _ => return None,
        })
    })
}
