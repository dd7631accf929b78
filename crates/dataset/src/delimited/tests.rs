//! Whole files, written and read.

mod in_parts;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::appender::Append;
use crate::error::Error;
use crate::format::field::Order;
use crate::library::Engines;
use crate::name::DataSetName;
use crate::reader::Reader;
use crate::schema::Variable;
use crate::writer::Writer;

fn open(path: &Path, shape: Shape) -> Result<Reader> {
    let source = DelimitedFormat::new(shape).open(path, &Settings::default())?;
    Ok(Reader::of_source("CSV", path, source))
}

/// Returns the variables and the values of all rows as text.
fn table(reader: &mut Reader) -> String {
    let schema = reader.schema().clone();
    let mut lines: Vec<String> = schema
        .variables()
        .iter()
        .map(|variable| {
            let format = variable.format.as_ref().map(ToString::to_string);
            format!(
                "{} {:?} {} {}",
                variable.name,
                variable.kind,
                variable.length,
                format.unwrap_or_default()
            )
        })
        .collect();
    while let Some(row) = reader.next_row().unwrap() {
        let values = schema.variables().iter().map(|variable| {
            match (variable.number_field(Order::Little), variable.text_field()) {
                (Some(field), _) => format!("{}", field.get(row)),
                (None, Some(field)) => {
                    format!("{:?}", String::from_utf8_lossy(field.get(row)))
                }
                (None, None) => String::new(),
            }
        });
        lines.push(values.collect::<Vec<_>>().join(" "));
    }
    lines.extend(reader.account().notes);
    lines.join("\n")
}

fn read(text: &[u8], shape: Shape) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), text).unwrap();
    match open(file.path(), shape) {
        Ok(mut reader) => table(&mut reader),
        Err(error) => error.to_string().replace(&file.path().display().to_string(), "FILE"),
    }
}

