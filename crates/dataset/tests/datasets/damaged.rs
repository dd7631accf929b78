//! Damaged files are refused where they are damaged, and do no harm.

use std::fs;

use proptest::prelude::*;

use crate::common::*;

const ROWS: u64 = 3000;

/// Reads a data set to its end or to an error. Returns the number of rows.
fn read(libraries: &feedrate_dataset::Libraries) -> feedrate_dataset::Result<u64> {
    let mut reader = libraries.open(&name("a.x"), &options(""))?;
    let mut rows = 0;
    while let Some(block) = reader.next_block()? {
        rows += block.len() as u64;
    }
    Ok(rows)
}

#[test]
fn a_damaged_page_is_named_when_it_is_reached() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", ROWS, "bufsize=4k");
    let path = folder.path().join("x.sas7bdat");
    let mut bytes = fs::read(&path).unwrap();
    // The kind of the fifth page after the header.
    bytes[4096 * 5 + 32..][..2].copy_from_slice(&[0xEE, 0x0E]);
    fs::write(&path, &bytes).unwrap();
    let mut reader = libraries.open(&name("a.x"), &options("")).unwrap();
    let mut rows = 0;
    let error = loop {
        match reader.next_row() {
            Ok(Some(_)) => rows += 1,
            Ok(None) => panic!("the damage was passed over"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(rows > 0 && rows < ROWS);
    assert!(
        error.contains("page 5 is damaged") && error.contains("x.sas7bdat"),
        "{error}"
    );
}

#[test]
fn a_file_cut_short_is_refused_when_it_is_opened() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.x", ROWS, "bufsize=4k");
    let path = folder.path().join("x.sas7bdat");
    let bytes = fs::read(&path).unwrap();
    for length in [0, 1, 343, 344, 4096, 5000, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let error = read(&libraries).unwrap_err().to_string();
        assert!(error.contains("x.sas7bdat"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_change_of_bytes_panics(
        changes in proptest::collection::vec((0usize..20_000, any::<u8>()), 1..20),
    ) {
        let folder = folder();
        let mut libraries = libraries(folder.path());
        make(&mut libraries, "a.x", 500, "bufsize=4k");
        let path = folder.path().join("x.sas7bdat");
        let mut bytes = fs::read(&path).unwrap();
        for (at, value) in changes {
            let at = at % bytes.len();
            bytes[at] = value;
        }
        fs::write(&path, &bytes).unwrap();
        let _ = read(&libraries);
    }
}
