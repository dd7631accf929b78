//! DROP TABLE.

use feedrate_dataset::DataSetName;
use feedrate_program::Diagnostic;
use feedrate_program::tree::TableName;
use feedrate_steps::data::Faulted;
use feedrate_steps::environment::{Environment, Severity};

use super::{Action, Done};
use crate::bind::Binder;
use crate::options::SqlOptions;

/// Tables that are to go.
pub(super) struct DropTables(Vec<DataSetName>);

impl Binder<'_> {
    pub(super) fn bind_drop(&self, tables: &[TableName]) -> Result<DropTables, Diagnostic> {
        let names = tables.iter().map(|table| self.table_name(table));
        Ok(DropTables(names.collect::<Result<_, _>>()?))
    }
}

impl Action for DropTables {
    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> Done {
        for name in &self.0 {
            if let Err(fault) = drop_one(name, environment) {
                return Done::failed(fault, environment);
            }
        }
        Done::default()
    }
}

fn drop_one(name: &DataSetName, environment: &mut Environment<'_>) -> Faulted<()> {
    if environment.libraries.exists(name)? {
        environment.libraries.delete(name)?;
        let text = format!("Table {name} has been dropped.");
        environment.log.message(Severity::Note, &text);
        return Ok(());
    }
    let why = match environment.libraries.view(name)? {
        Some(_) => format!("{name} is a view, which DROP VIEW removes."),
        None => format!("File {name}.DATA does not exist."),
    };
    let mut warn = |text: &str| environment.log.message(Severity::Warning, text);
    warn(&why);
    warn(&format!("Table {name} has not been dropped."));
    Ok(())
}
