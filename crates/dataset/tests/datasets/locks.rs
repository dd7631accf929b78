//! One process changes a data set at a time, and readers see it as it was when they began.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::{Append, Error, Libraries, Location, Schema, Variable};
use feedrate_pageio::use_lock::{FileUse, try_lock};

use crate::common::*;

/// Returns the libraries of another session on the same folder.
fn others(folder: &Path) -> Libraries {
    libraries(folder)
}

fn add(libraries: &Libraries, numbers: std::ops::Range<u64>) {
    let Append::InPlace(mut appender) = libraries.append(&name("a.x"), 2.1e9).unwrap() else {
        panic!("the file takes rows");
    };
    fill_rows(&mut appender, |it| it.next_row(), numbers).unwrap();
    appender.commit().unwrap();
}

#[track_caller]
fn expect_locked<T: std::fmt::Debug>(result: feedrate_dataset::Result<T>) {
    let error = result.unwrap_err();
    assert!(matches!(error, Error::Locked { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with("A lock is not available for A.X.DATA: "), "{text}");
}

#[test]
fn no_other_session_changes_what_a_step_has_claimed() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.x", 10, "");
    own.begin_step(None);
    own.claim([&name("a.x"), &name("a.x"), &name("a.new"), &name("b.x")])
        .unwrap();
    let mut others = others(folder.path());
    expect_locked(others.append(&name("a.x"), 2.1e9).map(drop));
    let create = |others: &mut Libraries| {
        let created = others.create(&name("a.x"), schema(), facts(), &options(""));
        created.map(drop)
    };
    expect_locked(create(&mut others));
    expect_locked(others.delete(&name("a.x")));
    expect_locked(others.rename(&name("a.x"), "y"));
    others.begin_step(None);
    expect_locked(others.claim([&name("a.x")]));
    others.end_step(false);
    // They can read it, and the step itself can do anything with it.
    assert_eq!(numbers(&others, "a.x", "").len(), 10);
    assert_eq!(numbers(&own, "a.x", "").len(), 10);
    make(&mut own, "a.x", 20, "");
    assert_eq!(numbers(&own, "a.x", "").len(), 20);
    // The new file is claimed as the old one was.
    expect_locked(create(&mut others));
    own.end_step(true);
    create(&mut others).unwrap();
    add(&others, 20..30);
    assert_eq!(numbers(&own, "a.x", "").len(), 30);
}

#[test]
fn a_claim_is_waited_for_as_long_as_is_asked() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.x", 10, "");
    own.begin_step(None);
    own.claim([&name("a.x")]).unwrap();
    let mut others = others(folder.path());
    let wait = others
        .system_mut()
        .set(SettingScope::System, "filelockwait", Some("60"));
    wait.unwrap();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| add(&others, 20..25));
        thread::sleep(Duration::from_millis(1500));
        assert!(!waiting.is_finished());
        make(&mut own, "a.x", 20, "");
        own.end_step(true);
        waiting.join().unwrap();
    });
    // The appended rows are behind those of the file that had been put in place by then.
    assert_eq!(numbers(&own, "a.x", "").len(), 25);
}

#[test]
fn a_wait_ends_when_the_user_wants_that() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.x", 10, "");
    own.begin_step(None);
    own.claim([&name("a.x")]).unwrap();
    let mut others = others(folder.path());
    let stop = Arc::new(AtomicBool::new(false));
    others.heed(Arc::clone(&stop));
    others.system_mut().file_lock_wait = Some(600);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| others.append(&name("a.x"), 2.1e9).map(drop));
        thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        let error = waiting.join().unwrap().unwrap_err();
        assert!(error.is_stopped(), "{error}");
    });
}

#[test]
fn what_was_read_and_then_changed_by_others_is_not_replaced() {
    let folder = folder();
    for is_replaced in [false, true] {
        let mut own = libraries(folder.path());
        make(&mut own, "a.x", 10, "");
        own.begin_step(None);
        assert_eq!(numbers(&own, "a.x", "").len(), 10);
        let mut others = others(folder.path());
        match is_replaced {
            true => drop(make(&mut others, "a.x", 15, "")),
            false => add(&others, 10..15),
        }
        // As when it was opened in this step.
        assert_eq!(numbers(&own, "a.x", "").len(), 10);
        let error = own.create(&name("a.x"), schema(), facts(), &options(""));
        let error = error.unwrap_err().to_string();
        assert!(error.contains("was replaced or changed"), "{error}");
        own.end_step(false);
        assert_eq!(numbers(&own, "a.x", "").len(), 15);
    }
}

