//! The rows of the dictionary tables.

use feedrate_dataset::index::Index;
use feedrate_dataset::{DataSetName, Reader, Variable};
use feedrate_language::macros::Symbols;
use feedrate_lower::Catalog;
use feedrate_values::missing::MISSING;
use feedrate_values::{Kind, Spec};

/// A value in a dictionary table.
pub(super) enum Cell {
    Number(f64),
    Text(String),
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Number(count as f64)
    }
}

impl From<u32> for Cell {
    fn from(count: u32) -> Self {
        Self::Number(count.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Makes a row of values that can be cells.
macro_rules! row {
    ($($cell:expr),+ $(,)?) => { vec![$(Cell::from($cell)),+] };
}
pub(super) use row;

/// The rows of a dictionary table.
pub(super) type Rows = Vec<Vec<Cell>>;

type Result = std::result::Result<Rows, String>;

/// The rows of a table that is always empty.
pub(super) fn none(_: &mut dyn Catalog, _: &Symbols) -> Result {
    Ok(Vec::new())
}

pub(super) fn tables(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let mut rows = Vec::new();
    catalog.show_data_sets(&mut |name, reader| rows.push(table(name, reader)))?;
    rows.extend(catalog.views()?.iter().map(|view| member(view, "VIEW")));
    Ok(rows)
}

/// Returns the first columns of the tables about members.
fn member(name: &DataSetName, of_type: &str) -> Vec<Cell> {
    row![name.library(), name.member(), of_type]
}

fn table(name: &DataSetName, reader: &Reader) -> Vec<Cell> {
    let metadata = reader.metadata();
    let header = metadata.map(|metadata| &metadata.header);
    let known = |value: Option<f64>| value.unwrap_or(MISSING);
    let file_size = header.and_then(|header| header.file_length());
    let schema = reader.schema();
    let deleted = metadata.map_or(0, |metadata| metadata.rows_deleted);
    let mut row = member(name, "DATA");
    row.extend(row![
        reader.label(),
        reader.data_set_type(),
        known(header.map(|header| header.created)),
        known(header.map(|header| header.modified)),
        reader.rows() + deleted,
        schema.row_length(),
        schema.variables().len() as u64,
        metadata.map_or("NO", |metadata| metadata.compression.name()),
        known(header.map(|header| header.page_count as f64)),
        known(file_size.map(|size| size as f64)),
        known(header.map(|header| header.page_size.into())),
        deleted,
        reader.rows(),
    ]);
    row
}

pub(super) fn columns(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let mut rows = Vec::new();
    catalog.show_data_sets(&mut |name, reader| {
        let variables = (1_u64..).zip(reader.schema().variables());
        rows.extend(variables.map(|(number, variable)| column(name, number, variable)));
    })?;
    Ok(rows)
}

fn column(name: &DataSetName, number: u64, variable: &Variable) -> Vec<Cell> {
    let spec = |spec: &Option<Spec>| spec.as_ref().map(Spec::to_string).unwrap_or_default();
    let kind = match variable.kind {
        Kind::Number => "num",
        Kind::Text => "char",
    };
    let mut row = member(name, "DATA");
    row.extend(row![
        variable.name.as_str(),
        kind,
        variable.length,
        variable.offset,
        number,
        variable.label.as_str(),
        spec(&variable.format),
        spec(&variable.informat),
    ]);
    row
}

/// The indexes of data sets, except those that are not of their observations.
pub(super) fn indexes(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let mut rows = Vec::new();
    catalog.show_data_sets(&mut |name, reader| {
        let facts = reader.index_facts().unwrap_or_default();
        for index in &facts.indexes {
            rows.extend(columns_of(name, reader, index));
        }
    })?;
    Ok(rows)
}

/// Returns a row for each column of an index.
fn columns_of(name: &DataSetName, reader: &Reader, index: &Index) -> Rows {
    let yes = |is: bool| if is { "yes" } else { "" };
    let mut position = 0;
    let columns = index.variables.iter().map(|variable| {
        let column = reader.schema().find(variable);
        let before = position;
        position += column.map_or(0, |column| u64::from(column.length));
        let (kind, place) = match index.is_composite() {
            true => ("COMPOSITE", before as f64),
            false => ("SIMPLE", MISSING),
        };
        let column = column.map_or(variable.as_str(), |column| &column.name);
        let (no_missing, unique) = (yes(index.no_missing), yes(index.unique));
        let mut row = member(name, "DATA");
        row.extend(row![column, kind, index.name.as_str(), place, no_missing, unique]);
        row
    });
    columns.collect()
}

pub(super) fn members(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let mut rows: Rows = Vec::new();
    catalog.show_data_sets(&mut |name, _| rows.push(member(name, "DATA")))?;
    rows.extend(catalog.views()?.iter().map(|view| member(view, "VIEW")));
    Ok(rows)
}

pub(super) fn macros(_: &mut dyn Catalog, symbols: &Symbols) -> Result {
    /// The bytes of a macro variable's value in one row.
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
            rows.push(row![scope, name.as_str(), offset as u64, &rest[..end]]);
            offset += end;
            if offset >= value.len() {
                break;
            }
        }
    }
    Ok(rows)
}

pub(super) fn libraries(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let libraries = catalog.session().libraries.into_iter();
    let rows = libraries.map(|library| {
        let is_read_only = yes(library.is_read_only);
        let is_work = yes(library.name == feedrate_dataset::library::WORK);
        let path = library.path.to_string_lossy().into_owned();
        row![library.name, library.engine, path, 0_u64, is_read_only, is_work]
    });
    Ok(rows.collect())
}

pub(super) fn options(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let options = catalog.session().options.into_iter();
    let rows = options.map(|option| row![option.name, option.setting, option.description]);
    Ok(rows.collect())
}

pub(super) fn titles(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let session = catalog.session();
    let mut rows = Vec::new();
    for (context, lines) in [("T", session.titles), ("F", session.footnotes)] {
        rows.extend((1_u64..).zip(lines).map(|(number, line)| row![context, number, line]));
    }
    Ok(rows)
}

pub(super) fn files(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let files = catalog.session().files.into_iter();
    let rows = files.map(|(name, path)| row![name, path.to_string_lossy().into_owned(), "DISK"]);
    Ok(rows.collect())
}

pub(super) fn views(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let views = catalog.views()?.into_iter();
    let rows = views.map(|view| row![view.library(), view.member(), "VIEW", "SQLVIEW"]);
    Ok(rows.collect())
}
