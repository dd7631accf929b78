//! Compressed rows that become longer than their pages have room for.

use super::tests::{libraries, name, options};
use super::*;
use crate::Libraries;
use crate::Variable;
use crate::format::Compression;
use crate::writer::NewDataSet;

/// Returns a text, and so many numbers, which take space on the page with the first rows.
pub(super) fn schema(numbers: usize) -> Schema {
    let numbers = (0..numbers).map(|index| Variable::number(format!("n{index}")));
    Schema::lay_out(numbers.chain([Variable::text("t", 600)]).collect()).unwrap()
}

/// Sets the text of a row: blanks, or bytes that do not get shorter.
pub(super) fn set(schema: &Schema, row: &mut [u8], seed: usize, length: usize) {
    row.fill(0);
    let noise = (1..).map(|index: usize| (b'!' as usize + (seed + index) * index % 90) as u8);
    let text: Vec<u8> = noise.take(length).collect();
    let field = schema.find("t").unwrap().text_field().unwrap();
    field.set(row, &text);
}

pub(super) fn make(libraries: &mut Libraries, schema: &Schema, rows: usize, requested: &str) {
    let facts = NewDataSet {
        step: "DATASTEP".into(),
        ..NewDataSet::default()
    };
    let mut writer = libraries
        .create(&name("A"), schema.clone(), facts, &options(requested))
        .unwrap();
    for row in 0..rows {
        set(schema, writer.next_row().unwrap(), row, 5);
    }
    writer.commit().unwrap();
}

/// Asserts that the rows are those with these lengths of their texts, in order and by their numbers.
fn assert_has(libraries: &Libraries, schema: &Schema, lengths: &[usize]) {
    let mut expected = vec![0; schema.row_length() as usize];
    let mut reader = libraries.open(&name("A"), &options("")).unwrap();
    assert!(reader.directory().is_some());
    for (row, &length) in lengths.iter().enumerate() {
        set(schema, &mut expected, row, length);
        let found = reader.next_row().unwrap().unwrap();
        assert_eq!(found, &expected[..found.len()], "{row}");
    }
    assert_eq!(reader.next_row().unwrap(), None);
    let mut random = libraries.open_random(&name("A"), &options("")).unwrap();
    for (row, &length) in lengths.iter().enumerate().rev() {
        set(schema, &mut expected, row, length);
        let found = random.row(row as u64 + 1).unwrap().unwrap();
        assert_eq!(found, &expected[..found.len()], "{row}");
    }
}

#[test]
fn rows_that_have_become_longer_move_to_later_pages() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let schema = schema(1);
    make(&mut libraries, &schema, 500, "compress=char bufsize=4k");
    let mut lengths = vec![5; 500];
    let pages = |libraries: &Libraries| {
        let reader = libraries.open(&name("A"), &options("")).unwrap();
        reader.metadata().unwrap().header.page_count
    };
    let before = pages(&libraries);
    // One in the middle, all, and all once more, when only those that have moved already are longer.
    for (changed, length) in [(250..251, 600), (0..500, 300), (0..500, 310)] {
        let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
        for row in changed {
            let number = row as u64 + 1;
            set(&schema, updater.row_mut(number).unwrap().unwrap(), row, length);
            lengths[row] = length;
        }
        let notes = updater.commit().unwrap().notes.join("; ");
        assert!(notes.contains("pages were written anew"), "{notes}");
        assert_has(&libraries, &schema, &lengths);
    }
    assert!(pages(&libraries) > before + 30, "{}", pages(&libraries));
    // A row that gets shorter again stays where it is.
    let grown = pages(&libraries);
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    for row in 0..500 {
        set(&schema, updater.row_mut(row as u64 + 1).unwrap().unwrap(), row, 5);
    }
    assert!(updater.commit().unwrap().notes.is_empty());
    assert_has(&libraries, &schema, &[5; 500]);
    assert_eq!(pages(&libraries), grown);
}

#[test]
fn the_page_of_the_description_may_lose_all_of_its_rows() {
    let mut lost = 0;
    for numbers in 20..60 {
        let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let mut libraries = libraries(folder.path());
        let schema = schema(numbers);
        make(&mut libraries, &schema, 200, "compress=char bufsize=8k");
        let first = |libraries: &Libraries| {
            let reader = libraries.open(&name("A"), &options("")).unwrap();
            let metadata = reader.metadata().unwrap();
            (metadata.first_page_with_rows, metadata.rows())
        };
        let (before, _) = first(&libraries);
        let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
        set(&schema, updater.row_mut(1).unwrap().unwrap(), 0, 600);
        updater.commit().unwrap();
        let (after, rows) = first(&libraries);
        lost += u32::from(after > before);
        assert_eq!(rows, 200);
        let mut lengths = vec![5; 200];
        lengths[0] = 600;
        assert_has(&libraries, &schema, &lengths);
        // The next update begins with what this one has left.
        let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
        set(&schema, updater.row_mut(2).unwrap().unwrap(), 1, 600);
        set(&schema, updater.next_row().unwrap(), 200, 7);
        updater.commit().unwrap();
        lengths[1] = 600;
        lengths.push(7);
        assert_has(&libraries, &schema, &lengths);
    }
    assert!(lost > 0);
}

#[test]
fn a_deleted_row_leaves_its_number_to_others_and_its_space_to_its_page() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let schema = schema(1);
    make(&mut libraries, &schema, 100, "compress=char bufsize=64k");
    let mut updater = libraries.update(&name("A"), &options(""), 2e9).unwrap();
    for number in 1..=99 {
        assert!(updater.delete(number).unwrap());
        assert!(!updater.delete(number).unwrap());
    }
    set(&schema, updater.row_mut(100).unwrap().unwrap(), 99, 600);
    assert!(updater.commit().unwrap().notes.is_empty());
    let mut reader = libraries.open(&name("A"), &options("")).unwrap();
    assert!(reader.next_row().unwrap().is_some());
    assert_eq!(reader.row_number(), 100);
    assert!(reader.next_row().unwrap().is_none());
    let metadata = reader.metadata().unwrap();
    assert_eq!((metadata.rows_stored, metadata.rows_deleted), (100, 99));
    drop(reader);
    // Others are added behind it, and are found by their numbers.
    match libraries.append(&name("A"), 2e9).unwrap() {
        crate::Append::Update(mut updater) => {
            set(&schema, updater.next_row().unwrap(), 100, 9);
            updater.commit().unwrap();
        }
        other => panic!("{other:?}"),
    }
    let mut random = libraries.open_random(&name("A"), &options("")).unwrap();
    assert_eq!((random.stored(), random.rows()), (101, 2));
    assert!(random.row(101).unwrap().is_some());
    assert_eq!(random.row(99).unwrap(), None);
}

#[test]
fn what_others_have_compressed_is_not_changed() {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR")).unwrap();
    let mut libraries = libraries(folder.path());
    let schema = schema(1);
    make(&mut libraries, &schema, 1000, "compress=binary bufsize=4k");
    // Without its magic number, the directory is like that of another program.
    let path = folder.path().join("data.sas7bdat");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(8).rposition(|it| it == b"FRPAGES1").unwrap();
    bytes[at] = b'X';
    std::fs::write(&path, bytes).unwrap();
    let reader = libraries.open(&name("A"), &options("")).unwrap();
    assert_eq!(reader.metadata().unwrap().compression, Compression::Ross);
    drop(reader);
    let refused = libraries.update(&name("A"), &options(""), 2e9).unwrap_err();
    insta::assert_snapshot!(refused, @"A.DATA cannot be changed in place: it is compressed and has no directory of its \
        pages; copy it with a DATA step first");
}
