//! Files of other systems: 32 bits, the other byte order, compression, other encodings, deleted rows.

use feedrate_values::missing;

use super::foreign_file::{Foreign, Method};
use super::*;
use crate::encoding::Encoding;
use crate::{Reader, Settings};

#[test]
fn files_of_every_system_are_read() {
    let schema = class();
    let rows: Vec<_> = (0..200).map(|number| pupil(&schema, number)).collect();
    for order in [Order::Little, Order::Big] {
        for wide in [false, true] {
            for aligned in [false, true] {
                for method in [Method::None, Method::RunLength, Method::Ross] {
                    let foreign = Foreign {
                        order,
                        wide,
                        aligned,
                        method,
                        ..Foreign::default()
                    };
                    let (metadata, found) = read(&foreign.file(&schema, &rows)).unwrap();
                    assert_eq!(metadata.schema, schema, "{foreign:?}");
                    assert_eq!(found, rows, "{foreign:?}");
                    assert_eq!(metadata.compression, method.compression());
                    assert_eq!(metadata.header.created, Foreign::CREATED);
                    assert_eq!(metadata.label, Foreign::LABEL);
                    assert_eq!(metadata.header.release, "9.0401M2");
                }
            }
        }
    }
}

#[test]
fn deleted_rows_do_not_come() {
    let schema = class();
    let rows: Vec<_> = (0..200).map(|number| pupil(&schema, number)).collect();
    let deleted = vec![0, 8, 9, 50, 199];
    let left: Vec<_> = (0..200)
        .filter(|number| !deleted.contains(number))
        .map(|number| rows[number].clone())
        .collect();
    for wide in [false, true] {
        for method in [Method::None, Method::RunLength] {
            let foreign = Foreign {
                wide,
                method,
                deleted: deleted.clone(),
                ..Foreign::default()
            };
            let file = foreign.file(&schema, &rows);
            let (metadata, found) = read(&file).unwrap();
            assert_eq!((metadata.rows_stored, metadata.rows()), (200, 195));
            assert_eq!(found, left, "{foreign:?}");

            // They do not count in the window, but the others keep their numbers.
            let numbers: Vec<u64> = (1..=200)
                .filter(|number| !deleted.contains(&(*number as usize - 1)))
                .collect();
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.sas7bdat");
            std::fs::write(&path, &file).unwrap();
            let mut reader = Reader::open(&path, &Settings::default()).unwrap();
            reader.set_window(6, None).unwrap();
            for number in 6..=195 {
                let row = reader.next_row().unwrap().map(<[u8]>::to_vec);
                assert_eq!(row.as_ref(), Some(&left[number - 1]), "{foreign:?}");
                assert_eq!(reader.row_number(), numbers[number - 1]);
            }
            assert_eq!(reader.next_row().unwrap(), None);
        }
    }
}

#[test]
fn text_of_other_encodings_becomes_utf_8() {
    let schema = Schema::lay_out(vec![Variable::text("t", 6), Variable::number("x")]).unwrap();
    let field = schema.variables()[0].text_field().unwrap();
    let row = |text: &[u8]| {
        let mut row = vec![0; schema.row_length() as usize];
        field.set(&mut row, text);
        row
    };
    let foreign = Foreign {
        encoding: 62,
        ..Foreign::default()
    };
    let bytes = foreign.file(&schema, &[row(b"plain"), row(b"\x80 \xFC"), row(b"12345\xFC")]);
    let metadata = describe(&bytes).unwrap();
    assert_eq!(metadata.header.encoding, Encoding::WLATIN1);
    let (_, found) = read(&bytes).unwrap();
    let texts: Vec<_> = found.iter().map(|row| field.get(row)).collect();
    // The last one has become longer than its variable, and was cut.
    assert_eq!(texts, [b"plain ".as_slice(), "€ ü".as_bytes(), b"12345 "]);
}

#[test]
fn text_of_an_encoding_without_a_table_is_refused_unless_it_is_ascii() {
    let schema = Schema::lay_out(vec![Variable::text("t", 6)]).unwrap();
    let foreign = Foreign {
        encoding: 119,
        ..Foreign::default()
    };
    let (_, found) = read(&foreign.file(&schema, &[b"plain ".to_vec()])).unwrap();
    assert_eq!(found, [b"plain "]);
    let error = read(&foreign.file(&schema, &[b"caf\x82  ".to_vec()])).unwrap_err();
    insta::assert_snapshot!(error, @"text in the encoding euc-tw cannot be read: there is no table for it; store the \
        data set as utf-8 where it was made");
}

