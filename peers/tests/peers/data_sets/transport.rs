//! Transport files that SAS and pyreadstat made, read through `libname x xport`: a copy of theirs must be
//! to others what the original is.

use std::fs;
use std::path::{Path, PathBuf};

use super::contents::{Cell, Column, Contents, number, text};
use super::foreign::made_by_sas;
use super::readers::{Reader, python};
use super::run;
use crate::program::{folder, names};

/// Copies all data sets of a transport file into a folder.
fn copied(file: &Path, folder: &Path) {
    let program = format!(
        "libname in xport '{}';\nlibname out '{}';\nproc copy in=in out=out; run;\n",
        file.display(),
        folder.display()
    );
    run(folder, &program);
}

/// Copies the only data set of a transport file into a folder, and gives the copy.
fn only_copied(file: &Path, folder: &Path) -> PathBuf {
    copied(file, folder);
    let made: Vec<String> = names(folder)
        .into_iter()
        .filter(|name| name.ends_with(".sas7bdat"))
        .collect();
    assert_eq!(made.len(), 1, "{made:?}");
    folder.join(&made[0])
}

/// Makes a transport file through pyreadstat.
fn made(contents: &Contents, version: &str, member: &str, file: &Path) {
    let mut json = file.to_owned();
    json.set_extension("json");
    let text = serde_json::to_string(contents).expect("contents are JSON");
    fs::write(&json, text).expect("the folder takes files");
    let [json, file] = [&json, file].map(|path| path.to_str().expect("paths of tests are UTF-8"));
    python("write_xport.py", &[version, member, json, file]);
}

#[test]
fn transport_files_that_sas_made_are_read_as_others_read_them() {
    let originals = made_by_sas("xpt");
    assert!(originals.len() >= 4, "only {}", originals.len());
    let folders: Vec<_> = originals.iter().map(|_| folder()).collect();
    let copies: Vec<_> = originals
        .iter()
        .zip(&folders)
        .map(|(original, folder)| only_copied(original, folder.path()))
        .collect();
    let copies = Reader::Pyreadstat.read(&copies);
    for reader in [Reader::Pyreadstat, Reader::Pandas] {
        for ((should, is), path) in reader.read(&originals).into_iter().zip(&copies).zip(&originals) {
            assert!(!should.rows.is_empty(), "{}", path.display());
            let is = match reader {
                Reader::Pandas => with_zeros_of_pandas(&reader.as_told(is)),
                _ => reader.as_told(is),
            };
            // Numbers of fewer bytes have eight in the copy.
            is.assert_is(&should.without_lengths(), &format!("{reader:?}, {}", path.display()));
        }
    }
}

/// pandas takes the number zero for the least one that a transport file can have.
fn with_zeros_of_pandas(contents: &Contents) -> Contents {
    let mut contents = contents.clone();
    for cell in contents.rows.iter_mut().flatten() {
        if *cell == number(0.0) {
            *cell = number(2_f64.powi(-260));
        }
    }
    contents
}

#[test]
fn transport_files_that_pyreadstat_made_are_read() {
    for (version, long, most) in [("5", "Quantity", 40), ("8", "Quantity_of_what_was_delivered", 256)] {
        let expected = delivered(long, most);
        let folder = folder();
        let file = folder.path().join("data.xpt");
        made(&expected, version, "DELIVERY", &file);
        let copy = only_copied(&file, folder.path());
        assert!(copy.ends_with("delivery.sas7bdat"), "{}", copy.display());
        for reader in Reader::ALL {
            reader.assert_finds(&expected, &copy);
        }
    }
}

#[test]
fn others_read_transport_files_that_are_made_here() {
    for (engine, long) in [("xport", "Quantity"), ("xportv8", "Quantity_of_what_was_delivered")] {
        let folder = folder();
        let file = folder.path().join("made.xpt");
        let label = "The label of a variable".repeat(if engine == "xport" { 1 } else { 3 });
        let program = format!(
            "libname x {engine} '{}';
             data x.delivery (label='What was delivered');
               length {long} 8 day 8 what $ 12 small 8 short 4;
               label {long}='{label}';
               format day date9. what $12. {long} comma12.3;
               do i = 0 to 999;
                 {long} = i / 3; if mod(i, 7) = 0 then {long} = .; if mod(i, 11) = 0 then {long} = .b;
                 day = i * 10; if mod(i, 13) = 0 then day = ._;
                 select (mod(i, 4));
                   when (0) what = 'bread'; when (1) what = ''; when (2) what = 'grain, mixed'; otherwise what = 'a';
                 end;
                 small = -(2 ** (mod(i, 500) - 251)) * 1.2345678901234567; short = i - 500; output;
               end;
               drop i;
             run;",
            file.display()
        );
        run(folder.path(), &program);
        let columns = vec![
            Column::new(long, 8).labelled(&label).shown("COMMA12.3"),
            Column::new("day", 8).shown("DATE9."),
            Column::new("what", 12).shown("$12."),
            Column::new("small", 8),
            Column::new("short", 4),
        ];
        let rows = (0..1000_u32).map(|index| {
            let (value, every) = (f64::from(index), |n: u32| index.is_multiple_of(n));
            let or_missing = |is_missing: bool, value: f64| match is_missing {
                true => Cell::Missing,
                false => number(value),
            };
            vec![
                or_missing(every(7) || every(11), value / 3.0),
                or_missing(every(13), value * 10.0),
                text(["bread", "", "grain, mixed", "a"][index as usize % 4]),
                number(-(2_f64.powi(index as i32 % 500 - 251)) * 1.234_567_890_123_456_7),
                number(value - 500.0),
            ]
        });
        let expected = Contents {
            columns,
            rows: rows.collect(),
        };
        let rows_by = |reader: Reader| reader.read(&[&file]).remove(0).rows;
        let found = Reader::Pyreadstat.read(&[&file]).remove(0);
        let is_v5 = engine == "xport";
        let names = expected.columns.iter().map(|column| match is_v5 {
            true => column.name.to_ascii_uppercase(),
            false => column.name.clone(),
        });
        assert!(found.columns.iter().map(|it| it.name.clone()).eq(names));
        assert_eq!(found.columns[0].label, expected.columns[0].label);
        assert_eq!(found.rows, expected.rows);
        if is_v5 {
            // pandas reads no others.
            assert_eq!(rows_by(Reader::Pandas), with_zeros_of_pandas(&expected).rows);
        }
    }
}

/// A data set with a variable of this name, and a label of so many bytes.
fn delivered(long_name: &str, longest_label: usize) -> Contents {
    let columns = vec![
        Column::new(long_name, 8).labelled(&"Longest ".repeat(32)[..longest_label - 1]),
        Column::new("day", 8).shown("DATE9."),
        Column::new("what", 12).labelled("What it was"),
        Column::new("small", 8),
    ];
    let row = |index: u32| {
        let value = f64::from(index);
        vec![
            match index % 7 {
                0 => Cell::Missing,
                1 => number(-value / 3.0),
                _ => number(value / 3.0),
            },
            number(value * 10.0),
            text(["bread", "", "grain, mixed", "a"][index as usize % 4]),
            // The format has numbers from 2**-260 to 2**252, but ReadStat gives up at 2**249.
            number(2_f64.powi(index as i32 % 500 - 251)),
        ]
    };
    Contents {
        columns,
        rows: (0..1000).map(row).collect(),
    }
}
