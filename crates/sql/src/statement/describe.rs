//! DESCRIBE TABLE and DESCRIBE VIEW: logs the statement that would create the table or view.

use feedrate_dataset::format::Compression;
use feedrate_dataset::index::Index;
use feedrate_dataset::{DataSetName, Reader, RequestedSettings, Variable};
use feedrate_language::parse::{is_stored_step, sql};
use feedrate_language::tree::{SqlStatementKind, TableName};
use feedrate_language::{Diagnostic, Position};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_values::Kind;

use super::action::{Action, StatementOutcome};
use crate::bind::{Binder, described};
use crate::options::SqlOptions;

/// The tables to describe.
pub(super) struct Describe(Vec<DescribedTable>);

/// A table to describe.
enum DescribedTable {
    /// A data set.
    DataSet(DataSetName),
    /// A dictionary table, and its column definitions.
    Dictionary(String, Vec<String>),
}

/// The views to describe, each with its definition.
pub(super) struct DescribeViews(Vec<(String, String)>);

impl Binder<'_> {
    pub(super) fn bind_describe(&mut self, tables: &[TableName]) -> Result<Describe, Diagnostic> {
        let mut names = Vec::with_capacity(tables.len());
        for table in tables {
            if let Some(library) = &table.library
                && let Some((name, columns)) = described(&library.text, &table.member)?
            {
                let name = format!("DICTIONARY.{name}");
                names.push(DescribedTable::Dictionary(name, columns));
                continue;
            }
            let (name, at) = (self.table_name(table)?, table.member.at);
            if self.statement_of(&name, at)?.is_some() {
                return Err(Diagnostic::error(at, format!("{name} is a view")).with_hint("DESCRIBE VIEW describes it"));
            }
            let facts = self.catalog.data_set(&name);
            facts.map_err(|why| Diagnostic::error(at, why))?;
            names.push(DescribedTable::DataSet(name));
        }
        Ok(Describe(names))
    }

    pub(super) fn bind_describe_views(&mut self, views: &[TableName]) -> Result<DescribeViews, Diagnostic> {
        let mut queries = Vec::with_capacity(views.len());
        for view in views {
            let (name, at) = (self.table_name(view)?, view.member.at);
            let Some(statement) = self.statement_of(&name, at)? else {
                let text = format!("File {name}.VIEW does not exist.");
                return Err(Diagnostic::error(at, text));
            };
            if is_stored_step(&statement) {
                queries.push((format!("DATA step view {name}"), statement));
            } else if let SqlStatementKind::CreateView { text, .. } = sql::view(&statement, at)?.kind {
                queries.push((format!("SQL view {name}"), format!("        {text};")));
            }
        }
        Ok(DescribeViews(queries))
    }

    fn statement_of(&mut self, name: &DataSetName, at: Position) -> Result<Option<String>, Diagnostic> {
        let statement = self.catalog.view(name);
        statement.map_err(|why| Diagnostic::error(at, why))
    }
}

impl Action for Describe {
    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        for described in &self.0 {
            let (name, lines) = match described {
                DescribedTable::Dictionary(name, columns) => {
                    (name.clone(), lines(&format!("create table {name}"), columns))
                }
                DescribedTable::DataSet(name) => {
                    match environment.libraries.open(name, &RequestedSettings::default()) {
                        Ok(reader) => (name.to_string(), table(name, &reader)),
                        Err(error) => return StatementOutcome::failed(error.into(), environment),
                    }
                }
            };
            let text = format!("SQL table {name} was created like:");
            environment.log.message(Severity::Note, &text);
            environment.log.line(b"");
            for line in lines {
                environment.log.line(line.as_bytes());
            }
        }
        StatementOutcome::default()
    }
}

impl Action for DescribeViews {
    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        for (view, definition) in &self.0 {
            let text = format!("{view} is defined as:");
            environment.log.message(Severity::Note, &text);
            environment.log.line(b"");
            for line in definition.lines() {
                environment.log.line(line.as_bytes());
            }
            environment.log.line(b"");
        }
        StatementOutcome::default()
    }
}

/// Returns the lines of the statement that would create a table.
fn table(name: &DataSetName, reader: &Reader) -> Vec<String> {
    let mut options = Vec::new();
    if !reader.label().is_empty() {
        options.push(format!("label={}", quoted(reader.label())));
    }
    if let Some(metadata) = reader.metadata() {
        if metadata.compression != Compression::None {
            options.push(format!("compress={}", metadata.compression.name()));
        }
        options.push(format!("bufsize={}", metadata.header.page_size));
    }
    let first = match options.is_empty() {
        true => format!("create table {name}"),
        false => format!("create table {name}( {} )", options.join(" ")),
    };
    let columns: Vec<String> = reader.schema().variables().iter().map(column).collect();
    let mut lines = lines(&first, &columns);
    let indexes = reader.index_facts().unwrap_or_default().indexes;
    let end = lines.len() - 1;
    lines.splice(end..end, indexes.iter().map(|it| index(name, reader, it)));
    lines
}

/// Returns the statement that would make an index.
fn index(table: &DataSetName, reader: &Reader, index: &Index) -> String {
    let unique = if index.unique { "unique " } else { "" };
    let columns = index.variables.iter().map(|name| {
        let column = reader.schema().find(name);
        column.map_or(name.as_str(), |column| &column.name)
    });
    let columns: Vec<&str> = columns.collect();
    let (name, columns) = (&index.name, columns.join(", "));
    format!("create {unique}index {name} on {table}({columns});")
}

/// Returns the lines of a statement with column definitions.
fn lines(first: &str, columns: &[String]) -> Vec<String> {
    let mut lines = vec![first.to_owned(), "  (".to_owned()];
    for (index, column) in columns.iter().enumerate() {
        let after = if index + 1 == columns.len() { "" } else { "," };
        lines.push(format!("   {column}{after}"));
    }
    lines.push("  );".to_owned());
    lines.push(String::new());
    lines
}

fn column(variable: &Variable) -> String {
    let mut text = match variable.kind {
        Kind::Number => format!("{} num", variable.name),
        Kind::Text => format!("{} char({})", variable.name, variable.length),
    };
    if variable.kind == Kind::Number && variable.length != 8 {
        text.push_str(&format!(" length={}", variable.length));
    }
    if let Some(format) = &variable.format {
        text.push_str(&format!(" format={format}"));
    }
    if let Some(informat) = &variable.informat {
        text.push_str(&format!(" informat={informat}"));
    }
    if !variable.label.is_empty() {
        text.push_str(&format!(" label={}", quoted(&variable.label)));
    }
    text
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}
