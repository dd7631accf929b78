//! Tests that write files and read them again.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use feedrate_dataset::file_format::{FileFormat, lost_letters};
use feedrate_dataset::format::field::Order;
use feedrate_dataset::schema::Variable;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{DataSetName, Reader, Result, Schema, Settings, Writer};
use feedrate_pageio::Discipline;
use feedrate_values::{Kind, missing};
use parquet::arrow::ArrowWriter;
use proptest::prelude::*;

use super::{ArrowFile, Parquet, formats};

fn write(format: &dyn FileFormat, path: &Path, schema: &Schema, rows: &[Vec<u8>]) -> Result<Vec<String>> {
    let name = DataSetName::parse("lib.x", "WORK")?;
    let facts = NewDataSet {
        label: "what it means".into(),
        ..NewDataSet::default()
    };
    let settings = Settings::default();
    let mut writer = Writer::create_as(format, path, &name, schema.clone(), &facts, &settings)?;
    for row in rows {
        writer.append(row)?;
    }
    Ok(writer.commit()?.notes)
}

fn open(format: &dyn FileFormat, path: &Path) -> Result<Reader> {
    open_with(format, path, &Settings::default())
}

fn open_with(format: &dyn FileFormat, path: &Path, settings: &Settings) -> Result<Reader> {
    let source = format.open(path, settings)?;
    Ok(Reader::of_source(format.engine(), path, source))
}

/// Returns the variables, and the values of every row, as text.
fn table(reader: &mut Reader) -> String {
    let schema = reader.schema().clone();
    let mut lines: Vec<String> = schema
        .variables()
        .iter()
        .map(|variable| {
            let format = variable.format.as_ref().map(ToString::to_string);
            format!(
                "{} {:?} {} {} {}",
                variable.name,
                variable.kind,
                variable.length,
                format.unwrap_or_default(),
                variable.label,
            )
        })
        .collect();
    while let Some(row) = reader.next_row().unwrap() {
        let values = schema.variables().iter().map(|variable| {
            match (variable.number_field(Order::Little), variable.text_field()) {
                (Some(field), _) => format!("{}", field.get(row)),
                (None, Some(field)) => format!("{:?}", String::from_utf8_lossy(field.get(row))),
                (None, None) => String::new(),
            }
        });
        lines.push(values.collect::<Vec<_>>().join(" "));
    }
    lines.extend(reader.account().notes);
    lines.join("\n")
}

fn every_kind() -> RecordBatch {
    use arrow_array::types::Int32Type;
    use arrow_array::*;
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("i8", Arc::new(Int8Array::from(vec![Some(-1), None]))),
        ("u64", Arc::new(UInt64Array::from(vec![u64::MAX, 1]))),
        ("big", Arc::new(Int64Array::from(vec![1 << 53, (1 << 53) + 1]))),
        ("f32", Arc::new(Float32Array::from(vec![0.5, f32::INFINITY]))),
        ("f64", Arc::new(Float64Array::from(vec![f64::NAN, 1e300]))),
        ("yes", Arc::new(BooleanArray::from(vec![true, false]))),
        (
            "dec",
            Arc::new(
                Decimal128Array::from(vec![12_345, -1])
                    .with_precision_and_scale(10, 2)
                    .unwrap(),
            ),
        ),
        ("d32", Arc::new(Date32Array::from(vec![0, -3653]))),
        ("d64", Arc::new(Date64Array::from(vec![86_400_000, -86_400_000]))),
        (
            "ts",
            Arc::new(TimestampNanosecondArray::from(vec![1_500_000_000, -1_500_000_000])),
        ),
        (
            "tz",
            Arc::new(TimestampSecondArray::from(vec![0, 1]).with_timezone("+02:00")),
        ),
        ("t32", Arc::new(Time32SecondArray::from(vec![1, 86_399]))),
        ("t64", Arc::new(Time64MicrosecondArray::from(vec![1_500_000, 0]))),
        ("s", Arc::new(StringArray::from(vec![Some("größer"), None]))),
        ("ls", Arc::new(LargeStringArray::from(vec!["a ", ""]))),
        ("sv", Arc::new(StringViewArray::from(vec!["longer than twelve", "x"]))),
        ("b", Arc::new(BinaryArray::from(vec![&b"ab"[..], b"\xff"]))),
        (
            "dict",
            Arc::new(DictionaryArray::<Int32Type>::from_iter(["one", "two"])),
        ),
        ("no thing", Arc::new(NullArray::new(2))),
        (
            "list",
            Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>([
                Some([Some(1)]),
                None,
            ])),
        ),
    ];
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true))).unwrap()
}

