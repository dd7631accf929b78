//! Added rows in the space of deleted ones.

use super::packed_tests::{make, schema, set};
use super::tests::{libraries, name, options};
use super::*;
use crate::error::Error;
use crate::{Append, Libraries};

/// Makes a data set A with so many rows, in a folder that lasts as long as the first value.
fn data_set(rows: usize, requested: &str) -> (tempfile::TempDir, Libraries, Schema) {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let schema = schema(1);
    make(&mut libraries, &schema, rows, requested);
    (folder, libraries, schema)
}

/// The length of the file.
fn bytes(libraries: &Libraries) -> u64 {
    let reader = libraries.open(&name("A"), &options("")).unwrap();
    std::fs::metadata(reader.path()).unwrap().len()
}

/// Deletes the rows with these numbers.
fn delete(libraries: &Libraries, numbers: impl IntoIterator<Item = u64>) {
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    for number in numbers {
        assert!(updater.delete(number).unwrap());
    }
    updater.commit().unwrap();
}

/// Adds rows with texts of these lengths, and returns their numbers.
fn add(updater: &mut Updater, schema: &Schema, lengths: &[usize]) -> Vec<u64> {
    let add_one = |(seed, &length): (usize, &usize)| {
        set(schema, updater.next_row().unwrap(), seed, length);
        updater.keep().unwrap();
        updater.added()
    };
    lengths.iter().enumerate().map(add_one).collect()
}

#[test]
fn as_many_rows_as_were_deleted_do_not_make_the_file_longer() {
    for (requested, is_used) in [("reuse=yes", true), ("reuse=no", false), ("pointobs=no", false)] {
        let requested = format!("compress=char bufsize=4k {requested}");
        let (_folder, libraries, schema) = data_set(1000, &requested);
        let before = bytes(&libraries);
        for _ in 0..5 {
            let stored = {
                let reader = libraries.open(&name("A"), &options("")).unwrap();
                reader.metadata().unwrap().rows_stored
            };
            delete(&libraries, stored - 999..=stored - 100);
            let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
            let added = add(&mut updater, &schema, &[5; 900]);
            let first = if is_used { stored - 999 } else { stored + 1 };
            assert!(added.iter().copied().eq(first..first + 900), "{requested}");
            assert_eq!(updater.rows(), 1000);
            updater.commit().unwrap();
        }
        let is_as_long = bytes(&libraries) == before;
        assert_eq!(is_as_long, is_used, "{requested}");
    }
}

#[test]
fn a_row_goes_where_there_is_room_for_it() {
    let (_folder, libraries, schema) = data_set(1000, "compress=char bufsize=4k reuse=yes");
    // A short row leaves no room for a long one, and those of a whole page do.
    delete(&libraries, [300, 500].into_iter().chain(540..940));
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    let added = add(&mut updater, &schema, &[600, 5, 5]);
    assert!((540..940).contains(&added[0]), "{added:?}");
    assert_eq!(added[1..], [added[0] + 1, added[0] + 2]);
    drop(updater);
    // Pages without room for a row are not tried again by an update, but by the next one.
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    let added = add(&mut updater, &schema, &[5, 5, 5]);
    assert_eq!(added, [300, 500, 540]);
    let long = add(&mut updater, &schema, &[600; 30]);
    let in_between = long.iter().filter(|it| (540..940).contains(*it)).count();
    assert!((2..20).contains(&in_between), "{long:?}");
    assert!(long.ends_with(&[1000 + 30 - in_between as u64]));
    updater.commit().unwrap();
    let mut reader = libraries.open(&name("A"), &options("")).unwrap();
    let mut lengths = Vec::new();
    while let Some(row) = reader.next_row().unwrap() {
        let text = schema.find("t").unwrap().text_field().unwrap().get(row);
        lengths.push(text.iter().filter(|&&byte| byte != b' ').count());
    }
    assert_eq!(lengths.len(), 598 + 33);
    assert_eq!(lengths.iter().filter(|&&length| length == 600).count(), 30);
}

#[test]
fn rows_that_an_update_deletes_are_used_by_it() {
    let (_folder, libraries, schema) = data_set(200, "compress=char bufsize=4k reuse=yes");
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    for number in (1..=200).rev() {
        assert!(updater.delete(number).unwrap());
        assert_eq!(add(&mut updater, &schema, &[5]), [number]);
        assert!(updater.row(number).unwrap().is_some());
    }
    assert_eq!(add(&mut updater, &schema, &[5]), [201]);
    let changes = updater.changes();
    assert_eq!((changes.deleted, changes.added), (200, 201));
    updater.commit().unwrap();
    let reader = libraries.open(&name("A"), &options("")).unwrap();
    let metadata = reader.metadata().unwrap();
    assert_eq!((metadata.rows_stored, metadata.rows_deleted), (201, 0));
}

#[test]
fn rows_are_added_at_the_end_where_that_is_wanted() {
    let (_folder, libraries, schema) = data_set(200, "compress=char reuse=yes");
    delete(&libraries, 1..=100);
    let Append::Update(mut updater) = libraries.append(&name("A"), 2e9).unwrap() else {
        panic!("a data set with deleted observations is updated");
    };
    updater.add_at_end();
    assert_eq!(add(&mut updater, &schema, &[5, 5]), [201, 202]);
    assert!(updater.is_new(201) && updater.is_new(100) && !updater.is_new(101));
}

#[test]
fn a_refused_row_leaves_its_place_to_the_next() {
    let (_folder, libraries, schema) = data_set(50, "compress=char reuse=yes");
    let unique = Index {
        name: "T".into(),
        variables: vec!["T".into()],
        unique: true,
        no_missing: false,
    };
    let mut writer = libraries.make_indexes(&name("A"), &options("")).unwrap();
    let keys = writer.keys(&unique).unwrap();
    let mut entries: Vec<(Vec<u8>, u64)> = Vec::new();
    let mut row = vec![0; schema.row_length() as usize];
    for number in 1..=50 {
        set(&schema, &mut row, number as usize - 1, 5);
        let mut key = vec![0; keys.length()];
        assert!(keys.read(&row, &mut key));
        entries.push((key, number));
    }
    entries.sort();
    let made = writer.make(unique, |push| -> Result<()> {
        let mut all = entries.iter();
        all.try_for_each(|(key, number)| push(key, *number))
    });
    made.unwrap();
    writer.commit().unwrap();
    delete(&libraries, [10, 20]);
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    set(&schema, updater.next_row().unwrap(), 30, 5);
    assert!(matches!(updater.keep(), Err(Error::DuplicateKey { other: 31, .. })));
    // The keys of the deleted ones are free.
    for (seed, number) in [(19, 10), (9, 20)] {
        set(&schema, updater.next_row().unwrap(), seed, 5);
        updater.keep().unwrap();
        assert_eq!(updater.added(), number);
    }
    let mut position = updater.position_of("T").unwrap();
    let found = updater.next_with_key(&mut position, &entries_key(&entries, 20), 0);
    assert_eq!(found.unwrap(), Some(10));
    updater.commit().unwrap();
}

/// Returns the key that the row with a number had.
fn entries_key(entries: &[(Vec<u8>, u64)], number: u64) -> Vec<u8> {
    let entry = entries.iter().find(|(_, it)| *it == number);
    entry.unwrap().0.clone()
}
