use serde_json::json;

use super::*;
use crate::definition::{Measure, Origin};

fn value(figures: &[Figure], step: &str, name: &str) -> Option<f64> {
    let found = figures.iter().find(|figure| figure.step == step && figure.name == name);
    found.map(|figure| figure.value)
}

#[test]
fn a_program_has_figures_of_the_whole_and_of_each_step() {
    let file = |direction: &str, bytes: u64, share: Option<f64>| {
        json!({
            "file": {"direction": direction, "bytes": bytes, "cache_share": share, "pipe": null}
        })
    };
    let usage =
        json!({"real_seconds": 2.0, "user_cpu_seconds": 0.5, "system_cpu_seconds": 0.25, "peak_memory_bytes": 7});
    let document = json!({
        "feedrate": {"format": "run"},
        "usage": usage,
        "steps": [
            {
                "name": "DATA", "usage": usage, "waited_seconds": 0.1,
                "read": [], "made": [file("write", 4_000_000, None)],
            },
            {"name": "SORT", "usage": usage, "waited_seconds": 0.2,
             "read": [file("read", 4_000_000, Some(0.75)), {"file": null}], "made": [file("write", 2_000_000, None)],
             "utility": [{"direction": "read", "bytes": 4_000_000, "cache_share": 0.25, "pipe": null}]},
        ],
    });
    let figures = of_document(&document);
    assert_eq!(value(&figures, "", SECONDS), Some(2.0));
    assert_eq!(value(&figures, "", CPU_SECONDS), Some(0.75));
    assert_eq!(value(&figures, "", THROUGHPUT), Some(7.0));
    assert_eq!(value(&figures, "", CACHE_SHARE), Some(0.5));
    assert_eq!(value(&figures, "1 DATA", CACHE_SHARE), None);
    assert_eq!(value(&figures, "1 DATA", WRITTEN_BYTES), Some(4e6));
    assert_eq!(value(&figures, "2 SORT", THROUGHPUT), Some(5.0));
    assert_eq!(value(&figures, "2 SORT", WAITED_SECONDS), Some(0.2));
}

#[test]
fn an_unknown_share_of_one_file_makes_that_of_all_unknown() {
    let document = json!({
        "feedrate": {"format": "run"},
        "usage": {"real_seconds": 1.0},
        "steps": [{"name": "DATA", "read": [
            {"file": {"direction": "read", "bytes": 1, "cache_share": null, "pipe": null}},
            {"file": {"direction": "read", "bytes": 1, "cache_share": 1.0, "pipe": null}},
        ]}],
    });
    assert_eq!(value(&of_document(&document), "", CACHE_SHARE), None);
}

#[test]
fn fio_has_sums_over_its_jobs() {
    let job = json!({
        "job_runtime": 1500,
        "read": {"bw_bytes": 1_000_000, "iops": 10.0, "io_bytes": 5},
        "write": {"bw_bytes": 500_000, "iops": 5.0, "io_bytes": 6},
    });
    let figures = of_document(&json!({"fio version": "fio-3.33", "jobs": [job, job]}));
    assert_eq!(value(&figures, "", THROUGHPUT), Some(3.0));
    assert_eq!(value(&figures, "", "operations_per_second"), Some(30.0));
    assert_eq!(value(&figures, "", SECONDS), Some(1.5));
}

#[test]
fn own_measures_are_found_or_told() {
    let measure = |name: &str, origin: Origin| Measure {
        name: name.to_owned(),
        unit: None,
        origin,
        higher_is_better: true,
        is_detail: false,
    };
    let pattern = |text: &str| Origin::Pattern(regex::Regex::new(text).unwrap());
    let document = json!({"a": [{"b": 3}, {"b": "4.5"}, {"b": "x"}]});
    let of = |origin| {
        of_measures(
            &[measure("m", origin)],
            Some(&document),
            "rate: 1,200.5 MB/s\nrate: 7 MB/s\n",
        )
    };
    assert_eq!(of(Origin::Json("/a/0/b".to_owned())).unwrap()[0].value, 3.0);
    assert_eq!(of(Origin::Json("/a/1/b".to_owned())).unwrap()[0].value, 4.5);
    assert_eq!(of(pattern(r"rate: ([\d,.]+) MB/s")).unwrap()[0].value, 7.0);
    assert_eq!(of(pattern(r"1,200\.5")).unwrap()[0].value, 1200.5);
    for (origin, said) in [
        (
            Origin::Json("/a/2/b".to_owned()),
            "the measure m: /a/2/b is no number in the JSON of the run",
        ),
        (
            Origin::Json("/c".to_owned()),
            "the measure m: /c is not in the JSON of the run",
        ),
        (
            pattern("speed: (.*)"),
            "the measure m: `speed: (.*)` is not in the output of the run",
        ),
        (
            pattern("ra(t)e"),
            "the measure m: `t` in the output of the run is no number",
        ),
    ] {
        assert_eq!(of(origin).unwrap_err(), said);
    }
}

#[test]
fn a_decimal_comma_is_no_separator_of_thousands() {
    let measure = |output: &str| {
        let origin = Origin::Pattern(regex::Regex::new("rate: (.+)").unwrap());
        let measure = Measure {
            name: "m".to_owned(),
            unit: None,
            origin,
            higher_is_better: true,
            is_detail: false,
        };
        of_measures(&[measure], None, output).map(|figures| figures[0].value)
    };
    assert_eq!(measure("rate: 1,234,567.5"), Ok(1_234_567.5));
    assert_eq!(measure("rate: -12,345"), Ok(-12_345.0));
    for wrong in ["rate: 1,5", "rate: 1,2345", "rate: 1.234,5"] {
        assert!(measure(wrong).is_err(), "{wrong}");
    }
}