#[test]
fn every_kind_of_column_becomes_a_variable_or_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let batch = every_kind();
    let arrow = folder.path().join("x.arrow");
    let mut writer = arrow_ipc::writer::FileWriter::try_new(Vec::new(), batch.schema_ref()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    fs::write(&arrow, writer.into_inner().unwrap()).unwrap();
    let parquet = folder.path().join("x.parquet");
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    fs::write(&parquet, writer.into_inner().unwrap()).unwrap();
    let of_arrow = table(&mut open(&ArrowFile::default(), &arrow).unwrap());
    let of_parquet = table(&mut open(&Parquet::default(), &parquet).unwrap());
    assert_eq!(of_arrow, of_parquet);
    insta::assert_snapshot!(of_arrow);
}

/// Returns the first number or text of each row of a file with one column, in each of the formats.
fn columns_of(array: arrow_array::ArrayRef) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let batch = RecordBatch::try_from_iter([("a", array)]).unwrap();
    let arrow = folder.path().join("x.arrow");
    let mut writer = arrow_ipc::writer::FileWriter::try_new(Vec::new(), batch.schema_ref()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    fs::write(&arrow, writer.into_inner().unwrap()).unwrap();
    let parquet = folder.path().join("x.parquet");
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    fs::write(&parquet, writer.into_inner().unwrap()).unwrap();
    let mut found = Vec::new();
    for mut reader in [
        open(&ArrowFile::default(), &arrow).unwrap(),
        open(&Parquet::default(), &parquet).unwrap(),
    ] {
        while let Some(row) = reader.next_row().unwrap() {
            found.push(row.to_vec());
        }
    }
    let (of_arrow, of_parquet) = found.split_at(found.len() / 2);
    assert_eq!(of_arrow, of_parquet);
    of_arrow.to_vec()
}

/// A duration of -1 us is the double nearest to -0.000001, BEB0C6F7A0B5ED8D (`struct.pack('>d', -1e-6)` of Python).
#[test]
fn times_below_zero_keep_their_digits() {
    use arrow_array::*;
    let units = vec![-1, -1_500_001, -999_999, 1, 0, -3_600_000_001];
    let right: [f64; 6] = [-1e-6, -1.500001, -0.999999, 1e-6, 0.0, -3600.000001];
    assert_eq!(right[0].to_bits(), 0xBEB0_C6F7_A0B5_ED8D);
    // The year 1960 begins 3653 days before 1970.
    let before_1960 = units.iter().map(|unit| unit - 3653 * 86_400_000_000);
    let moments = Arc::new(TimestampMicrosecondArray::from_iter_values(before_1960));
    let durations = Arc::new(DurationMicrosecondArray::from(units));
    for rows in [columns_of(durations), columns_of(moments)] {
        let found = rows.iter().map(|row| u64::from_le_bytes(row[..8].try_into().unwrap()));
        assert_eq!(found.collect::<Vec<_>>(), right.map(f64::to_bits));
    }
    // Nanoseconds of the first and the last year that a column may have.
    let far = vec![i64::MIN + 1, i64::MAX];
    for row in columns_of(Arc::new(DurationNanosecondArray::from(far))) {
        let found = f64::from_le_bytes(row[..8].try_into().unwrap());
        assert!((found.abs() - 9_223_372_036.854_776).abs() < 1e-6, "{found}");
    }
}

