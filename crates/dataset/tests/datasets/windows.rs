//! FIRSTOBS= and OBS=: the rows of a window, without reading pages outside of it.

use std::fs;
use std::path::Path;

use feedrate_dataset::format::field::Order;
use feedrate_dataset::{Libraries, Reader, Settings};
use proptest::prelude::*;

use crate::common::*;

/// The page size of these tests, in bytes.
const PAGE: usize = 2048;

/// Returns the numbers of the rows in a reader's window, read in blocks.
fn numbers_in(reader: &mut Reader) -> feedrate_dataset::Result<Vec<u64>> {
    let field = reader.schema().find("n").unwrap();
    let field = field.number_field(Order::Little).unwrap();
    let mut numbers = Vec::new();
    while let Some(rows) = reader.next_block()? {
        assert!(!rows.is_empty());
        assert_eq!(rows.contiguous().map(<[u8]>::len), Some(rows.len() * rows.stride()));
        numbers.extend(rows.iter().map(|row| field.get(row) as u64));
    }
    Ok(numbers)
}

fn open(libraries: &Libraries, asked: &str) -> Reader {
    libraries.open(&name("a.x"), &options(asked)).unwrap()
}

/// Creates `a.x` with pages of [`PAGE`] bytes. Returns the number of rows on the first page with rows and on those
/// after it, and the number of pages with the description.
fn made(libraries: &mut Libraries, rows: u64) -> (u64, u64, u64) {
    make(libraries, "a.x", rows, "bufsize=2k");
    let reader = open(libraries, "");
    let metadata = reader.metadata().unwrap();
    (
        metadata.rows_on_first_page(),
        metadata.most_rows_per_page().into(),
        reader.account().moved.pages,
    )
}

/// Changes two bytes of the file.
fn change(path: &Path, at: usize, change: impl Fn(u16) -> u16) {
    let mut bytes = fs::read(path).unwrap();
    let field: &mut [u8; 2] = bytes[at..].first_chunk_mut().unwrap();
    *field = change(u16::from_le_bytes(*field)).to_le_bytes();
    fs::write(path, bytes).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_window_gives_its_rows_in_every_pass_from_its_pages_alone(
        rows in 0u64..4000, first in 0u64..4100, last in proptest::option::of(0u64..4100), by_row: bool,
        asked in proptest::sample::select(vec![
            "", "sgio=yes bufno=5", "discipline=assas bufno=3", "discipline=assas sgio=yes bufno=9",
        ]),
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        let (on_first, on_page, described) = made(&mut libraries, rows);
        let mut reader = open(&libraries, asked);
        prop_assert_eq!(reader.can_seek(), rows > 0);
        reader.set_window(first, last).unwrap();
        let end = last.unwrap_or(u64::MAX).min(rows);
        let wanted: Vec<u64> = (first.saturating_sub(1)..end).collect();
        for _ in 0..2 {
            if by_row {
                let mut count = 0;
                while reader.next_row().unwrap().is_some() {
                    count += 1;
                }
                prop_assert_eq!(count, wanted.len());
            } else {
                prop_assert_eq!(&numbers_in(&mut reader).unwrap(), &wanted);
            }
            let page_of = |row: u64| match row.checked_sub(on_first) {
                None => 0,
                Some(after) => 1 + after / on_page,
            };
            let pages = match (wanted.first(), wanted.last()) {
                (Some(&first), Some(&last)) => page_of(last) - page_of(first) + 1,
                _ => 0,
            };
            let moved = reader.account().moved.pages - described;
            prop_assert!(moved == pages || moved == 2 * pages, "{moved} pages instead of {pages}");
            reader.rewind().unwrap();
        }
    }

    #[test]
    fn readers_with_a_window_each_read_a_file_in_parts(rows in 1u64..4000, parts in 1u64..9) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        make(&mut libraries, "a.x", rows, "bufsize=2k");
        let path = folder.path().join("x.sas7bdat");
        let bound = |part: u64| part * rows / parts;
        let read = std::thread::scope(|scope| {
            let readers: Vec<_> = (0..parts).map(|part| {
                let path = &path;
                scope.spawn(move || {
                    let mut reader = Reader::open(path, &Settings::default()).unwrap();
                    reader.set_window(bound(part) + 1, Some(bound(part + 1))).unwrap();
                    numbers_in(&mut reader).unwrap()
                })
            }).collect();
            readers.into_iter().flat_map(|reader| reader.join().unwrap()).collect::<Vec<_>>()
        });
        prop_assert!(read.into_iter().eq(0..rows));
    }
}

#[test]
fn a_window_may_be_changed_on_the_way() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 4000, "bufsize=2k");
    let mut reader = open(&libraries, "");
    reader.set_window(3001, Some(3002)).unwrap();
    reader.next_row().unwrap().unwrap();
    reader.set_window(1, Some(2)).unwrap();
    assert_eq!(numbers_in(&mut reader).unwrap(), [0, 1]);
    reader.set_window(3999, None).unwrap();
    assert_eq!(numbers_in(&mut reader).unwrap(), [3998, 3999]);
}

#[test]
fn pages_are_read_from_the_first_where_the_file_does_not_tell_where_its_last_row_is() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let (_, _, described) = made(&mut libraries, 4000);
    let path = folder.path().join("x.sas7bdat");
    // The block of the last row, in the subheader at the end of the first page.
    change(&path, 2 * PAGE - 808 + 568, |block| block - 1);
    let mut reader = open(&libraries, "");
    assert!(!reader.can_seek());
    reader.set_window(3999, None).unwrap();
    assert_eq!(numbers_in(&mut reader).unwrap(), [3998, 3999]);
    let account = reader.account();
    let pages = reader.metadata().unwrap().header.page_count;
    let first = reader.metadata().unwrap().first_page_with_rows;
    assert_eq!(account.moved.pages, described + pages - first);
}

#[test]
fn a_page_with_fewer_rows_than_it_should_have_is_noticed() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let (on_first, on_page, _) = made(&mut libraries, 4000);
    let first = open(&libraries, "").metadata().unwrap().first_page_with_rows;
    let path = folder.path().join("x.sas7bdat");
    // The seventh page with rows has one less, so that the rows after it have other numbers.
    change(&path, (1 + first as usize + 6) * PAGE + 34, |rows| rows - 1);
    let seventh = on_first + 5 * on_page;
    // No rows were read yet, so they can be counted from the front.
    let mut reader = open(&libraries, "");
    reader.set_window(seventh + 1, Some(seventh + on_page)).unwrap();
    let mut wanted: Vec<u64> = (seventh..seventh + on_page + 1).collect();
    wanted.remove(on_page as usize - 1);
    assert_eq!(numbers_in(&mut reader).unwrap(), wanted);
    // From the first page on they are counted anyway.
    let mut reader = open(&libraries, "");
    reader.set_window(2, Some(seventh + on_page)).unwrap();
    let mut wanted: Vec<u64> = (1..seventh + on_page + 1).collect();
    wanted.remove((seventh + on_page) as usize - 2);
    assert_eq!(numbers_in(&mut reader).unwrap(), wanted);
    // Rows of another page were read already, and their numbers are unknown.
    let mut reader = open(&libraries, "");
    reader.set_window(seventh, Some(seventh + on_page)).unwrap();
    let error = numbers_in(&mut reader).unwrap_err().to_string();
    assert!(error.contains("x.sas7bdat is damaged"), "{error}");
}
