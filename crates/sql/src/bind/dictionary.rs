//! Dictionary tables: what the session knows of itself, as tables of the library DICTIONARY.
//!
//! What they tell is looked up when the statement is bound.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryViewBuilder, Float64Array, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::common::Column;
use datafusion::datasource::{MemTable, provider_as_source};
use datafusion::logical_expr::{Expr, LogicalPlanBuilder};
use feedrate_dataset::{DataSetName, Reader, Variable};
use feedrate_program::lower::Catalog;
use feedrate_program::macros::Symbols;
use feedrate_program::tree::{DataSet, Name};
use feedrate_program::{Diagnostic, Position};
use feedrate_values::missing::MISSING;
use feedrate_values::{Kind, Spec};

use super::from::From;
use super::relation::Attributes;
use super::scope::{Scope, ScopeColumn, ScopeTable};
use super::{Binder, Result, refused};

/// A column of a dictionary table.
struct Described {
    name: &'static str,
    /// The length of a text; a number has none.
    text: Option<u32>,
    label: &'static str,
    /// Its format, where it has one.
    format: Option<&'static str>,
}

const fn text(name: &'static str, length: u32, label: &'static str) -> Described {
    Described {
        name,
        text: Some(length),
        label,
        format: None,
    }
}

const fn number(name: &'static str, label: &'static str) -> Described {
    Described {
        name,
        text: None,
        label,
        format: None,
    }
}

const fn moment(name: &'static str, label: &'static str) -> Described {
    Described {
        format: Some("DATETIME18."),
        ..number(name, label)
    }
}

/// A value in a dictionary table.
enum Cell {
    Number(f64),
    Text(String),
}

impl Cell {
    fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    fn count(count: u64) -> Self {
        Self::Number(count as f64)
    }
}

type Rows = Vec<Vec<Cell>>;

/// A dictionary table: its name, what SASHELP calls it, its columns, and how its rows are had.
struct Dictionary {
    name: &'static str,
    view: &'static str,
    columns: &'static [Described],
    rows: fn(&mut dyn Catalog, &Symbols) -> std::result::Result<Rows, String>,
}

const DICTIONARIES: &[Dictionary] = &[
    Dictionary {
        name: "TABLES",
        view: "VTABLE",
        columns: &[
            text("libname", 8, "Library Name"),
            text("memname", 32, "Member Name"),
            text("memtype", 8, "Member Type"),
            text("memlabel", 256, "Data Set Label"),
            text("typemem", 8, "Data Set Type"),
            moment("crdate", "Date Created"),
            moment("modate", "Date Modified"),
            number("nobs", "Number of Physical Observations"),
            number("obslen", "Observation Length"),
            number("nvar", "Number of Variables"),
            text("compress", 8, "Compression Routine"),
            number("npage", "Number of Pages"),
            number("bufsize", "Size of Buffer"),
        ],
        rows: tables,
    },
    Dictionary {
        name: "COLUMNS",
        view: "VCOLUMN",
        columns: &[
            text("libname", 8, "Library Name"),
            text("memname", 32, "Member Name"),
            text("memtype", 8, "Member Type"),
            text("name", 32, "Column Name"),
            text("type", 4, "Column Type"),
            number("length", "Column Length"),
            number("npos", "Column Position"),
            number("varnum", "Column Number in Table"),
            text("label", 256, "Column Label"),
            text("format", 49, "Column Format"),
            text("informat", 49, "Column Informat"),
        ],
        rows: columns,
    },
    Dictionary {
        name: "MEMBERS",
        view: "VMEMBER",
        columns: &[
            text("libname", 8, "Library Name"),
            text("memname", 32, "Member Name"),
            text("memtype", 8, "Member Type"),
        ],
        rows: members,
    },
    Dictionary {
        name: "MACROS",
        view: "VMACRO",
        columns: &[
            text("scope", 32, "Macro Scope"),
            text("name", 32, "Macro Variable Name"),
            number("offset", "Offset into Macro Variable"),
            text("value", 200, "Macro Variable Value"),
        ],
        rows: macros,
    },
];

