//! feedrate, its peers, and what came of running them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

/// feedrate's program: the one that `FEEDRATE_PROGRAM` names, or that of the build folder which this test lies in,
/// brought up to date first.
pub fn feedrate() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(program) = env::var_os("FEEDRATE_PROGRAM") {
            return program.into();
        }
        let here = env::current_exe().expect("a test knows where it is");
        // The test lies in `<build folder>/<profile>/deps`.
        let profile = here.ancestors().nth(2).expect("a profile's folder");
        let folder = profile.parent().expect("a build folder");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build
            .args(["build", "--package", "feedrate", "--features", "open,sql"])
            .arg("--target-dir")
            .arg(folder)
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        if profile.ends_with("release") {
            build.arg("--release");
        }
        let built = build.status().expect("cargo runs");
        assert!(built.success(), "feedrate cannot be built");
        profile.join("feedrate")
    })
}

/// A folder on a real file system, for direct I/O: beside the build, not in `/tmp`.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a temporary folder")
}

/// Runs a peer, or fails and says that it is missing.
pub fn peer(name: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    match Command::new(name).args(arguments).output() {
        Ok(output) => output,
        Err(error) => panic!("the peer {name} is needed here ({error}); .ci/run installs it"),
    }
}

/// Runs a peer that must succeed, and gives what it printed.
pub fn peer_succeeds(name: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
    let output = peer(name, arguments);
    assert!(
        output.status.success(),
        "{name} failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs `feedrate measure FILE` with the options of one string.
pub fn measure(file: &Path, options: &str) -> Output {
    Command::new(feedrate())
        .arg("measure")
        .arg(file)
        .args(options.split_whitespace())
        .output()
        .expect("feedrate runs")
}

/// The same, and gives the figures of its only run.
pub fn figures(file: &Path, options: &str) -> Value {
    let output = measure(file, &format!("{options} --json -"));
    assert!(
        output.status.success(),
        "feedrate measure {options}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    only_run(&String::from_utf8_lossy(&output.stdout))
}

/// The figures of the only run in what `--json` gave.
pub fn only_run(json: &str) -> Value {
    let document: Value = serde_json::from_str(json).expect("figures are JSON");
    document["runs"][0].clone()
}

/// Makes a test file of feedrate's own, past the page cache.
pub fn make_file(file: &Path, size: &str) {
    figures(file, &format!("--do write --method direct --page 64K --size {size}"));
}

/// A number of a JSON document, by the path to it.
pub fn number(document: &Value, path: &str) -> u64 {
    document
        .pointer(path)
        .and_then(Value::as_u64)
        .unwrap_or_else(|| panic!("no number {path} in {document:#}"))
}

/// Asserts that feedrate failed as it should: its exit code, and one line that holds a text.
pub fn assert_fails(output: &Output, text: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(errors.lines().count(), 1, "not one line: {errors}");
    assert!(errors.starts_with("feedrate: "), "{errors}");
    assert!(errors.contains(text), "no {text:?} in: {errors}");
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Says that a test is skipped, past the test harness, which shows nothing of tests that pass.
pub fn skipped(test: &str, why: &str) {
    let line = format!("skipped: {test}: {why}\n");
    std::io::stderr()
        .write_all(line.as_bytes())
        .expect("standard error takes a line");
}
