//! Data sets are read back as they were written, and accounted for, with every method.

use feedrate_dataset::settings::SettingScope;
use feedrate_pageio::{Direction, Discipline, Method};

use crate::common::*;

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
    let bytes = std::fs::metadata(folder.path().join("x.sas7bdat")).unwrap().len();
    assert_eq!(written.moved.bytes, bytes);
    assert_eq!(written.moved.pages, bytes / 65536 - 1);
    assert_eq!(written.discipline, Discipline::Overlapped);
    assert_eq!(
        written.path,
        std::fs::canonicalize(folder.path()).unwrap().join("x.sas7bdat")
    );
    assert!(written.flush.is_some() && written.mb_per_second().is_some());
    let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
    assert_eq!(reader.metadata().unwrap().header.page_count, written.moved.pages);
    while reader.next_block().unwrap().is_some() {}
    let read = reader.account();
    assert_eq!(read.direction, Direction::Read);
    // Its first page twice: for the description, and for its rows.
    assert_eq!(read.moved.pages, written.moved.pages + 1);
    assert!(read.elapsed >= read.waited);
}

#[test]
fn headers_that_are_no_page_long_are_written_and_read_by_every_method() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    libraries
        .system_mut()
        .set(SettingScope::System, "noalignsasiofiles", None)
        .unwrap();
    for asked in EVERY {
        for (page, bytes) in [("1k", 1024), ("4k", 4096), ("8k", 8192), ("64k", 65536)] {
            let asked = format!("{asked} bufsize={page}");
            let written = make(&mut libraries, "a.x", 20_000, &asked);
            let reader = libraries.open(&name("a.x"), &options(&asked)).unwrap();
            let header = &reader.metadata().unwrap().header;
            assert_eq!((header.header_length, header.page_size), (8192, bytes));
            let length = std::fs::metadata(reader.path()).unwrap().len();
            assert_eq!(length, 8192 + header.page_count * u64::from(bytes));
            assert_eq!((written.moved.pages, written.moved.bytes), (header.page_count, length));
            assert!(numbers(&libraries, "a.x", &asked).into_iter().eq(0..20_000), "{asked}");
            // 8K is aligned for direct I/O, as a page is.
            let refused = |note: &String| note.contains("header size");
            assert!(!written.notes.iter().any(refused), "{:?}", written.notes);
        }
    }
}

#[test]
fn a_header_that_does_not_suit_direct_io_is_told_and_the_file_read_through_the_cache() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 20_000, "bufsize=64k");
    let path = folder.path().join("x.sas7bdat");
    // A header of 1K before pages of 64K, as files of some systems have it.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.drain(1024..65536);
    bytes[200..204].copy_from_slice(&1024_u32.to_le_bytes());
    std::fs::write(&path, bytes).unwrap();
    let asked = "sgio=yes bufno=5";
    assert!(numbers(&libraries, "a.x", asked).into_iter().eq(0..20_000));
    let mut reader = libraries.open(&name("a.x"), &options(asked)).unwrap();
    reader.next_row().unwrap();
    let account = reader.account();
    assert_eq!(account.method, Method::Cached);
    assert_eq!(
        account.notes,
        ["direct refused: header size 1024 is not a multiple of 4096"]
    );
}
