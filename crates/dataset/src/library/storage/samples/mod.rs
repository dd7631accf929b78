//! SASHELP, unless a library of that name is assigned: data sets that are commonly used in examples, as far as they may
//! be redistributed. They are created on first use.

mod data;

use feedrate_pageio::own_folder::OwnFolder;

use super::work;
use crate::error::{Error, Result};
use crate::format::{self, Front, NewFile, Order};
use crate::library::member;
use crate::schema::{Schema, Variable};

/// The name of the library.
pub const SASHELP: &str = "SASHELP";

/// Its data sets.
pub(crate) const NAMES: [&str; 2] = ["CLASS", "IRIS"];

const PAGE: u32 = 64 << 10;

/// The creation time of its data sets: the beginning of 2020, in seconds since 1960.
const MADE: f64 = 1_893_456_000.0;

/// A value of a row.
enum Value {
    Text(&'static str),
    Number(f64),
}

/// A data set.
struct Sample {
    name: &'static str,
    label: &'static str,
    variables: Vec<Variable>,
    rows: Vec<Vec<Value>>,
}

/// Creates the data sets in a new folder in `parent`, which is removed when the result is dropped.
pub(in crate::library) fn make(parent: &std::path::Path) -> Result<OwnFolder> {
    let folder = work::make(parent)?;
    for sample in [class(), iris()] {
        let path = member::file_of(folder.path(), sample.name, format::EXTENSION);
        let bytes = sample.file().map_err(|error| Error::format(&path, error))?;
        std::fs::write(&path, bytes).map_err(|source| Error::file("write", path, source))?;
    }
    Ok(folder)
}

fn class() -> Sample {
    let rows = data::CLASS.iter().map(|&(name, sex, age, height, weight)| {
        let numbers = [age, height, weight].map(Value::Number);
        let texts = [name, sex].map(Value::Text);
        texts.into_iter().chain(numbers).collect()
    });
    Sample {
        name: NAMES[0],
        label: "Student Data",
        variables: vec![
            Variable::text("Name", 8),
            Variable::text("Sex", 1),
            Variable::number("Age"),
            Variable::number("Height"),
            Variable::number("Weight"),
        ],
        rows: rows.collect(),
    }
}

fn iris() -> Sample {
    let flowers = data::IRIS.iter().flat_map(|(species, flowers)| {
        let row = |flower: &[u8; 4]| {
            let numbers = flower.map(|size| Value::Number(size.into()));
            [Value::Text(species)].into_iter().chain(numbers).collect()
        };
        flowers.iter().map(row).collect::<Vec<_>>()
    });
    let size = |name: &str, label: &str| Variable {
        label: label.to_owned(),
        ..Variable::number(name)
    };
    Sample {
        name: NAMES[1],
        label: "Fisher's Iris Data (1936)",
        variables: vec![
            Variable {
                label: "Iris Species".to_owned(),
                ..Variable::text("Species", 10)
            },
            size("SepalLength", "Sepal Length (mm)"),
            size("SepalWidth", "Sepal Width (mm)"),
            size("PetalLength", "Petal Length (mm)"),
            size("PetalWidth", "Petal Width (mm)"),
        ],
        rows: flowers.collect(),
    }
}

impl Sample {
    /// Returns the bytes of its file, which has one page.
    fn file(self) -> std::result::Result<Vec<u8>, crate::format::FormatError> {
        let schema = Schema::lay_out(self.variables)?;
        let mut front = Front::new(&NewFile {
            name: self.name,
            label: self.label,
            data_set_type: "",
            step: "DATASTEP",
            schema: &schema,
            page_size: PAGE,
            header_length: PAGE,
            created: MADE,
            compression: None,
            order: None,
        })?;
        for (index, values) in self.rows.iter().enumerate() {
            let row = front.slot_mut(index);
            for (variable, value) in schema.variables().iter().zip(values) {
                match *value {
                    Value::Text(text) => {
                        if let Some(field) = variable.text_field() {
                            field.set(row, text.as_bytes());
                        }
                    }
                    Value::Number(number) => {
                        if let Some(field) = variable.number_field(Order::Little) {
                            field.set(row, number);
                        }
                    }
                }
            }
        }
        Ok(front.finish(self.rows.len() as u64, MADE).to_vec())
    }
}
