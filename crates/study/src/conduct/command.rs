//! The command of a run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::job_file;
use super::run_files::RunFiles;
use crate::definition::{CacheState, Change, Study, Subject, WellKnown, What, fill};
use crate::error::{Error, Result};
use crate::plan::Cell;

/// The name of a job file with other options, which is that of no other file of a run.
const JOB_FILE: &str = "run.fio";

/// A command, ready to be started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RunCommand {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    /// The folder that it runs in.
    pub(super) folder: PathBuf,
    /// Environment variables.
    pub(super) environment: Vec<(String, String)>,
    /// The limit of its memory in bytes.
    pub(super) memory: Option<u64>,
    /// The processors that it may use.
    pub(super) cpus: Option<usize>,
    /// Whether it writes the file for standard output itself, because its own standard output has more.
    pub(super) writes_output: bool,
}

/// A script that becomes the command behind its first argument, with that file for its standard output.
const TO_FILE: &str = "output=$1; shift; exec \"$@\" >\"$output\"";

/// Returns the values of all placeholders in a cell; without one, those of the parameters.
pub(super) fn values(
    study: &Study,
    cell: Option<&Cell>,
    files: &RunFiles,
) -> BTreeMap<String, String> {
    let mut values = match cell {
        Some(cell) => study.values(cell),
        None => study.parameters.clone(),
    };
    let own_folder =
        std::path::absolute(study.own_folder()).unwrap_or_else(|_| study.own_folder().to_owned());
    let own = [
        ("feedrate", &files.program),
        ("json", &files.json()),
        ("folder", &files.data),
        ("study", &own_folder),
    ];
    let own: BTreeMap<String, String> = own
        .map(|(name, path)| (name.to_owned(), path.to_string_lossy().into_owned()))
        .into();
    for name in study.parameters.keys() {
        // A parameter may be a folder within that of the data.
        if let Some(value) = values.get_mut(name)
            && let Ok(filled) = fill(value, &own)
        {
            *value = filled;
        }
    }
    values.extend(own);
    values
}

/// Replaces the placeholders of a text.
pub(super) fn filled(text: &str, values: &BTreeMap<String, String>) -> Result<String> {
    fill(text, values)
        .map_err(|name| Error::Refused(format!("{{{name}}} is neither a factor nor a parameter")))
}

/// Returns the command that makes the data of a cell: without its factors, but for those in placeholders.
///
/// # Errors
///
/// Returns an error if a job file cannot be read.
pub(super) fn prepare(
    study: &Study,
    what: &What,
    cell: &Cell,
    files: &RunFiles,
) -> Result<RunCommand> {
    let values = values(study, Some(cell), files);
    let filled_in = |text: &String| {
        filled(text, &values).map(|text| text.replace('{', "{{").replace('}', "}}"))
    };
    let subject = match &what.subject {
        Subject::Program(file) => Subject::Program(filled_in(file)?),
        Subject::Job(file) => Subject::Job(filled_in(file)?),
        other => other.clone(),
    };
    let arguments = what
        .arguments
        .iter()
        .map(filled_in)
        .collect::<Result<_>>()?;
    of(
        study,
        &What {
            subject,
            arguments,
            each: Vec::new(),
        },
        None,
        files,
    )
}

