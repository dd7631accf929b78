//! Rows that are appended to files that other programs change, and on storage that fails.

use std::fs::{self, OpenOptions};
use std::path::Path;

use super::{Append, Appender};
use crate::error::Remains;
use crate::format::field::Order;
use crate::library::Assignment;
use crate::pages::fail_point;
use crate::schema::Schema;
use crate::settings::SettingScope;
use crate::writer::NewDataSet;
use crate::{DataSetName, Error, Libraries, RequestedSettings, Variable};

fn name() -> DataSetName {
    DataSetName::new("A", "DATA").unwrap()
}

/// Makes a data set of so many numbers, from 0, on pages of 4 KiB.
fn make(folder: &Path, rows: u32) -> Libraries {
    let mut libraries = Libraries::new(Some(folder.into()));
    let assignment = Assignment::new("a", None, folder).unwrap();
    libraries.assign(assignment).unwrap();
    let schema = Schema::lay_out(vec![Variable::number("n")]).unwrap();
    let mut small = RequestedSettings::default();
    small.set(SettingScope::DataSet, "bufsize", Some("4k")).unwrap();
    let facts = NewDataSet::default();
    let mut writer = libraries.create(&name(), schema, facts, &small).unwrap();
    for row in 0..rows {
        let value = f64::from(row).to_le_bytes();
        writer.append(&value).unwrap();
    }
    writer.commit().unwrap();
    libraries
}

/// Begins to append so many numbers.
fn append(libraries: &Libraries, rows: u32) -> Box<Appender> {
    let Append::InPlace(mut appender) = libraries.append(&name(), 2e9).unwrap() else {
        panic!("it accepts rows");
    };
    for row in 0..rows {
        let value = f64::from(row).to_le_bytes();
        appender.next_row().unwrap().copy_from_slice(&value);
    }
    appender
}

fn rows(libraries: &Libraries) -> u32 {
    let mut reader = libraries.open(&name(), &RequestedSettings::default()).unwrap();
    let schema = reader.schema().clone();
    let number = schema.variables()[0].number_field(Order::Little).unwrap();
    let mut rows = 0;
    while reader.next_row().unwrap().is_some() {
        assert_eq!(number.get(reader.row()), f64::from(rows % 1000));
        rows += 1;
    }
    rows
}

#[test]
fn nothing_is_appended_to_a_file_that_another_program_has_changed() {
    let replace = |path: &Path| {
        let other = path.with_extension("other");
        fs::copy(path, &other).unwrap();
        fs::rename(other, path).unwrap();
    };
    let remove = |path: &Path| fs::remove_file(path).unwrap();
    let cut = |path: &Path| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(file.metadata().unwrap().len() / 4096 / 2 * 4096).unwrap();
    };
    let disturbs: [&dyn Fn(&Path); 3] = [&replace, &remove, &cut];
    let mut told = Vec::new();
    for disturb in disturbs {
        // Few rows go to the last page, and more to new ones, which are begun before and after the change.
        for before in [1, 1000] {
            let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
            let libraries = make(folder.path(), 1000);
            let path = folder.path().join("data.sas7bdat");
            let appender = append(&libraries, before);
            disturb(&path);
            let there = fs::read(&path).ok();
            let error = appender.commit().unwrap_err();
            let is_as_left = fs::read(&path).ok() == there;
            assert!(is_as_left, "{error}");
            told.push(error.to_string().replace(folder.path().to_str().unwrap(), ""));
        }
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    data set A.DATA is not updated: another program has replaced /data.sas7bdat since this step opened it, and this step has changed nothing in it; run the step again
    data set A.DATA is not updated: another program has replaced /data.sas7bdat since this step opened it, and this step has changed nothing in it; run the step again
    data set A.DATA is not updated: another program has removed /data.sas7bdat since this step opened it, and this step has changed nothing in it; restore the file from a copy and run the step again
    data set A.DATA is not updated: another program has removed /data.sas7bdat since this step opened it, and this step has changed nothing in it; restore the file from a copy and run the step again
    data set A.DATA is not updated: another program has cut short /data.sas7bdat since this step opened it, and this step has changed nothing in it; restore the file from a copy and run the step again
    data set A.DATA is not updated: another program has cut short /data.sas7bdat since this step opened it, and this step has changed nothing in it; restore the file from a copy and run the step again
    ");
}

#[test]
fn what_remains_when_the_storage_fails_is_told() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let (mut unchanged, mut unknown) = (0, 0);
    for writes in 0.. {
        let libraries = make(folder.path(), 1000);
        let appender = append(&libraries, 1000);
        fail_point::after(Some(writes));
        let committed = appender.commit();
        fail_point::after(None);
        match committed {
            Ok(_) => {
                assert_eq!(rows(&libraries), 2000);
                break;
            }
            Err(error) if error.remains() == Some(&Remains::AllOrNone) => {
                assert!(matches!(rows(&libraries), 1000 | 2000));
                let text = error.to_string();
                assert!(text.ends_with(
                    "; the data set has either all of the new observations or none of them; look which before they are \
                     added again"
                ));
                unknown += 1;
            }
            Err(error) => {
                assert!(matches!(error, Error::NotWritten { .. }), "{error}");
                assert_eq!(rows(&libraries), 1000);
                unchanged += 1;
            }
        }
    }
    // The last edit and the wait for it.
    assert!(unchanged > 1 && unknown == 2, "{unchanged} {unknown}");
}

#[test]
fn rows_are_taken_back_if_the_wait_for_the_device_fails_once() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    for writes in 0.. {
        let libraries = make(folder.path(), 1000);
        let appender = append(&libraries, 1000);
        fail_point::once_after(writes);
        let committed = appender.commit();
        fail_point::after(None);
        if committed.is_ok() {
            assert_eq!(rows(&libraries), 2000);
            return;
        }
        let error = committed.unwrap_err();
        assert!(matches!(error, Error::NotWritten { .. }), "{error}");
        assert_eq!(rows(&libraries), 1000);
        let again = append(&libraries, 1000);
        again.commit().unwrap();
        assert_eq!(rows(&libraries), 2000);
    }
}
