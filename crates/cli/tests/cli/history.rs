//! `feedrate history`: the results of a folder over time.

use std::fs;

use crate::json::parse;
use crate::results::{STUDY, around, measurement, text_of, write};
use crate::test_folder::TestFolder;

fn with_days(rates: &[f64]) -> TestFolder {
    let dir = TestFolder::new();
    fs::create_dir(dir.path("results")).expect("a folder");
    for (day, &rate) in rates.iter().enumerate() {
        let document = measurement(&format!("2026-03-0{}T10:00:00Z", day + 1), 4, &around(rate));
        // The names are in another order than the times.
        write(&dir, &format!("results/{}.json", 9 - day), &document);
    }
    dir
}

#[test]
fn the_last_result_is_compared_with_those_before() {
    let dir = with_days(&[100.0, 101.0, 99.0, 100.0]);
    fs::write(dir.path("results/notes.txt"), "no result").expect("a file");
    insta::assert_snapshot!(dir.succeed("history results"));
    let dir = with_days(&[100.0, 101.0, 99.0, 80.0]);
    let ran = dir.run("history results --html h.html --json h.json");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stdout
            .contains("FAIL  the last result is slower than all before in 1 of 1 figure"),
        "{}",
        ran.stdout
    );
    let json = parse(&text_of(&dir, "h.json"));
    assert_eq!(json["courses"][0]["outcome"], "slower");
    assert_eq!(json["courses"][0]["points"][3]["file"], "results/6.json");
    assert!(text_of(&dir, "h.html").contains("days before the last result"));
    dir.succeed("history results --tolerance 50");
}

#[test]
fn stores_and_json_of_studies_are_results() {
    let dir = TestFolder::new();
    fs::write(dir.path("s.toml"), STUDY).expect("a study");
    dir.succeed("study s.toml --repeats 1 --json one.json");
    dir.succeed("study s.toml --repeats 1 --store t.feedrate");
    let text = dir.succeed("history .");
    assert!(text.contains("Words: word=one"), "{text}");
    assert!(text.contains("few runs"), "{text}");
}

#[test]
fn a_folder_without_results_is_told() {
    let dir = TestFolder::new();
    fs::write(dir.path("cut.json"), "{\"feedrate\": {\"for").expect("a file");
    let told = dir.fail("history .");
    assert!(told.contains("none of its 1 files is a result"), "{told}");
    assert!(dir.fail("history nowhere").contains("nowhere: "));
    assert!(dir.fail("history").contains("<DIR>"));
}
