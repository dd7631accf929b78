//! The studies of `studies/`, at a small size, with their pages in a browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::pages::views_of;
use crate::program::{feedrate, folder};

fn study(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../studies").join(name)
}

/// Carries out a study with further arguments, opens its page, and returns its result. `None` where memory cannot be
/// limited.
fn carried_out(name: &str, arguments: &[&str]) -> Option<Value> {
    let folder = folder();
    let output = Command::new(feedrate())
        .arg("study")
        .arg(study(name))
        .args(["--json", "result.json", "--html", "page.html"])
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("feedrate runs");
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("memory cannot be limited") {
        eprintln!("skipped {name}: {said}");
        return None;
    }
    assert_eq!(output.status.code(), Some(0), "{name}: {said}");
    let page = folder.path().join("page.html");
    for view in views_of(&page) {
        view.assert_readable(name);
    }
    let json = std::fs::read_to_string(folder.path().join("result.json")).expect("a result");
    Some(serde_json::from_str(&json).expect("JSON"))
}

/// Returns the names of the steps that a result compares.
fn steps(result: &Value) -> Vec<&str> {
    let responses = result["responses"].as_array().expect("responses");
    responses
        .iter()
        .filter_map(|response| response["step"].as_str())
        .collect()
}

#[test]
fn direct_transfers_by_the_size_of_the_data() {
    let arguments = ["--repeats", "2", "--levels", "size=2,4", "--levels", "memory=256M"];
    let Some(result) = carried_out("a-data-size.toml", &arguments) else {
        return;
    };
    assert_eq!(result["runs"].as_array().map(Vec::len), Some(16));
    assert_eq!(
        steps(&result),
        ["1 DATA", "2 DATA", "3 MEANS", "4 SORT", "5 SQL", "6 DATASETS"]
    );
    let total = &result["responses"][0];
    // Overlapped transfers stand beside, and are nowhere compared with the methods.
    assert_eq!(total["covariance"]["settings"].as_array().map(Vec::len), Some(2));
    assert_eq!(total["courses"][0]["points"].as_array().map(Vec::len), Some(2));
    // 2 MB with 256 MB of memory are 28 MB with 3.5 GB, which were not published.
    let published = &result["published"][0];
    assert_eq!(published["columns"][6], "size 2");
    assert!(published["rows"][0]["ours"][6]["value"].is_number(), "{published}");
    // The page cache did not serve what was read directly.
    for cell in total["cells"].as_array().expect("cells") {
        if cell["cell"]["method"] == "direct" {
            let share = cell["cache_share"].as_f64().expect("a known share");
            assert!(share < 0.2, "{cell}");
        }
    }
}

#[test]
fn numbers_of_buffers() {
    let arguments = ["--repeats", "2", "--set", "megabytes=4", "--levels", "buffers=1,32"];
    let Some(result) = carried_out("b-bufno.toml", &arguments) else {
        return;
    };
    // Cached with one buffer, and direct with both, in both disciplines.
    assert_eq!(result["runs"].as_array().map(Vec::len), Some(12));
}

#[test]
fn pipes_and_threads() {
    let arguments = [
        "--repeats",
        "2",
        "--levels",
        "records=20000,40000",
        "--levels",
        "scenario=2,6,13",
        "--levels",
        "discipline=overlapped",
        "--set",
        "port=27300",
    ];
    let result = carried_out("d-pipes-and-threads.toml", &arguments).expect("it needs no limit");
    let main = &result["responses"][0];
    assert_eq!(main["name"], "seconds of the scenario");
    assert_eq!(main["covariance"]["covariate"], "records");
    assert_eq!(main["cells"].as_array().map(Vec::len), Some(6));
}
