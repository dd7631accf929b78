//! PROC UNIVARIATE as numpy and scipy have it: moments, percentiles, and tests of location and normality.

use super::readers::variable;
use super::run;
use crate::program::{folder, peer_succeeds};

#[test]
fn one_variable_is_described_as_by_scipy() {
    let folder = folder();
    let path = folder.path().display().to_string();
    let program = include_str!("univariate.sas").replace("FOLDER", &path);
    run(folder.path(), &program);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/univariate.py");
    let python = variable("FEEDRATE_PEERS_PYTHON");
    let printed = peer_succeeds(&python, [script, &path]);
    assert!(printed.contains("figures agree"), "{printed}");
}
