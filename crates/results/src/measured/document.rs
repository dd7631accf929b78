//! A result in the JSON of a command or of fio.

use std::path::Path;

use feedrate_study::figures::{CACHE_SHARE, Figure, SECONDS, THROUGHPUT, of_document};
use jiff::Timestamp;
use serde_json::Value;

use super::samples::Samples;
use super::{Better, Conditions, Kind, Levels, ResultFile, Sample, check, data, hosts, list};

/// Members of the settings of `feedrate measure` that differ from run to run, or say how often and where.
const NO_SETTINGS: [&str; 4] = ["seed", "repeats", "source", "target"];

/// Members of fio's options that say where, or what is printed.
const NO_FIO_OPTIONS: [&str; 6] = ["filename", "directory", "randseed", "output", "output-format", "eta"];

/// Returns the result of a document.
///
/// # Errors
///
/// Returns a message if it is of no command that measures, or has no figure of a run that did its work.
pub(super) fn measured(file: &Path, document: &Value) -> Result<ResultFile, String> {
    let format = document["feedrate"]["format"].as_str();
    let (kind, samples) = match format {
        Some("study") => return Ok(data::measured(file, data::of_json(file, document)?)),
        Some("run") => (Kind::Program, of_runs(std::slice::from_ref(document))),
        Some("repeats") => (Kind::Program, of_runs(list(&document["runs"]))),
        Some("measure") => (Kind::Measure, of_measure(document)),
        Some("profile-command") => (Kind::Command, of_command(document)),
        Some("check") => (Kind::Check, check::samples(document)),
        Some("hosts") => (Kind::OnHosts, hosts::of_command(document)),
        Some("check-on-hosts") => (Kind::CheckOnHosts, hosts::of_check(document)),
        Some(other) => {
            return Err(format!(
                "the JSON of `feedrate {other}` is no result; give that of study, run, measure, profile of a command, \
                 or check; of these also with --hosts"
            ));
        }
        None if document["jobs"].is_array() => (Kind::Fio, of_fio(document)),
        None => {
            return Err("this JSON is neither feedrate's nor fio's; give the JSON of one of them".to_owned());
        }
    };
    if !samples.iter().any(|sample| sample.better.is_some()) {
        return Err("no run in it did its work, so that it has no figures; run it again".to_owned());
    }
    Ok(ResultFile {
        file: file.to_owned(),
        kind,
        title: title(kind, document),
        time: time(document),
        conditions: conditions(kind, document),
        samples,
        study: None,
    })
}

/// Returns the name of a file without its folders.
fn name_of(path: &str) -> String {
    let name = Path::new(path).file_name();
    name.map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}

fn words(command: &Value) -> String {
    let words: Vec<&str> = list(command).iter().filter_map(Value::as_str).collect();
    words.join(" ")
}

fn title(kind: Kind, document: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    match kind {
        Kind::Study => text(&document["title"]),
        Kind::Program => name_of(&text(&document["program"])),
        Kind::Command => words(&document["command"]),
        Kind::Check => {
            let folders = list(&document["folders"]).iter();
            let names: Vec<String> = folders.map(|folder| text(&folder["folder"])).collect();
            format!("check of {}", names.join(", "))
        }
        Kind::OnHosts => {
            let count = list(&document["hosts"]).len();
            format!("{} on {count} hosts", words(&document["command"]))
        }
        Kind::CheckOnHosts => format!("check of {} on hosts", text(&document["folder"])),
        Kind::Measure => {
            let settings = &document["settings"];
            let words = ["order", "do", "method"].map(|name| settings[name].as_str().unwrap_or("?"));
            format!("measure: {}", words.join(" "))
        }
        Kind::Fio => {
            let names = list(&document["jobs"]).iter();
            let mut names: Vec<&str> = names.filter_map(|job| job["jobname"].as_str()).collect();
            names.dedup();
            format!("fio: {}", names.join(", "))
        }
    }
}

fn names_of_hosts(document: &Value) -> String {
    let names = list(&document["hosts"]).iter();
    let names: Vec<&str> = names.filter_map(|host| host["name"].as_str()).collect();
    names.join(", ")
}

fn time(document: &Value) -> Option<Timestamp> {
    let started = document["started_at"].as_str();
    // Of fio.
    let seconds = document["timestamp"].as_i64();
    started
        .and_then(|text| text.parse().ok())
        .or_else(|| Timestamp::from_second(seconds?).ok())
}

