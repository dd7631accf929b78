//! Queries drawn at random, which PROC SQL and SQLite carry out.

use std::process::Command;

use super::readers::variable;
use crate::program::{feedrate, folder, peer_succeeds};

/// The number of queries of one seed.
const QUERIES: &str = "600";

#[test]
fn queries_give_what_sqlite_gives() {
    for seed in ["1", "2"] {
        let folder = folder();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/queries.py");
        let path = folder.path().to_str().expect("UTF-8");
        let python = variable("FEEDRATE_PEERS_PYTHON");
        peer_succeeds(&python, [script, "write", path, seed, QUERIES]);
        let ran = Command::new(feedrate())
            .arg("run")
            .arg(folder.path().join("queries.sas"))
            .output()
            .expect("feedrate runs");
        let log = String::from_utf8_lossy(&ran.stderr);
        let errors: Vec<&str> = log.lines().filter(|line| line.starts_with("ERROR")).collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
        let printed = peer_succeeds(&python, [script, "check", path, seed, QUERIES]);
        assert!(
            printed.contains(&format!("{QUERIES} of {QUERIES} queries agree")),
            "{printed}"
        );
    }
}