/// Returns the command of a cell, or of the preparation if there is none. Job files with other options are written to the
/// folder of the data.
///
/// # Errors
///
/// Returns an error if a job file cannot be read, or its copy not be written.
pub(super) fn of(
    study: &Study,
    what: &What,
    cell: Option<&Cell>,
    files: &RunFiles,
) -> Result<RunCommand> {
    let values = values(study, cell, files);
    let arguments: Vec<String> = what
        .arguments
        .iter()
        .map(|text| filled(text, &values))
        .collect::<Result<_>>()?;
    let own =
        std::path::absolute(study.own_folder()).unwrap_or_else(|_| study.own_folder().to_owned());
    let mut building = Building {
        command: RunCommand {
            folder: own.clone(),
            ..RunCommand::default()
        },
        options: Vec::new(),
        job_options: Vec::new(),
    };
    for (factor, &level) in study.factors.iter().zip(cell.into_iter().flatten()) {
        building.change(&factor.change, &factor.levels[level], &what.subject);
    }
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let feedrate = text(files.program.clone());
    let words =
        |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let mut all = vec![feedrate];
    match &what.subject {
        Subject::Program(program) => {
            let program = text(own.join(filled(program, &values)?));
            all.extend(words(&["run", &program, "--json", &text(files.json())]));
            all.extend(words(&[
                "--log",
                &text(files.log()),
                "--listing",
                "/dev/null",
            ]));
            if study.cache == CacheState::Cold && cell.is_some() {
                all.push("--cold".to_owned());
            }
            let is_given = |word: &String| word == "--work" || word.starts_with("--work=");
            if !arguments.iter().chain(&building.options).any(is_given) {
                all.extend(words(&["--work", &text(files.data.clone())]));
            }
        }
        Subject::Job(job) => {
            let job = own.join(filled(job, &values)?);
            let job = building.job_file(&job, files)?;
            all.extend(words(&["fio", &text(job), "--output-format=json"]));
            all.push(format!("--output={}", text(files.json())));
            building.command.folder = files.data.clone();
        }
        Subject::Measure => all.extend(words(&["measure", "--json", &text(files.json())])),
        Subject::Command => {
            all.extend(words(&["profile", "--json", &text(files.seen()), "--"]));
            // The report of the profile is not to be taken for output of the command.
            let output = text(files.output());
            all.extend(words(&["/bin/sh", "-c", TO_FILE, "sh", &output]));
            building.command.writes_output = true;
            // Its own arguments stand behind its name.
            all.extend(arguments);
            all.append(&mut building.options);
            building.command.words = all;
            return Ok(building.command);
        }
    }
    // Of options that are given twice, the last counts: that of the cell.
    all.extend(arguments);
    all.append(&mut building.options);
    building.command.words = all;
    Ok(building.command)
}

/// A command while its factors are set.
struct Building {
    command: RunCommand,
    options: Vec<String>,
    job_options: Vec<(String, String)>,
}

impl Building {
    fn change(&mut self, change: &Change, level: &crate::definition::Level, subject: &Subject) {
        let text = level.text.as_str();
        let mut add = |words: &[&str]| {
            self.options
                .extend(words.iter().map(|word| (*word).to_owned()))
        };
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
                self.command
                    .environment
                    .push((name.clone(), text.to_owned()));
            }
            Change::JobOption(name) => self.job_options.push((name.clone(), text.to_owned())),
            Change::WellKnown(known) => self.well_known(*known, level, subject),
            // In the arguments, or set outside of the run.
            Change::Placeholder
            | Change::File(_)
            | Change::Commands { .. }
            | Change::ByHand { .. } => {}
        }
    }

    fn well_known(
        &mut self,
        known: WellKnown,
        level: &crate::definition::Level,
        subject: &Subject,
    ) {
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
    fn job_file(&self, job: &Path, files: &RunFiles) -> Result<PathBuf> {
        if self.job_options.is_empty() {
            return Ok(job.to_owned());
        }
        let failed = |file: &Path, error: std::io::Error| Error::File {
            file: file.to_owned(),
            reason: error.to_string(),
        };
        let mut text = fs::read_to_string(job).map_err(|error| failed(job, error))?;
        for (name, value) in &self.job_options {
            text = job_file::with_option(&text, name, value);
        }
        let copy = files.data.join(JOB_FILE);
        fs::write(&copy, text).map_err(|error| failed(&copy, error))?;
        Ok(copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Overrides;

    #[test]
    fn a_level_that_looks_like_an_option_is_none_of_feedrates_own() {
        let command = |run: &str| {
            let text = format!(
                "title = 't'\n[run]\n{run}\n[[factor]]\nname = 'x'\nargument = '--sysparm'\nlevels = ['--x', 'on']\n"
            );
            let study = Study::parse(Path::new("/f/s.toml"), &text, &Overrides::default()).unwrap();
            let files = RunFiles {
                data: "/d".into(),
                program: "/p".into(),
            };
            let words = |level| {
                let command = of(&study, &study.what, Some(&vec![level]), &files);
                command.unwrap().words.join(" ")
            };
            [words(0), words(1)]
        };
        let [level, switch] = command("program = 'p.sas'");
        assert!(level.ends_with(" --sysparm=--x"), "{level}");
        assert!(switch.ends_with(" --sysparm"), "{switch}");
        let [level, _] = command("command = 'true'");
        assert!(level.ends_with(" true --sysparm --x"), "{level}");
    }
}