#[test]
fn files_tell_what_their_columns_are() {
    let text = "\u{feff}id,unit price,name,day,at,Name\n\
        1,2.50,\"Ann, \"\"A\"\"\",2020-02-29,2020-01-01T00:00:00.5,\n\
        2,,Bob  ,,,x\n\
        \n\
        3,.,\"two\nlines\",1959-12-31,1960-01-01 00:00:01,äö,too,much\n\
        4\n";
    insta::assert_snapshot!(read(text.as_bytes(), Shape::default()), @r#"
    id Number 8 
    unit_price Number 8 
    name Text 9 
    day Number 8 YYMMDD10.
    at Number 8 DATETIME20.
    Name2 Text 4 
    1 2.5 "Ann, \"A\" " 21974 1893456000.5 "    "
    2 NaN "Bob      " NaN NaN "x   "
    3 NaN "two\nlines" -1 1 "äö"
    4 NaN "         " NaN NaN "    "
    columns whose names no variable can have got others: `unit price` is unit_price, `Name` is Name2
    1 of its lines have more values than there are columns, which were not read
    "#);
}

#[test]
fn other_layouts_and_encodings_are_read() {
    let shape = Shape {
        delimiter: b';',
        has_names: false,
        first_line: Some(2),
    };
    insta::assert_snapshot!(read(b"about;this\r\n1;Gr\xf6\xdfe\r\n2;x", shape), @r#"
    VAR1 Number 8 
    VAR2 Text 7 
    1 "Größe"
    2 "x      "
    1 of its values are no UTF-8 and were read as Windows-1252
    "#);
    let shape = Shape {
        first_line: Some(4),
        ..Shape::default()
    };
    insta::assert_snapshot!(read(b"a\nx\ny\n7\n", shape), @"
    a Number 8 
    7
    ");
}

#[test]
fn what_is_no_such_file_is_refused_in_one_line() {
    insta::assert_snapshot!(read(b"", Shape::default()), @"FILE cannot be read: it has no line with names of columns");
    insta::assert_snapshot!(read(b"PAR1\0\x15", Shape::default()), @"FILE cannot be read: it is no text; a file of \
        another format may have got this name");
    insta::assert_snapshot!(read(b"a,b\n", Shape::default()), @"
    a Text 1 
    b Text 1 
    ");
}

#[test]
fn an_unmatched_quotation_mark_is_an_error() {
    let shape = Shape::default();
    insta::assert_snapshot!(read(b"a,b\n1,\"two\nlines\"\n\n2,\"x\n3,y\n", shape), @"FILE cannot be read: a quotation \
        mark in line 4 or after it opens a value that none closes");
    insta::assert_snapshot!(read(b"a\r\n\"x\r\ny", shape), @"FILE cannot be read: a quotation mark in line 1 or after \
        it opens a value that none closes");
    insta::assert_snapshot!(read(b"a\n\"x\ny\"", shape), @r#"
    a Text 3 
    "x\ny"
    "#);
    insta::assert_snapshot!(read(b"a\nx\"y\n", shape), @r#"
    a Text 3 
    "x\"y"
    "#);
}

#[test]
fn a_line_without_end_is_refused_before_it_is_in_memory() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let mut out = std::io::BufWriter::new(file.reopen().unwrap());
    std::io::Write::write_all(&mut out, b"a\n\"").unwrap();
    // Holes take no space: a gigabyte of zeros.
    let file_of = out.into_inner().unwrap();
    file_of.set_len(1 << 30).unwrap();
    let error = open(file.path(), Shape::default()).unwrap_err().to_string();
    assert!(error.contains("a line has more than 64 MiB"), "{error}");
}

#[test]
fn values_of_other_kinds_are_reported() {
    insta::assert_snapshot!(read(b"\xff\xfea\0,\0b\0\n\0", Shape::default()), @"FILE cannot be read: it is text in \
        UTF-16; save it in UTF-8");
    insta::assert_snapshot!(read(b"\xfe\xff\0a", Shape::default()), @"FILE cannot be read: it is text in UTF-16; save \
        it in UTF-8");
    let wide: String = (0..100_000).map(|column| format!("c{column},")).collect();
    insta::assert_snapshot!(read(wide.as_bytes(), Shape::default()), @"FILE cannot be read: it has 100001 columns, and \
        at most 32767 fit");
    insta::assert_snapshot!(read(b",,a,a\r1,2,3\0,4\r", Shape::default()), @r#"
    VAR1 Number 8 
    VAR2 Number 8 
    a Text 2 
    a2 Number 8 
    1 2 "3\0" 4
    columns whose names no variable can have got others: `` is VAR1, `` is VAR2, `a` is a2
    "#);
}

#[test]
fn a_window_is_read_again_and_from_its_place() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let lines: String = (0..100_000).map(|row| format!("{row}\n")).collect();
    fs::write(file.path(), format!("n\n{lines}")).unwrap();
    let mut reader = open(file.path(), Shape::default()).unwrap();
    assert_eq!(reader.rows(), 100_000);
    let field = reader.schema().variables()[0].number_field(Order::Little).unwrap();
    for (first, last) in [(1, 3), (70_000, 70_001), (5, 5), (99_999, 200_000)] {
        reader.set_window(first, Some(last)).unwrap();
        for row in first..=last.min(100_000) {
            assert_eq!(field.get(reader.next_row().unwrap().unwrap()), (row - 1) as f64);
            assert_eq!(reader.row_number(), row);
        }
        assert!(reader.next_row().unwrap().is_none());
    }
    assert!(reader.account().moved.bytes > 500_000);
}

/// Returns the lines that a writer makes of rows.
fn written(schema: &Schema, rows: &[Vec<u8>], folder: &Path, shape: Shape) -> Vec<String> {
    let name = DataSetName::parse("lib.x", "WORK").unwrap();
    let mut writer = Writer::create_as(
        &DelimitedFormat::new(shape),
        &folder.join("x.csv"),
        &name,
        schema.clone(),
        &NewDataSet::default(),
        &Settings::default(),
    )
    .unwrap();
    for row in rows {
        writer.append(row).unwrap();
    }
    writer.commit().unwrap().notes
}

#[test]
fn values_are_written_as_others_read_them() {
    let folder = tempfile::tempdir().unwrap();
    let formatted = |name: &str, format: &str| Variable {
        format: Some(format.parse().unwrap()),
        ..Variable::number(name)
    };
    let schema = Schema::lay_out(vec![
        Variable::number("n"),
        formatted("d", "YYMMDD10."),
        formatted("t", "DATETIME20."),
        formatted("c", "TIME8."),
        Variable::text("s", 8),
    ])
    .unwrap();
    let row = |numbers: [f64; 4], text: &str| {
        let mut row: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        row.extend_from_slice(format!("{text:8}").as_bytes());
        row
    };
    let special = feedrate_values::missing::special(b'B').unwrap();
    let missing = feedrate_values::missing::MISSING;
    let rows = [
        row([0.1, 0.0, 0.0, 1.5, 0.0][..4].try_into().unwrap(), "a,b"),
        row([-3e20, 1.5, 1e20, -3600.0], "say \"x\""),
        row([special, missing, missing, 90_000.0], ""),
    ];
    let notes = written(&schema, &rows, folder.path(), Shape::default());
    let text = fs::read_to_string(folder.path().join("x.csv")).unwrap();
    insta::assert_snapshot!(format!("{text}{}", notes.join("\n")), @r#"
    n,d,t,c,s
    0.1,1960-01-01,1960-01-01T00:00:00,00:00:01.5,"a,b"
    -3e+20,1960-01-02,1e+20,-01:00:00,"say ""x"""
    ,,,25:00:00,
    1 special missing values (._, .A to .Z) lost their letter: it has one kind of them
    1 dates and times are more exact than days or microseconds, and the rest was left out
    1 values of variables with a format of dates or times are none, and were written as numbers
    "#);
}

#[test]
fn files_have_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let day = Variable {
        format: Some("YYMMDD10.".parse().unwrap()),
        ..Variable::number("d")
    };
    let schema = Schema::lay_out(vec![Variable::number("n"), day, Variable::text("s", 16)]).unwrap();
    let special = feedrate_values::missing::special(b'B').unwrap();
    let formats = [
        DelimitedFormat::default(),
        DelimitedFormat::export(Shape::default(), Formats::default()),
    ];
    for format in formats {
        let written = |threads| {
            let (name, path) = (
                DataSetName::parse("lib.x", "WORK").unwrap(),
                folder.path().join("x.csv"),
            );
            let settings = Settings {
                threads,
                ..Settings::default()
            };
            let facts = NewDataSet::default();
            let mut writer = Writer::create_as(&format, &path, &name, schema.clone(), &facts, &settings).unwrap();
            for index in 0..100_000 {
                let number = if index % 9 == 0 {
                    special
                } else {
                    f64::from(index) / 7.0
                };
                let day = if index % 1000 == 1 { 1e9 } else { f64::from(index) / 2.0 };
                let text = format!("{:16}", ["plain", "with, \"x\"", "two\nlines"][index as usize % 3]);
                let row = [&number.to_le_bytes()[..], &day.to_le_bytes(), text.as_bytes()].concat();
                writer.append(&row).unwrap();
            }
            let notes = writer.commit().unwrap().notes;
            (fs::read(&path).unwrap(), notes, format.tally().get())
        };
        let one = written(1);
        assert_eq!(one.2.lines, 100_001 + 33_333);
        for threads in [2, 3, 9] {
            assert!(written(threads) == one, "{threads}");
        }
    }
}

#[test]
fn a_library_of_such_files_has_the_engine_csv() {
    let mut engines = Engines::default();
    engines.add(Arc::new(DelimitedFormat::default()));
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Sales.CSV"), "a\n1\n").unwrap();
    let mut libraries = crate::Libraries::new(Some(folder.path().to_owned()));
    let assignment = libraries.assignment("lib", Some("csv"), folder.path());
    libraries.assign(assignment.unwrap()).unwrap();
    let members = libraries.members("lib").unwrap();
    assert_eq!(members[0].name, "SALES");
    let name = libraries.name("lib.sales").unwrap();
    assert_eq!(
        libraries
            .open(&name, &crate::RequestedSettings::default())
            .unwrap()
            .rows(),
        1
    );
    let Append::Rewrite(anew) = libraries.append(&name, 0.0).unwrap() else {
        panic!("such a file is written anew");
    };
    insta::assert_snapshot!(anew.reason, @"rows cannot be added to a file of the engine CSV");
    // No other process appends rows meanwhile.
    let mut others = crate::Libraries::new(Some(folder.path().to_owned()));
    let assignment = others.assignment("lib", Some("csv"), folder.path());
    others.assign(assignment.unwrap()).unwrap();
    let error = others.append(&name, 0.0).unwrap_err();
    assert!(matches!(error, Error::Locked { .. }), "{error}");
    drop(anew);
    assert!(others.append(&name, 0.0).is_ok());
    libraries.rename(&name, "other").unwrap();
    assert!(folder.path().join("other.csv").exists());
    libraries.delete(&libraries.name("lib.other").unwrap()).unwrap();
    assert!(libraries.members("lib").unwrap().is_empty());
    let error = libraries.assignment("lib", Some("parquet"), folder.path());
    insta::assert_snapshot!(error.unwrap_err(), @"library LIB cannot be assigned: the engine PARQUET is not in this \
        build of feedrate, which was made without it to be built in a few minutes; `cargo build --release --features \
        open` makes one that has it, and so does `--features sql`");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read(
        rows in proptest::collection::vec((any::<f64>(), "[a-zä,;\"\n ]{0,6}"), 0..40),
        semicolon: bool, has_names: bool,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let shape = Shape {
            delimiter: if semicolon { b';' } else { b',' },
            has_names,
            first_line: None,
        };
        // The letter before it keeps a character value from being read as a number.
        let schema = Schema::lay_out(vec![Variable::number("VAR1"), Variable::text("VAR2", 13)]).unwrap();
        let laid: Vec<Vec<u8>> = rows
            .iter()
            .map(|(number, text)| {
                let mut row = vec![b' '; schema.row_length() as usize];
                let variables = schema.variables();
                variables[0].number_field(Order::Little).unwrap().set(&mut row, *number);
                let text = format!("x{text}");
                variables[1].text_field().unwrap().set(&mut row, text.as_bytes());
                row
            })
            .collect();
        written(&schema, &laid, folder.path(), shape);
        let opened = open(&folder.path().join("x.csv"), shape);
        if rows.is_empty() && !has_names {
            prop_assert!(opened.is_err());
            return Ok(());
        }
        let mut reader = opened.unwrap();
        prop_assert_eq!(reader.rows(), rows.len() as u64);
        let all_missing = rows.iter().all(|(number, _)| number.is_nan());
        let read = reader.schema().clone();
        for (number, text) in &rows {
            let row = reader.next_row().unwrap().unwrap();
            if !all_missing && number.is_finite() {
                let field = read.variables()[0].number_field(Order::Little).unwrap();
                prop_assert_eq!(field.get(row), *number);
            }
            let field = read.variables()[1].text_field().unwrap();
            let found = String::from_utf8_lossy(field.get(row)).into_owned();
            let written = format!("x{text}");
            prop_assert_eq!(found.trim_end_matches(' '), written.trim_end_matches(' '));
        }
    }

    #[test]
    fn no_file_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200), names: bool) {
        let _ = read(&bytes, Shape { has_names: names, ..Shape::default() });
    }
}
