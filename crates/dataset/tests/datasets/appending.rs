//! Rows are appended to a data set in its file, all of them or none.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Stdio;
use std::thread;

use feedrate_dataset::{Append, Appender, Error, FileAccount, Libraries};
use proptest::prelude::*;

use crate::common::*;
use crate::processes;
use crate::transactions::{PATIENCE, wait_until};

/// The time of an append.
const NOW: f64 = 2.1e9;

fn begin(libraries: &Libraries) -> Box<Appender> {
    match libraries.append(&name("a.x"), NOW).unwrap() {
        Append::InPlace(appender) => appender,
        Append::Rewrite(anew) => panic!("the file takes no rows, because {}", anew.reason),
        Append::Update(_) => panic!("it has no index"),
    }
}

fn add(appender: &mut Appender, numbers: Range<u64>) -> feedrate_dataset::Result<()> {
    fill_rows(appender, Appender::next_row, numbers)
}

fn append(libraries: &Libraries, numbers: Range<u64>) -> FileAccount {
    let mut appender = begin(libraries);
    add(&mut appender, numbers.clone()).unwrap();
    assert_eq!(appender.rows(), numbers.end);
    appender.commit().unwrap()
}

/// Returns the bytes of a file except for the time of its last change.
fn content(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap();
    bytes[176..184].fill(0);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_file_with_rows_added_is_the_one_that_is_written_at_once(
        rows in 0u64..700, more in proptest::collection::vec(0u64..700, 1..4),
        page in proptest::sample::select(vec!["1k", "2k", "4k", "64k"]),
        asked in proptest::sample::select(vec!["", "sgio=yes bufno=5", "discipline=assas bufno=3"]),
        in_work: bool, is_aligned: bool,
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        let system = options(&format!("{asked} bufsize={page}"));
        libraries.system_mut().merge(&system);
        libraries.system_mut().align_files = Some(is_aligned);
        let text = if in_work { "x" } else { "a.x" };
        make(&mut libraries, text, rows, "");
        let path = libraries.path(&name(text)).unwrap();
        let mut end = rows;
        for more in more {
            let before = fs::metadata(&path).unwrap().len();
            let Append::InPlace(mut appender) = libraries.append(&name(text), NOW).unwrap() else {
                panic!("not in place");
            };
            add(&mut appender, end..end + more).unwrap();
            end += more;
            let account = appender.commit().unwrap();
            let grown = fs::metadata(&path).unwrap().len() - before;
            prop_assert_eq!(account.flush.is_some(), !in_work);
            prop_assert!(account.moved.bytes >= grown);
            // Besides the new pages, the first page, the last one and those with the description are transferred.
            let described = libraries.open(&name(text), &options("")).unwrap().account();
            let beside = described.moved.pages + 3;
            prop_assert!(account.moved.pages <= grown / account.page_bytes + beside + 1);
        }
        let appended = content(&path);
        let placement = libraries.open(&name(text), &options("")).unwrap();
        prop_assert_eq!(placement.metadata().unwrap().placement().is_some(), end > 0);
        prop_assert!(numbers(&libraries, text, "").into_iter().eq(0..end));
        make(&mut libraries, text, end, "");
        prop_assert!(appended == content(&path), "the bytes differ");
    }
}

#[test]
fn what_is_not_committed_leaves_the_file_as_it_was() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let path = folder.path().join("x.sas7bdat");
    let before = fs::read(&path).unwrap();
    for rows in [0, 1, 200_000] {
        let mut appender = begin(&libraries);
        add(&mut appender, 10..10 + rows).unwrap();
        drop(appender);
        assert!(fs::read(&path).unwrap() == before, "{rows} rows");
    }
    // Nothing was appended.
    begin(&libraries).commit().unwrap();
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn a_data_set_may_be_read_while_rows_are_added_to_it() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 50_000, "");
    let mut appender = begin(&libraries);
    let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
    while let Some(row) = reader.next_row().unwrap() {
        appender.next_row().unwrap().copy_from_slice(row);
    }
    appender.commit().unwrap();
    let twice: Vec<u64> = (0..50_000).chain(0..50_000).collect();
    assert!(numbers(&libraries, "a.x", "") == twice);
    reader.rewind().unwrap();
    let mut rows = 0;
    while reader.next_row().unwrap().is_some() {
        rows += 1;
    }
    assert_eq!(rows, 50_000, "it reads what was there when it was opened");
}

#[test]
fn a_killed_append_leaves_the_data_set_and_the_next_one_overwrites_it() {
    let test = "appending::a_killed_append_leaves_the_data_set_and_the_next_one_overwrites_it";
    if processes::is_me(test) {
        let libraries = libraries(Path::new("."));
        let mut appender = begin(&libraries);
        add(&mut appender, 10..2_000_000).unwrap();
        thread::sleep(PATIENCE);
        return;
    }
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "bufsize=64k");
    let path = folder.path().join("x.sas7bdat");
    let before = fs::read(&path).unwrap();
    let mut child = processes::command(test, folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the file to grow", || {
        fs::metadata(&path).is_ok_and(|it| it.len() > 1 << 20)
    });
    assert!(numbers(&libraries, "a.x", "").into_iter().eq(0..10));
    child.kill().unwrap();
    child.wait().unwrap();
    let left = fs::read(&path).unwrap();
    assert!(left.len() > before.len() && left[..before.len()] == before);
    assert!(numbers(&libraries, "a.x", "").into_iter().eq(0..10));
    append(&libraries, 10..5000);
    assert!(numbers(&libraries, "a.x", "").into_iter().eq(0..5000));
    let appended = content(&path);
    make(&mut libraries, "a.x", 5000, "bufsize=64k");
    assert!(appended == content(&path));
}

