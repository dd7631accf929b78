//! Ctrl-C and SIGTERM: the run ends soon, tells what it has, and removes what it made.

use rustix::process::Signal;
use serde_json::Value;

use crate::place::{Place, until_written};

const LONG: &str = "measure new --do write --size 16M --time 30 --rate 50M";

#[test]
fn an_interrupted_run_prints_its_figures_and_tidies_up() {
    for (signal, code, name) in [(Signal::INT, 130, "SIGINT"), (Signal::TERM, 143, "SIGTERM")] {
        let place = Place::new();
        let run = place.start(LONG);
        until_written(&place.path("new"));
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert!(
            ran.stdout.contains(&format!("Interrupted by {name}")),
            "{}",
            ran.stdout
        );
        assert!(ran.stdout.contains("MB/s"), "{}", ran.stdout);
        assert_eq!(place.names(), Vec::<String>::new());
    }
}

#[test]
fn an_interrupted_run_gives_clean_json() {
    let place = Place::new();
    let run = place.start(&format!("{LONG} --json - --repeats 3 --run-as processes"));
    until_written(&place.path("new"));
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    let result: Value = serde_json::from_str(&ran.stdout).expect("clean JSON");
    assert_eq!(result["interrupted_by"], "SIGINT");
    assert_eq!(result["runs"][0]["stopped"], true);
    assert_eq!(place.names(), Vec::<String>::new());
}

#[test]
fn a_file_that_was_there_before_stays() {
    let place = Place::new();
    place.succeed("measure old --do write --size 1M");
    let run = place.start("measure old --do mix --write-to new --time 30 --rate 50M");
    until_written(&place.path("new"));
    run.signal(Signal::TERM);
    assert_eq!(run.end().1.code, Some(143));
    assert_eq!(place.names(), ["old"]);
}
