//! The text of metrics by the rules of both formats.

use serde_json::json;

use super::*;
use crate::measured::testing::{measured, measurement, repeats};

#[test]
fn metrics_have_base_units_and_end() {
    let document = repeats("p.sas", "2026-03-01T10:00:00Z", &[2.0, 4.0]);
    insta::assert_snapshot!(text(&[measured("r.json", &document)]));
}

#[test]
fn rates_are_bytes_a_second_and_intervals_have_ends() {
    let text = text(&[measured(
        "m.json",
        &measurement(&[100.0, 101.0, 102.0, 103.0, 104.0, 105.0]),
    )]);
    let labels = "{result=\"m\",kind=\"measure\",of=\"measure: sequential read direct\"}";
    for line in [
        "# UNIT feedrate_throughput_bytes_per_second bytes_per_second".to_owned(),
        format!("feedrate_throughput_bytes_per_second{labels} 102500000"),
        format!("feedrate_throughput_low_bytes_per_second{labels} 100000000"),
        format!("feedrate_throughput_high_bytes_per_second{labels} 105000000"),
        format!("feedrate_processor_seconds_per_byte{labels} 1.0000000000000002e-10"),
        format!("feedrate_runs{labels} 6"),
    ] {
        assert!(text.lines().any(|of| of == line), "{line}: {text}");
    }
}

/// Checks a text as a reader of lines does.
fn check(text: &str) {
    assert!(text.starts_with("# HELP feedrate_") && text.ends_with("# EOF\n"));
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let mut described: Vec<&str> = Vec::new();
    let mut values: Vec<&str> = Vec::new();
    let mut unit = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, _) = rest.split_once(' ').unwrap();
            assert!(is_name(name) && !described.contains(&name), "{line}");
            described.push(name);
            unit = None;
        } else if let Some(rest) = line.strip_prefix("# UNIT ") {
            let (name, of) = rest.split_once(' ').unwrap();
            assert!(name.ends_with(&format!("_{of}")), "{line}");
            unit = Some(of);
        } else if line.starts_with("# TYPE ") {
            assert!(line.ends_with(" gauge"), "{line}");
        } else if line != "# EOF" {
            let (series, value) = line.rsplit_once(' ').unwrap();
            let (name, labels) = series.split_once('{').unwrap();
            assert_eq!(Some(&name), described.last(), "{line}");
            assert!(unit.is_none_or(|unit| name.ends_with(unit)), "{line}");
            assert!(
                labels.ends_with("\"}") && value.parse::<f64>().unwrap().is_finite(),
                "{line}"
            );
            assert!(!values.contains(&series), "twice: {line}");
            values.push(series);
        }
    }
}

#[test]
fn names_and_labels_are_those_of_the_formats() {
    let mut document = repeats("p \"q\"\\\n\u{1}.sas", "2026-03-01T10:00:00Z", &[2.0; 6]);
    document["runs"][0]["steps"][0]["name"] = json!("a{b=\"c\"} 1\r");
    let mut program = measured("one\ntwo.json", &document);
    for (factor, level) in [("a-b", "1"), ("a_b", "2"), ("größe", "€"), ("", "")] {
        program.samples[0].cell.insert(factor.to_owned(), level.to_owned());
    }
    let mut huge = program.samples[0].clone();
    huge.figure = "rows/s of \"x\"".to_owned();
    huge.unit = Some("ro\nws".to_owned());
    huge.values = vec![1e300, -1e-300, 0.0];
    program.samples.push(huge);
    let results = [program, measured("m.json", &measurement(&[100.0; 6]))];
    let text = text(&results);
    check(&text);
    assert!(text.contains("of=\"p \\\"q\\\"\\\\\\n\u{FFFD}.sas\""), "{text}");
    assert!(
        text.contains("factor_a_b=\"1\",factor_a_b_2=\"2\",factor_gr__e=\"€\"}"),
        "{text}"
    );
    assert!(
        text.contains("# HELP feedrate_rows_s_of__x_ The median of the runs: rows/s of 'x' in ro\\nws."),
        "{text}"
    );
}