/// By the extension type of Arrow, and in Parquet by its logical type, which files of DuckDB have alone.
#[test]
fn uuids_become_their_text() {
    use arrow_array::*;
    use arrow_schema::{DataType, Field};
    let folder = tempfile::tempdir().unwrap();
    let bytes: Vec<u8> = (0..16).map(|byte| byte * 0x11).collect();
    let array = FixedSizeBinaryArray::try_from_iter([bytes].into_iter()).unwrap();
    let field = Field::new("u", DataType::FixedSizeBinary(16), true)
        .with_metadata([("ARROW:extension:name".to_owned(), "arrow.uuid".to_owned())].into());
    let schema = Arc::new(arrow_schema::Schema::new(vec![field]));
    let batch = RecordBatch::try_new(schema, vec![Arc::new(array)]).unwrap();
    let path = folder.path().join("x.arrow");
    let mut writer = arrow_ipc::writer::FileWriter::try_new(Vec::new(), batch.schema_ref()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    fs::write(&path, writer.into_inner().unwrap()).unwrap();
    let shown = table(&mut open(&ArrowFile::default(), &path).unwrap());
    insta::assert_snapshot!(shown, @r#"
    u Text 36  
    "00112233-4455-6677-8899-aabbccddeeff"
    "#);

    let path = folder.path().join("x.parquet");
    let text = "message m { required fixed_len_byte_array(16) u (UUID); }";
    let columns = Arc::new(parquet::schema::parser::parse_message_type(text).unwrap());
    let mut writer = parquet::file::writer::SerializedFileWriter::new(Vec::new(), columns, Arc::default()).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let value: Vec<u8> = (0..16).map(|byte| byte * 0x11).collect();
    column
        .typed::<parquet::data_type::FixedLenByteArrayType>()
        .write_batch(&[parquet::data_type::ByteArray::from(value).into()], None, None)
        .unwrap();
    column.close().unwrap();
    group.close().unwrap();
    fs::write(&path, writer.into_inner().unwrap()).unwrap();
    assert_eq!(table(&mut open(&Parquet::default(), &path).unwrap()), shown);
}

/// Bytes that are no UTF-8 are replaced by longer ones, and come back as they were written.
#[test]
fn what_is_no_utf_8_is_not_cut_when_it_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let schema = Schema::lay_out(vec![Variable::text("s", 3)]).unwrap();
    let row = b"\xff\xfea".to_vec();
    for format in formats() {
        let path = folder.path().join(format!("x{}", format.extension()));
        let notes = write(&*format, &path, &schema, std::slice::from_ref(&row)).unwrap();
        assert_eq!(notes, ["1 texts are no UTF-8, and what is none of them was replaced"]);
        let mut reader = open(&*format, &path).unwrap();
        assert_eq!(reader.schema().variables()[0].length, 7);
        let found = reader.next_row().unwrap().unwrap();
        assert_eq!(found, "\u{fffd}\u{fffd}a".as_bytes());
        assert_eq!(reader.lost().cut, 0);
    }
}

fn kept_schema() -> Schema {
    let formatted = |name: &str, format: &str| Variable {
        format: Some(format.parse().unwrap()),
        ..Variable::number(name)
    };
    Schema::lay_out(vec![
        Variable {
            label: "Größe".into(),
            ..formatted("n", "DOLLAR12.2")
        },
        Variable {
            length: 4,
            ..Variable::number("short")
        },
        formatted("d", "YYMMDD10."),
        formatted("t", "DATETIME20."),
        formatted("c", "TIME8."),
        Variable {
            format: Some("$CHAR8.".parse().unwrap()),
            ..Variable::text("s", 20)
        },
    ])
    .unwrap()
}

fn row(schema: &Schema, numbers: &[f64], text: &str) -> Vec<u8> {
    let mut row = vec![0; schema.row_length() as usize];
    let mut numbers = numbers.iter();
    for variable in schema.variables() {
        match variable.kind {
            Kind::Number => variable
                .number_field(Order::Little)
                .unwrap()
                .set(&mut row, *numbers.next().unwrap()),
            Kind::Text => variable.text_field().unwrap().set(&mut row, text.as_bytes()),
        }
    }
    row
}

#[test]
fn what_a_data_set_is_comes_back_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let schema = kept_schema();
    let special = missing::special(b'A').unwrap();
    let rows = [
        row(&schema, &[1.5, 3.0, 22_000.0, 1.9e9, 60.0], "ä b  "),
        row(&schema, &[special, special, missing::MISSING, -0.5, 0.0], ""),
    ];
    for format in formats() {
        let path = folder.path().join(format!("x{}", format.extension()));
        let notes = write(&*format, &path, &schema, &rows).unwrap();
        assert_eq!(
            notes,
            ["2 special missing values (._, .A to .Z) lost their letter: it has one kind of them"]
        );
        let mut reader = open(&*format, &path).unwrap();
        assert_eq!(reader.label(), "what it means");
        assert_eq!(*reader.schema(), schema);
        insta::allow_duplicates! {
            insta::assert_snapshot!(table(&mut reader), @r#"
        n Number 8 DOLLAR12.2 Größe
        short Number 4  
        d Number 8 YYMMDD10. 
        t Number 8 DATETIME20. 
        c Number 8 TIME8. 
        s Text 20 $CHAR8. 
        1.5 3 22000 1900000000 60 "ä b                "
        NaN NaN NaN -0.5 0 "                    "
        "#);
        }
    }
}

#[test]
fn a_value_that_a_column_cannot_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let schema = kept_schema();
    let rows = [
        row(&schema, &[0.0, 0.0, 0.0, 0.0, 0.0], ""),
        row(&schema, &[0.0, 0.0, 0.0, 0.0, 90_000.0], ""),
    ];
    for format in formats() {
        let path = folder.path().join(format!("x{}", format.extension()));
        fs::write(&path, "before").unwrap();
        let error = write(&*format, &path, &schema, &rows).unwrap_err();
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"data set LIB.X is not written, and what was there before is unchanged: observation 2 has 90000 in c, which is no time of day, and a column of times can hold nothing else; write it with another format");
        }
        assert_eq!(fs::read(&path).unwrap(), b"before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_file_without_columns_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let schema = Schema::lay_out(Vec::new()).unwrap();
    let path = folder.path().join("x.parquet");
    let error = write(&Parquet::default(), &path, &schema, &[]).unwrap_err();
    insta::assert_snapshot!(error, @"data set LIB.X cannot be made: it has no variables, and a file of its format has at least one column");
}

