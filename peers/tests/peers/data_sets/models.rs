//! PROC REG and PROC GLM as statsmodels has them, over random unbalanced designs: parameters, influence of
//! observations, tests of types I and III, least squares means and their differences.

use super::readers::variable;
use super::run;
use crate::program::{folder, peer_succeeds};

/// Designs, each a BY group.
const DESIGNS: usize = 25;

#[test]
fn linear_models_are_those_of_statsmodels() {
    let folder = folder();
    let program = include_str!("models.sas")
        .replace("FOLDER", &folder.path().display().to_string())
        .replace("DESIGNS", &DESIGNS.to_string());
    run(folder.path(), &program);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/models.py");
    let python = variable("FEEDRATE_PEERS_PYTHON");
    let printed = peer_succeeds(&python, [script, folder.path().to_str().expect("UTF-8")]);
    assert!(printed.contains("figures agree"), "{printed}");
}
