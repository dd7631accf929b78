//! Pages written and read back, with every method and discipline.

use std::path::Path;

use feedrate_pageio::{Discipline, Error as PagesError, Method};
use insta::assert_snapshot;
use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::error::Error;
use crate::settings::Settings;

/// Returns a folder beside the crate: that for temporary files may be in memory, without direct I/O.
fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap()
}

fn settings(direct: bool, bufno: u32, discipline: Discipline) -> Settings {
    Settings {
        direct,
        bufno,
        discipline,
        ..Settings::default()
    }
}

fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for discipline in [Discipline::AsSas, Discipline::Overlapped] {
        for (direct, bufno) in [(false, 1), (false, 7), (true, 1), (true, 7)] {
            all.push(settings(direct, bufno, discipline));
        }
    }
    all
}

/// Fills a page with bytes that depend on its number.
fn content(number: u64, page: &mut [u8]) {
    for (index, byte) in page.iter_mut().enumerate() {
        *byte = (number * 31 + index as u64 % 251) as u8;
    }
}

/// Writes a header, the first page, and the others.
fn write(path: &Path, settings: &Settings, page_bytes: u32, pages: u64) -> FileAccount {
    std::fs::write(path, "").unwrap();
    let mut writer = NewPages::open(path, None, settings, page_bytes.into(), page_bytes)
        .unwrap()
        .start(1, None)
        .unwrap();
    for number in 1..=pages {
        assert_eq!(writer.pages(), number - 1);
        content(number, writer.page_mut());
        writer.advance().unwrap();
    }
    let mut front = vec![0xFF; 2 * page_bytes as usize];
    content(0, &mut front[page_bytes as usize..]);
    writer.finish(&front, true).unwrap().close()
}

fn open(path: &Path, settings: &Settings, page_bytes: u32, pages: u64) -> PageReader {
    let page = u64::from(page_bytes);
    PageReader::open(path, None, settings, page, page, pages).unwrap()
}

/// Reads pages to the end; the first must have this number.
fn read_from(reader: &mut PageReader, first: u64) -> u64 {
    let mut wanted = vec![0; reader.page_bytes()];
    let mut number = first;
    while reader.advance().unwrap() {
        assert_eq!(reader.number(), number);
        content(number, &mut wanted);
        assert!(reader.page() == wanted, "page {number}");
        number += 1;
    }
    assert!(reader.page().is_empty());
    assert!(!reader.advance().unwrap());
    number
}

#[test]
fn what_was_written_is_read_back_by_every_method() {
    let folder = folder();
    for (index, settings) in all_settings().iter().enumerate() {
        for (page_bytes, pages) in [(4096, 0), (4096, 1), (4096, 1000), (65536, 90), (3 << 19, 5)] {
            let path = folder.path().join(format!("{index}-{page_bytes}-{pages}"));
            let before = bytes_moved();
            let account = write(&path, settings, page_bytes, pages);
            // Other tests move pages, too.
            assert!(bytes_moved() - before >= account.moved.bytes);
            assert_eq!(account.moved.pages, pages + 1);
            assert_eq!(account.moved.bytes, (pages + 2) * u64::from(page_bytes));
            assert!(account.flush.is_some());
            let mut reader = open(&path, settings, page_bytes, pages + 1);
            assert_eq!(read_from(&mut reader, 0), pages + 1);
            let account = reader.account();
            assert_eq!(account.moved.pages, pages + 1);
            assert_eq!(account.moved.bytes, (pages + 1) * u64::from(page_bytes));
            assert_eq!(account.discipline, settings.discipline);
            assert!(account.waited <= account.elapsed);
        }
    }
}

#[test]
fn one_transfer_at_a_time_moves_what_sas_moves() {
    let folder = folder();
    let as_sas = |direct, bufno| settings(direct, bufno, Discipline::AsSas);
    let transfers = |settings: &Settings| {
        let path = folder.path().join("pages");
        write(&path, settings, 4096, 99);
        let mut reader = open(&path, settings, 4096, 100);
        read_from(&mut reader, 0);
        std::fs::remove_file(&path).unwrap();
        let account = reader.account();
        assert_eq!(account.depth.most, 1);
        (account.method, account.moved.transfers)
    };
    assert_eq!(transfers(&as_sas(false, 16)), (Method::Cached, 100));
    let (method, one) = transfers(&as_sas(true, 1));
    if method.is_direct() {
        assert_eq!(one, 100);
        // The first page alone, then 15 per transfer.
        assert_eq!(transfers(&as_sas(true, 16)).1, 1 + 99_u64.div_ceil(15));
    }
}

#[test]
fn a_page_that_does_not_suit_direct_io_moves_through_the_cache() {
    let folder = folder();
    let path = folder.path().join("pages");
    let direct = settings(true, 4, Discipline::Overlapped);
    let account = write(&path, &direct, 1536, 20);
    assert_eq!(account.method, Method::Cached);
    assert_snapshot!(account.notes.join("\n"), @"direct refused: page size 1536 is not a multiple of 4096");
    let mut reader = open(&path, &direct, 1536, 21);
    assert_eq!(read_from(&mut reader, 0), 21);
    assert_eq!(reader.account().notes, account.notes);
}

