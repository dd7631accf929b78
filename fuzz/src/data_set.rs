//! Any bytes, read as a `.sas7bdat` file.

use feedrate_dataset::format::{Collector, Converter, FormatError, Header, Metadata};
use feedrate_dataset::settings::CharacterExpansion;

/// A byte of a compressed row gives at most this many of the row.
const MOST_OF_A_BYTE: usize = 2056;

/// A row that is given room for its text has at most so many times as many bytes.
const MOST_ROOM: usize = 8;

/// Reads all rows of a data set.
pub fn data_set(bytes: &[u8]) {
    let Ok(metadata) = describe(bytes) else {
        return;
    };
    let (mut rows, mut row_bytes) = (0, 0);
    // Rows up to an error count too.
    let _ = each_row(bytes, &metadata, |row| {
        rows += 1;
        row_bytes += row.len();
    });
    assert!(rows <= metadata.rows_stored);
    assert!(row_bytes <= bytes.len().saturating_mul(MOST_OF_A_BYTE * MOST_ROOM));
    directory(bytes, &metadata);
}

/// Reads the directory of pages and finds rows by it.
fn directory(bytes: &[u8], metadata: &Metadata) {
    let Some(mut collector) = metadata.directory() else {
        return;
    };
    let mut pages = 0;
    while let Some(number) = collector.wants() {
        collector.take(metadata, page(&metadata.header, bytes, number));
        pages += 1;
    }
    assert!(pages <= metadata.header.page_count);
    let Some(directory) = collector.finish() else {
        return;
    };
    let rows = directory.rows();
    assert_eq!(rows, metadata.rows_stored);
    assert!(directory.pages().end <= metadata.header.page_count);
    for row in [0, 1, rows / 2, rows.saturating_sub(1), rows, u64::MAX] {
        let place = directory.page_of_row(row);
        assert_eq!(place.is_some(), row < rows);
        if let Some((page, index)) = place {
            assert_eq!(directory.rows_before(page) + index, row);
            assert!(index < directory.rows_on(page));
        }
    }
}

fn describe(bytes: &[u8]) -> Result<Metadata, FormatError> {
    let header = Header::parse(bytes)?;
    let mut collector = Collector::new(header.clone(), bytes.len() as u64)?;
    while let Some(number) = collector.wants() {
        collector.take(page(&header, bytes, number))?;
    }
    collector.finish()
}

/// A page, which the file has: its length was held against the number of its pages before.
fn page<'a>(header: &Header, bytes: &'a [u8], number: u64) -> &'a [u8] {
    let size = header.page_size as usize;
    let start = header.header_length as usize + number as usize * size;
    &bytes[start..start + size]
}

fn each_row(bytes: &[u8], metadata: &Metadata, mut take: impl FnMut(&[u8])) -> Result<(), FormatError> {
    // Half of the inputs by their length: as they are, and with more room for text.
    let wider = match bytes.len() % 2 {
        0 => None,
        _ => Some(CharacterExpansion::default().of(&metadata.schema)?),
    };
    let mut converter = Converter::new(metadata, wider.as_ref());
    let (mut unpacked, mut converted) = (Vec::new(), Vec::new());
    let mut before = 0;
    for number in metadata.first_page_with_rows..metadata.header.page_count {
        let page = page(&metadata.header, bytes, number);
        let mut rows = metadata.page_rows(number, page, before)?;
        before += rows.stored() as u64;
        while let Some(mut block) = rows.next_block(page, &mut unpacked)? {
            if let Some(converter) = &mut converter {
                block = converter.convert(block, before, &mut converted)?;
            }
            block.rows().for_each(&mut take);
        }
    }
    Ok(())
}
