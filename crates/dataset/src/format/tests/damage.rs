//! Damaged files give an error or other rows, never a panic, and do not take disproportionate memory.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::foreign_file::{Foreign, Method};
use super::*;

/// A file of each kind, of a few kilobytes.
static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let schema = class();
    let rows: Vec<_> = (0..120).map(|number| pupil(&schema, number)).collect();
    let mut files = vec![write(&new_file(&schema, 2048), &rows)];
    for method in [Method::None, Method::RunLength, Method::Ross] {
        for order in [Order::Little, Order::Big] {
            for wide in [false, true] {
                let foreign = Foreign {
                    order,
                    wide,
                    method,
                    ..Foreign::default()
                };
                files.push(foreign.file(&schema, &rows));
            }
        }
    }
    files
});

fn read_within_bounds(bytes: &[u8]) {
    if let Ok((metadata, rows)) = read(bytes) {
        assert!(rows.len() as u64 <= metadata.rows_stored);
        // A byte of a compressed row expands to at most 2056 bytes.
        let most = bytes.len() * 2056;
        assert!(rows.iter().map(Vec::len).sum::<usize>() <= most);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn changed_bytes_do_no_harm(
        file in 0_usize..13,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = FILES[file].clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_within_bounds(&bytes);
    }

    #[test]
    fn changed_descriptions_do_no_harm(
        file in 0_usize..13,
        changes in prop::collection::vec(
            (0_usize..3000, prop_oneof![Just(0_u8), Just(1), Just(0xFF), Just(0x7F), any::<u8>()]),
            1..12,
        ),
    ) {
        // The header and the first page have all that can mislead.
        let mut bytes = FILES[file].clone();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        read_within_bounds(&bytes);
    }

    #[test]
    fn a_file_that_is_cut_short_says_so(file in 0_usize..13, cut in any::<prop::sample::Index>()) {
        let mut bytes = FILES[file].clone();
        bytes.truncate(cut.index(bytes.len()));
        let found = bytes.len() as u64;
        match describe(&bytes) {
            Err(FormatError::TooShort { found: at, needed }) => {
                prop_assert_eq!(at, found);
                prop_assert!(needed > found);
            }
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

#[test]
fn damage_is_reported_with_its_position() {
    let schema = class();
    let rows: Vec<_> = (0..300).map(|number| pupil(&schema, number)).collect();
    let bytes = write(&new_file(&schema, 4096), &rows);
    let message = |at: usize, value: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        read(&bytes).unwrap_err().to_string()
    };
    insta::assert_snapshot!(message(0, b"PAR1"), @"it does not begin as a SAS data set does; name a .sas7bdat file");
    insta::assert_snapshot!(message(37, &[7]), @"its header is damaged: the byte order is 7; restore the file from a \
        copy");
    insta::assert_snapshot!(message(204, &[1, 0, 0, 0]), @"its header is damaged: the size of a page is 1; restore the \
        file from a copy");
    insta::assert_snapshot!(message(4096 + 32, &[0, 3]), @"page 1 is damaged: its kind is 0x0300, which is not known; \
        restore the file from a copy");
    insta::assert_snapshot!(message(4096 + 36, &[0xFF, 0x7F]), @"page 1 is damaged: 32767 subheaders do not fit it; \
        restore the file from a copy");
    insta::assert_snapshot!(message(4096 + 40, &[0xFF, 0xFF]), @"page 1 is damaged: a subheader of 808 bytes at 65535 \
        lies outside it; restore the file from a copy");
    insta::assert_snapshot!(message(2 * 4096 + 34, &[0xFF, 0xFF]), @"page 2 is damaged: 228 rows of 24 bytes do not \
        fit it; restore the file from a copy");
    let row_size = 2 * 4096 - 808;
    insta::assert_snapshot!(message(row_size + 40, &[8]), @"variable Name ends at byte 19 of a row, but the row has 8 \
        bytes");
}

#[test]
fn moved_rows_are_refused_by_name() {
    let schema = class();
    let rows: Vec<_> = (0..30).map(|number| pupil(&schema, number)).collect();
    let foreign = Foreign {
        method: Method::RunLength,
        ..Foreign::default()
    };
    let mut bytes = foreign.file(&schema, &rows);
    let pointer = foreign.pointer_of_first_row(&schema);
    bytes[pointer + 16] = 3;
    insta::assert_snapshot!(read(&bytes).unwrap_err(), @"a row that an update moved to or from page 1 is not \
        supported; copy the data set where it was made, which puts its rows in order");
}
