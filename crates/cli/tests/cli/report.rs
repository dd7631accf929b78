//! `feedrate report`: studies, other results beside each other, and the files that it writes.

use std::fs;

use crate::json::parse;
use crate::results::{STUDY, around, measurement, text_of, write};
use crate::test_folder::TestFolder;

/// Returns a folder with the store of a study, and its JSON.
fn with_study() -> TestFolder {
    let dir = TestFolder::new();
    fs::write(dir.path("s.toml"), STUDY).expect("a study");
    dir.succeed("study s.toml --repeats 2 --json s.json");
    dir
}

#[test]
fn the_json_of_a_study_gives_the_report_of_its_store() {
    let dir = with_study();
    let report = dir.succeed("report s.feedrate");
    assert!(report.contains("4 runs of 2 cells"), "{report}");
    assert_eq!(dir.succeed("report s.json"), report);
    assert_eq!(dir.succeed("report s.json --json -"), text_of(&dir, "s.json"));
    dir.succeed("report s.json --html a.html --markdown a.md");
    dir.succeed("report s.feedrate --html b.html --markdown b.md");
    assert_eq!(text_of(&dir, "a.html"), text_of(&dir, "b.html"));
    assert_eq!(text_of(&dir, "a.md"), text_of(&dir, "b.md"));
    assert!(text_of(&dir, "a.md").starts_with("<!-- Report of feedrate "));
}

#[test]
fn other_results_are_beside_each_other() {
    let dir = TestFolder::new();
    write(
        &dir,
        "before.json",
        &measurement("2026-03-01T10:00:00Z", 4, &around(100.0)),
    );
    write(
        &dir,
        "after.json",
        &measurement("2026-03-02T10:00:00Z", 8, &around(120.0)),
    );
    insta::assert_snapshot!(dir.succeed("report before.json after.json"));
    let json = parse(&dir.succeed("report before.json after.json --json -"));
    assert_eq!(json["feedrate"]["format"], "report");
    assert_eq!(json["results"][1]["conditions"]["setting depth"], "8");
}

#[test]
fn a_program_that_was_run_and_one_that_was_repeated_have_the_same_figures() {
    let dir = TestFolder::new();
    fs::write(
        dir.path("p.sas"),
        "data a; do i = 1 to 9; output; end; run;\nproc sort data=a; by i; run;\n",
    )
    .expect("a program");
    for line in ["run p.sas --json one.json", "run p.sas --repeats 2 --json two.json"] {
        assert_eq!(dir.run(line).code, Some(0));
    }
    let report = dir.succeed("report one.json two.json");
    let of_step = report
        .lines()
        .find(|line| line.starts_with("2 SORT") && line.contains(" time "));
    let values = of_step.expect("a row").split_whitespace().count();
    assert!(values > 5, "{report}");
    let text = dir.succeed("report one.json two.json --metrics -");
    assert!(text.contains("step=\"2 SORT\"} "), "{text}");
}

#[test]
fn tables_are_csv_files_of_a_folder() {
    let dir = with_study();
    dir.succeed("report s.feedrate --csv tables/of/s");
    let cells = text_of(&dir, "tables/of/s/the-cells-time.csv");
    assert!(cells.starts_with("word,runs,median (s),"), "{cells}");
    // The same again, and no other file.
    dir.succeed("report s.feedrate --csv tables/of/s");
    fs::write(dir.path("tables/of/s/the-cells-time.csv"), "mine,yours\n1,2\n").expect("a file");
    let ran = dir.run("report s.feedrate --csv tables/of/s");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("exists and has other columns"), "{}", ran.stderr);
    assert_eq!(text_of(&dir, "tables/of/s/the-cells-time.csv"), "mine,yours\n1,2\n");
    assert!(dir.succeed("report s.json --csv -").contains("\r\n\r\n"));
    let said = dir.fail("report s.json --csv s.toml");
    assert!(said.contains("s.toml is no folder"), "{said}");
}

#[test]
fn metrics_replace_earlier_ones_and_nothing_else() {
    let dir = with_study();
    dir.succeed("report s.feedrate --metrics s.prom");
    let text = text_of(&dir, "s.prom");
    assert!(
        text.starts_with("# HELP feedrate_") && text.ends_with("\n# EOF\n"),
        "{text}"
    );
    assert!(text.contains("factor_word=\"two\"} "), "{text}");
    dir.succeed("report s.json --metrics s.prom");
    assert_eq!(text_of(&dir, "s.prom"), text);
    dir.succeed("report s.json --markdown s.md");
    dir.succeed("report s.json --markdown s.md");
    fs::write(dir.path("other.prom"), "# HELP node_load Load.\n").expect("a file");
    for option in ["--metrics", "--markdown", "--html", "--json"] {
        for file in ["other.prom", "s.toml"] {
            let ran = dir.run(&format!("report s.json {option} {file}"));
            assert_eq!(ran.code, Some(2));
            assert!(ran.stderr.contains("was not written by feedrate"), "{}", ran.stderr);
        }
    }
    assert_eq!(text_of(&dir, "s.toml"), STUDY);
}

#[test]
fn what_cannot_be_shown_is_told_in_a_line() {
    let dir = with_study();
    fs::write(dir.path("cut.json"), &text_of(&dir, "s.json")[..500]).expect("a file");
    fs::write(dir.path("other.json"), "{\"results\": [1e308, {}]}").expect("a file");
    for (line, said) in [
        ("report", "<STORE|JSON>"),
        ("report none.json", "none.json: no such file"),
        ("report s.toml", "s.toml: it is neither a store of a study nor JSON"),
        ("report cut.json", "cut.json: it is no whole JSON"),
        (
            "report s.json other.json",
            "other.json: this JSON is neither feedrate's nor fio's",
        ),
        (
            "report s.json --json - --metrics -",
            "--json and --metrics name the same place",
        ),
        (
            "report s.json --html a --markdown a",
            "--html and --markdown name the same place",
        ),
        ("report s.json --csv - --html -", "--html and --csv name the same place"),
    ] {
        let told = dir.fail(line);
        assert!(told.contains(said), "{line}: {told}");
    }
}