#[test]
fn windows_of_large_files_begin_where_they_are_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let schema = Schema::lay_out(vec![Variable::number("n"), Variable::text("s", 9)]).unwrap();
    let count = 300_000_u64;
    let rows: Vec<_> = (0..count)
        .map(|index| row(&schema, &[index as f64], &index.to_string()))
        .collect();
    for format in formats() {
        let path = folder.path().join(format!("x{}", format.extension()));
        write(&*format, &path, &schema, &rows).unwrap();
        let settings = |direct, discipline, transfer_memory| Settings {
            direct,
            discipline,
            transfer_memory,
            ..Settings::default()
        };
        for settings in [
            settings(false, Discipline::Overlapped, None),
            settings(true, Discipline::Overlapped, None),
            settings(true, Discipline::Overlapped, Some(300_000)),
            settings(false, Discipline::AsSas, None),
        ] {
            let mut reader = open_with(&*format, &path, &settings).unwrap();
            assert_eq!(reader.rows(), count);
            let found = reader.schema().clone();
            let number = found.variables()[0].number_field(Order::Little).unwrap();
            for (first, last) in [(1, 3), (250_000, 250_100), (131_072, 131_074), (299_999, 400_000)] {
                reader.set_window(first, Some(last)).unwrap();
                for index in first..=last.min(count) {
                    assert_eq!(number.get(reader.next_row().unwrap().unwrap()), (index - 1) as f64);
                    assert_eq!(reader.row_number(), index);
                }
                assert!(reader.next_row().unwrap().is_none());
            }
            reader.set_window(1, None).unwrap();
            let mut seen = 0;
            while let Some(found) = reader.next_row().unwrap() {
                assert_eq!(found, rows[seen]);
                seen += 1;
            }
            assert_eq!(seen as u64, count);
            assert!(reader.account().moved.bytes > 0);
        }
    }
}

