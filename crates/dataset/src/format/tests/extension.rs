//! Rows that are appended to a file, interrupted at every moment.

use proptest::prelude::*;

use super::foreign_file::{Foreign, Method};
use super::*;

/// The bytes that a device writes atomically.
const SECTOR: usize = 512;

/// Returns the changes that append rows: what is written behind the end of the file, and the edits.
fn extended(bytes: &[u8], rows: &[Vec<u8>]) -> (Vec<u8>, Vec<Edit>) {
    let metadata = describe(bytes).unwrap();
    let header = &metadata.header;
    let (last, _) = metadata.end_of_rows().unwrap();
    let last = last.map(|number| page(header, bytes, number));
    let first = page(header, bytes, 0);
    let mut extension = Extension::new(&metadata, bytes, first, last).unwrap();
    let mut rows = rows.iter();
    while !extension.is_last_page_full()
        && let Some(row) = rows.next()
    {
        extension.next_on_last_page().unwrap().copy_from_slice(row);
    }
    let row_pages = extension.row_pages();
    let rows: Vec<_> = rows.collect();
    let mut behind = Vec::new();
    for (number, part) in (extension.next_page()..).zip(rows.chunks(row_pages.slots().count)) {
        let mut page = vec![0xEE; header.page_size as usize];
        for (index, row) in part.iter().enumerate() {
            row_pages.slots().of(&mut page, index).copy_from_slice(row);
        }
        row_pages.seal(&mut page, number, part.len());
        behind.extend(page);
    }
    let new_pages = (behind.len() / header.page_size as usize) as u64;
    let mut edits: Vec<_> = extension.last_page().into_iter().collect();
    edits.push(extension.header(new_pages, 2e9));
    edits.push(extension.row_count(rows.len() as u64));
    (behind, edits)
}

/// Applies those sectors of an edit for which `reached` returns `true`.
fn edit(bytes: &mut [u8], edit: &Edit, mut reached: impl FnMut(usize) -> bool) {
    let at = edit.at as usize;
    assert_eq!(bytes[at..at + edit.before.len()], edit.before);
    for (index, &byte) in edit.after.iter().enumerate() {
        if reached((at + index) / SECTOR) {
            bytes[at + index] = byte;
        }
    }
}

proptest! {
    #[test]
    fn the_file_has_its_old_rows_until_it_has_all(
        old in 0_usize..120, more in 1_usize..200, page_size in 1_u32..5, header in 1_u32..9, torn: u64,
    ) {
        let schema = class();
        let rows: Vec<_> = (0..old + more).map(|number| pupil(&schema, number)).collect();
        let file = NewFile { header_length: header * 1024, ..new_file(&schema, page_size * 1024) };
        let mut bytes = write(&file, &rows[..old]);
        let (behind, edits) = extended(&bytes, &rows[old..]);
        bytes.extend(behind);
        prop_assert!(read(&bytes).unwrap().1 == rows[..old]);
        for (index, made) in edits.iter().enumerate() {
            let is_last = index + 1 == edits.len();
            let mut torn_off = bytes.clone();
            edit(&mut torn_off, made, |sector| torn >> (sector % 64) & 1 == 1);
            let found = read(&torn_off).unwrap().1;
            prop_assert!(found == rows[..old] || is_last && found == rows, "edit {index}");
            edit(&mut bytes, made, |_| true);
            let found = read(&bytes).unwrap().1;
            prop_assert!(found == if is_last { &rows[..] } else { &rows[..old] }, "edit {index}");
        }
        // The edits can be undone.
        for made in edits.iter().rev() {
            let back = Edit { at: made.at, before: made.after.clone(), after: made.before.clone() };
            edit(&mut bytes, &back, |_| true);
        }
        prop_assert!(read(&bytes).unwrap().1 == rows[..old]);
    }
}

#[test]
fn files_that_take_no_rows_say_why() {
    let schema = class();
    let rows: Vec<_> = (0..200).map(|number| pupil(&schema, number)).collect();
    let reason = |foreign: Foreign| {
        let metadata = describe(&foreign.file(&schema, &rows)).unwrap();
        metadata.end_of_rows().unwrap_err()
    };
    let default = Foreign::default;
    for method in [Method::RunLength, Method::Ross] {
        let foreign = Foreign { method, ..default() };
        assert_eq!(reason(foreign), NotExtended::Compressed);
    }
    let narrow = Foreign {
        wide: false,
        ..default()
    };
    let big = Foreign {
        order: Order::Big,
        ..default()
    };
    for foreign in [narrow, big] {
        assert_eq!(reason(foreign), NotExtended::Foreign);
    }
    let latin = Foreign {
        encoding: 62,
        ..default()
    };
    assert!(matches!(reason(latin), NotExtended::Encoding(_)));
    let deleted = Foreign {
        deleted: vec![3],
        ..default()
    };
    assert_eq!(reason(deleted), NotExtended::Deleted);
    // Its pages hold fewer rows than they could.
    assert_eq!(reason(default()), NotExtended::Layout);
}
