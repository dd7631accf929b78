//! The layout of pages, compared with listings of real files.

use super::*;

#[test]
fn rows_on_a_page_are_those_of_published_listings() {
    // Page size, row length, "Max Obs per Page".
    for (page_size, row_length, most) in [(65536, 24, 2714), (65536, 40, 1632), (65536, 562, 116)] {
        assert_eq!(
            rows_per_page(page_size, row_length),
            most,
            "{page_size} and {row_length}"
        );
    }
}

#[test]
fn the_smallest_page_for_some_rows_holds_them_and_no_smaller_one_does() {
    for row_length in [1, 7, 8, 24, 562, 40_000] {
        for rows in [1, 2, 7, 8, 9, 80, 1000] {
            let size = page_for(rows, row_length) as u32;
            assert!(rows_per_page(size, row_length) >= rows);
            if size > SMALLEST_PAGE {
                assert!(rows_per_page(size - 1, row_length) < rows, "{rows} of {row_length}");
            }
        }
    }
}

#[test]
fn a_page_never_has_more_rows_than_its_head_can_count() {
    assert_eq!(rows_per_page(1 << 30, 8), 0x7FFF);
}

#[test]
fn listings_have_their_numbers() {
    let schema = class();
    let rows: Vec<_> = (0..1000).map(|number| pupil(&schema, number)).collect();
    let bytes = write(&new_file(&schema, 4096), &rows);
    let metadata = describe(&bytes).unwrap();
    let header = &metadata.header;
    let shown = format!(
        "name {}, type {}, {} {}, release {}, host {}, system {}\n\
         header {}, pages {} of {}, encoding {}\n\
         first page with rows {}, at most {} a page, {} on the first\n\
         rows {}, deleted {}, row length {}, compression {}",
        header.name,
        header.file_type,
        if header.wide { "64-bit" } else { "32-bit" },
        if header.order == Order::Little {
            "little-endian"
        } else {
            "big-endian"
        },
        header.release,
        header.host,
        header.system,
        header.header_length,
        header.page_count,
        header.page_size,
        header.encoding.name(),
        metadata.first_page_with_rows,
        metadata.most_rows_per_page(),
        metadata.rows_on_first_page(),
        metadata.rows(),
        metadata.rows_deleted,
        metadata.schema.row_length(),
        metadata.compression.name(),
    );
    insta::assert_snapshot!(shown, @r"
    name CLASS, type DATA, 64-bit little-endian, release 9.0401M7, host Linux, system x86_64
    header 4096, pages 7 of 4096, encoding utf-8
    first page with rows 0, at most 168 a page, 72 on the first
    rows 1000, deleted 0, row length 24, compression NO
    ");
}

#[test]
fn the_map_of_deleted_rows_is_at_the_end_of_every_page() {
    let schema = class();
    let rows: Vec<_> = (0..1000).map(|number| pupil(&schema, number)).collect();
    let mut bytes = write(&new_file(&schema, 4096), &rows);
    let metadata = describe(&bytes).unwrap();
    let count = metadata.rows_on_first_page() as usize;
    // Marks three rows as deleted, as a program that updates the file in place does.
    let page_at = |number: usize| 4096 + number * 4096;
    let map_at = |bytes: &[u8], number: usize, rows: usize, start: usize| {
        let page = &bytes[page_at(number)..page_at(number + 1)];
        let gap = u32::from_le_bytes(*page[24..].first_chunk().unwrap()) as usize;
        page_at(number) + start + rows * schema.row_length() as usize + gap
    };
    let first = metadata.first_page_with_rows as usize;
    let pointers = usize::from(bytes[page_at(first) + 36]);
    let map = map_at(&bytes, first, count, 40 + 24 * pointers);
    assert_eq!(bytes[map], 0);
    bytes[map] = 0b0100_0001;
    let full = rows_per_page(4096, schema.row_length()) as usize;
    let map = map_at(&bytes, first + 1, full, 40);
    assert_eq!(map, page_at(first + 2) - full.div_ceil(8));
    bytes[map + (full - 1) / 8] = 0x80 >> ((full - 1) % 8);
    for page in [first, first + 1] {
        bytes[page_at(page) + 32] |= 0x80;
    }
    let row_size = page_at(1) - 808;
    bytes[row_size + 56] = 3;
    let (metadata, found) = read(&bytes).unwrap();
    assert_eq!((metadata.rows_stored, metadata.rows()), (1000, 997));
    let deleted = [1, 7, count + full - 1];
    let left: Vec<_> = (0..1000)
        .filter(|number| !deleted.contains(number))
        .map(|number| rows[number].clone())
        .collect();
    assert_eq!(found, left);
}
