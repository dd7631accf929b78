//! Dictionary tables: facts about the session as tables of the library DICTIONARY.
//!
//! Their rows are collected when the statement is bound.

mod rows;
mod table;

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, BinaryViewArray, Float64Array, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::datasource::{MemTable, provider_as_source};
use feedrate_dataset::DataSetName;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_values::Kind;
use feedrate_values::missing::MISSING;
use feedrate_values::value::trim;

use self::rows::{Cell, Rows};
use self::table::{DICTIONARIES, Dictionary, DictionaryColumn, VIEWS};
use super::from::From;
use super::relation::Attributes;
use super::scope::{ScopeColumn, ScopeTable};
use super::{Binder, Result, refused};

/// The library of dictionary tables.
const LIBRARY: &str = "DICTIONARY";

/// Returns the statement that creates the view of SASHELP on a dictionary table; `None` for another name.
pub fn dictionary_view(name: &DataSetName) -> Option<String> {
    if name.library() != "SASHELP" {
        return None;
    }
    let of_table = DICTIONARIES.iter().find(|table| table.view == name.member());
    let query = match of_table {
        Some(table) => format!("select * from {LIBRARY}.{}", table.name),
        None => VIEWS.iter().find(|(view, _)| *view == name.member())?.1.to_owned(),
    };
    Some(format!("create view {name} as {query}"))
}

/// Returns the columns of a dictionary table as CREATE TABLE defines them; `None` for another library.
pub(crate) fn described(library: &str, member: &Name) -> Result<Option<(&'static str, Vec<String>)>> {
    if !library.eq_ignore_ascii_case(LIBRARY) {
        return Ok(None);
    }
    let table = DICTIONARIES
        .iter()
        .find(|table| member.text.eq_ignore_ascii_case(table.name));
    let table = table.ok_or_else(|| unknown(&member.text, member.at))?;
    let columns = table.columns.iter().map(|own| {
        let of_type = match own.text {
            Some(length) => format!("char({length})"),
            None => "num".to_owned(),
        };
        let format = own.format.map(|format| format!(" format={format}"));
        let format = format.unwrap_or_default();
        format!("{} {of_type}{format} label='{}'", own.name, own.label)
    });
    Ok(Some((table.name, columns.collect())))
}

impl Binder<'_> {
    /// Binds a dictionary table; `None` if the name is not that of one.
    pub(super) fn dictionary(&mut self, data_set: &DataSet, alias: Option<&Name>) -> Result<Option<From>> {
        let (member, at) = (&data_set.member.text, data_set.member.at);
        let library = data_set.library.as_ref().map(|library| library.text.as_str());
        let is_of = |name: &str| library.is_some_and(|library| library.eq_ignore_ascii_case(name));
        let is_called = |name: &str| member.eq_ignore_ascii_case(name);
        let found = if is_of("dictionary") {
            let found = DICTIONARIES.iter().find(|table| is_called(table.name));
            Some(found.ok_or_else(|| unknown(member, at))?)
        } else if is_of("sashelp") {
            DICTIONARIES.iter().find(|table| is_called(table.view))
        } else {
            None
        };
        let Some(dictionary) = found else {
            return Ok(None);
        };
        let rows = (dictionary.rows)(self.catalog, self.symbols);
        let rows = rows.map_err(|why| Diagnostic::error(at, why))?;
        self.table_of(dictionary, rows, alias, at).map(Some)
    }

    fn table_of(&mut self, dictionary: &Dictionary, rows: Rows, alias: Option<&Name>, at: Position) -> Result<From> {
        let mut columns = Vec::with_capacity(dictionary.columns.len());
        let mut fields = Vec::with_capacity(dictionary.columns.len() + 1);
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(fields.capacity());
        for (index, described) in dictionary.columns.iter().enumerate() {
            let array = described.array(rows.iter().map(|row| row.get(index)));
            let id = self.id();
            fields.push(Field::new(&id, array.data_type().clone(), false));
            arrays.push(array);
            columns.push(ScopeColumn::new(described.name, id, described.attributes()));
        }
        let row_id = self.id();
        fields.push(Field::new(&row_id, DataType::UInt64, false));
        let numbers = UInt64Array::from_iter_values(1..=rows.len() as u64);
        arrays.push(Arc::new(numbers));
        let all = fields.iter().map(|field| field.name().clone()).collect();
        let schema = Arc::new(Schema::new(fields));
        let plan = RecordBatch::try_new(Arc::clone(&schema), arrays)
            .map_err(Into::into)
            .and_then(|batch| MemTable::try_new(schema, vec![vec![batch]]))
            .and_then(|table| self.scanned(provider_as_source(Arc::new(table)), all))
            .map_err(refused(at))?;
        let table = ScopeTable {
            name: Some(alias.map_or(dictionary.name, |alias| &alias.text).to_owned()),
            whole_name: alias.is_none().then(|| format!("DICTIONARY.{}", dictionary.name)),
            columns,
            order: vec![(row_id, false)],
            row_id: None,
            is_joined: false,
        };
        Ok(From::of_table(plan, table))
    }
}

impl DictionaryColumn {
    fn attributes(&self) -> Attributes {
        Attributes {
            label: self.label.to_owned(),
            format: self.format.and_then(|format| format.parse().ok()),
            ..match self.text {
                Some(length) => Attributes::new(Kind::Text, length),
                None => Attributes::new(Kind::Number, 8),
            }
        }
    }

    /// Returns the values of the column.
    fn array<'c>(&self, cells: impl Iterator<Item = Option<&'c Cell>>) -> ArrayRef {
        let Some(length) = self.text else {
            let numbers = cells.map(|cell| match cell {
                Some(Cell::Number(number)) => number + 0.0,
                _ => MISSING,
            });
            return Arc::new(Float64Array::from_iter_values(numbers));
        };
        let texts = cells.map(|cell| {
            let text = match cell {
                Some(Cell::Text(text)) => text.as_bytes(),
                _ => b"",
            };
            trim(&text[..text.len().min(length as usize)])
        });
        Arc::new(BinaryViewArray::from_iter_values(texts))
    }
}

fn unknown(member: &str, at: Position) -> Diagnostic {
    let names: Vec<_> = DICTIONARIES.iter().map(|table| table.name).collect();
    Diagnostic::error(
        at,
        format!("DICTIONARY.{} is not supported", member.to_ascii_uppercase()),
    )
    .with_hint(format!("there are {}", names.join(", ")))
}
