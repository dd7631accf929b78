//! What a command line needs to run on other hosts.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::command_line;
use crate::error::{Error, Result};
use crate::job::Job;
use crate::load::load;
use crate::request::{Action, Request, Run};

/// What a command line needs to run on other hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnOtherHosts {
    /// Its job files, in order; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The named files that its jobs write. Generated names differ between hosts by `--client-name`.
    pub written: Vec<String>,
}

/// Returns what a command line needs to run on other hosts.
///
/// # Errors
///
/// Returns an error if its arguments or job files are invalid, if it runs no jobs, or if it names files that are on
/// this machine only.
pub fn on_other_hosts(arguments: &[OsString]) -> Result<OnOtherHosts> {
    let run = match command_line::parse(arguments)? {
        Request::Run(run) if run.action == Action::Run => run,
        _ => return Err(refused("it is for command lines that run jobs")),
    };
    if run.output.is_some() {
        return Err(refused(
            "--output would be written on each host; leave it out, and use --hosts-json",
        ));
    }
    let is_standard_input = |path: &PathBuf| path.as_os_str() == "-";
    // Standard input is read once, by the caller.
    let known = Run {
        files: run
            .files
            .iter()
            .filter(|path| !is_standard_input(path))
            .cloned()
            .collect(),
        ..(*run).clone()
    };
    for path in &known.files {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if text.lines().any(|line| includes(line.trim())) {
            let why =
                "includes another file, which would not be on the other hosts: put all into one";
            return Err(refused(&format!("{} {why}", path.display())));
        }
    }
    let jobs = load(&known)?;
    let written = jobs.jobs.iter().flat_map(written_by).collect();
    Ok(OnOtherHosts {
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
    if !options.blocks.rw.writes() {
        return Vec::new();
    }
    let directory = options.files.directory.first();
    let path = |name: &String| match directory {
        Some(directory) => directory.join(name.trim_start_matches('/')),
        None => PathBuf::from(name),
    };
    let names = options.files.filename.iter().map(path);
    names
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}
