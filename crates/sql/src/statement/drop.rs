//! DROP TABLE and DROP VIEW.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::tree::TableName;
use feedrate_rows::StepResult;
use feedrate_rows::environment::{Environment, Severity};

use super::action::{Action, StatementOutcome};
use crate::bind::Binder;
use crate::options::SqlOptions;

/// The tables or views to remove, and the function that removes one.
pub(super) struct DropMembers {
    names: Vec<DataSetName>,
    drop_one: fn(&DataSetName, &mut Environment<'_>) -> StepResult<()>,
}

impl Binder<'_> {
    pub(super) fn bind_drop_tables(&self, tables: &[TableName]) -> Result<DropMembers, Diagnostic> {
        self.drop(tables, drop_table)
    }

    pub(super) fn bind_drop_views(&self, views: &[TableName]) -> Result<DropMembers, Diagnostic> {
        self.drop(views, drop_view)
    }

    fn drop(
        &self,
        members: &[TableName],
        drop_one: fn(&DataSetName, &mut Environment<'_>) -> StepResult<()>,
    ) -> Result<DropMembers, Diagnostic> {
        let names = members.iter().map(|member| self.table_name(member));
        Ok(DropMembers {
            names: names.collect::<Result<_, _>>()?,
            drop_one,
        })
    }
}

impl Action for DropMembers {
    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        for name in &self.names {
            if let Err(fault) = (self.drop_one)(name, environment) {
                return StatementOutcome::failed(fault, environment);
            }
        }
        StatementOutcome::default()
    }
}

fn drop_table(name: &DataSetName, environment: &mut Environment<'_>) -> StepResult<()> {
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

fn drop_view(name: &DataSetName, environment: &mut Environment<'_>) -> StepResult<()> {
    if environment.libraries.delete_view(name)? {
        let text = format!("View {name} has been dropped.");
        environment.log.message(Severity::Note, &text);
        return Ok(());
    }
    let mut warn = |text: &str| environment.log.message(Severity::Warning, text);
    warn(&format!("File {name}.VIEW does not exist."));
    warn(&format!("View {name} has not been dropped."));
    Ok(())
}
