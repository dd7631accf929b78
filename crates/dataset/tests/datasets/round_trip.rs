//! What is written is read back, by every method, and accounted for.

use feedrate_dataset::Reader;
use feedrate_pageio::{Direction, Discipline};
use proptest::prelude::*;

use crate::ground::*;

const EVERY: [&str; 5] = [
    "",
    "bufno=7",
    "sgio=yes bufno=5",
    "discipline=assas bufno=3",
    "discipline=assas sgio=yes bufno=9",
];

#[test]
fn rows_are_read_back_by_every_method() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    for (index, asked) in EVERY.into_iter().enumerate() {
        for rows in [0, 1, 2, 250, 100_000] {
            for page in ["", "bufsize=4k", "bufsize=1k", "bufsize=1000k"] {
                let text = format!("a.x{index}");
                let asked = format!("{asked} {page}");
                let written = make(&mut libraries, &text, rows, &asked);
                assert_eq!(written.direction, Direction::Write);
                let read = numbers(&libraries, &text, &asked);
                assert!(read.into_iter().eq(0..rows), "{rows} rows, {asked}");
            }
        }
    }
}

#[test]
fn the_account_of_a_file_tells_all_its_pages() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let written = make(&mut libraries, "a.x", 100_000, "bufsize=64k");
    let bytes = std::fs::metadata(folder.path().join("x.sas7bdat"))
        .unwrap()
        .len();
    assert_eq!(written.moved.bytes, bytes);
    assert_eq!(written.moved.pages, bytes / 65536 - 1);
    assert_eq!(written.discipline, Discipline::Overlapped);
    assert_eq!(
        written.path,
        std::fs::canonicalize(folder.path())
            .unwrap()
            .join("x.sas7bdat")
    );
    assert!(written.flush.is_some() && written.mb_per_second().is_some());
    let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
    assert_eq!(
        reader.metadata().unwrap().header.page_count,
        written.moved.pages
    );
    while reader.next_block().unwrap().is_some() {}
    let read = reader.account();
    assert_eq!(read.direction, Direction::Read);
    // Its first page twice: for what describes it, and for the rows on it.
    assert_eq!(read.moved.pages, written.moved.pages + 1);
    assert!(read.elapsed >= read.waited);
}

fn numbers_in(reader: &mut Reader) -> Vec<u64> {
    let schema = reader.schema().clone();
    let field = schema
        .find("n")
        .and_then(|variable| variable.number_field(feedrate_dataset::format::field::Order::Little))
        .unwrap();
    let mut numbers = Vec::new();
    while let Some(rows) = reader.next_block().unwrap() {
        assert!(!rows.is_empty());
        assert_eq!(
            rows.contiguous().map(<[u8]>::len),
            Some(rows.len() * rows.stride())
        );
        numbers.extend(rows.iter().map(|row| field.get(row) as u64));
    }
    numbers
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_window_gives_its_rows_in_every_pass(
        rows in 0u64..2000, first in 0u64..2100, last in proptest::option::of(0u64..2100), by_row: bool,
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        make(&mut libraries, "a.x", rows, "bufsize=2k");
        let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
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
                prop_assert_eq!(&numbers_in(&mut reader), &wanted);
            }
            reader.rewind().unwrap();
        }
    }
}