fn conditions(kind: Kind, document: &Value) -> Conditions {
    let mut conditions = Conditions::default();
    conditions.add("kind of result", kind.name());
    conditions.add_known("feedrate", document["feedrate"]["version"].as_str());
    let fingerprint = &document["fingerprint"];
    if fingerprint.is_object() {
        conditions.add_machines(std::iter::once(fingerprint));
    }
    match kind {
        Kind::Study => {}
        Kind::Program => {
            conditions.add("program", title(kind, document));
            let runs = list(&document["runs"]);
            let first = runs.first().unwrap_or(document);
            let cache = if first["cold"].is_null() { "as-left" } else { "cold" };
            conditions.add("page cache", cache);
        }
        Kind::Command => conditions.add("command", words(&document["command"])),
        Kind::OnHosts => {
            conditions.add("command", words(&document["command"]));
            conditions.add("hosts", names_of_hosts(document));
        }
        Kind::CheckOnHosts => {
            conditions.add_members("setting", &document["setting"], &[]);
            conditions.add("hosts", names_of_hosts(document));
        }
        Kind::Measure => conditions.add_members("setting", &document["settings"], &NO_SETTINGS),
        Kind::Check => conditions.add_members("option", &document["options"], &["folders", "require_mb_per_core"]),
        Kind::Fio => {
            conditions.add_known("fio", document["fio version"].as_str());
            conditions.add_members("option", &document["global options"], &NO_FIO_OPTIONS);
            for (number, job) in list(&document["jobs"]).iter().enumerate() {
                let name = format!("option of job {}", number + 1);
                conditions.add_members(&name, &job["job options"], &NO_FIO_OPTIONS);
            }
        }
    }
    conditions
}

/// Returns which figures are compared where only one of the whole run, or of it and its steps, is.
fn only(name: &'static str, better: Better) -> impl Fn(&Sample) -> Option<(Better, Option<String>)> {
    move |sample| (sample.figure == name).then_some((better, None))
}

/// Returns the samples of a program's runs without those that failed.
fn of_runs(runs: &[Value]) -> Vec<Sample> {
    let mut samples = Samples::default();
    let is_whole = |run: &&Value| !matches!(run["ended"].as_str(), Some("errors" | "interrupted"));
    for run in runs.iter().filter(is_whole) {
        samples.add(&Levels::new(), of_document(run));
    }
    samples.finish(only(SECONDS, Better::Lower))
}

/// Returns the samples of repeats, without those that were stopped unless there are no others.
fn of_measure(document: &Value) -> Vec<Sample> {
    let runs = list(&document["runs"]);
    let is_stopped = |run: &Value| run["stopped"].as_bool() == Some(true);
    let any_ended = runs.iter().any(|run| !is_stopped(run));
    let mut samples = Samples::default();
    for run in runs.iter().filter(|run| !(any_ended && is_stopped(run))) {
        let known = [
            (THROUGHPUT, "/megabytes_per_second"),
            ("operations_per_second", "/operations_per_second"),
            ("cpu_seconds_per_gigabyte", "/cpu/seconds_per_gigabyte"),
            (SECONDS, "/seconds"),
            (CACHE_SHARE, "/cache_share"),
            ("read_megabytes_per_second", "/read/megabytes_per_second"),
            ("write_megabytes_per_second", "/write/megabytes_per_second"),
        ];
        let figures = known
            .into_iter()
            .filter_map(|(name, pointer)| Some(Figure::new("", name, run.pointer(pointer)?.as_f64()?)));
        samples.add(&Levels::new(), figures);
    }
    samples.finish(only(THROUGHPUT, Better::Higher))
}

fn of_command(document: &Value) -> Vec<Sample> {
    let has_failed = document["is_interrupted"].as_bool() == Some(true)
        || document["exit_code"].as_i64().is_some_and(|code| code != 0)
        || !document["signal"].is_null();
    let mut samples = Samples::default();
    if !has_failed {
        samples.add(&Levels::new(), of_document(document));
    }
    samples.finish(only(SECONDS, Better::Lower))
}

fn of_fio(document: &Value) -> Vec<Sample> {
    let jobs = list(&document["jobs"]);
    let has_failed = jobs
        .iter()
        .any(|job| job["error"].as_i64().is_some_and(|error| error != 0));
    let mut samples = Samples::default();
    if !has_failed {
        samples.add(&Levels::new(), of_document(document));
    }
    samples.finish(only(THROUGHPUT, Better::Higher))
}
