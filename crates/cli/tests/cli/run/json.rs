//! The figures of a run: their keys, and that nothing else is on standard output.

use serde_json::Value;

use super::place_with;
use crate::json::{keys, parse};

/// Steps that cover the keys of a record: reading, writing, direct and not, lines in and out, a sort with too little
/// memory, a step that fails and one that is only checked.
const ALL: &str = "libname x 'lib';
data x.a; do i = 1 to 1000; output; end; run;
data x.b (sgio=yes bufno=4); set x.a; file 'lines'; put i; run;
data _null_; infile 'lines'; input i; run;
proc print data=x.b (obs=2); run;
proc sort data=x.a out=x.s sortsize=1; by descending i; run;
data x.c; set x.a; array q{2} a b; q{i} = 1; run;
data never; set x.a; run;
";

#[test]
fn the_keys_stay_what_they_are() {
    let dir = place_with(&[("p.sas", ALL)]);
    let ran = dir.run("run p.sas --work work --json -");
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let mut found = std::collections::BTreeSet::new();
    keys(&parse(&ran.stdout), "", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn the_figures_are_those_of_the_log() {
    let dir = place_with(&[("p.sas", ALL)]);
    let ran = dir.run("run p.sas --work work --json -");
    assert!(ran.stdout.starts_with("{\n  \"feedrate\": {"), "{}", ran.stdout);
    let record = parse(&ran.stdout);
    assert_eq!(record["feedrate"]["format"], "run");
    assert_eq!(record["feedrate"]["format_version"], 1);
    assert_eq!(record["program"], "p.sas");
    assert_eq!(record["ended"], "errors");
    assert_eq!(record["errors"], 1);
    let steps = record["steps"].as_array().expect("steps");
    let told: Vec<_> = steps
        .iter()
        .map(|step| {
            let text = |key: &str| step[key].as_str().expect("a text").to_owned();
            let is = |key: &str| step[key].as_bool().expect("yes or no");
            (text("name"), step["line"].as_u64(), is("ran"), is("completed"))
        })
        .collect();
    let step = |name: &str, line, ran, completed| (name.to_owned(), Some(line), ran, completed);
    assert_eq!(
        told,
        [
            step("DATA", 2, true, true),
            step("DATA", 3, true, true),
            step("DATA", 4, true, true),
            step("PRINT", 5, true, true),
            step("SORT", 6, true, true),
            step("DATA", 7, true, false),
            step("DATA", 8, false, false),
        ]
    );
    let (read, made) = (&steps[1]["read"][0], &steps[1]["made"][0]);
    assert_eq!((&read["name"], &read["observations"]), (&"X.A".into(), &1000.into()));
    assert_eq!((&made["name"], &made["observations"]), (&"X.B".into(), &1000.into()));
    assert_eq!(read["file"]["direction"], "read");
    assert_eq!(read["file"]["method"], "cached");
    assert_eq!(read["file"]["buffers"], Value::Null);
    assert_eq!(steps[1]["files_made"][0]["lines"], 1000);
    assert_eq!(steps[2]["files_read"][0]["lines"], 1000);
    for file in [&read["file"], &made["file"]] {
        let number = |key: &str| file[key].as_f64().unwrap_or_else(|| panic!("{key}: {file}"));
        let rate = number("bytes") / 1e6 / (number("seconds") + file["flush_seconds"].as_f64().unwrap_or_default());
        assert!((number("megabytes_per_second") / rate - 1.0).abs() < 1e-6, "{file}");
        assert!(number("waited_seconds") <= number("seconds"), "{file}");
        assert_eq!(number("page_bytes") % 1024.0, 0.0);
    }
    let sort = &steps[4]["sort"];
    assert_eq!(sort["presorted"], false);
    assert!(sort["runs"].as_u64() > Some(1), "{sort}");
    let utility = steps[4]["utility"].as_array().expect("two directions");
    assert_eq!(utility.len(), 2);
    assert_eq!(utility[0]["bytes"], utility[1]["bytes"]);
    assert_eq!(steps[3]["sort"], Value::Null);
    // A data set that was not completed has no file.
    assert_eq!(steps[5]["made"][0]["file"], Value::Null);
}

#[test]
fn a_step_says_when_it_had_its_first_row() {
    let program = "\
libname x 'lib';
data x.a; do i = 1 to 100000; output; end; run;
data _null_; file 'lines'; x = 1; put x; run;
data _null_; infile 'lines'; input i; run;
data _null_; set x.a; if _n_ = 1 then do; t = datetime(); do while (datetime() < t + 0.2); end; end; run;
data _null_; t = datetime(); do while (datetime() < t + 0.2); end; set x.a; stop; run;
data _null_; do p = 7 to 9; set x.a point=p; end; stop; run;
proc means data=x.a; run;
data x.a; modify x.a; if i = 3 then replace; if i > 3 then stop; run;
";
    let dir = place_with(&[("p.sas", program)]);
    let ran = dir.run("run p.sas --work work --json -");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let record = parse(&ran.stdout);
    let steps = record["steps"].as_array().expect("steps");
    let seconds = |step: usize| steps[step]["first_row_seconds"].as_f64();
    for (number, without_data_set) in steps.iter().enumerate().take(3) {
        assert_eq!(seconds(number), None, "{without_data_set}");
    }
    for (number, step) in steps.iter().enumerate().skip(3) {
        let first = seconds(number).unwrap_or_else(|| panic!("no first row: {step}"));
        let all = step["usage"]["real_seconds"].as_f64().expect("seconds");
        assert!((0.0..=all + 1e-3).contains(&first), "{first} of {all}: {step}");
    }
    // The one sleeps after its first row, the other before it.
    let after = |step: usize| steps[step]["usage"]["real_seconds"].as_f64().expect("seconds") - seconds(step).unwrap();
    assert!(after(3) >= 0.19, "{}", steps[3]);
    assert!(seconds(4) >= Some(0.19), "{}", steps[4]);
}

#[test]
fn an_interrupted_run_gives_what_it_has() {
    let dir = place_with(&[("p.sas", super::ENDLESS)]);
    let run = dir.start("run p.sas --work work --json figures");
    crate::test_folder::until("it writes", || super::names_in(&dir, "lib").len() == 1);
    run.signal(rustix::process::Signal::TERM);
    assert_eq!(run.end().1.code, Some(143));
    let text = std::fs::read_to_string(dir.path("figures")).expect("the figures");
    let record = parse(&text);
    assert_eq!(record["ended"], "interrupted");
    assert_eq!(record["steps"][0]["completed"], true);
    assert_eq!(record["steps"][1]["completed"], false);
}
