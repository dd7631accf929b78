//! The rows of the dictionary tables.

use feedrate_dataset::index::Index;
use feedrate_dataset::{DataSetName, Reader, Variable};
use feedrate_language::macros::Symbols;
use feedrate_lower::Catalog;
use feedrate_values::missing::MISSING;
use feedrate_values::{Kind, Spec};

use super::table::{Cell, DICTIONARIES, Rows};

type Result = std::result::Result<Rows, String>;

/// The rows of a table that is always empty.
pub(super) fn none(_: &mut dyn Catalog, _: &Symbols) -> Result {
    Ok(Vec::new())
}

pub(super) fn tables(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
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
    let pages = header.map(|header| header.page_count as f64);
    let page_size = header.map(|header| f64::from(header.page_size));
    let file_size = header.and_then(|header| header.file_length());
    let deleted = metadata.map_or(0, |metadata| metadata.rows_deleted);
    vec![
        Cell::text(name.library()),
        Cell::text(name.member()),
        Cell::text("DATA"),
        Cell::text(reader.label()),
        Cell::text(reader.data_set_type()),
        of_header(header.map(|header| header.created)),
        of_header(header.map(|header| header.modified)),
        Cell::count(reader.rows() + deleted),
        Cell::count(schema.row_length().into()),
        Cell::count(schema.variables().len() as u64),
        Cell::text(metadata.map_or("NO", |metadata| metadata.compression.name())),
        of_header(pages),
        of_header(file_size.map(|size| size as f64)),
        of_header(page_size),
        Cell::count(deleted),
        Cell::count(reader.rows()),
    ]
}

pub(super) fn columns(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
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
fn columns_of(name: &DataSetName, reader: &Reader, index: &Index) -> Vec<Vec<Cell>> {
    let yes = |is: bool| Cell::text(if is { "yes" } else { "" });
    let mut position = 0;
    let columns = index.variables.iter().map(|variable| {
        let column = reader.schema().find(variable);
        let before = position;
        position += column.map_or(0, |column| u64::from(column.length));
        let (kind, place) = match index.is_composite() {
            true => ("COMPOSITE", Cell::count(before)),
            false => ("SIMPLE", Cell::Number(MISSING)),
        };
        vec![
            Cell::text(name.library()),
            Cell::text(name.member()),
            Cell::text("DATA"),
            Cell::text(column.map_or(variable.as_str(), |column| &column.name)),
            Cell::text(kind),
            Cell::text(&index.name),
            place,
            yes(index.no_missing),
            yes(index.unique),
        ]
    });
    columns.collect()
}

pub(super) fn members(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
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

pub(super) fn libraries(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let yes = |is: bool| Cell::text(if is { "yes" } else { "no" });
    let libraries = catalog.session().libraries.into_iter();
    let rows = libraries.map(|library| {
        vec![
            Cell::text(&library.name),
            Cell::text(&library.engine),
            Cell::text(library.path.to_string_lossy()),
            Cell::count(0),
            yes(library.is_read_only),
            yes(library.name == feedrate_dataset::library::WORK),
        ]
    });
    Ok(rows.collect())
}

pub(super) fn options(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let options = catalog.session().options.into_iter();
    let rows = options.map(|option| {
        vec![
            Cell::Text(option.name),
            Cell::Text(option.setting),
            Cell::Text(option.description),
        ]
    });
    Ok(rows.collect())
}

pub(super) fn titles(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let session = catalog.session();
    let mut rows = Vec::new();
    for (context, lines) in [("T", session.titles), ("F", session.footnotes)] {
        let numbered = (1..).zip(lines);
        rows.extend(numbered.map(|(number, line)| vec![Cell::text(context), Cell::count(number), Cell::Text(line)]));
    }
    Ok(rows)
}

pub(super) fn files(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let files = catalog.session().files.into_iter();
    let rows = files.map(|(name, path)| {
        let path = path.to_string_lossy();
        vec![Cell::Text(name), Cell::text(path), Cell::text("DISK")]
    });
    Ok(rows.collect())
}

pub(super) fn views(catalog: &mut dyn Catalog, _: &Symbols) -> Result {
    let views = catalog.views()?.into_iter();
    let rows = views.map(|view| {
        let (library, member) = (Cell::text(view.library()), Cell::text(view.member()));
        vec![library, member, Cell::text("VIEW"), Cell::text("SQLVIEW")]
    });
    Ok(rows.collect())
}

pub(super) fn dictionaries(_: &mut dyn Catalog, _: &Symbols) -> Result {
    let mut rows = Vec::new();
    for table in DICTIONARIES {
        for (number, own) in (1..).zip(table.columns) {
            rows.push(vec![
                Cell::text(table.name),
                Cell::text(own.name),
                Cell::text(if own.text.is_some() { "char" } else { "num" }),
                Cell::count(own.text.unwrap_or(8).into()),
                Cell::count(number),
                Cell::text(own.label),
                Cell::text(own.format.unwrap_or_default()),
            ]);
        }
    }
    Ok(rows)
}
