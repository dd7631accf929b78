//! CREATE VIEW.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{Name, Query, TableName};
use feedrate_rows::environment::{Environment, Severity};

use super::action::{Action, StatementOutcome};
use crate::bind::Binder;
use crate::options::SqlOptions;

/// A view to be created.
pub(super) struct CreateView {
    name: DataSetName,
    statement: String,
}

impl Binder<'_> {
    pub(super) fn bind_create_view(
        &mut self,
        view: &TableName,
        columns: &[Name],
        query: &Query,
        text: &str,
    ) -> Result<CreateView, Diagnostic> {
        let at = view.member.at;
        let name = self.table_name(view)?;
        let wrong = |why| Diagnostic::error(at, why);
        // A view replaces only another view of the same name.
        let is_new = self.catalog.view(&name).map_err(wrong)?.is_none();
        if is_new {
            self.catalog.check_output(&name).map_err(wrong)?;
        }
        // Errors in the query are reported now rather than when the view is read.
        let relation = self.query_of_view(&name, query, at)?;
        if !columns.is_empty() && columns.len() != relation.columns.len() {
            return Err(wrong(format!(
                "{} names are given to the {} columns of the query",
                columns.len(),
                relation.columns.len()
            )));
        }
        if is_new && self.catalog.data_set(&name).is_ok() {
            return Err(wrong(format!("{name} is a table")).with_hint("DROP TABLE removes it"));
        }
        let names: Vec<&str> = columns.iter().map(|name| name.text.as_str()).collect();
        let names = match names.is_empty() {
            true => String::new(),
            false => format!("({})", names.join(", ")),
        };
        Ok(CreateView {
            statement: format!("create view {name}{names} as {text}"),
            name,
        })
    }
}

impl Action for CreateView {
    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let name = &self.name;
        if let Err(error) = environment.libraries.create_view(name, &self.statement) {
            return StatementOutcome::failed(error.into(), environment);
        }
        let text = format!("SQL view {name} has been defined.");
        environment.log.message(Severity::Note, &text);
        StatementOutcome::default()
    }
}
