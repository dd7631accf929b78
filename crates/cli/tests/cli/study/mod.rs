//! Tests of `feedrate study` as users run it.

mod ends;
mod plan;
mod published;
mod runs;
mod settings;

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::json::parse;
use crate::test_folder::TestFolder;

/// A study of a shell with two factors, each of which has two levels.
const ECHO: &str = r#"title = "Echo"
question = "What does it print?"
repeats = 2

[run]
command = ["sh", "-c", "mkdir -p {folder}/a/b; echo rate: {n}{way}"]

[[factor]]
name = "n"
levels = [1, 2]

[[factor]]
name = "way"
levels = ["0", "5"]

[[measure]]
name = "rate"
pattern = "rate: (.*)"
higher_is_better = true
"#;

/// A study whose second run lasts far longer than a test, and tells by files when a run begins.
const ENDLESS: &str = r#"title = "Endless"
repeats = 3
order = "listed"

[run]
command = ["sh", "-c", "mkdir -p {folder}/a/b; echo $$ > begun-{n}; exec sleep {n}"]

[[factor]]
name = "n"
levels = [0, 600]
"#;

fn place_with(study: &str) -> TestFolder {
    let dir = TestFolder::new();
    fs::write(dir.path("s.toml"), study).expect("a study");
    fs::create_dir(dir.path("data")).expect("a folder");
    dir
}

/// Returns the runs of a store by their cells, as `feedrate report` gives them.
fn runs(dir: &TestFolder, store: &str) -> Vec<Value> {
    let result = parse(&dir.succeed(&format!("report {store} --json -")));
    result["runs"].as_array().expect("runs").clone()
}

/// Returns what a run says about its factors.
fn levels(run: &Value) -> BTreeSet<String> {
    let levels = run["cell"].as_object().expect("levels").iter();
    levels
        .map(|(name, level)| format!("{name}={}", level.as_str().expect("a level")))
        .collect()
}

/// Returns the names of what is in the folder of the data.
fn left_in_data(dir: &TestFolder) -> Vec<String> {
    let entries = fs::read_dir(dir.path("data")).expect("the folder");
    entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}
