//! `feedrate run` on data sets: the programs of the cases.

use std::fs;
use std::path::Path;

use feedrate_bench::child::{self, Stop};
use feedrate_bench::feedrate::Feedrate;

use crate::case::{Case, ROW_BYTES, Task, VARIABLES};
use crate::job::Job;
use crate::measurement::Own;
use crate::record::{DataSet, Record, Step};
use crate::stage::Stage;
use crate::values::Values;
use crate::way::Pages;

/// Where the log goes.
const LOG: &str = "feedrate.log";

/// What begins the lines of the log that [`found`] looks for. The numbers on them are bits, for which no
/// format rounds.
const FOUND: &str = "found ";

/// The program of a job. All data sets are called BIG, each in a folder of its own.
fn program(job: &Job, pages: Pages) -> String {
    let source = library("in", &job.source);
    let target = library("out", &job.target);
    let (rows, page_kib) = (job.rows, pages.page_kib);
    let made = format!("out.big(bufsize={page_kib}k)");
    match job.task {
        Task::Make(values) => {
            let keys = match values {
                Values::Counting => "",
                Values::Shuffled => {
                    "    a = mod(7919 * i, 10007);\n    x1 = mod(a * a * a, 10007);\n    \
                         b = mod(104729 * i, 10037);\n    x2 = mod(b * b * b, 10037);\n"
                }
            };
            format!(
                "{target}\
                     data {made};\n  \
                       array x{{{VARIABLES}}};\n  \
                       do i = 1 to {rows};\n    \
                         do j = 1 to {VARIABLES};\n      x{{j}} = i + j;\n    end;\n\
                     {keys}    \
                         output;\n  \
                       end;\n  \
                       keep x1-x{VARIABLES};\n\
                     run;\n"
            )
        }
        Task::Copy => format!("{source}{target}data {made};\n  set in.big;\nrun;\n"),
        Task::Means => format!(
            "{source}{target}\
                 proc means data=in.big noprint;\n  \
                   var x1-x{VARIABLES};\n  \
                   output out={made} n= mean= std= min= max= / autoname;\n\
                 run;\n"
        ),
        Task::Sort => {
            format!("{source}{target}proc sort data=in.big out={made};\n  by x1 x2;\nrun;\n")
        }
    }
}

/// Refuses figures of something else than was asked for: they would be compared all the same.
fn check(job: &Job, pages: Pages, step: &Step) -> Result<(), String> {
    let made = match job.task {
        Task::Means => 1,
        _ => job.rows,
    };
    let read = step.read.iter().map(|read| (read, job.rows));
    for (data_set, rows) in read.chain(step.made.iter().map(|each| (each, made))) {
        check_data_set(data_set, rows, pages)?;
    }
    if job.task.reads() && step.read.is_empty() || step.made.is_empty() {
        return Err("feedrate does not tell what it read and made".into());
    }
    let is_durable = |made: &DataSet| {
        made.file
            .as_ref()
            .is_some_and(|file| file.flush_seconds.is_some())
    };
    match step.made.iter().all(is_durable) {
        true => Ok(()),
        false => Err("feedrate did not bring the data set to the device".into()),
    }
}

fn check_data_set(data_set: &DataSet, rows: u64, pages: Pages) -> Result<(), String> {
    let moved = data_set.observations;
    if moved != rows {
        return Err(format!("feedrate moved {moved} rows of {rows}"));
    }
    let (buffers, method) = match pages.buffers {
        Some(buffers) => (Some(buffers), "direct"),
        None => (None, "cached"),
    };
    match &data_set.file {
        Some(file) if file.method == method && file.buffers == buffers => Ok(()),
        Some(file) => Err(format!("feedrate fell back: {}", file.notes.join("; "))),
        None => Err("feedrate does not tell how pages moved".into()),
    }
}
/// Runs a job once.
pub fn run(
    feedrate: &Feedrate,
    pages: Pages,
    job: &Job,
    stage: &Stage,
    stop: &Stop,
) -> Result<Own, String> {
    let (record, usage) = execute(feedrate, &program(job, pages), pages, job, stage, stop)?;
    let step = record
        .steps
        .first()
        .ok_or("feedrate's figures hold no step")?;
    check(job, pages, step)?;
    Ok(Own {
        data_bytes: job.rows * ROW_BYTES,
        seconds: record.usage.real_seconds,
        cpu_seconds: record.usage.user_cpu_seconds + record.usage.system_cpu_seconds,
        storage_read_bytes: record.usage.storage_read_bytes,
        peak_memory_bytes: usage.peak_memory_bytes,
        notes: step.notes(),
    })
}

