//! PROC LOGISTIC as statsmodels has it: estimates and predictions of models of two and of several levels, of
//! BY groups, and of what one and two cores read.

use super::readers::variable;
use super::run;
use crate::program::{folder, peer_succeeds};

#[test]
fn logistic_models_are_those_of_statsmodels() {
    let folder = folder();
    let path = folder.path().display().to_string();
    let program = include_str!("logistic.sas").replace("FOLDER", &path);
    run(folder.path(), &program);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/logistic.py");
    let python = variable("FEEDRATE_PEERS_PYTHON");
    let printed = peer_succeeds(&python, [script, &path]);
    assert!(printed.contains("figures agree"), "{printed}");
}
