//! Character values in encodings that take fewer bytes than UTF-8, and data sets without variables.

use std::fs;
use std::path::Path;

use feedrate_dataset::format::UndefinedValue;
use feedrate_dataset::format::field::Order;
use feedrate_dataset::library::Assignment;
use feedrate_dataset::settings::SettingScope;
use feedrate_dataset::{Libraries, Reader, RequestedSettings, Schema, Variable};

use crate::common::*;

/// The offset of the encoding's number in the header.
const ENCODING: usize = 70;

/// Creates `a.greek`: two values are longer in UTF-8 than their variable, and one has an undefined byte.
fn make_greek(libraries: &mut Libraries, folder: &Path) {
    let schema = Schema::lay_out(vec![
        Variable::number("n"),
        Variable {
            format: "$5.".parse().ok(),
            ..Variable::text("t", 5)
        },
    ])
    .unwrap();
    let text = schema.find("t").unwrap().text_field().unwrap();
    let mut writer = libraries
        .create(&name("a.greek"), schema, facts(), &options(""))
        .unwrap();
    for value in [&b"plain"[..], b"\xC1\xE2\xE3 ", b"\xC1\xE2\xE3\xE4\xE5", b"\xC1\xFF"] {
        text.set(writer.next_row().unwrap(), value);
    }
    writer.commit().unwrap();
    let path = folder.join("greek.sas7bdat");
    let mut bytes = fs::read(&path).unwrap();
    bytes[ENCODING] = 35;
    fs::write(path, bytes).unwrap();
}

fn texts(reader: &mut Reader) -> Vec<String> {
    let field = reader.schema().find("t").unwrap().text_field().unwrap();
    let mut texts = Vec::new();
    while let Some(row) = reader.next_row().unwrap() {
        texts.push(
            String::from_utf8(field.get(row).to_vec())
                .unwrap()
                .trim_end()
                .to_owned(),
        );
    }
    texts
}

/// Assigns a library on the folder, with an engine and options.
fn assign(libraries: &mut Libraries, folder: &Path, engine: Option<&str>, of: &[(&str, &str)]) {
    let mut requested = RequestedSettings::default();
    for (word, value) in of {
        requested.set(SettingScope::Library, word, Some(value)).unwrap();
    }
    let assignment = Assignment::new("g", engine, folder).unwrap();
    libraries.assign(assignment.with_settings(requested)).unwrap();
}

#[test]
fn text_that_is_longer_in_utf_8_is_whole_with_the_room_of_cvp() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make_greek(&mut libraries, folder.path());
    let mut reader = libraries.open(&name("a.greek"), &options("")).unwrap();
    assert_eq!(texts(&mut reader), ["plain", "Αβ", "Αβ", "Α\u{FFFD}"]);
    let lost = reader.lost();
    assert_eq!((lost.cut, lost.undefined), (2, 1));
    let undefined = UndefinedValue {
        observation: 4,
        variable: "t".into(),
        encoding: "greek".into(),
    };
    assert_eq!(lost.first_undefined, Some(undefined));
    for (engine, of, length, format) in [
        (Some("cvp"), &[("cvpmultiplier", "2")][..], 10, "$10."),
        (None, &[("CVPBYTES", "7"), ("CVPFORMATWIDTH", "NO")], 12, "$5."),
    ] {
        assign(&mut libraries, folder.path(), engine, of);
        let mut reader = libraries.open(&name("g.greek"), &options("")).unwrap();
        let variable = reader.schema().find("t").unwrap();
        assert_eq!(variable.length, length);
        assert_eq!(variable.format.as_ref().unwrap().to_string(), format);
        assert_eq!(texts(&mut reader), ["plain", "Αβγ", "Αβγδε", "Α\u{FFFD}"]);
        assert_eq!((reader.lost().cut, reader.lost().undefined), (0, 1));
        let created = libraries.create(&name("g.x"), schema(), facts(), &options(""));
        assert!(matches!(created, Err(feedrate_dataset::Error::ReadOnly { .. })));
    }
    // Half as much again is too little for Greek.
    assign(&mut libraries, folder.path(), Some("CVP"), &[]);
    let mut reader = libraries.open(&name("g.greek"), &options("")).unwrap();
    assert_eq!(reader.schema().find("t").unwrap().length, 8);
    assert_eq!(texts(&mut reader)[2], "Αβγδ");
    assert_eq!(reader.lost().cut, 1);
}

