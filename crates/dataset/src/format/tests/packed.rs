//! Compressed files: what is written is what is read, and the directory lists their pages.

use proptest::prelude::*;

use super::*;

/// Returns all bytes of a compressed file with these rows.
fn write_packed(file: &NewFile<'_>, compression: CompressionOptions, rows: &[Vec<u8>]) -> Vec<u8> {
    let mut front = PackedFront::new(file, compression).unwrap();
    let mut packed = front.rows();
    let mut rest = rows.concat();
    let stride = file.schema.row_length() as usize;
    let mut end = PackedEnd {
        rows: rows.len() as u64,
        ..PackedEnd::default()
    };
    let added = packed.add(front.last_page_mut(), &rest);
    rest.drain(..added * stride);
    let last = front.pages() - 1;
    end.last_row = packed.last_row(last);
    end.rows_on_front = packed.seal(front.last_page_mut(), last) as u64;
    let first = last + u64::from(added == 0);
    let mut directory = Directory::new(file.page_size, first);
    if added > 0 {
        directory.push(added as u32);
    }
    let mut pages = Vec::new();
    let mut number = front.pages();
    while !rest.is_empty() {
        // Bytes of the previous page must not remain on it.
        let mut page = vec![0xEE; front.page_size()];
        let added = packed.add(&mut page, &rest);
        assert!(added > 0);
        rest.drain(..added * stride);
        end.last_row = packed.last_row(number);
        assert_eq!(packed.seal(&mut page, number), added);
        directory.push(added as u32);
        pages.extend(page);
        number += 1;
    }
    if compression.is_addressable && !rows.is_empty() {
        loop {
            let mut page = vec![0xEE; front.page_size()];
            if !directory.write_next(&mut page, number, front.sequence()) {
                break;
            }
            pages.extend(page);
            number += 1;
        }
        end.directory_page = directory.last_written();
    }
    end.pages = number;
    let mut bytes = front.finish(end, file.created).to_vec();
    bytes.extend(pages);
    bytes
}

/// Reads the directory of a file.
fn directory(bytes: &[u8], metadata: &Metadata) -> Option<Directory> {
    let mut collector = metadata.directory()?;
    while let Some(number) = collector.wants() {
        collector.take(metadata, page(&metadata.header, bytes, number));
    }
    collector.finish()
}

/// Lists the pages of a file by reading them.
fn listed(bytes: &[u8], metadata: &Metadata) -> Directory {
    let mut directory = Directory::new(metadata.header.page_size, metadata.first_page_with_rows);
    while directory.rows() < metadata.rows_stored {
        let number = directory.pages().end;
        let page = page(&metadata.header, bytes, number);
        metadata.list_page(&mut directory, page).unwrap();
    }
    directory
}

fn options(method: Compression) -> CompressionOptions {
    CompressionOptions {
        method,
        reuses_space: false,
        is_addressable: true,
    }
}

/// Returns a row of which a part compresses.
fn row(schema: &Schema, seed: usize) -> Vec<u8> {
    let mut row = pupil(schema, seed);
    let text = schema.find("Text").unwrap().span();
    let noise = (0..).map(|index: usize| (seed * 31 + index * index * 7) as u8);
    let length = seed * 37 % (text.len() + 1);
    for (byte, noise) in row[text].iter_mut().zip(noise).take(length) {
        *byte = noise;
    }
    row
}

