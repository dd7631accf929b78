//! Results beside each other.

use feedrate_document::csv;
use feedrate_document::text::{self, TextOptions};

use super::*;
use crate::measured::testing::{measured, measurement, repeats};

fn results() -> [crate::measured::ResultFile; 2] {
    let program = |file: &str, times: &[f64]| measured(file, &repeats("p.sas", "2026-03-01T10:00:00Z", times));
    [
        program("before.json", &[2.0; 1]),
        program("after.json", &[3.0, 3.1, 3.2]),
    ]
}

#[test]
fn figures_are_beside_each_other_with_their_spread_and_the_page_cache() {
    let text = text::render(&document(&results()), &TextOptions::default());
    insta::assert_snapshot!(text);
}

#[test]
fn a_single_result_shows_its_conditions() {
    let text = text::render(
        &document(&[measured("m.json", &measurement(&[100.0]))]),
        &TextOptions::default(),
    );
    assert!(text.contains("setting depth"), "{text}");
    assert!(text.contains("page cache"), "{text}");
}

#[test]
fn many_results_are_several_tables_of_a_page() {
    let of = |number: usize| {
        measured(
            &format!("result-{number}.json"),
            &measurement(&[100.0, 110.0 + number as f64]),
        )
    };
    let results: Vec<_> = (0..9).map(of).collect();
    let text = text::render(&document(&results), &TextOptions::default());
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.matches("throughput").count() >= 3, "{text}");
}

#[test]
fn the_values_as_csv_are_plain_numbers() {
    let tables = csv::tables(&values(&results()));
    let lines: Vec<&str> = tables[0].text.lines().collect();
    assert_eq!(lines[0], "result,cell,step,figure,runs,median,low,high,min,max");
    assert!(lines.contains(&"after,,2 SORT,seconds,3,1.55,,,1.5,1.6"), "{lines:?}");
    let json = serde_json::to_value(report(&results())).unwrap();
    assert_eq!(json["feedrate"]["format"], "report");
    assert_eq!(
        json["results"][1]["figures"][0]["values"],
        serde_json::json!([3.0, 3.1, 3.2])
    );
}
