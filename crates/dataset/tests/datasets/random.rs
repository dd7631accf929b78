//! Observations that are read by their numbers.

use feedrate_dataset::format::field::Order;
use feedrate_dataset::{Libraries, Schema, Variable};
use insta::assert_snapshot;

use crate::common::{facts, folder, libraries, make, name, options, schema};

/// Returns the numbers in the rows with these numbers; `None` for those that are not there.
fn at(libraries: &Libraries, text: &str, requested: &str, numbers: impl IntoIterator<Item = u64>) -> Vec<Option<u64>> {
    let mut reader = libraries.open_random(&name(text), &options(requested)).unwrap();
    let number_field = schema().find("n").unwrap().number_field(Order::Little).unwrap();
    let text_field = schema().find("t").unwrap().text_field().unwrap();
    numbers
        .into_iter()
        .map(|number| {
            let row = reader.row(number).unwrap()?;
            let found = number_field.get(row) as u64;
            assert_eq!(text_field.get(row), format!("{:<9}", format!("r{found}")).as_bytes());
            Some(found)
        })
        .collect()
}

#[test]
fn every_observation_is_found_by_its_number() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    for (rows, bufsize) in [(0, "4k"), (1, "4k"), (1000, "1k"), (5000, "4k"), (9999, "64k")] {
        make(&mut libraries, "a.data", rows, &format!("bufsize={bufsize}"));
        for requested in ["", "discipline=assas", "discipline=assas bufno=3", "sgio=yes"] {
            // In an order that is nearly random, and comes to each of them.
            let numbers: Vec<u64> = (0..rows).map(|row| row * 7919 % rows + 1).collect();
            let found = at(&libraries, "a.data", requested, numbers.iter().copied());
            let expected: Vec<_> = numbers.iter().map(|number| Some(number - 1)).collect();
            assert_eq!(found, expected, "{rows} {bufsize} {requested}");
            let beyond = at(&libraries, "a.data", requested, [0, rows + 1, u64::MAX]);
            assert_eq!(beyond, [None, None, None]);
        }
    }
}

#[test]
fn what_is_moved_is_accounted() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.data", 100_000, "bufsize=64k");
    let moved = |requested: &str| {
        let data_set = name("a.data");
        let mut reader = libraries.open_random(&data_set, &options(requested)).unwrap();
        for number in [1, 50_000, 2, 50_001] {
            reader.row(number).unwrap().unwrap();
        }
        reader.account()
    };
    // The header and the description; then a block, or a page, for two observations each time.
    let blocks = moved("").moved;
    let pages = moved("discipline=assas").moved;
    let two_pages = moved("discipline=assas bufno=2").moved;
    assert_eq!(blocks.bytes, 1024 + 65536 + 2 * 4096);
    assert_eq!(pages.bytes, 1024 + 65536 * 5);
    assert_eq!(two_pages.bytes, 1024 + 65536 * 3);
    let account = moved("sgio=yes");
    assert!(!account.method.is_direct());
    assert_snapshot!(account.notes.join("; "), @"SGIO is ignored: the data set is read at random");
}

/// Makes a data set of rows that are long enough to be compressed.
fn make_packed(libraries: &mut Libraries, rows: u64, requested: &str) {
    let schema = Schema::lay_out(vec![Variable::text("t", 200)]).unwrap();
    let text_field = schema.variables()[0].text_field().unwrap();
    let requested = options(requested);
    let mut writer = libraries.create(&name("a.data"), schema, facts(), &requested).unwrap();
    for row in 0..rows {
        let text = format!("{row} ").repeat((row % 30) as usize + 1);
        text_field.set(writer.next_row().unwrap(), text.as_bytes());
    }
    writer.commit().unwrap();
}

#[test]
fn compressed_observations_are_found_by_their_numbers() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    for compress in ["char", "binary"] {
        for (rows, bufsize) in [(1, "64k"), (3000, "1k"), (3000, "16k")] {
            let requested = format!("bufsize={bufsize} compress={compress}");
            make_packed(&mut libraries, rows, &requested);
            for requested in ["", "discipline=assas"] {
                let mut reader = libraries.open_random(&name("a.data"), &options(requested)).unwrap();
                for number in (0..rows).map(|row| row * 7919 % rows + 1) {
                    let row = reader.row(number).unwrap().unwrap();
                    let text = format!("{} ", number - 1);
                    assert!(row.starts_with(text.as_bytes()), "{number} {requested}");
                }
                assert_eq!(reader.row(rows + 1).unwrap(), None);
            }
        }
    }
}

#[test]
fn a_compressed_observation_takes_the_blocks_of_its_pointer_and_of_itself() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make_packed(&mut libraries, 20_000, "bufsize=64k compress=char");
    let moved = |requested: &str, numbers: &[u64]| {
        let data_set = name("a.data");
        let mut reader = libraries.open_random(&data_set, &options(requested)).unwrap();
        for &number in numbers {
            reader.row(number).unwrap().unwrap();
        }
        reader.account().moved.bytes
    };
    let described = moved("", &[]);
    let blocks = (moved("", &[10_000]) - described) / 4096;
    // Those of the header of the page, of the pointer, and of the row, which may be in two.
    assert!((2..=4).contains(&blocks), "{blocks} blocks");
    assert_eq!(moved("", &[10_000, 10_000]) - described, blocks * 4096);
    let page = moved("discipline=assas", &[10_000]) - described;
    assert_eq!(page, 65_536);
}

#[test]
fn what_has_no_numbers_is_refused() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.data", 10, "");
    make_packed(&mut libraries, 10, "compress=yes pointobs=no");
    let refused = libraries.open_random(&name("a.data"), &options("")).unwrap_err();
    let text = refused.to_string();
    let text = text.replace(folder.path().to_str().unwrap(), "FOLDER");
    assert_snapshot!(text, @"FOLDER/data.sas7bdat is not read at random: it is compressed and was made with \
        POINTOBS=NO; copy it with a DATA step first");
    let missing = libraries.open_random(&name("a.none"), &options(""));
    assert!(missing.unwrap_err().is_missing());
}
