//! The positions of rows, computed and read from their pages.

use super::foreign_file::{Foreign, Method};
use super::*;

/// Asserts that the rows of a file are at their computed positions.
#[track_caller]
fn assert_placed(bytes: &[u8]) {
    let metadata = describe(bytes).unwrap();
    let placement = metadata.placement().unwrap();
    let header = &metadata.header;
    let mut before = 0;
    let mut pages = metadata.first_page_with_rows..metadata.first_page_with_rows;
    while before < metadata.rows_stored {
        let number = pages.end;
        let rows = metadata.page_rows(number, page(header, bytes, number), before).unwrap();
        let stored = rows.stored() as u64;
        assert_eq!(
            (placement.rows_before(number), placement.rows_on(number)),
            (before, stored)
        );
        for row in [before, before + stored - 1] {
            assert_eq!(placement.page_of(row), number);
        }
        before += stored;
        pages.end += 1;
    }
    assert_eq!(placement.pages(), pages);
}

#[test]
fn rows_of_every_system_are_at_their_computed_positions() {
    let schema = class();
    for count in [1, 3, 60, 200] {
        let rows: Vec<_> = (0..count).map(|number| pupil(&schema, number)).collect();
        for page_size in [1024, 4096] {
            assert_placed(&write(&new_file(&schema, page_size), &rows));
        }
        for order in [Order::Little, Order::Big] {
            for wide in [false, true] {
                let foreign = Foreign {
                    order,
                    wide,
                    ..Foreign::default()
                };
                assert_placed(&foreign.file(&schema, &rows));
            }
        }
    }
}

#[test]
fn compressed_and_deleted_rows_may_lie_anywhere() {
    let schema = class();
    let rows: Vec<_> = (0..200).map(|number| pupil(&schema, number)).collect();
    for (method, deleted) in [(Method::RunLength, vec![]), (Method::None, vec![7])] {
        let foreign = Foreign {
            method,
            deleted,
            ..Foreign::default()
        };
        let metadata = describe(&foreign.file(&schema, &rows)).unwrap();
        assert_eq!(metadata.placement(), None);
    }
    let empty = write(&new_file(&schema, 4096), &[]);
    assert_eq!(describe(&empty).unwrap().placement(), None);
}

#[test]
fn a_page_of_another_kind_leaves_it_open() {
    let schema = class();
    let rows: Vec<_> = (0..1000).map(|number| pupil(&schema, number)).collect();
    let bytes = write(&new_file(&schema, 4096), &rows);
    // A copy of the first page as one of description, before the last page.
    let last = bytes.len() - 4096;
    let mut added = bytes[4096..8192].to_vec();
    added[32..34].copy_from_slice(&0x0400_u16.to_le_bytes());
    let mut changed = [&bytes[..last], &added, &bytes[last..]].concat();
    let pages = (changed.len() / 4096 - 1) as u64;
    changed[208..216].copy_from_slice(&pages.to_le_bytes());
    // The file specifies a last row one page later than the rows alone need.
    let at = 8192 - 808 + 560;
    changed[at..at + 8].copy_from_slice(&pages.to_le_bytes());
    let (metadata, found) = read(&changed).unwrap();
    assert_eq!(found, rows);
    assert_eq!(metadata.placement(), None);
}