#[test]
fn numbers_of_the_other_byte_order_keep_missing_values() {
    let schema = Schema::lay_out(vec![Variable::number("x")]).unwrap();
    let field = schema.variables()[0].number_field(Order::Little).unwrap();
    let values = [
        missing::MISSING,
        missing::UNDERSCORE,
        1.5,
        missing::special(b'Q').unwrap(),
    ];
    let rows: Vec<_> = values
        .iter()
        .map(|&value| {
            let mut row = vec![0; 8];
            field.set(&mut row, value);
            row
        })
        .collect();
    let foreign = Foreign {
        order: Order::Big,
        ..Foreign::default()
    };
    let (_, found) = read(&foreign.file(&schema, &rows)).unwrap();
    assert_eq!(found, rows);
}

#[test]
fn own_files_need_no_conversion() {
    let schema = class();
    let rows: Vec<_> = (0..3).map(|number| pupil(&schema, number)).collect();
    let metadata = describe(&write(&new_file(&schema, 4096), &rows)).unwrap();
    assert!(Converter::new(&metadata, None).is_none());
}

/// Rows of SAS are aligned whatever is before them, and those of Stat/Transfer may not be. In files of SAS 8.0 the
/// padding is left over from other data, such as `bb 0e 00 00`; `48 45 4c 50` is in test_12659.sas7bdat of pandas, and
/// the first bytes of the rows are in types.sas7bdat of cpp-sas7bdat, which is not aligned.
#[test]
fn rows_are_found_whatever_is_before_them() {
    let variables = |names: &[&str]| {
        let numbers = names.iter().map(|name| Variable::number(*name));
        let all = numbers.chain([Variable::text("code", 3)]);
        Schema::lay_out(all.collect()).unwrap()
    };
    // Nine pointers and 24 bytes end at 4 modulo 8.
    let schema = variables(&["day", "amount"]);
    let rows: Vec<_> = [(366.0, b"182"), (2475.5, b"114"), (740.0, b"202")]
        .iter()
        .map(|(amount, code)| {
            let mut row = vec![b' '; schema.row_length() as usize];
            let fields = schema.variables();
            let number = |index: usize| fields[index].number_field(Order::Little).unwrap();
            number(0).set(&mut row, 14_670.0);
            number(1).set(&mut row, *amount);
            fields[2].text_field().unwrap().set(&mut row, *code);
            row
        })
        .collect();
    let (zeros, left_over): (&[u8], &[u8]) = (&[0; 4], &[0xBB, 0x0E, 0, 0]);
    for (writer, paddings) in [
        (("8.0000M0", "WIN_NT"), vec![zeros, left_over, b"HELP"]),
        (("9.0401M2", "W32_7PRO"), vec![zeros, left_over, b"HELP"]),
        // A file of another program decides by its values.
        (("9.0000M0", "WIN"), vec![zeros, left_over, b"HELP", &[]]),
        (("8.0000M0", "WIN"), vec![zeros, left_over, b"    ", &[]]),
    ] {
        for padding in paddings {
            let foreign = Foreign {
                wide: false,
                writer,
                padding: Some(padding),
                ..Foreign::default()
            };
            let (metadata, found) = read(&foreign.file(&schema, &rows)).unwrap();
            assert_eq!(found, rows, "{foreign:?}");
            assert_eq!(metadata.absurd, None, "{foreign:?}");
        }
    }
}

#[test]
fn values_that_are_none_are_told() {
    let day = Variable {
        format: Some("DATE9.".parse().unwrap()),
        ..Variable::number("day")
    };
    let absurd_in = |wide: bool, values: [[f64; 2]; 3]| {
        // Nine pointers of a narrow file end at 4 modulo 8, so that it is in doubt where its rows begin.
        let variables = [day.clone(), Variable::number("x"), Variable::number("y")];
        let schema = Schema::lay_out(variables.into()).unwrap();
        let rows: Vec<_> = values
            .iter()
            .map(|row| row.iter().chain([&0.0]).flat_map(|it| it.to_le_bytes()).collect())
            .collect();
        let foreign = Foreign {
            wide,
            ..Foreign::default()
        };
        let metadata = describe(&foreign.file(&schema, &rows)).unwrap();
        metadata.absurd.map(|it| (it.observation, it.variable, it.value))
    };
    let absurd = |values| absurd_in(true, values);
    let missing = missing::special(b'Z').unwrap();
    assert_eq!(absurd([[1.0, 1e-40], [missing, 1e200], [22e3, 0.0]]), None);
    // One of six may be a mistake of somebody.
    assert_eq!(absurd([[1.0, 1.0], [1e9, 2.0], [3.0, 3.0]]), None);
    let of_day = Some((2, "day".to_owned(), 1e9));
    assert_eq!(absurd([[1.0, 1.0], [1e9, 2.0], [1e9, 3.0]]), of_day);
    // Such numbers may be what somebody has computed, unless the file leaves it open where they are.
    let extremes = [[1.0, 1e-310], [2.0, 1e300], [3.0, 0.0]];
    let of_x = Some((1, "x".to_owned(), 1e-310));
    assert_eq!((absurd(extremes), absurd_in(false, extremes)), (None, of_x));
}