impl Binder<'_> {
    /// A dictionary table; `None` where what is named is none.
    pub(super) fn dictionary(
        &mut self,
        data_set: &DataSet,
        alias: Option<&Name>,
    ) -> Result<Option<From>> {
        let (member, at) = (&data_set.member.text, data_set.member.at);
        let library = data_set
            .library
            .as_ref()
            .map(|library| library.text.as_str());
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
        if !data_set.options.is_empty() {
            return Err(
                Diagnostic::error(at, "options cannot stand after a dictionary table")
                    .with_hint("choose rows and columns with WHERE and SELECT"),
            );
        }
        let rows = (dictionary.rows)(self.catalog, self.symbols);
        let rows = rows.map_err(|why| Diagnostic::error(at, why))?;
        self.table_of(dictionary, rows, alias, at).map(Some)
    }

    fn table_of(
        &mut self,
        dictionary: &Dictionary,
        rows: Rows,
        alias: Option<&Name>,
        at: Position,
    ) -> Result<From> {
        let mut columns = Vec::with_capacity(dictionary.columns.len());
        let mut fields = Vec::with_capacity(dictionary.columns.len() + 1);
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(fields.capacity());
        for (index, described) in dictionary.columns.iter().enumerate() {
            let cells = rows.iter().map(|row| row.get(index));
            let (of_kind, array): (_, ArrayRef) = match described.text {
                None => {
                    let numbers = cells.map(|cell| match cell {
                        Some(Cell::Number(number)) => number + 0.0,
                        _ => MISSING,
                    });
                    let numbers = Float64Array::from_iter_values(numbers);
                    (DataType::Float64, Arc::new(numbers))
                }
                Some(length) => {
                    let mut texts = BinaryViewBuilder::new();
                    for cell in cells {
                        let text = match cell {
                            Some(Cell::Text(text)) => text.as_bytes(),
                            _ => b"",
                        };
                        let text = &text[..text.len().min(length as usize)];
                        texts.append_value(feedrate_values::value::trim(text));
                    }
                    (DataType::BinaryView, Arc::new(texts.finish()))
                }
            };
            let id = self.id();
            fields.push(Field::new(&id, of_kind, false));
            arrays.push(array);
            columns.push(ScopeColumn {
                name: described.name.to_owned(),
                id,
                attributes: Attributes {
                    kind: match described.text {
                        Some(_) => Kind::Text,
                        None => Kind::Number,
                    },
                    length: described.text.unwrap_or(8),
                    label: described.label.to_owned(),
                    format: described.format.and_then(|format| format.parse().ok()),
                    informat: None,
                },
                is_hidden: false,
            });
        }
        let (row_id, name) = (self.id(), self.id());
        fields.push(Field::new(&row_id, DataType::UInt64, false));
        let numbers = UInt64Array::from_iter_values(1..=rows.len() as u64);
        arrays.push(Arc::new(numbers));
        let all: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
        let schema = Arc::new(Schema::new(fields));
        let plan = RecordBatch::try_new(Arc::clone(&schema), arrays)
            .map_err(Into::into)
            .and_then(|batch| MemTable::try_new(schema, vec![vec![batch]]))
            .and_then(|table| {
                let source = provider_as_source(Arc::new(table));
                LogicalPlanBuilder::scan(name.as_str(), source, None)
            })
            .and_then(|plan| {
                plan.project(
                    all.iter()
                        .map(|id| Expr::Column(Column::new(Some(name.as_str()), id)).alias(id)),
                )
            })
            .and_then(LogicalPlanBuilder::build)
            .map_err(refused(at))?;
        let table = ScopeTable {
            name: Some(match alias {
                Some(alias) => alias.text.clone(),
                None => dictionary.name.to_owned(),
            }),
            whole_name: alias
                .is_none()
                .then(|| format!("DICTIONARY.{}", dictionary.name)),
            columns,
            row_id: Some(row_id),
        };
        Ok(From {
            plan,
            scope: Scope {
                tables: vec![table],
            },
        })
    }
}

