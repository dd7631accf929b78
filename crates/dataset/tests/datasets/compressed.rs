//! Compressed data sets: what is written is what is read.

use feedrate_dataset::format::Compression;
use feedrate_dataset::{CompressionEffect, Schema, Variable};
use proptest::prelude::*;

use crate::common::*;

/// Returns a schema of a number and a character value that is mostly blank.
pub fn wide() -> Schema {
    Schema::lay_out(vec![Variable::text("t", 105), Variable::number("n")]).unwrap()
}

/// Returns the row of a number. Some rows do not compress.
pub fn row(number: u64) -> Vec<u8> {
    let mut row = vec![b' '; 120];
    row[..8].copy_from_slice(&(number as f64).to_le_bytes());
    let noise = (1..).map(|index: u64| (number ^ index.wrapping_mul(0x9E37_79B9)) as u8);
    let length = (number * 17 % 106) as usize;
    for (byte, noise) in row[8..113].iter_mut().zip(noise).take(length) {
        *byte = noise;
    }
    row
}

/// pandas 3.1.1 looks for a page that may have rows, and reads beyond the end of a file without one; 0x0200 is a page
/// of descriptions and rows, on which pandas would look for rows that are not compressed if there were some.
#[test]
fn a_file_without_rows_ends_with_a_page_that_may_have_some() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    for method in ["char", "binary", "char pointobs=no", "binary reuse=yes"] {
        let requested = options(&format!("bufsize=4k compress={method}"));
        let writer = libraries.create(&name("a.x"), wide(), facts(), &requested);
        writer.unwrap().commit().unwrap();
        let kind = || {
            let reader = libraries.open(&name("a.x"), &options("")).unwrap();
            let header = &reader.metadata().unwrap().header;
            let bytes = std::fs::read(reader.path()).unwrap();
            // The variables fit the first page.
            let at = header.header_length as usize + 32;
            (u16::from_le_bytes([bytes[at], bytes[at + 1]]), reader.rows())
        };
        assert_eq!(kind(), (0x0200, 0), "{method}");
        let mut updater = libraries.update(&name("a.x"), &options(""), 2.1e9).unwrap();
        let stored = row(7)[..113].to_vec();
        updater.next_row().unwrap().copy_from_slice(&stored);
        updater.commit().unwrap();
        assert_eq!(kind(), (0, 1), "{method}");
        let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
        assert_eq!(reader.next_row().unwrap().unwrap(), stored);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read(
        rows in 0_u64..3000, in_blocks: bool,
        page in prop::sample::select(vec!["1k", "4k", "64k"]),
        asked in prop::sample::select(vec!["", "sgio=yes bufno=5", "discipline=assas bufno=3"]),
        method in prop::sample::select(vec!["char", "binary", "yes pointobs=no", "binary reuse=yes"]),
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        let requested = options(&format!("bufsize={page} {asked} compress={method}"));
        let mut writer = libraries.create(&name("a.x"), wide(), facts(), &requested).unwrap();
        let mut number = 0;
        while number < rows {
            let room = writer.room();
            let fit = (room.len() / 120).min((rows - number) as usize);
            if in_blocks && fit > 0 {
                for (index, into) in room.chunks_exact_mut(120).take(fit).enumerate() {
                    into.copy_from_slice(&row(number + index as u64));
                }
                writer.fill(fit);
                number += fit as u64;
            } else {
                writer.append(&row(number)).unwrap();
                number += 1;
            }
            prop_assert_eq!(writer.rows(), number);
        }
        let account = writer.commit().unwrap();
        let mut reader = libraries.open(&name("a.x"), &options(asked)).unwrap();
        let metadata = reader.metadata().unwrap();
        let is_ross = metadata.compression == Compression::Ross;
        prop_assert_eq!(is_ross, method.starts_with("binary"));
        prop_assert_eq!(metadata.rows_stored, rows);
        match account.compression {
            Some(CompressionEffect::Pages { compressed, .. }) => {
                prop_assert_eq!(compressed, metadata.header.page_count);
            }
            packed => prop_assert!(rows == 0 && packed.is_none()),
        }
        let length = std::fs::metadata(reader.path()).unwrap().len();
        prop_assert_eq!(Some(length), metadata.header.file_length());
        prop_assert_eq!(account.moved.bytes, length);
        for number in 0..rows {
            let read = reader.next_row().unwrap().unwrap();
            prop_assert_eq!(read, &row(number)[..113]);
        }
        prop_assert!(reader.next_row().unwrap().is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_window_reads_its_pages_alone(
        rows in 1_u64..3000, first in 0_u64..3100, last in prop::option::of(0_u64..3100), is_addressable: bool,
        asked in prop::sample::select(vec!["", "sgio=yes bufno=5", "discipline=assas bufno=3"]),
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        let point_obs = if is_addressable { "yes" } else { "no" };
        let requested = options(&format!("bufsize=4k compress=char pointobs={point_obs}"));
        let mut writer = libraries.create(&name("a.x"), wide(), facts(), &requested).unwrap();
        for number in 0..rows {
            writer.append(&row(number)).unwrap();
        }
        writer.commit().unwrap();
        let mut reader = libraries.open(&name("a.x"), &options(asked)).unwrap();
        prop_assert_eq!(reader.can_seek(), is_addressable);
        reader.set_window(first, last).unwrap();
        let mut wanted = first.saturating_sub(1)..last.unwrap_or(u64::MAX).min(rows);
        for _ in 0..2 {
            for number in wanted.clone() {
                let read = reader.next_row().unwrap().unwrap();
                prop_assert_eq!(read, &row(number)[..113]);
                prop_assert_eq!(reader.row_number(), number + 1);
            }
            prop_assert!(reader.next_row().unwrap().is_none());
            reader.rewind().unwrap();
        }
        if is_addressable && wanted.next().is_some() {
            let most = 2 * (wanted.count() as u64 / 25 + 4) + 4;
            prop_assert!(reader.account().moved.pages <= most);
        }
    }
}

#[test]
fn rows_that_are_too_short_are_not_compressed() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let account = make(&mut libraries, "a.x", 100, "compress=char");
    assert_eq!(account.compression, Some(CompressionEffect::Disabled));
    assert_eq!(numbers(&libraries, "a.x", ""), Vec::from_iter(0..100));
    let account = make(&mut libraries, "a.x", 100, "");
    assert_eq!(account.compression, None);
}

#[test]
fn a_row_takes_a_page_that_holds_it_uncompressed() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let variables = vec![Variable::text("t", 8111)];
    let schema = Schema::lay_out(variables).unwrap();
    let noise = (0..8111_u32).map(|index| ((index * index * 7) >> 3) as u8);
    let row = Vec::from_iter(noise);
    for (method, page) in [("char", 9216), ("no", 8192)] {
        let requested = options(&format!("bufsize=8k compress={method}"));
        let mut writer = libraries
            .create(&name("a.x"), schema.clone(), facts(), &requested)
            .unwrap();
        assert_eq!(writer.page_bytes(), page, "{method}");
        for _ in 0..3 {
            writer.append(&row).unwrap();
        }
        writer.commit().unwrap();
        let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
        for _ in 0..3 {
            assert_eq!(reader.next_row().unwrap(), Some(&row[..]));
        }
    }
}
