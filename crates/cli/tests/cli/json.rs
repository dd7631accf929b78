//! JSON results: nothing else on standard output, and stable keys.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::test_folder::TestFolder;

const MIB: usize = 1 << 20;

/// Keys whose content depends on the machine, the file system or the run, and is not compared.
const OPAQUE: [&str; 6] = ["fingerprint", "device", "shape", "before", "after", "interval"];

pub fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Collects the paths of all keys, with `[]` for the elements of a list.
pub fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let path = format!("{path}.{key}");
                if !OPAQUE.contains(&key.as_str()) {
                    keys(value, &path, found);
                }
                found.insert(path);
            }
        }
        Value::Array(elements) => {
            for element in elements {
                keys(element, &format!("{path}[]"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn the_keys_stay_what_they_are() {
    let dir = TestFolder::new();
    dir.file("one", MIB);
    dir.file("two", MIB);
    let text = dir.succeed(
        "measure one two --do mix --write-to a --write-to b --time 0.3 --interval 0.01 \
         --rate 10M --durable --repeats 2 --seed 7 --json -",
    );
    let mut found = BTreeSet::new();
    keys(&parse(&text), "", &mut found);
    let found: Vec<String> = found.into_iter().collect();
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn standard_output_holds_the_json_and_nothing_else() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    let text = dir.succeed("measure data --cold --depth 4 --json -");
    let result = parse(&text);
    assert!(text.starts_with("{\n  \"feedrate\": {"), "{text}");
    assert_eq!(result["feedrate"]["format"], "measure");
    assert_eq!(result["feedrate"]["format_version"], 1);
    assert_eq!(result["settings"]["discipline"], "overlapped");
    assert_eq!(result["settings"]["depth"], 4);
    assert_eq!(result["settings"]["cold"], true);
    assert_eq!(result["runs"][0]["bytes"], MIB);
    assert_eq!(result["summary"]["megabytes_per_second"]["count"], 1);
    assert_eq!(result["interrupted_by"], Value::Null);
}

#[test]
fn a_failure_leaves_standard_output_empty() {
    let dir = TestFolder::new();
    // `fail` checks standard output too.
    for line in ["measure nowhere --json -", "measure data --nonsense --json -"] {
        dir.fail(line);
    }
}

#[test]
fn the_seed_that_was_used_makes_the_same_settings_again() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    let first = parse(&dir.succeed("measure data --order random --page 4K --json -"));
    let seed = &first["settings"]["streams"][0]["seed"];
    let line = format!("measure data --order random --page 4K --seed {seed} --json -");
    let second = parse(&dir.succeed(&line));
    assert_eq!(first["settings"], second["settings"]);
}

#[test]
fn a_file_holds_what_standard_output_would() {
    let dir = TestFolder::new();
    dir.file("data", MIB);
    dir.succeed("measure data --json result.json");
    let text = std::fs::read_to_string(dir.path("result.json")).expect("the result");
    assert_eq!(parse(&text)["settings"]["do"], "read");
    // Nor does a failure destroy an earlier result.
    dir.fail("measure nowhere --json result.json");
    assert_eq!(
        std::fs::read_to_string(dir.path("result.json")).expect("the result"),
        text
    );
}