fn schema() -> Schema {
    let mut variables = class().variables().to_vec();
    variables.push(Variable::text("Text", 220));
    Schema::lay_out(variables).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read(
        rows in 0_usize..3000, page_size in prop::sample::select(vec![1024_u32, 2048, 65_536]), is_ross: bool,
        reuses_space: bool, is_addressable: bool,
    ) {
        let schema = schema();
        let method = if is_ross { Compression::Ross } else { Compression::RunLength };
        let options = CompressionOptions { method, reuses_space, is_addressable };
        let rows: Rows = (0..rows).map(|seed| row(&schema, seed)).collect();
        let bytes = write_packed(&new_file(&schema, page_size), options, &rows);
        let (metadata, read) = read(&bytes).unwrap();
        let length = metadata.schema.row_length() as usize;
        prop_assert_eq!(length, schema.end_of_values() as usize);
        prop_assert_eq!(metadata.compression, method);
        prop_assert_eq!((metadata.reuses_space, metadata.is_addressable), (reuses_space, is_addressable));
        prop_assert_eq!(read.len(), rows.len());
        for (read, row) in read.iter().zip(&rows) {
            prop_assert_eq!(read, &row[..length]);
        }
        let directory = directory(&bytes, &metadata);
        prop_assert_eq!(directory.is_some(), is_addressable && !rows.is_empty());
        if let Some(directory) = directory {
            let scanned = listed(&bytes, &metadata);
            prop_assert_eq!(directory.pages(), scanned.pages());
            for page in directory.pages() {
                prop_assert_eq!(directory.rows_before(page), scanned.rows_before(page));
                prop_assert_eq!(directory.rows_on(page), scanned.rows_on(page));
            }
        }
    }

    #[test]
    fn the_page_of_a_row_is_found(counts in prop::collection::vec(0_u32..4, 1..600)) {
        // 228 entries fit a page of the directory.
        let mut directory = Directory::new(1024, 5);
        let mut all = Vec::new();
        for (page, &count) in (5_u64..).zip(&counts) {
            prop_assert_eq!(directory.rows(), all.len() as u64);
            directory.push(count);
            all.extend((0..u64::from(count)).map(|index| (page, index)));
        }
        for (row, &place) in all.iter().enumerate() {
            prop_assert_eq!(directory.page_of_row(row as u64), Some(place));
        }
        prop_assert_eq!(directory.page_of_row(all.len() as u64), None);
        prop_assert_eq!(directory.rows_before(u64::MAX - 1), all.len() as u64);
        prop_assert_eq!(directory.rows_before(0), 0);
    }

    #[test]
    fn damage_of_a_directory_is_noticed(at in 64_usize..200, bit in 0_u8..8) {
        let schema = schema();
        let rows: Rows = (0..100).map(|seed| row(&schema, seed)).collect();
        let mut bytes = write_packed(&new_file(&schema, 2048), options(Compression::RunLength), &rows);
        let metadata = describe(&bytes).unwrap();
        let pages = directory(&bytes, &metadata).unwrap().pages();
        let start = bytes.len() - 2048;
        let end = 112 + 4 * (pages.end - pages.start) as usize;
        bytes[start + at.min(end - 1)] ^= 1 << bit;
        prop_assert_eq!(directory(&bytes, &metadata), None);
    }
}

#[test]
fn a_large_directory_has_several_pages() {
    let schema = schema();
    let rows: Rows = (0..2500).map(|seed| row(&schema, seed)).collect();
    let bytes = write_packed(&new_file(&schema, 1024), options(Compression::Ross), &rows);
    let metadata = describe(&bytes).unwrap();
    let directory = directory(&bytes, &metadata).unwrap();
    assert!(directory.parts.len() > 1, "{}", directory.parts.len());
    assert_eq!(directory.rows(), 2500);
}

#[test]
fn a_page_is_laid_out_as_in_other_files() {
    let schema = schema();
    let rows: Rows = (0..7).map(|seed| row(&schema, seed)).collect();
    let bytes = write_packed(&new_file(&schema, 65_536), options(Compression::RunLength), &rows);
    let metadata = describe(&bytes).unwrap();
    assert_eq!(metadata.header.page_count, 2);
    let first = page(&metadata.header, &bytes, 0);
    let field = |at: usize| u64::from_le_bytes(*first[at..].first_chunk().unwrap());
    let count = |at: usize| usize::from(u16::from_le_bytes([first[at], first[at + 1]]));
    assert_eq!((count(32), count(34)), (0, count(36)), "kind and counts");
    // The last pointer leads to the free space.
    let last = 40 + 24 * (count(34) - 1);
    assert_eq!(field(last), last as u64 + 24);
    assert_eq!((field(last + 8), field(last + 16)), (field(24), 0x101));
    let lowest = 40 + 24 * (count(34) - 2);
    assert_eq!(field(lowest), field(last) + field(last + 8));
    let second = page(&metadata.header, &bytes, 1);
    assert_eq!(second[32..38], [0, 0x90, 2, 0, 1, 0]);
}
