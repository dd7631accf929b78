//! Data sets in transport files, through a library.

use std::fs;
use std::path::Path;

use feedrate_dataset::library::Assignment;
use feedrate_dataset::writer::put_all_in_place;
use feedrate_dataset::{Error, Libraries, Schema, Variable};

use crate::common::*;

const ROWS: u64 = 50_000;

fn record(text: &str) -> Vec<u8> {
    let mut record = text.as_bytes().to_vec();
    record.resize(80, b' ');
    record
}

fn heading(name: &str, digits: &str) -> Vec<u8> {
    record(&format!("HEADER RECORD*******{name:<8}HEADER RECORD!!!!!!!{digits}"))
}

/// Returns the description of a variable (TS-140, struct NAMESTR).
fn described(kind: u16, name: &str, length: u16, position: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [kind, 0, length, 0] {
        bytes.extend(number.to_be_bytes());
    }
    bytes.extend(format!("{name:<8}{:<40}{:<8}", "a label", "").bytes());
    bytes.extend([0; 8]);
    bytes.extend([b' '; 8]);
    bytes.extend([0; 4]);
    bytes.extend(position.to_be_bytes());
    bytes.resize(140, 0);
    bytes
}

/// Returns a whole number as an IBM floating-point number: hexadecimal digits after the point, and an exponent plus 64.
fn ibm(number: u64) -> [u8; 8] {
    if number == 0 {
        return [0; 8];
    }
    let digits = u64::from((64 - number.leading_zeros()).div_ceil(4));
    ((64 + digits) << 56 | number << (56 - 4 * digits)).to_be_bytes()
}

/// Writes a file with the data set ONE, of so many rows with a character value and a number, and an empty one, TWO.
fn write(path: &Path) {
    let nothing = "000000000000000000000000000000";
    let mut file = heading("LIBRARY", nothing);
    file.extend(record("SAS     SAS     SASLIB  9.4     Linux"));
    file.extend(record("01JAN20:00:00:00"));
    for (name, rows) in [("ONE", ROWS), ("TWO", 0)] {
        file.extend(heading("MEMBER", "000000000000000001600000000140"));
        file.extend(heading("DSCRPTR", nothing));
        file.extend(record(&format!("SAS     {name:<8}SASDATA 9.4     Linux")));
        file.extend(record(&format!("{:32}{:<40}", "01JAN20:00:00:00", "of a test")));
        file.extend(heading("NAMESTR", "000000000200000000000000000000"));
        let mut variables = described(2, "T", 9, 0);
        variables.extend(described(1, "N", 6, 9));
        variables.resize(variables.len().next_multiple_of(80), b' ');
        file.extend(variables);
        file.extend(heading("OBS", nothing));
        for row in 0..rows {
            file.extend(format!("{:<9}", format!("r{row}")).bytes());
            file.extend(&ibm(row)[..6]);
        }
        file.resize(file.len().next_multiple_of(80), b' ');
    }
    fs::write(path, file).unwrap();
}

#[test]
fn a_transport_file_is_a_library_that_is_read() {
    let folder = folder();
    let path = folder.path().join("trans.xpt");
    write(&path);
    let mut libraries = Libraries::new(None);
    libraries
        .assign(Assignment::new("x", Some("XPORT"), &path).unwrap())
        .unwrap();
    let names: Vec<String> = libraries
        .members("x")
        .unwrap()
        .into_iter()
        .map(|member| member.name)
        .collect();
    assert_eq!(names, ["ONE", "TWO"]);
    assert!(numbers(&libraries, "x.one", "").into_iter().eq(0..ROWS));
    assert!(numbers(&libraries, "x.two", "").is_empty());
    let mut reader = libraries.open(&name("x.one"), &options("")).unwrap();
    assert_eq!((reader.rows(), reader.label()), (ROWS, "of a test"));
    assert!(reader.metadata().is_none());
    // The number has fewer bytes in the file than here.
    assert_eq!(reader.stored_lengths(), (vec![9, 6], 15));
    assert_eq!(reader.schema().find("n").unwrap().length, 8);
    reader.set_window(20_001, Some(20_005)).unwrap();
    for _ in 0..2 {
        let rows = reader.next_block().unwrap().unwrap();
        assert_eq!(rows.len(), 5);
        assert!(reader.next_row().unwrap().is_none());
        reader.rewind().unwrap();
    }
    // All of it was read to determine its content, and then the rows.
    let account = reader.account();
    let length = fs::metadata(&path).unwrap().len();
    assert!(account.moved.bytes > length, "{account:?}");
    assert!(matches!(
        libraries.open(&name("x.on"), &options("")),
        Err(Error::Missing { candidates, .. }) if candidates == ["ONE"]
    ));
    assert!(matches!(libraries.delete(&name("x.one")), Err(Error::ReadOnly { .. })));
}

/// Returns the rows of a data set, as bytes.
fn rows_of(libraries: &Libraries, data_set: &str) -> Vec<Vec<u8>> {
    let mut reader = libraries.open(&name(data_set), &options("")).unwrap();
    let mut rows = Vec::new();
    while let Some(row) = reader.next_row().unwrap() {
        rows.push(row.to_vec());
    }
    rows
}

