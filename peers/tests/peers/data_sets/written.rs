//! Data sets that feedrate writes, read by others.

use std::path::{Path, PathBuf};

use super::contents::{Cell, Column, Contents, number, text};
use super::readers::Reader;
use super::run;
use crate::program::folder;

/// Runs the statements of a DATA step that makes the data set OUT.X in a folder, and gives its file.
fn written(folder: &Path, options: &str, statements: &str) -> PathBuf {
    let program = format!(
        "libname out '{}';\ndata out.x({options});\n{statements}\nrun;\n",
        folder.display()
    );
    run(folder, &program);
    folder.join("x.sas7bdat")
}

/// Asserts that all find what is expected in what some statements make.
#[track_caller]
pub fn assert_all_find(expected: &Contents, statements: &str) {
    let folder = folder();
    let path = written(folder.path(), "", statements);
    for reader in Reader::ALL {
        reader.assert_finds(expected, &path);
    }
}

/// Values of every kind.
fn kinds(rows: u32) -> String {
    format!(
        "length id 8 third 8 short 4 large 8 small 8 day 8 name $ 300 Colour $ 6;
         label third='A third of it' Colour='Always green';
         format day date9. third comma12.3 name $20.;
         informat day date9.;
         do id = 1 to {rows};
           third = id / 3;
           if mod(id, 7) = 0 then third = .;
           if mod(id, 11) = 0 then third = .b;
           short = id - 100;
           large = -id * 1e300;
           small = id * 1e-299;
           day = id * 7;
           if mod(id, 13) = 0 then day = ._;
           name = catx(' ', 'row', id);
           if mod(id, 5) = 0 then name = '';
           Colour = 'grün';
           output;
         end;"
    )
}

/// The same, computed again.
fn kinds_expected(rows: u32) -> Contents {
    let row = |id: u32| {
        let every = |n: u32| id.is_multiple_of(n);
        let value = f64::from(id);
        vec![
            number(value),
            match () {
                () if every(11) => Cell::Special { missing: 'B' },
                () if every(7) => Cell::Missing,
                () => number(value / 3.0),
            },
            number(value - 100.0),
            number(-value * 1e300),
            number(value * 1e-299),
            match every(13) {
                true => Cell::Special { missing: '_' },
                false => number(value * 7.0),
            },
            match every(5) {
                true => text(""),
                false => text(format!("row {id}")),
            },
            text("grün"),
        ]
    };
    Contents {
        columns: vec![
            Column::new("id", 8),
            Column::new("third", 8).labelled("A third of it").shown("COMMA12.3"),
            Column::new("short", 4),
            Column::new("large", 8),
            Column::new("small", 8),
            Column::new("day", 8).shown("DATE9."),
            Column::new("name", 300).shown("$20."),
            Column::new("Colour", 6).labelled("Always green"),
        ],
        rows: (1..=rows).map(row).collect(),
    }
}

#[test]
fn values_of_every_kind_are_found() {
    assert_all_find(&kinds_expected(3000), &kinds(3000));
}

#[test]
fn pages_of_every_size_are_read() {
    let expected = kinds_expected(400);
    let folder = folder();
    let paths: Vec<PathBuf> = [
        "bufsize=4K",
        "bufsize=8K sgio=yes bufno=16",
        "bufsize=64K sgio=yes bufno=3 discipline=assas",
        "bufsize=1M",
        "bufsize=2000",
        "compress=char",
        "compress=binary bufsize=4K",
        "compress=char pointobs=no bufsize=2000",
        "compress=binary reuse=yes bufsize=1M",
    ]
    .iter()
    .enumerate()
    .map(|(index, options)| {
        let own = folder.path().join(index.to_string());
        std::fs::create_dir(&own).unwrap();
        written(&own, options, &kinds(400))
    })
    .collect();
    for reader in Reader::ALL {
        let expected = reader.as_told(&expected);
        let read = reader.read(&paths);
        assert_eq!(read.len(), paths.len());
        for (path, contents) in paths.iter().zip(read) {
            contents.assert_is(&expected, &format!("{reader:?}, {}", path.display()));
        }
    }
}

#[test]
fn appended_observations_are_found() {
    let expected = kinds_expected(3000);
    let folder = folder();
    let paths: Vec<PathBuf> = [
        ("bufsize=4K", "alignsasiofiles"),
        ("bufsize=8K sgio=yes bufno=16", "alignsasiofiles"),
        ("bufsize=64K", "noalignsasiofiles"),
        ("bufsize=4K", "noalignsasiofiles"),
        ("bufsize=4K compress=char", "alignsasiofiles"),
        ("bufsize=64K compress=binary", "noalignsasiofiles"),
    ]
    .iter()
    .enumerate()
    .map(|(index, (options, system))| {
        let own = folder.path().join(index.to_string());
        std::fs::create_dir(&own).unwrap();
        let parts: String = [(6, 7), (8, 1000), (1001, 1001), (1002, 3000)]
            .iter()
            .map(|(first, last)| {
                format!(
                    "data part; set all(firstobs={first} obs={last}); run;
                     proc append base=out.x data=part; run;"
                )
            })
            .collect();
        let program = format!(
            "libname out '{}';
             options {system};
             data all; {} run;
             data out.x({options}); set all(obs=5); run;
             {parts}",
            own.display(),
            kinds(3000)
        );
        run(&own, &program);
        own.join("x.sas7bdat")
    })
    .collect();
    for reader in Reader::ALL {
        let expected = reader.as_told(&expected);
        for (path, contents) in paths.iter().zip(reader.read(&paths)) {
            contents.assert_is(&expected, &format!("{reader:?}, {}", path.display()));
        }
    }
}