#[test]
fn a_file_that_is_cut_short_is_refused() {
    let folder = folder();
    let path = folder.path().join("pages");
    std::fs::write(&path, vec![0; 4 * 4096 - 1]).unwrap();
    for settings in all_settings() {
        for pages in [3, u64::MAX, u64::MAX / 4096] {
            let error = PageReader::open(&path, None, &settings, 4096, 4096, pages).unwrap_err();
            assert!(matches!(error, Error::Truncated { end: 16383, .. }), "{error}");
        }
        // Bytes after the last page are ignored.
        let mut reader = PageReader::open(&path, None, &settings, 4096, 4096, 2).unwrap();
        assert!(reader.advance().unwrap() && reader.advance().unwrap());
        assert!(!reader.advance().unwrap());
    }
}

#[test]
fn a_failure_is_reported_when_its_page_is_reached() {
    const PAGES: u64 = 600;
    let folder = folder();
    for (index, settings) in all_settings().iter().enumerate() {
        let path = folder.path().join(index.to_string());
        write(&path, settings, 16384, PAGES - 1);
        let mut reader = open(&path, settings, 16384, PAGES);
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        // In the middle of a page; the pages before it are read.
        file.set_len(16384 * 300 + 10_000).unwrap();
        let mut read = 0;
        let error = loop {
            match reader.advance() {
                Ok(true) => read += 1,
                Ok(false) => panic!("the end was not there"),
                Err(error) => break error,
            }
        };
        assert!((299 - 64..=299).contains(&read), "{read}");
        assert!(matches!(error, Error::Pages(PagesError::ShortFile { .. })), "{error}");
        assert!(matches!(reader.advance(), Err(Error::AlreadyFailed { .. })));
        // Whole pages can still be read.
        reader.seek(0..u64::MAX).unwrap();
        assert!(reader.advance().unwrap());
        assert_eq!(reader.number(), 0);
    }
}

#[test]
fn a_small_file_is_transferred_once_however_often_it_is_read() {
    let folder = folder();
    let path = folder.path().join("pages");
    let settings = settings(false, 1, Discipline::Overlapped);
    write(&path, &settings, 65536, 9);
    let mut reader = open(&path, &settings, 65536, 10);
    for _ in 0..5 {
        assert_eq!(read_from(&mut reader, 0), 10);
        reader.seek(0..u64::MAX).unwrap();
    }
    assert_eq!(reader.account().moved.pages, 10);
    reader.seek(4..u64::MAX).unwrap();
    assert_eq!(read_from(&mut reader, 4), 10);
    assert_eq!(reader.account().moved.pages, 16);
}

#[test]
fn a_reader_that_is_dropped_midway_waits_for_what_is_in_flight() {
    let folder = folder();
    let path = folder.path().join("pages");
    for settings in all_settings() {
        write(&path, &settings, 65536, 200);
        let mut reader = open(&path, &settings, 65536, 201);
        assert!(reader.advance().unwrap());
        drop(reader);
        std::fs::remove_file(&path).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_pass_gives_every_page_from_where_it_begins(
        kib in 1u32..40, pages in 0u64..200, bufno in 1u32..40, direct: bool, as_sas: bool,
        passes in proptest::collection::vec((0u64..220, 0u64..220), 0..5), ends: bool,
    ) {
        let folder = folder();
        let path = folder.path().join("pages");
        let discipline = if as_sas { Discipline::AsSas } else { Discipline::Overlapped };
        let settings = settings(direct, bufno, discipline);
        let page_bytes = kib * 1024;
        write(&path, &settings, page_bytes, pages);
        let mut reader = open(&path, &settings, page_bytes, pages + 1);
        for (start, length) in passes {
            let end = if ends { start + length } else { u64::MAX };
            let moved = reader.account().moved.pages;
            reader.seek(start..end).unwrap();
            for number in start..start + length + 1 {
                let is_there = reader.advance().unwrap();
                prop_assert_eq!(is_there, number < end.min(pages + 1));
                if !is_there {
                    break;
                }
                prop_assert_eq!(reader.number(), number);
            }
            if ends {
                prop_assert!(reader.account().moved.pages - moved <= length, "no page outside of it");
            }
        }
        reader.seek(0..u64::MAX).unwrap();
        prop_assert_eq!(read_from(&mut reader, 0), pages + 1);
    }
}

#[test]
fn pages_are_the_same_with_little_memory_for_them() {
    let folder = folder();
    let path = folder.path().join("pages");
    let page = 64 << 10;
    for direct in [false, true] {
        for memory in [None, Some(2 << 20), Some(3 * u64::from(page)), Some(0)] {
            let settings = Settings {
                transfer_memory: memory,
                ..settings(direct, 1, Discipline::Overlapped)
            };
            let written = write(&path, &settings, page, 40);
            assert_eq!(written.moved.pages, 41);
            let pages = 41;
            let mut reader = PageReader::open(&path, None, &settings, page.into(), page.into(), pages).unwrap();
            let mut expected = vec![0; page as usize];
            for number in 0..pages {
                assert!(reader.advance().unwrap());
                content(number, &mut expected);
                assert!(reader.page() == expected, "{memory:?}, page {number}");
            }
            assert!(!reader.advance().unwrap());
            let most = reader.account().depth.most;
            assert!(memory.is_none_or(|bytes| bytes > 0) || most == 1);
            std::fs::remove_file(&path).unwrap();
        }
    }
}