/// Other programs change files without locks, as on file systems that have none.
#[test]
fn what_other_programs_change_meanwhile_is_not_replaced() {
    let folder = folder();
    let path = folder.path().join("x.sas7bdat");
    let other = folder.path().join("other");
    for change in ["change", "replace", "remove", "make"] {
        let mut libraries = libraries(folder.path());
        fs::remove_file(&path).ok();
        if change != "make" {
            make(&mut libraries, "a.x", 10, "");
        }
        let mut writer = libraries.create(&name("a.x"), schema(), facts(), &options("")).unwrap();
        fill(&mut writer, 0..5).unwrap();
        match change {
            "change" => fs::write(&path, "changed").unwrap(),
            "replace" | "make" => {
                fs::write(&other, "another").unwrap();
                fs::rename(&other, &path).unwrap();
            }
            _ => fs::remove_file(&path).unwrap(),
        }
        let there = fs::read(&path).ok();
        let error = writer.commit().unwrap_err().to_string();
        assert!(error.contains("was replaced or changed"), "{error}");
        assert_eq!(fs::read(&path).ok(), there, "{change}");
        let left = files(folder.path());
        assert_eq!(left.len(), usize::from(there.is_some()), "{left:?}");
    }
}

#[test]
fn what_has_got_other_variables_is_neither_read_nor_added_to_as_before() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.x", 10, "");
    own.begin_step(None);
    own.describe(&name("a.x")).unwrap();
    let mut others = others(folder.path());
    let other = Schema::lay_out(vec![Variable::number("new"), Variable::number("n")]).unwrap();
    let writer = others.create(&name("a.x"), other, facts(), &options(""));
    writer.unwrap().commit().unwrap();
    let error = own.open(&name("a.x"), &options("")).unwrap_err();
    assert!(matches!(error, Error::Changed { .. }), "{error}");
    let error = own.append(&name("a.x"), 2.1e9).unwrap_err();
    assert!(error.to_string().contains("was replaced or changed"), "{error}");
    // It must be described again before it can be claimed.
    assert!(!own.claim([&name("a.x")]).unwrap());
    own.forget();
    own.describe(&name("a.x")).unwrap();
    assert!(own.claim([&name("a.x")]).unwrap());
    own.open(&name("a.x"), &options("")).unwrap();
    own.end_step(true);
}

/// An update of another process in place makes the file longer while a reader waits: it must not take the length from
/// before together with the header from after.
#[test]
fn who_waits_for_a_change_in_place_reads_all_of_it_or_is_told_of_the_lock() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.longer", 500, "bufsize=1k");
    let longer = fs::read(folder.path().join("longer.sas7bdat")).unwrap();
    for (wait, is_described) in [(1, true), (60, true), (60, false)] {
        make(&mut own, "a.x", 10, "bufsize=1k");
        let path = folder.path().join("x.sas7bdat");
        let file = fs::File::options().read(true).write(true).open(&path);
        let file = file.unwrap();
        assert!(try_lock(&file, FileUse::Changing).unwrap());
        let mut others = others(folder.path());
        others.system_mut().file_lock_wait = Some(wait);
        thread::scope(|scope| {
            let reading = scope.spawn(|| match is_described {
                true => others.describe(&name("a.x")).map(|reader| reader.rows()),
                false => others.open(&name("a.x"), &options("")).map(|it| it.rows()),
            });
            // Longer than the first one waits, and shorter than it would wait twice.
            thread::sleep(Duration::from_millis(1500));
            fs::write(&path, &longer).unwrap();
            drop(file);
            match reading.join().unwrap() {
                Ok(rows) => assert_eq!(rows, 500),
                Err(error) => {
                    assert_eq!(wait, 1, "{error}");
                    let text = error.to_string();
                    let told = "A lock is not available for A.X.DATA: ";
                    assert!(text.starts_with(told), "{text}");
                }
            }
        });
    }
}

fn count(location: &Location) -> u64 {
    let mut reader = location.open().unwrap();
    assert_eq!(reader.rows() % 10, 0, "half of an append is read");
    let mut rows = 0;
    while reader.next_row().unwrap().is_some() {
        rows += 1;
    }
    assert_eq!(rows, reader.rows());
    rows
}

#[test]
fn readers_beside_an_appender_read_what_was_there_when_they_began() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.x", 10, "bufsize=1k");
    let others = others(folder.path());
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for batch in 1..150 {
                add(&others, batch * 10..batch * 10 + 10);
            }
            is_over.store(true, Ordering::Relaxed);
        });
        let mut asked = ["", "sgio=yes bufno=3", "discipline=assas"].iter().cycle();
        let mut before = 0;
        while !is_over.load(Ordering::Relaxed) {
            own.begin_step(None);
            let asked = options(asked.next().unwrap());
            let location = own.locate(&name("a.x"), &asked).unwrap();
            let first = count(&location);
            assert!(first >= before);
            before = first;
            // Another pass of the same step, and another thread of it.
            assert_eq!(count(&location), first);
            own.end_step(true);
        }
    });
    assert_eq!(numbers(&own, "a.x", "").len(), 1500);
}

#[test]
fn readers_beside_those_who_replace_read_what_was_there_when_they_began() {
    let folder = folder();
    let mut own = libraries(folder.path());
    make(&mut own, "a.x", 10, "");
    let mut others = others(folder.path());
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for round in 1..100 {
                make(&mut others, "a.x", round % 50 * 10, "");
            }
            is_over.store(true, Ordering::Relaxed);
        });
        while !is_over.load(Ordering::Relaxed) {
            own.begin_step(None);
            let location = own.locate(&name("a.x"), &options("")).unwrap();
            let first = count(&location);
            assert_eq!(count(&location), first);
            own.end_step(true);
        }
    });
}
