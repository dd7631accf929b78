//! Updates whose files other programs change, and whose storage fails in WORK.

use std::fs::{self, OpenOptions};
use std::path::Path;

use super::tests::{Change, change, libraries, make, make_indexes, name, options, read};
use crate::Error;
use crate::error::Remains;
use crate::index;
use crate::pages::fail_point;

const CHANGES: [Change; 3] = [
    Change::Replace(1, 1_000_000),
    Change::Delete(299),
    Change::Add(2_000_000),
];

/// Lets another program do something to the files of a data set while it is changed. Returns the error of the commit,
/// with the folder left out.
fn disturbed(disturb: impl Fn(&Path)) -> String {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let mut model = make(&mut libraries, "A", 300, "bufsize=4k");
    make_indexes(&libraries, "A", &model);
    let path = folder.path().join("data.sas7bdat");
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    change(&mut updater, &mut model, &CHANGES).unwrap();
    disturb(&path);
    let files = || {
        let index_file = index::path_of(&path);
        [fs::read(&path).ok(), fs::read(index_file).ok()]
    };
    let before = files();
    let error = updater.commit().unwrap_err();
    assert_eq!(before, files(), "{error}");
    let names = fs::read_dir(folder.path()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.starts_with('.')));
    error.to_string().replace(folder.path().to_str().unwrap(), "")
}

fn replace(path: &Path) {
    let other = path.with_extension("other");
    fs::copy(path, &other).unwrap();
    fs::rename(other, path).unwrap();
}

fn cut(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(file.metadata().unwrap().len() - 4096).unwrap();
}

#[test]
fn nothing_is_written_to_a_file_that_another_program_has_changed() {
    insta::assert_snapshot!(disturbed(replace), @"data set A.DATA is not updated: another program has replaced \
        /data.sas7bdat since this step opened it, and this step has changed nothing in it; run the step again");
    insta::assert_snapshot!(disturbed(|path| fs::remove_file(path).unwrap()), @"data set A.DATA is not updated: \
        another program has removed /data.sas7bdat since this step opened it, and this step has changed nothing in it; \
        restore the file from a copy and run the step again");
    insta::assert_snapshot!(disturbed(cut), @"data set A.DATA is not updated: another program has cut short \
        /data.sas7bdat since this step opened it, and this step has changed nothing in it; restore the file from a \
        copy and run the step again");
    insta::assert_snapshot!(disturbed(|path| {
        let mut bytes = fs::read(path).unwrap();
        bytes.push(0);
        fs::write(path, bytes).unwrap();
    }), @"data set A.DATA is not updated: another program has written to /data.sas7bdat since this step opened it, and \
        this step has changed nothing in it; run the step again");
    insta::assert_snapshot!(disturbed(|path| replace(&index::path_of(path))), @"data set A.DATA is not updated: \
        another program has replaced /data.sas7bdat.index since this step opened it, and this step has changed nothing \
        in it; make the indexes again by `proc datasets; rebuild …;` and run the step again");
    insta::assert_snapshot!(disturbed(|path| fs::remove_file(index::path_of(path)).unwrap()), @"data set A.DATA is not \
        updated: another program has removed /data.sas7bdat.index since this step opened it, and this step has changed \
        nothing in it; make the indexes again by `proc datasets; rebuild …;` and run the step again");
}

#[test]
fn what_remains_in_work_when_its_storage_fails_is_told() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let (mut unchanged, mut part) = (0, 0);
    for writes in 0.. {
        let mut libraries = libraries(folder.path());
        let old = make(&mut libraries, "WORK", 300, "bufsize=4k");
        let mut new = old.clone();
        let mut updater = libraries
            .update(&name("WORK"), &options("discipline=assas"), 2e9)
            .unwrap();
        fail_point::after(Some(writes));
        let changed = change(&mut updater, &mut new, &CHANGES);
        let committed = changed.and_then(|()| updater.commit().map(drop));
        fail_point::after(None);
        match committed {
            Ok(()) => break,
            Err(error) if error.remains() == Some(&Remains::Part) => {
                let text = error.to_string();
                assert!(text.starts_with("the update of data set WORK.DATA has begun and is not complete: "));
                assert!(text.ends_with("; the data set has a part of the changes; make it again"));
                part += 1;
            }
            Err(error) => {
                assert!(error.remains().is_none());
                assert!(matches!(error, Error::NotWritten { .. } | Error::AlreadyFailed { .. }));
                assert_eq!(read(&libraries, "WORK").unwrap(), old);
                unchanged += 1;
            }
        }
    }
    assert!(unchanged > 0 && part > 1, "{unchanged} {part}");
}
