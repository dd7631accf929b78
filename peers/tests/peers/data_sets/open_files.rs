//! Parquet, Arrow and CSV files beside those who write and read them too: pandas, pyarrow, Polars and DuckDB.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::readers::variable;
use super::run_to;
use crate::program::{folder, peer_succeeds};

/// Has the script of that name do something; gives what it prints.
fn script(arguments: &[&str]) -> String {
    let python = variable("FEEDRATE_PEERS_PYTHON");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/open_files.py");
    peer_succeeds(&python, [&[script], arguments].concat())
}

fn libraries(folder: &Path) -> String {
    let folder = folder.display();
    format!("libname p parquet '{folder}'; libname a arrow '{folder}'; libname c csv '{folder}';\n")
}

#[test]
fn files_of_others_are_read() {
    let folder = folder();
    script(&["write", folder.path().to_str().expect("UTF-8")]);
    let mut read = 0;
    for entry in fs::read_dir(folder.path()).expect("the folder is there") {
        let file = entry.expect("the folder can be read").file_name();
        let file = file.to_str().expect("UTF-8").to_owned();
        let Some((member, kind)) = file.split_once('.') else {
            continue;
        };
        let library = match kind {
            "parquet" => "p",
            "arrow" => "a",
            "csv" => "c",
            _ => continue,
        };
        // CSV does not tell booleans.
        let program = format!(
            "{}data _null_;
               set {library}.{member};
               put id= amount= name= day= best12. at= best16. (yes) (=);
             run;",
            libraries(folder.path())
        );
        let log = run_to(folder.path(), &program, 0);
        let lines: Vec<_> = log.lines().filter(|line| line.starts_with("id=")).collect();
        let yes = |word: &str| match kind {
            "csv" => lines[0].contains(&format!("yes={word}rue")),
            _ => lines[0].ends_with("yes=1"),
        };
        assert!(yes("t") || yes("T"), "{file}: {lines:?}");
        let without_yes: Vec<_> = lines
            .iter()
            .map(|line| line.split(" yes=").next().unwrap_or_default())
            .collect();
        assert_eq!(
            without_yes,
            [
                "id=1 amount=0.5 name=Größe day=0 at=1.5",
                "id=2 amount=. name=  day=24432 at=.",
                "id=3 amount=-1E300 name=a, \"b\" day=. at=2110968000",
            ],
            "{file}"
        );
        read += 1;
    }
    assert!(read > 15, "{read} files");
}

#[test]
fn others_read_what_is_written() {
    let folder = folder();
    let program = format!(
        "{}data p.x a.x c.x;
           format day date9. at datetime20. clock time8.;
           length name $ 20;
           id = 1; amount = 0.1; name = 'Größe'; day = 0; at = 1.5; clock = 3723.25; output;
           id = 2; amount = .; name = ' '; day = .; at = .; clock = .; output;
           id = 3; amount = -1e300; name = ' a, \"b\"'; day = 24432; at = 2110968000; clock = 0; output;
         run;",
        libraries(folder.path())
    );
    run_to(folder.path(), &program, 0);
    for kind in ["parquet", "arrow", "csv"] {
        let path = folder.path().join(format!("x.{kind}"));
        let printed = script(&["read", path.to_str().expect("UTF-8")]);
        // The readings of each reader.
        let readings: Vec<Vec<Value>> = serde_json::from_str(&printed).expect("a line of JSON");
        assert!(!readings.is_empty());
        for rows in readings {
            // DuckDB takes nothing between commas for NULL.
            let nothing = if kind == "csv" { Value::Null } else { json!("") };
            let numbers = |row: &Value| ["id", "amount"].map(|name| row[name].as_f64());
            assert_eq!(
                rows.iter().map(numbers).collect::<Vec<_>>(),
                [[Some(1.0), Some(0.1)], [Some(2.0), None], [Some(3.0), Some(-1e300)]]
            );
            let others = |row: &Value| ["name", "day", "at", "clock"].map(|name| row[name].clone());
            assert_eq!(
                others(&rows[0]),
                [
                    json!("Größe"),
                    json!("1960-01-01"),
                    json!("1960-01-01T00:00:01.500000"),
                    json!("01:02:03.250000")
                ]
            );
            assert_eq!(others(&rows[1]), [nothing, Value::Null, Value::Null, Value::Null]);
            assert_eq!(
                others(&rows[2]),
                [
                    json!(" a, \"b\""),
                    json!("2026-11-22"),
                    json!("2026-11-22T12:00:00"),
                    json!("00:00:00")
                ]
            );
        }
    }
}

#[test]
fn any_file_is_copied_with_all_of_its_values() {
    const FILES: usize = 24;
    let folder = folder();
    let (path, count) = (folder.path().to_str().expect("UTF-8"), FILES.to_string());
    script(&["random", path, &count]);
    let copies: String = (0..FILES)
        .map(|file| {
            // From one format to the next, so that each is read and written.
            format!(
                "data p.c{file}; set p.t{file}; run; data a.c{file}; set p.c{file}; run; \
                 data c.c{file}; set a.c{file}; run;\n"
            )
        })
        .collect();
    run_to(folder.path(), &(libraries(folder.path()) + &copies), 0);
    script(&["compare", path, &count]);
}