#[test]
fn files_have_the_same_bytes_on_any_number_of_threads() {
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
        Variable::text("s", 12),
    ])
    .unwrap();
    let special = missing::special(b'B').unwrap();
    let rows: Vec<_> = (0..300_000_u32)
        .map(|index| {
            let number = if index % 11 == 3 {
                special
            } else {
                f64::from(index) / 3.0
            };
            let text = ["", "ä", "claim"][index as usize % 3];
            let text = format!("{text}{}", index % 20_011);
            let numbers = [
                number,
                f64::from(index % 400) - 0.5,
                f64::from(index) * 1e4,
                f64::from(index % 86_400),
            ];
            row(&schema, &numbers, &text)
        })
        .collect();
    for format in formats() {
        let name = DataSetName::parse("lib.x", "WORK").unwrap();
        let written = |threads| {
            let path = folder.path().join(format!("x{threads}{}", format.extension()));
            let settings = Settings {
                threads,
                ..Settings::default()
            };
            let facts = NewDataSet::default();
            let mut writer = Writer::create_as(&*format, &path, &name, schema.clone(), &facts, &settings).unwrap();
            rows.iter().for_each(|row| writer.append(row).unwrap());
            let notes = writer.commit().unwrap().notes;
            (fs::read(&path).unwrap(), notes)
        };
        let (bytes, notes) = written(1);
        assert_eq!(notes[0], lost_letters(27_273).unwrap());
        assert!(
            notes[1].starts_with("300000 dates and times are more exact"),
            "{notes:?}"
        );
        for threads in [2, 3, 9] {
            assert!(
                written(threads) == (bytes.clone(), notes.clone()),
                "{} {threads}",
                format.engine()
            );
        }
    }
}

#[test]
fn what_is_no_such_file_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    let schema = kept_schema();
    let rows = vec![row(&schema, &[1.0; 5], "x"); 100];
    let mut told = Vec::new();
    for format in formats() {
        write(&*format, &path, &schema, &rows).unwrap();
        let whole = fs::read(&path).unwrap();
        for bytes in [
            &b""[..],
            b"no such file at all",
            &whole[..whole.len() / 2],
            &whole[10..],
        ] {
            fs::write(&path, bytes).unwrap();
            let mut opened = open(&*format, &path);
            let message = match &mut opened {
                Err(error) => error.to_string(),
                Ok(reader) => match read_all(reader) {
                    Err(error) => error.to_string(),
                    Ok(rows) => format!("{rows} rows"),
                },
            };
            let message = message.replace(&path.display().to_string(), "FILE");
            assert!(!message.contains('\n'), "{message}");
            told.push(format!("{} {message}", format.engine()));
        }
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_file_without_columns_is_told_to_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    let schema = Arc::new(arrow_schema::Schema::empty());
    let file = fs::File::create(&path).unwrap();
    ArrowWriter::try_new(file, schema, None).unwrap().close().unwrap();
    let message = open(&Parquet::default(), &path).unwrap_err().to_string();
    let expected = "it has no columns of numbers, texts, dates or times; a data set needs one";
    assert!(message.contains(expected), "{message}");
}

fn read_all(reader: &mut Reader) -> Result<u64> {
    let mut rows = 0;
    while reader.next_row()?.is_some() {
        rows += 1;
    }
    Ok(rows)
}

