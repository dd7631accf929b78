//! `feedrate run` on data sets.

use std::fs;
use std::path::Path;

use feedrate_bench::child::{self, Stop};
use feedrate_bench::feedrate::Feedrate;
use serde::Deserialize;

use crate::case::{Case, ROW_BYTES, VARIABLES};
use crate::measurement::Own;
use crate::stage::Stage;
use crate::way::Pages;

/// What is read of the JSON of `feedrate run`.
#[derive(Debug, Deserialize)]
struct Record {
    usage: Usage,
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
struct Usage {
    real_seconds: f64,
    user_cpu_seconds: f64,
    system_cpu_seconds: f64,
    storage_read_bytes: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Step {
    read: Vec<DataSet>,
    made: Vec<DataSet>,
}

#[derive(Debug, Deserialize)]
struct DataSet {
    observations: u64,
    file: Option<FileFigures>,
}

#[derive(Debug, Deserialize)]
struct FileFigures {
    method: String,
    buffers: Option<u32>,
    flush_seconds: Option<f64>,
    notes: Vec<String>,
}

/// The program of a case. Both folders hold the data set BIG.
pub fn program(case: Case, rows: u64, page_kib: u32, source: &Path, target: &Path) -> String {
    let target = library("out", target);
    match case {
        Case::Write => format!(
            "{target}\
             data out.big(bufsize={page_kib}k);\n  \
               array x{{{VARIABLES}}};\n  \
               do i = 1 to {rows};\n    \
                 do j = 1 to {VARIABLES};\n      x{{j}} = i + j;\n    end;\n    \
                 output;\n  \
               end;\n  \
               drop i j;\n\
             run;\n"
        ),
        Case::Copy => format!(
            "{}{target}data out.big(bufsize={page_kib}k);\n  set in.big;\nrun;\n",
            library("in", source)
        ),
    }
}

/// Runs a case once.
pub fn run(
    feedrate: &Feedrate,
    case: Case,
    rows: u64,
    pages: Pages,
    (source, target): (&Path, &Path),
    stage: &Stage,
    stop: &Stop,
) -> Result<Own, String> {
    let text = program(case, rows, pages.page_kib, source, target);
    let record = execute(feedrate, &text, pages, stage, stop)?;
    let step = record
        .steps
        .first()
        .ok_or("feedrate's figures hold no step")?;
    for data_set in step.read.iter().chain(&step.made) {
        check(data_set, rows, pages)?;
    }
    let is_durable = |made: &DataSet| {
        made.file
            .as_ref()
            .is_some_and(|file| file.flush_seconds.is_some())
    };
    if !step.made.iter().all(is_durable) {
        return Err("feedrate did not bring the data set to the device".into());
    }
    Ok(Own {
        data_bytes: rows * ROW_BYTES,
        seconds: record.usage.real_seconds,
        cpu_seconds: record.usage.user_cpu_seconds + record.usage.system_cpu_seconds,
        storage_read_bytes: record.usage.storage_read_bytes,
    })
}

/// Refuses a data set whose last row is another than it should be.
pub fn check_last_row(
    feedrate: &Feedrate,
    rows: u64,
    data_set: &Path,
    stage: &Stage,
    stop: &Stop,
) -> Result<(), String> {
    let expected = format!("x1={} x{VARIABLES}={}", rows + 1, rows + VARIABLES);
    let text = format!(
        "{}data _null_;\n  set in.big(firstobs={rows});\n  put x1= x{VARIABLES}=;\nrun;\n",
        library("in", data_set)
    );
    let pages = Pages {
        page_kib: 64,
        buffers: None,
    };
    execute(feedrate, &text, pages, stage, stop)?;
    let log = fs::read_to_string(stage.folder().join(ERRORS)).map_err(|error| error.to_string())?;
    if log.lines().any(|line| line == expected) {
        Ok(())
    } else {
        Err(format!(
            "feedrate: the last row of {} is not {expected}",
            data_set.display()
        ))
    }
}

/// Where the log goes.
const ERRORS: &str = "feedrate.log";

fn execute(
    feedrate: &Feedrate,
    text: &str,
    pages: Pages,
    stage: &Stage,
    stop: &Stop,
) -> Result<Record, String> {
    let (program, figures) = (stage.beside("program.sas"), stage.beside("feedrate.json"));
    fs::write(&program, text).map_err(|error| format!("cannot write a program: {error}"))?;
    let mut command = feedrate.command("run");
    command
        .arg(&program)
        .arg("--json")
        .arg(&figures)
        .arg("--work")
        .arg(stage.folder());
    match pages.buffers {
        Some(buffers) => command.args(["-o", "sgio", "-o", &format!("bufno={buffers}")]),
        None => command.args(["-o", "nosgio"]),
    };
    child::run(&mut command, &stage.beside(ERRORS), stop)?;
    let cannot = |error: String| format!("feedrate's figures: {error}");
    let text = fs::read_to_string(&figures).map_err(|error| cannot(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))
}

/// Refuses figures of another setting than was asked for: they would be compared all the same.
fn check(data_set: &DataSet, rows: u64, pages: Pages) -> Result<(), String> {
    if data_set.observations != rows {
        return Err(format!(
            "feedrate moved {} rows of {rows}",
            data_set.observations
        ));
    }
    let method = match pages.buffers {
        Some(_) => "direct",
        None => "cached",
    };
    match &data_set.file {
        Some(file) if file.method == method && file.buffers == pages.buffers => Ok(()),
        Some(file) => Err(format!("feedrate fell back: {}", file.notes.join("; "))),
        None => Err("feedrate does not tell how pages moved".into()),
    }
}

/// The statement that gives the folder of a data set a name.
fn library(name: &str, data_set: &Path) -> String {
    let folder = data_set.parent().unwrap_or(data_set).display().to_string();
    format!("libname {name} '{}';\n", folder.replace('\'', "''"))
}