#[test]
fn an_append_that_was_cut_off_is_not_seen() {
    let folder = folder();
    let path = written(folder.path(), "bufsize=4K", &kinds(500));
    let before = std::fs::read(&path).unwrap();
    let program = format!(
        "libname out '{}'; data more; set out.x; run; proc append base=out.x data=more; run;",
        folder.path().display()
    );
    run(folder.path(), &program);
    let mut cut_off = std::fs::read(&path).unwrap();
    // The header tells of all pages, and the first piece of the first page of the observations of before.
    let piece = 8192 - 808..8192;
    cut_off[piece.clone()].copy_from_slice(&before[piece]);
    std::fs::write(&path, cut_off).unwrap();
    for reader in Reader::ALL {
        reader.assert_finds(&kinds_expected(500), &path);
    }
}

#[test]
fn many_observations_are_found() {
    const ROWS: u32 = 100_000;
    let statements = format!(
        "length id 4 root 8 name $ 12;
         do id = 1 to {ROWS}; root = sqrt(id); name = cats('n', id); output; end;"
    );
    let row = |id: u32| vec![number(id.into()), number(f64::from(id).sqrt()), text(format!("n{id}"))];
    let expected = Contents {
        columns: vec![Column::new("id", 4), Column::new("root", 8), Column::new("name", 12)],
        rows: (1..=ROWS).map(row).collect(),
    };
    assert_all_find(&expected, &statements);
}

#[test]
fn no_observations_are_found() {
    let expected = Contents {
        columns: vec![Column::new("x", 8).labelled("None of them"), Column::new("name", 1)],
        rows: Vec::new(),
    };
    assert_all_find(&expected, "label x='None of them'; x = 1; name = 'a'; stop;");
}

#[test]
fn observations_in_the_space_of_deleted_ones_are_found() {
    let expected = kinds_expected(3000);
    let folder = folder();
    let paths: Vec<PathBuf> = ["char bufsize=4K", "binary", "char bufsize=8K"]
        .iter()
        .enumerate()
        .map(|(index, compress)| {
            let own = folder.path().join(index.to_string());
            std::fs::create_dir(&own).unwrap();
            // Some observations of most pages and all of others are removed, and all but the last five come back. A
            // page without any observation is an error for parso (IndexOutOfBoundsException).
            let program = format!(
                "libname out '{}';
                 data all; {} run;
                 data out.x(compress={compress} reuse=yes); set all; run;
                 data out.x;
                   modify out.x;
                   if mod(id, 4) = 1 or id > 2000 then remove;
                 run;
                 data out.x;
                   modify out.x;
                   do until (done);
                     set all(where=((mod(id, 4) = 1 or id > 2000) and id <= 3000)) end=done;
                     output;
                   end;
                   stop;
                 run;",
                own.display(),
                kinds(3005)
            );
            run(&own, &program);
            own.join("x.sas7bdat")
        })
        .collect();
    for reader in Reader::ALL {
        let expected = reader.as_told(&expected);
        for (path, contents) in paths.iter().zip(reader.read(&paths)) {
            contents.assert_is(&expected, &format!("{reader:?}, {}", path.display()));
        }
    }
}

#[test]
fn compressed_observations_that_were_changed_in_place_are_found() {
    let expected = kinds_expected(3000);
    let folder = folder();
    let paths: Vec<PathBuf> = ["char bufsize=4K", "binary", "char bufsize=8K pointobs=no"]
        .iter()
        .enumerate()
        .map(|(index, compress)| {
            let own = folder.path().join(index.to_string());
            std::fs::create_dir(&own).unwrap();
            // The first observation goes, too, and others become longer than their pages have room for.
            let program = format!(
                "libname out '{}';
                 data all; {} run;
                 data out.x(compress={compress});
                   set all;
                   kept = id;
                   id = .;
                   if mod(kept, 10) = 1 then output;
                   id = kept;
                   if id = 3000 then stop;
                   if mod(id, 3) = 0 then name = ' ';
                   output;
                   drop kept;
                 run;
                 data out.x;
                   modify out.x end=last;
                   if id = . then remove;
                   else if mod(id, 3) = 0 and mod(id, 5) then do;
                     name = catx(' ', 'row', id);
                     replace;
                   end;
                   if last then do;
                     set all(firstobs=3000);
                     output;
                   end;
                 run;",
                own.display(),
                kinds(3000)
            );
            run(&own, &program);
            own.join("x.sas7bdat")
        })
        .collect();
    for reader in Reader::ALL {
        let expected = reader.as_told(&expected);
        for (path, contents) in paths.iter().zip(reader.read(&paths)) {
            contents.assert_is(&expected, &format!("{reader:?}, {}", path.display()));
        }
    }
}
