//! Tests of reading and writing, on files created here.

mod damage;
mod extension;
mod foreign;
mod foreign_file;
mod layout;
mod packed;
mod placement;
mod round_trip;

use feedrate_values::Spec;

use super::*;
use crate::schema::{Schema, Variable};

/// The rows of a data set, in their order.
type Rows = Vec<Vec<u8>>;

/// Returns all bytes of a file with these rows.
fn write(file: &NewFile<'_>, rows: &[Vec<u8>]) -> Vec<u8> {
    let mut front = Front::new(file).unwrap();
    let (first, rest) = rows.split_at(rows.len().min(front.slots()));
    for (index, row) in first.iter().enumerate() {
        front.slot_mut(index).copy_from_slice(row);
    }
    let slots = front.row_pages().slots();
    let mut pages = Vec::new();
    for (number, part) in (front.pages()..).zip(rest.chunks(slots.count)) {
        // Bytes of the previous page must not remain on it.
        let mut page = vec![0xEE; front.page_size()];
        for (index, row) in part.iter().enumerate() {
            slots.of(&mut page, index).copy_from_slice(row);
        }
        front.row_pages().seal(&mut page, number, part.len());
        pages.extend(page);
    }
    let mut bytes = front.finish(rows.len() as u64, file.created).to_vec();
    assert_eq!(bytes.len(), front.length());
    bytes.extend(pages);
    bytes
}

/// Reads the metadata of a file.
fn describe(bytes: &[u8]) -> Result<Metadata, FormatError> {
    let header = Header::parse(bytes)?;
    let mut collector = Collector::new(header.clone(), bytes.len() as u64)?;
    while let Some(number) = collector.wants() {
        collector.take(page(&header, bytes, number))?;
    }
    collector.finish()
}

fn page<'a>(header: &Header, bytes: &'a [u8], number: u64) -> &'a [u8] {
    let size = header.page_size as usize;
    let start = header.header_length as usize + number as usize * size;
    &bytes[start..start + size]
}

/// Reads the metadata of a file, and its rows that are not deleted, converted.
fn read(bytes: &[u8]) -> Result<(Metadata, Rows), FormatError> {
    let metadata = describe(bytes)?;
    let mut converter = Converter::new(&metadata, None);
    let (mut unpacked, mut converted) = (Vec::new(), Vec::new());
    let mut rows = Vec::new();
    let mut before = 0;
    for number in metadata.first_page_with_rows..metadata.header.page_count {
        let page = page(&metadata.header, bytes, number);
        let mut on_page = metadata.page_rows(number, page, before)?;
        before += on_page.stored() as u64;
        while let Some(mut block) = on_page.next_block(page, &mut unpacked)? {
            if let Some(converter) = &mut converter {
                block = converter.convert(block, before, &mut converted)?;
            }
            rows.extend(block.rows().map(<[u8]>::to_vec));
        }
    }
    Ok((metadata, rows))
}

fn new_file<'a>(schema: &'a Schema, page_size: u32) -> NewFile<'a> {
    NewFile {
        name: "CLASS",
        label: "Pupils",
        data_set_type: "",
        step: "DATASTEP",
        schema,
        page_size,
        header_length: page_size,
        created: 2_110_000_000.5,
        compression: None,
        order: None,
    }
}

/// Returns variables of every kind.
fn class() -> Schema {
    let spec = |text: &str| text.parse::<Spec>().ok();
    Schema::lay_out(vec![
        Variable {
            label: "First name".into(),
            format: spec("$CHAR8."),
            ..Variable::text("Name", 8)
        },
        Variable {
            format: spec("DATE9."),
            informat: spec("ANYDTDTE."),
            ..Variable::number("Born")
        },
        Variable {
            length: 3,
            format: spec("5.1"),
            ..Variable::number("a_longer_name")
        },
        Variable::text("Sex", 1),
    ])
    .unwrap()
}

/// Returns row number `number` of [`class`].
fn pupil(schema: &Schema, number: usize) -> Vec<u8> {
    let mut row = vec![0; schema.row_length() as usize];
    for (index, variable) in schema.variables().iter().enumerate() {
        if let Some(field) = variable.number_field(Order::Little) {
            field.set(&mut row, (number * 10 + index) as f64);
        }
        if let Some(field) = variable.text_field() {
            field.set(&mut row, format!("{index}{number}").as_bytes());
        }
    }
    row
}
