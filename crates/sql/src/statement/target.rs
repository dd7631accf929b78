//! The data set that a statement changes, and its column definitions.

use feedrate_dataset::{DataSetName, Schema, Variable};
use feedrate_language::tree::{ColumnDefinition, DataSet, Name, TableName};
use feedrate_language::{Diagnostic, Position, nearest};
use feedrate_rows::{Fault, StepResult};
use feedrate_values::Kind;

use crate::bind::{Attributes, Binder, OutputColumn};
use crate::run::PlannedQuery;

/// The default length of a character column.
const TEXT_LENGTH: u32 = 8;

/// An existing data set that is to be changed.
pub(super) struct Target {
    pub name: DataSetName,
    pub schema: Schema,
    pub at: Position,
}

impl Target {
    /// The error for a column that it does not have.
    pub(super) fn has_no(&self, name: &Name) -> Diagnostic {
        let error = Diagnostic::error(name.at, format!("{} has no column {}", self.name, name.text));
        let variables = self.schema.variables().iter();
        match nearest(&name.text, variables.map(|own| own.name.as_str())) {
            Some(near) => error.with_hint(format!("did you mean {near}?")),
            None => error,
        }
    }

    /// Refuses to rewrite the data set if values were truncated when it was read, because they are stored nowhere else.
    pub(super) fn check_cut(&self, planned: &PlannedQuery) -> StepResult<()> {
        let own = planned.sources.iter().filter(|source| {
            let table = source.table();
            table.is_some_and(|table| *table.location().name() == self.name)
        });
        match own.map(|source| source.lost()).sum() {
            0 => Ok(()),
            lost => Err(Box::new(Fault::LostInPlace {
                name: self.name.to_string(),
                lost,
            })),
        }
    }
}

impl Binder<'_> {
    /// Returns the name of a table or view.
    pub(super) fn table_name(&self, table: &TableName) -> Result<DataSetName, Diagnostic> {
        let library = match &table.library {
            Some(library) => library.text.clone(),
            None => self.catalog.default_library(),
        };
        DataSetName::new(&library, &table.member.text)
            .map_err(|error| Diagnostic::error(table.member.at, error.to_string()))
    }

    /// Returns an existing table that is not a view.
    pub(super) fn target(&mut self, table: &TableName) -> Result<Target, Diagnostic> {
        let at = table.member.at;
        let name = self.table_name(table)?;
        let view = self.catalog.view(&name);
        if view.map_err(|why| Diagnostic::error(at, why))?.is_some() {
            return Err(
                Diagnostic::error(at, format!("{name} is a view, and only tables can be changed"))
                    .with_hint("change the table that it shows"),
            );
        }
        let facts = self.catalog.data_set(&name);
        let facts = facts.map_err(|why| Diagnostic::error(at, why))?;
        Ok(Target {
            name,
            schema: facts.schema,
            at,
        })
    }
}

/// Returns the table as an item of FROM.
pub(super) fn as_data_set(table: &TableName) -> DataSet {
    DataSet {
        library: table.library.clone(),
        member: table.member.clone(),
        is_prefix: false,
        options: Vec::new(),
    }
}

/// Returns the attributes of a definition: of a new column, or of one with the attributes `before`.
pub(super) fn attributes(definition: &ColumnDefinition, before: Option<&Attributes>) -> Result<Attributes, Diagnostic> {
    let at = definition.name.at;
    let mut attributes = match (before, definition.text) {
        (Some(before), None) => before.clone(),
        (Some(before), Some(is_text)) if is_text == (before.kind == Kind::Text) => before.clone(),
        (Some(_), Some(_)) => {
            let text = format!("{} cannot become of another type", definition.name.text);
            return Err(Diagnostic::error(at, text)
                .with_hint("add a column of that type, fill it with UPDATE, and drop this one"));
        }
        (None, Some(true)) => Attributes::new(Kind::Text, TEXT_LENGTH),
        (None, _) => Attributes::new(Kind::Number, 8),
    };
    let mut modifiers = definition.modifiers.clone();
    if let Some(length) = definition.length {
        modifiers.length.get_or_insert((length, at));
    }
    attributes.modify(&modifiers)?;
    Ok(attributes)
}

/// Returns the schema of a data set with these columns.
pub(super) fn schema_of(columns: &[OutputColumn], at: Position) -> Result<Schema, Diagnostic> {
    let variables = columns.iter().map(|own| {
        let attributes = own.attributes.clone();
        Variable {
            name: own.name.clone(),
            kind: attributes.kind,
            length: attributes.length,
            offset: 0,
            label: attributes.label,
            format: attributes.format,
            informat: attributes.informat,
        }
    });
    Schema::lay_out(variables.collect()).map_err(|error| Diagnostic::error(at, error.to_string()))
}