fn unknown(member: &str, at: Position) -> Diagnostic {
    let names: Vec<_> = DICTIONARIES.iter().map(|table| table.name).collect();
    Diagnostic::error(
        at,
        format!(
            "DICTIONARY.{} is not supported",
            member.to_ascii_uppercase()
        ),
    )
    .with_hint(format!("there are {}", names.join(", ")))
}

fn tables(catalog: &mut dyn Catalog, _: &Symbols) -> std::result::Result<Rows, String> {
    let mut rows = Vec::new();
    catalog.show_data_sets(&mut |name, reader| rows.push(table(name, reader)))?;
    for view in catalog.views()? {
        rows.push(vec![
            Cell::text(view.library()),
            Cell::text(view.member()),
            Cell::text("VIEW"),
        ]);
    }
    Ok(rows)
}

fn table(name: &DataSetName, reader: &Reader) -> Vec<Cell> {
    let metadata = reader.metadata();
    let header = metadata.map(|metadata| &metadata.header);
    let of_header = |value: Option<f64>| Cell::Number(value.unwrap_or(MISSING));
    let schema = reader.schema();
    vec![
        Cell::text(name.library()),
        Cell::text(name.member()),
        Cell::text("DATA"),
        Cell::text(reader.label()),
        Cell::text(reader.data_set_type()),
        of_header(header.map(|header| header.created)),
        of_header(header.map(|header| header.modified)),
        Cell::count(reader.rows()),
        Cell::count(schema.row_length().into()),
        Cell::count(schema.variables().len() as u64),
        Cell::text(metadata.map_or("NO", |metadata| metadata.compression.name())),
        of_header(header.map(|header| header.page_count as f64)),
        of_header(header.map(|header| header.page_size.into())),
    ]
}

fn columns(catalog: &mut dyn Catalog, _: &Symbols) -> std::result::Result<Rows, String> {
    let mut rows = Vec::new();
    catalog.show_data_sets(&mut |name, reader| {
        let variables = reader.schema().variables().iter().enumerate();
        rows.extend(variables.map(|(index, variable)| column(name, index, variable)));
    })?;
    Ok(rows)
}

fn column(name: &DataSetName, index: usize, variable: &Variable) -> Vec<Cell> {
    let spec = |spec: &Option<Spec>| {
        let text = spec.as_ref().map(Spec::to_string);
        Cell::Text(text.unwrap_or_default())
    };
    vec![
        Cell::text(name.library()),
        Cell::text(name.member()),
        Cell::text("DATA"),
        Cell::text(&variable.name),
        Cell::text(match variable.kind {
            Kind::Number => "num",
            Kind::Text => "char",
        }),
        Cell::count(variable.length.into()),
        Cell::count(variable.offset.into()),
        Cell::count(index as u64 + 1),
        Cell::text(&variable.label),
        spec(&variable.format),
        spec(&variable.informat),
    ]
}

fn members(catalog: &mut dyn Catalog, _: &Symbols) -> std::result::Result<Rows, String> {
    let mut rows: Rows = Vec::new();
    let mut add = |name: &DataSetName, of_type| {
        rows.push(vec![
            Cell::text(name.library()),
            Cell::text(name.member()),
            Cell::text(of_type),
        ]);
    };
    catalog.show_data_sets(&mut |name, _| add(name, "DATA"))?;
    for view in catalog.views()? {
        add(&view, "VIEW");
    }
    Ok(rows)
}

fn macros(_: &mut dyn Catalog, symbols: &Symbols) -> std::result::Result<Rows, String> {
    /// The bytes of a value that one row holds.
    const WIDTH: usize = 200;
    let mut rows = Vec::new();
    for (scope, name, value) in symbols.all() {
        let mut offset = 0;
        loop {
            let rest = &value[offset..];
            let mut end = rest.len().min(WIDTH);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            rows.push(vec![
                Cell::text(scope),
                Cell::text(name.as_str()),
                Cell::count(offset as u64),
                Cell::text(&rest[..end]),
            ]);
            offset += end;
            if offset >= value.len() {
                break;
            }
        }
    }
    Ok(rows)
}