#[test]
fn data_sets_are_made_and_replaced_in_a_transport_file() {
    for engine in ["XPORT", "XPORTV8"] {
        let folder = folder();
        let path = folder.path().join("new.xpt");
        let mut libraries = Libraries::new(None);
        libraries
            .assign(Assignment::new("x", Some(engine), &path).unwrap())
            .unwrap();
        assert!(libraries.members("x").unwrap().is_empty());
        assert!(!path.exists());
        for (data_set, rows) in [("x.one", 10), ("x.two", 3), ("x.three", 0), ("x.one", 7)] {
            make(&mut libraries, data_set, rows, "");
        }
        let names: Vec<_> = libraries.members("x").unwrap();
        let names: Vec<_> = names.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["ONE", "THREE", "TWO"]);
        // Each stays where it is in the file.
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len() % 80, 0);
        let at = |name: &str| {
            let wanted = format!("SAS     {name:8}").into_bytes();
            bytes.windows(16).position(|it| it == wanted).unwrap()
        };
        assert!(at("ONE") < at("TWO") && at("TWO") < at("THREE"));
        for (data_set, rows) in [("x.one", 7), ("x.two", 3), ("x.three", 0)] {
            assert!(numbers(&libraries, data_set, "").into_iter().eq(0..rows), "{data_set}");
        }
        let reader = libraries.open(&name("x.two"), &options("")).unwrap();
        assert_eq!(reader.label(), "of a test");
        // Nothing is left beside it.
        assert_eq!(files(folder.path()), ["new.xpt"]);
        // Two at once would each lack the other.
        let made = ["x.a", "x.b"].map(|data_set| {
            let mut writer = libraries
                .create(&name(data_set), schema(), facts(), &options(""))
                .unwrap();
            fill(&mut writer, 0..5).unwrap();
            writer.complete().unwrap()
        });
        let error = put_all_in_place(made.into()).unwrap_err();
        assert!(matches!(error, Error::SameFile { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn what_a_transport_file_cannot_hold_is_refused() {
    let folder = folder();
    let mut libraries = Libraries::new(None);
    for (libref, engine) in [("x", "xport"), ("y", "xportv8")] {
        let path = folder.path().join(format!("{libref}.xpt"));
        libraries
            .assign(Assignment::new(libref, Some(engine), &path).unwrap())
            .unwrap();
    }
    let long = Variable {
        label: "a label of more than forty bytes, which is cut in version 5".into(),
        format: "MYOWNFORMAT9.".parse().ok(),
        ..Variable::number("a_longer_name")
    };
    let mut told = Vec::new();
    for (data_set, variable) in [
        ("much_longer", Variable::number("a")),
        ("short", long.clone()),
        ("short", Variable::text("t", 201)),
        (
            "short",
            Variable {
                name: "a".into(),
                ..long.clone()
            },
        ),
    ] {
        let schema = Schema::lay_out(vec![variable]).unwrap();
        for libref in ["x", "y"] {
            let name = name(&format!("{libref}.{data_set}"));
            let made = libraries.create(&name, schema.clone(), facts(), &options(""));
            match made.and_then(|writer| writer.commit()) {
                Ok(_) => assert_eq!(libref, "y"),
                Err(error) => {
                    assert_eq!(libref, "x");
                    told.push(error.to_string());
                }
            }
        }
    }
    insta::assert_snapshot!(told.join("\n"));
    // All that version 8 has comes back.
    let schema = Schema::lay_out(vec![long]).unwrap();
    let mut writer = libraries
        .create(&name("y.short"), schema.clone(), facts(), &options(""))
        .unwrap();
    writer.next_row().unwrap().copy_from_slice(&0.1_f64.to_le_bytes());
    writer.commit().unwrap();
    let reader = libraries.open(&name("y.short"), &options("")).unwrap();
    assert_eq!(*reader.schema(), schema);
    assert_eq!(rows_of(&libraries, "y.short"), [0.1_f64.to_le_bytes()]);
    // A number that the format cannot have is an error, and the file stays.
    let before = fs::read(folder.path().join("y.xpt")).unwrap();
    let mut writer = libraries
        .create(&name("y.short"), schema, facts(), &options(""))
        .unwrap();
    writer.next_row().unwrap().copy_from_slice(&1e76_f64.to_le_bytes());
    let error = writer.commit().unwrap_err();
    insta::assert_snapshot!(error.to_string().replace(&*folder.path().to_string_lossy(), "FOLDER"));
    assert_eq!(fs::read(folder.path().join("y.xpt")).unwrap(), before);
}

#[test]
fn another_file_is_not_written_over() {
    let folder = folder();
    let path = folder.path().join("notes.txt");
    fs::write(&path, "years of work").unwrap();
    let mut libraries = Libraries::new(None);
    libraries
        .assign(Assignment::new("x", Some("xport"), &path).unwrap())
        .unwrap();
    let made = libraries.create(&name("x.a"), schema(), facts(), &options(""));
    assert!(made.unwrap_err().to_string().contains("transport file"));
    assert_eq!(fs::read(&path).unwrap(), b"years of work");
}

#[test]
fn another_file_is_no_transport_file() {
    let folder = folder();
    let path = folder.path().join("trans.xpt");
    fs::write(&path, "x".repeat(1000)).unwrap();
    let mut libraries = Libraries::new(None);
    libraries
        .assign(Assignment::new("x", Some("xport"), &path).unwrap())
        .unwrap();
    let error = libraries.members("x").unwrap_err();
    assert!(matches!(error, Error::Transport { .. }), "{error}");
    assert!(error.to_string().contains("trans.xpt"), "{error}");
}
