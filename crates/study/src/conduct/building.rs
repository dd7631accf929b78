//! A command while its factors are set.

use std::fs;
use std::path::{Path, PathBuf};

use feedrate_pageio::named_text::TextKind;

use super::job_file;
use super::run_command::RunCommand;
use super::run_files::RunFiles;
use crate::definition::{Change, Level, Subject, WellKnown};
use crate::error::{Error, Result};

const JOB: TextKind = TextKind {
    name: "job file",
    longest: 4 << 20,
};

/// The name of a job file with other options, which is that of no other file of a run.
const JOB_FILE: &str = "run.fio";

/// A command while its factors are set.
pub(super) struct Building {
    pub(super) command: RunCommand,
    pub(super) options: Vec<String>,
    pub(super) job_options: Vec<(String, String)>,
}

impl Building {
    pub(super) fn change(&mut self, change: &Change, level: &Level, subject: &Subject) {
        let text = level.text.as_str();
        let mut add = |words: &[&str]| self.options.extend(words.iter().map(|word| (*word).to_owned()));
        match change {
            Change::SystemOption(name) => match text {
                "on" => add(&["-o", name]),
                "off" => add(&["-o", &format!("no{name}")]),
                _ => add(&["-o", &format!("{name}={text}")]),
            },
            Change::MacroVariable(name) => add(&["--let", &format!("{name}={text}")]),
            Change::Argument(name) => match text {
                "on" => add(&[name]),
                "off" => {}
                // A level that begins with a dash is none of feedrate's own options.
                _ if *subject != Subject::Command && name.starts_with("--") => {
                    add(&[&format!("{name}={text}")]);
                }
                _ => add(&[name, text]),
            },
            Change::Environment(name) => {
                self.command.environment.push((name.clone(), text.to_owned()));
            }
            Change::JobOption(name) => self.job_options.push((name.clone(), text.to_owned())),
            Change::WellKnown(known) => self.well_known(*known, level, subject),
            // In the arguments, or set outside of the run.
            Change::Placeholder | Change::File(_) | Change::Commands { .. } | Change::ByHand { .. } => {}
        }
    }

    fn well_known(&mut self, known: WellKnown, level: &Level, subject: &Subject) {
        let text = level.text.as_str();
        let number = level.bytes().unwrap_or(1);
        match known {
            WellKnown::Memory => self.command.memory = Some(number),
            WellKnown::Cpus => self.command.cpus = usize::try_from(number).ok(),
            _ => match subject {
                Subject::Program(_) => {
                    let option = match known {
                        WellKnown::Method if text == "direct" => "sgio".to_owned(),
                        WellKnown::Method => "nosgio".to_owned(),
                        WellKnown::Discipline if text == "as-sas" => "discipline=assas".to_owned(),
                        WellKnown::Discipline => "discipline=overlapped".to_owned(),
                        WellKnown::PageSize => format!("bufsize={text}"),
                        WellKnown::Buffers => format!("bufno={text}"),
                        _ => {
                            self.options.extend(["--work".to_owned(), text.to_owned()]);
                            return;
                        }
                    };
                    self.options.extend(["-o".to_owned(), option]);
                }
                Subject::Job(_) => {
                    let (name, value) = match known {
                        WellKnown::Method => ("direct", if text == "direct" { "1" } else { "0" }),
                        WellKnown::PageSize => ("bs", text),
                        WellKnown::Depth => ("iodepth", text),
                        _ => ("numjobs", text),
                    };
                    self.job_options.push((name.to_owned(), value.to_owned()));
                }
                Subject::Measure => {
                    let name = match known {
                        WellKnown::Method => "--method",
                        WellKnown::PageSize => "--page",
                        WellKnown::Buffers => "--pages",
                        _ => "--depth",
                    };
                    self.options.extend([name.to_owned(), text.to_owned()]);
                }
                // No other setting suits a command.
                Subject::Command => {}
            },
        }
    }

    /// Returns the job file, or a copy with other options.
    pub(super) fn job_file(&self, job: &Path, files: &RunFiles) -> Result<PathBuf> {
        if self.job_options.is_empty() {
            return Ok(job.to_owned());
        }
        let failed = |file: &Path, error: std::io::Error| Error::File {
            file: file.to_owned(),
            reason: error.to_string(),
        };
        let bytes = JOB.read(job).map_err(|error| failed(job, error))?;
        let mut text = String::from_utf8_lossy(&bytes).into_owned();
        for (name, value) in &self.job_options {
            text = job_file::with_option(&text, name, value);
        }
        let copy = files.data.join(JOB_FILE);
        fs::write(&copy, text).map_err(|error| failed(&copy, error))?;
        Ok(copy)
    }
}