/// A variable, and whether its values are integers.
fn variables() -> impl Strategy<Value = Vec<Variable>> {
    let one = prop_oneof![
        (3_u32..=8).prop_map(|length| Variable {
            length,
            ..Variable::number("")
        }),
        prop_oneof![Just("DATE9."), Just("DATETIME20."), Just("TIME8.")].prop_map(|format| {
            Variable {
                format: Some(format.parse().unwrap()),
                ..Variable::number("")
            }
        }),
        (1_u32..40).prop_map(|length| Variable::text("", length)),
    ];
    proptest::collection::vec((one, ".{0,20}"), 1..8).prop_map(|variables| {
        let named = variables.into_iter().enumerate();
        let named = named.map(|(index, (variable, label))| Variable {
            name: format!("v{index}"),
            label,
            ..variable
        });
        named.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_is_written_is_read(
        variables in variables(),
        values in proptest::collection::vec((any::<f64>(), 0_u32..80_000, "[a-zä😀 ]{0,12}"), 0..60),
        together in 1_usize..8,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let schema = Schema::lay_out(variables).unwrap();
        let rows: Vec<Vec<u8>> = values
            .chunks(together)
            .map(|values| {
                let mut row = vec![0; schema.row_length() as usize];
                for (variable, (number, whole, text)) in
                    schema.variables().iter().zip(values.iter().cycle())
                {
                    match variable.number_field(Order::Little) {
                        Some(field) if variable.format.is_some() => {
                            field.set(&mut row, f64::from(*whole));
                        }
                        Some(field) => {
                            let number = if number.is_finite() { *number } else { missing::MISSING };
                            field.set(&mut row, number);
                        }
                        None => {
                            let field = variable.text_field().unwrap();
                            feedrate_dataset::file_format::set_text(field, &mut row, text.as_bytes());
                        }
                    }
                }
                row
            })
            .collect();
        for format in formats() {
            let path = folder.path().join(format!("x{}", format.extension()));
            prop_assert!(write(&*format, &path, &schema, &rows).unwrap().is_empty());
            let mut reader = open(&*format, &path).unwrap();
            prop_assert_eq!(reader.schema(), &schema);
            for row in &rows {
                let found = reader.next_row().unwrap().unwrap();
                let end = schema.end_of_values() as usize;
                prop_assert_eq!(&found[..end], &row[..end]);
            }
            prop_assert!(reader.next_row().unwrap().is_none());
        }
    }

    #[test]
    fn damage_is_an_error_and_no_panic(
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kept in 0.0..1.5_f64,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let schema = kept_schema();
        let rows = vec![row(&schema, &[1.0, 2.0, 3.0, 4.0, 5.0], "text"); 50];
        for format in formats() {
            let path = folder.path().join(format!("x{}", format.extension()));
            write(&*format, &path, &schema, &rows).unwrap();
            let mut bytes = fs::read(&path).unwrap();
            for (index, byte) in &damage {
                let index = index.index(bytes.len());
                bytes[index] = *byte;
            }
            bytes.truncate((bytes.len() as f64 * kept) as usize);
            fs::write(&path, &bytes).unwrap();
            if let Ok(mut reader) = open(&*format, &path) {
                let _ = read_all(&mut reader);
            }
        }
    }
}

/// The last day of 9999 is two leap days later in the Gregorian calendar than in the language.
#[test]
fn the_leap_days_that_the_language_lacks_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    use arrow_array::*;
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("d", Arc::new(Date32Array::from(vec![2_932_896, 741_501]))),
        (
            "t",
            Arc::new(TimestampSecondArray::from(vec![253_402_214_400, 741_501 * 86_400])),
        ),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let path = folder.path().join("x.parquet");
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    fs::write(&path, writer.into_inner().unwrap()).unwrap();
    let mut reader = open(&Parquet::default(), &path).unwrap();
    let schema = reader.schema().clone();
    let lines = table(&mut reader);
    let read: Vec<_> = lines.lines().skip(2).take(2).collect();
    assert_eq!(read, ["2936547 253717660800", "745154 64381305600"]);
    let rows = [
        row(&schema, &[2_936_547.0, 253_717_660_800.0], ""),
        row(&schema, &[745_154.0, 64_381_305_600.0], ""),
    ];
    let copy = folder.path().join("y.parquet");
    write(&Parquet::default(), &copy, &schema, &rows).unwrap();
    let lines = table(&mut open(&Parquet::default(), &copy).unwrap());
    assert_eq!(lines.lines().skip(2).take(2).collect::<Vec<_>>(), read);
}
