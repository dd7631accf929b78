//! PROC MEANS as pandas and numpy have it: classes, all kinds of missing values, weights, frequencies, and
//! the five definitions of percentiles.

use super::readers::variable;
use super::run;
use crate::program::{folder, peer_succeeds};

/// Observations.
const ROWS: usize = 60_000;

#[test]
fn statistics_of_classes_are_those_of_pandas() {
    let folder = folder();
    let program = include_str!("means.sas")
        .replace("FOLDER", &folder.path().display().to_string())
        .replace("ROWS", &ROWS.to_string());
    run(folder.path(), &program);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/means.py");
    let python = variable("FEEDRATE_PEERS_PYTHON");
    let printed = peer_succeeds(&python, [script, folder.path().to_str().expect("UTF-8")]);
    assert!(printed.contains("figures agree"), "{printed}");
}