#[test]
fn texts_of_other_engines_get_more_room() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    std::fs::write(folder.path().join("t.csv"), "a,x,b\n\u{e9}\u{e9},5,abc\n,,z\n").unwrap();
    let mut requested = RequestedSettings::default();
    requested.set(SettingScope::Library, "cvpbytes", Some("2")).unwrap();
    let assignment = Assignment::new("c", Some("csv"), folder.path()).unwrap();
    libraries.assign(assignment.with_settings(requested)).unwrap();
    let mut reader = libraries.open(&name("c.t"), &options("")).unwrap();
    let lengths: Vec<_> = reader.schema().variables().iter().map(|it| it.length).collect();
    assert_eq!(lengths, [6, 8, 5]);
    let field = |variable: &str| reader.schema().find(variable).unwrap().text_field().unwrap();
    let (a, b) = (field("a"), field("b"));
    let x = reader.schema().find("x").unwrap().number_field(Order::Little).unwrap();
    let row = reader.next_row().unwrap().unwrap();
    assert_eq!(
        (a.get(row), x.get(row), b.get(row)),
        ("éé  ".as_bytes(), 5.0, &b"abc  "[..])
    );
    let row = reader.next_row().unwrap().unwrap();
    assert!(x.get(row).is_nan());
    assert_eq!((a.get(row), b.get(row)), (&b"      "[..], &b"z    "[..]));
    let created = libraries.create(&name("c.x"), schema(), facts(), &options(""));
    assert!(matches!(created, Err(feedrate_dataset::Error::ReadOnly { .. })));
}

#[test]
fn a_step_reads_wider_text_in_any_order() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    make(&mut libraries, "a.numbers", 50_000, "bufsize=4k");
    assign(&mut libraries, folder.path(), Some("cvp"), &[("cvpbytes", "1")]);
    let mut step = libraries.open(&name("g.numbers"), &options("")).unwrap();
    let texts_length = step.schema().find("t").unwrap().length;
    assert_eq!(texts_length, 10);
    step.set_window(20_001, Some(20_003)).unwrap();
    assert_eq!(texts(&mut step), ["r20000", "r20001", "r20002"]);
}

#[test]
fn a_data_set_without_variables_has_observations_of_nothing() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    let nothing = Schema::lay_out(Vec::new()).unwrap();
    let mut writer = libraries
        .create(&name("a.bare"), nothing, facts(), &options(""))
        .unwrap();
    for _ in 0..3 {
        writer.next_row().unwrap();
    }
    writer.commit().unwrap();
    let path = folder.path().join("bare.sas7bdat");
    // In files of SAS, such a row has no bytes.
    let mut bytes = fs::read(&path).unwrap();
    let piece = bytes
        .windows(8)
        .rposition(|at| at == [0xF7, 0xF7, 0xF7, 0xF7, 0, 0, 0, 0]);
    let row_length = piece.unwrap() + 5 * 8;
    assert_eq!(bytes[row_length], 8);
    bytes[row_length] = 0;
    fs::write(&path, &bytes).unwrap();
    let mut reader = libraries.open(&name("a.bare"), &options("")).unwrap();
    assert_eq!((reader.rows(), reader.schema().variables().len()), (3, 0));
    for _ in 0..3 {
        assert!(reader.next_row().unwrap().is_some());
    }
    assert!(reader.next_row().unwrap().is_none());
    reader.rewind().unwrap();
    assert_eq!(reader.next_block().unwrap().unwrap().len(), 3);
}
