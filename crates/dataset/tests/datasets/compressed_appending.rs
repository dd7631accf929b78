//! Rows are appended to compressed data sets in their files, all of them or none.

use std::fs;

use feedrate_dataset::{Append, Appender, Libraries};
use proptest::prelude::*;

use crate::common::*;
use crate::compressed::{row, wide};

/// The time of an append.
const NOW: f64 = 2.1e9;

/// Creates a data set with the rows from 0 to before `rows`.
fn make_packed(libraries: &mut Libraries, rows: u64, asked: &str) {
    let requested = options(asked);
    let mut writer = libraries.create(&name("a.x"), wide(), facts(), &requested).unwrap();
    for number in 0..rows {
        writer.append(&row(number)).unwrap();
    }
    writer.commit().unwrap();
}

fn begin(libraries: &Libraries) -> Box<Appender> {
    match libraries.append(&name("a.x"), NOW).unwrap() {
        Append::InPlace(appender) => appender,
        Append::Rewrite(anew) => panic!("the file takes no rows, because {}", anew.reason),
        Append::Update(_) => panic!("nothing in it is deleted"),
    }
}

fn add(appender: &mut Appender, numbers: std::ops::Range<u64>) {
    for number in numbers {
        let bytes = appender.next_row().unwrap();
        let length = bytes.len();
        bytes.copy_from_slice(&row(number)[..length]);
    }
}

/// Asserts that the data set has the rows from 0 to before `rows`, and that each is found by its number.
fn assert_has(libraries: &Libraries, rows: u64) {
    let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
    for number in 0..rows {
        let read = reader.next_row().unwrap().unwrap();
        assert_eq!(read, &row(number)[..113], "{number} of {rows}");
    }
    assert!(reader.next_row().unwrap().is_none());
    let directory = reader.directory().unwrap();
    assert_eq!(directory.rows(), rows);
    for number in [0, rows / 2, rows - 1] {
        reader.set_window(number + 1, Some(number + 1)).unwrap();
        assert_eq!(reader.next_row().unwrap().unwrap(), &row(number)[..113]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn rows_are_added_behind_the_others(
        rows in 1_u64..700, more in prop::collection::vec(0_u64..700, 1..5),
        page in prop::sample::select(vec!["1k", "2k", "64k"]),
        method in prop::sample::select(vec!["char", "binary"]),
        asked in prop::sample::select(vec!["", "sgio=yes bufno=5", "discipline=assas bufno=3"]),
        is_aligned: bool,
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        libraries.system_mut().merge(&options(asked));
        libraries.system_mut().align_files = Some(is_aligned);
        make_packed(&mut libraries, rows, &format!("bufsize={page} compress={method}"));
        let path = libraries.path(&name("a.x")).unwrap();
        let mut end = rows;
        for more in more {
            let before = fs::read(&path).unwrap();
            let mut dropped = begin(&libraries);
            add(&mut dropped, end..end + more);
            drop(dropped);
            prop_assert!(fs::read(&path).unwrap() == before, "it is as it was");
            let mut appender = begin(&libraries);
            add(&mut appender, end..end + more);
            end += more;
            prop_assert_eq!(appender.rows(), end);
            appender.commit().unwrap();
            assert_has(&libraries, end);
            let after = fs::read(&path).unwrap();
            prop_assert_eq!(after.len() == before.len(), more == 0);
        }
    }
}

#[test]
fn an_append_that_was_cut_off_is_not_seen_and_the_next_one_overwrites_it() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let path = folder.path().join("x.sas7bdat");
    for (rows, more) in [(10, 5000), (3000, 1), (3000, 4000)] {
        make_packed(&mut libraries, rows, "bufsize=2k compress=char");
        let before = fs::read(&path).unwrap();
        let mut appender = begin(&libraries);
        add(&mut appender, rows..rows + more);
        appender.commit().unwrap();
        // The header counts the new pages, and the subheader at the end of the first page does not have the rows.
        let mut cut_off = fs::read(&path).unwrap();
        let piece = 4096 - 808..4096;
        cut_off[piece.clone()].copy_from_slice(&before[piece]);
        fs::write(&path, cut_off).unwrap();
        assert_has(&libraries, rows);
        let mut appender = begin(&libraries);
        add(&mut appender, rows..rows + 100);
        appender.commit().unwrap();
        assert_has(&libraries, rows + 100);
    }
}

#[test]
fn a_file_without_a_directory_is_written_anew() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let reason = |libraries: &Libraries| match libraries.append(&name("a.x"), NOW).unwrap() {
        Append::InPlace(_) | Append::Update(_) => panic!("it takes rows"),
        Append::Rewrite(anew) => anew.reason.to_string(),
    };
    let unlisted = "it is compressed and has no directory of its pages";
    for asked in ["pointobs=no", "reuse=yes"] {
        make_packed(&mut libraries, 100, &format!("compress=char {asked}"));
        assert_eq!(reason(&libraries), unlisted, "{asked}");
    }
    make_packed(&mut libraries, 0, "compress=char");
    assert_eq!(reason(&libraries), unlisted);
    make_packed(&mut libraries, 100, "compress=char bufsize=2k");
    let path = folder.path().join("x.sas7bdat");
    let mut bytes = fs::read(&path).unwrap();
    // The list of the last page.
    let at = bytes.len() - 2048 + 112;
    bytes[at] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(reason(&libraries), unlisted);
}
