//! fio's command line on other hosts: job files go along, and each host has names of its own for generated files.

use std::ffi::OsString;
use std::path::PathBuf;

use feedrate_connect::command::{CommandError, CommandTemplate, HostCommand, Runs, as_text};
use feedrate_connect::{HOST, HostName, file_argument};
use feedrate_pageio::named_text::TextKind;

use crate::command_line;
use crate::error::{Error, Result};
use crate::job::Job;
use crate::load::load;
use crate::plan::files;
use crate::request::{Action, Request};

/// A file that goes along.
const JOB_FILE: TextKind = TextKind {
    name: "job file",
    longest: 4 << 20,
};

/// fio's command line on other hosts.
#[derive(Clone, Copy, Debug)]
pub struct FioOnHosts;

impl HostCommand for FioOnHosts {
    fn name(&self) -> &'static str {
        "fio"
    }

    fn runs(&self) -> Runs {
        Runs::Groups
    }

    fn refusal(&self, host: &HostName) -> Option<String> {
        let has_sign = host.as_str().contains([':', '/']);
        has_sign.then(|| {
            format!(
                "the host {host} cannot be a part of the names of fio's files: `:` and `/` separate these; give it \
                 another name"
            )
        })
    }

    fn template(&self, words: &[OsString]) -> std::result::Result<CommandTemplate, CommandError> {
        let needs = needs(words).map_err(CommandError::refused)?;
        let mut words = as_text(words)?;
        let mut files = Vec::new();
        // Files come behind options, whose values may be called the same.
        for path in needs.files.iter().rev() {
            let name = path.to_string_lossy().into_owned();
            let content = JOB_FILE.read(path);
            let content = content.map_err(|error| CommandError::Unreadable {
                name: name.clone(),
                error,
            })?;
            let place = words.iter_mut().rfind(|word| **word == name);
            let place = place.ok_or_else(|| CommandError::Unnamed(name.clone()))?;
            *place = file_argument(files.len());
            files.push((name, content));
        }
        words.insert(0, format!("--client-name={HOST}"));
        Ok(CommandTemplate {
            words,
            files,
            written: needs.written,
            judges: needs.judges,
        })
    }
}

/// The needs of a command line on other hosts.
#[derive(Debug)]
struct Needs {
    /// Its job files, in order.
    files: Vec<PathBuf>,
    /// The named files that its jobs write, and the names of their logs. Generated names differ between hosts by
    /// `--client-name`.
    written: Vec<String>,
    /// True if it says what each core needs, so that the exit code 1 is a judgement.
    judges: bool,
}

/// Returns the needs of a command line on other hosts. Fails if its arguments or job files are invalid, if it runs no
/// jobs, or if it names files that are on this machine only.
fn needs(arguments: &[OsString]) -> Result<Needs> {
    let run = match command_line::parse(arguments)? {
        Request::Run(run) if run.action == Action::Run => run,
        _ => {
            return Err(refused(
                "it is for command lines that run jobs; leave it out for others",
            ));
        }
    };
    if run.files.iter().any(|path| path.as_os_str() == "-") {
        return Err(refused(
            "- is standard input, which the hosts do not have; name a job file",
        ));
    }
    if run.output.is_some() {
        return Err(refused(
            "--output would be written on each host; leave it out, and use --hosts-json",
        ));
    }
    if run.bandwidth_log {
        return Err(refused(
            "--bandwidth-log would be written on each host under one name; leave it out, and use --hosts-json",
        ));
    }
    if run.client_name.is_some() {
        return Err(refused(
            "--client-name gives each host names of files of its own; leave it out",
        ));
    }
    for path in &run.files {
        let text = crate::load::read(path).unwrap_or_default();
        if text.lines().any(|line| includes(line.trim())) {
            let why = "includes another file, which would not be on the other hosts: put all into one";
            return Err(refused(&format!("{} {why}", path.display())));
        }
    }
    let jobs = load(&run)?;
    let written = jobs.jobs.iter().flat_map(written_by).collect();
    Ok(Needs {
        judges: run.require.is_some(),
        files: run.files,
        written,
    })
}

fn refused(why: &str) -> Error {
    Error::CommandLine(format!("--hosts: {why}"))
}

/// Returns whether a line includes a file.
fn includes(line: &str) -> bool {
    let name = line.strip_prefix("include");
    name.is_some_and(|name| name.starts_with([' ', '\t']) && !name.trim().starts_with('='))
}

fn written_by(job: &Job) -> Vec<String> {
    let options = &job.options;
    let is_log = |name: &str| name.starts_with("write_") && (name.ends_with("_log") || name == "write_iolog");
    let logs = job.given.iter().filter(|option| is_log(option.name));
    let mut written: Vec<String> = logs.filter_map(|option| option.value.clone()).collect();
    if !options.blocks.rw.writes() {
        return written;
    }
    let paths = files::named(&options.files);
    written.extend(paths.iter().map(|path| path.to_string_lossy().into_owned()));
    written
}