/// The numbers that describe what a case wrote, in the order of those that are expected.
pub fn found(
    feedrate: &Feedrate,
    case: Case,
    pages: Pages,
    job: &Job,
    stage: &Stage,
    stop: &Stop,
) -> Result<Vec<f64>, String> {
    let text = library("in", &job.target) + &description(case, job.rows);
    execute(feedrate, &text, pages, job, stage, stop)?;
    let log = fs::read_to_string(stage.folder().join(LOG)).map_err(|error| error.to_string())?;
    log.lines()
        .filter_map(|line| line.strip_prefix(FOUND))
        .map(|bits| u64::from_str_radix(bits.trim(), 16).map(f64::from_bits))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("feedrate's numbers: {error}"))
}

/// The program that puts them into the log.
fn description(case: Case, rows: u64) -> String {
    let put = |names: &[&str]| -> String {
        let line = |name: &&str| format!("put '{FOUND}' {name} hex16.; ");
        names.iter().map(line).collect()
    };
    let last = format!("x{VARIABLES}");
    match case {
        Case::Write | Case::Copy => format!(
            "data _null_;\n  set in.big(obs=1) in.big(firstobs={rows});\n  {}\nrun;\n\
             data _null_;\n  if 0 then set in.big nobs=rows;\n  {}\n  stop;\nrun;\n",
            put(&["x1", &last]),
            put(&["rows"])
        ),
        Case::Means => {
            let of = |x: &str| {
                ["n", "mean", "stddev", "min", "max"]
                    .map(|statistic| put(&[&format!("{x}_{statistic}")]))
                    .concat()
            };
            format!(
                "data _null_;\n  set in.big;\n  {}\n  {}\nrun;\n",
                of("x1"),
                of(&last)
            )
        }
        Case::Sort | Case::SortSpilled => format!(
            "data _null_;\n  \
               set in.big end=last;\n  \
               array x{{{VARIABLES}}};\n  \
               retain before1 before2;\n  \
               if _n_ = 1 then do;\n    {ends}\n  end;\n  \
               else if x1 < before1 or (x1 = before1 and x2 < before2) then disorder + 1;\n  \
               before1 = x1;\n  before2 = x2;\n  \
               hash = 0;\n  \
               do j = 1 to {VARIABLES};\n    hash = hash + j * j * x{{j}};\n  end;\n  \
               hash = mod(hash, 99991);\n  \
               checksum + mod(hash * hash, 99991);\n  \
               if last then do;\n    {ends}\n    {all}\n  end;\n\
             run;\n",
            ends = put(&["x1", "x2", &last]),
            all = put(&["_n_", "disorder", "checksum"])
        ),
    }
}

fn execute(
    feedrate: &Feedrate,
    text: &str,
    pages: Pages,
    job: &Job,
    stage: &Stage,
    stop: &Stop,
) -> Result<(Record, child::Usage), String> {
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
    if let Some(bytes) = job.memory_setting {
        let kib = bytes >> 10;
        command.args(["-o", &format!("memsize={kib}k")]);
        command.args(["-o", &format!("sortsize={kib}k")]);
    }
    if let Some(threads) = job.threads {
        command.args(["-o", &format!("cpucount={threads}")]);
    }
    let usage = child::run_within(&mut command, &stage.beside(LOG), job.bounds, stop)
        .map_err(|error| shortened(&error))?;
    let cannot = |error: String| format!("feedrate's figures: {error}");
    let text = fs::read_to_string(&figures).map_err(|error| cannot(error.to_string()))?;
    let record = serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
    Ok((record, usage))
}

/// What failed, with the first error of a log and not all of it.
fn shortened(error: &str) -> String {
    match error.split_once(": ").zip(error.find("ERROR")) {
        Some(((how, _), place)) => {
            let line: String = error[place..].chars().take(300).collect();
            format!("{how}: {line}")
        }
        None => error.to_owned(),
    }
}

/// The statement that gives the folder of a data set a name.
fn library(name: &str, data_set: &Path) -> String {
    let folder = data_set.parent().unwrap_or(data_set).display().to_string();
    format!("libname {name} '{}';\n", folder.replace('\'', "''"))
}