#[test]
fn pages_that_an_append_has_counted_but_no_rows_are_overwritten() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 1000, "bufsize=2k");
    let path = folder.path().join("x.sas7bdat");
    let before = fs::read(&path).unwrap();
    // The subheader with the number of rows ends the first page, which may have rows, too.
    let piece = 4096 - 808..4096;
    for rows in [1001, 1500, 9000] {
        fs::write(&path, &before).unwrap();
        append(&libraries, 1000..9000);
        let mut killed = fs::read(&path).unwrap();
        killed[piece.clone()].copy_from_slice(&before[piece.clone()]);
        fs::write(&path, &killed).unwrap();
        assert!(numbers(&libraries, "a.x", "").into_iter().eq(0..1000));
        append(&libraries, 1000..rows);
        let appended = content(&path);
        assert!(numbers(&libraries, "a.x", "").into_iter().eq(0..rows));
        make(&mut libraries, "a.x", rows, "bufsize=2k");
        assert!(appended == content(&path), "{rows} rows");
    }
}

#[test]
fn no_room_is_told_and_the_data_set_stays() {
    let test = "appending::no_room_is_told_and_the_data_set_stays";
    if processes::is_me(test) {
        let libraries = libraries(Path::new("."));
        let before = fs::read("x.sas7bdat").unwrap();
        for asked in ["", "sgio=yes", "discipline=assas sgio=yes bufno=4"] {
            let mut libraries = crate::common::libraries(Path::new("."));
            libraries.system_mut().merge(&options(asked));
            let mut appender = begin(&libraries);
            let added = add(&mut appender, 10..400_000);
            let error = match added {
                Ok(()) => appender.commit().unwrap_err(),
                Err(error) => {
                    assert!(appender.next_row().is_err());
                    assert!(appender.commit().is_err());
                    error
                }
            };
            assert!(error.is_no_space(), "{error}");
            let text = error.to_string();
            assert!(text.starts_with("data set A.X is not written"), "{text}");
            assert!(fs::read("x.sas7bdat").unwrap() == before, "{asked}");
        }
        assert_eq!(numbers(&libraries, "a.x", "").len(), 10);
        return;
    }
    let folder = folder();
    make(&mut libraries(folder.path()), "a.x", 10, "");
    // 1 MiB or 2, depending on the shell.
    processes::run(processes::command_after(
        "trap '' XFSZ; ulimit -f 2048",
        test,
        folder.path(),
    ));
}

#[test]
fn only_one_adds_rows_at_a_time() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let mut others = crate::common::libraries(folder.path());
    others.system_mut().file_lock_wait = Some(60);
    let first = begin(&libraries);
    let impatient = crate::common::libraries(folder.path());
    for libraries in [&libraries, &impatient] {
        let error = libraries.append(&name("a.x"), NOW).unwrap_err();
        let text = "A lock is not available for A.X.DATA";
        assert!(error.to_string().contains(text), "{error}");
    }
    // A session that waits for the first finds its rows.
    thread::scope(|scope| {
        let second = scope.spawn(|| append(&others, 20..30));
        let mut first = first;
        add(&mut first, 10..20).unwrap();
        thread::sleep(std::time::Duration::from_millis(100));
        first.commit().unwrap();
        second.join().unwrap();
    });
    assert!(numbers(&libraries, "a.x", "").into_iter().eq(0..30));
}

#[test]
fn a_data_set_that_takes_the_place_meanwhile_does_not_lose_the_rows_in_silence() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", 10, "");
    let mut appender = begin(&libraries);
    add(&mut appender, 10..20).unwrap();
    make(&mut libraries, "a.x", 5, "");
    let error = appender.commit().unwrap_err();
    assert!(matches!(error, Error::ChangedByOther { .. }), "{error:?}");
    assert!(error.to_string().contains("has replaced"), "{error}");
    assert_eq!(numbers(&libraries, "a.x", "").len(), 5);
}

/// Returns why the file of `a.x` accepts no rows after some of its bytes were changed.
fn reason(libraries: &mut Libraries, path: &Path, changes: &[(usize, u8)]) -> String {
    make(libraries, "a.x", 1000, "bufsize=2k");
    let mut bytes = fs::read(path).unwrap();
    for &(at, value) in changes {
        bytes[at] = value;
    }
    fs::write(path, bytes).unwrap();
    match libraries.append(&name("a.x"), NOW).unwrap() {
        Append::InPlace(_) | Append::Update(_) => panic!("it takes rows"),
        Append::Rewrite(anew) => {
            assert_eq!(anew.reader.rows(), 1000);
            anew.reason.to_string()
        }
    }
}

#[test]
fn what_takes_no_rows_is_told() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let path = folder.path().join("x.sas7bdat");
    let piece = 4096 - 808;
    // Latin 1.
    assert_eq!(reason(&mut libraries, &path, &[(70, 29)]), "its text is in latin1");
    let layout = "its pages are not laid out as they are here";
    // Another block of the last row, another number of rows per page, a last page with deleted rows.
    let last = fs::metadata(&path).unwrap().len() as usize - 2048;
    for changes in [&[(piece + 568, 1)][..], &[(piece + 766, 3)], &[(last + 32, 0x80)]] {
        assert_eq!(reason(&mut libraries, &path, changes), layout);
    }
    fs::write(folder.path().join("x.sas7bndx"), "").unwrap();
    assert_eq!(reason(&mut libraries, &path, &[]), "an index file lies beside it");
}
