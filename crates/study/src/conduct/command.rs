//! The command of a run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::building::Building;
use super::run_command::RunCommand;
use super::run_files::RunFiles;
use crate::definition::{CacheState, Invocation, Study, Subject, fill};
use crate::error::{Error, Result};
use crate::plan::Cell;
use crate::system;

/// Returns the values of all placeholders in a cell; without one, those of the parameters.
pub(super) fn values(study: &Study, cell: Option<&Cell>, files: &RunFiles) -> BTreeMap<String, String> {
    let mut values = match cell {
        Some(cell) => study.values(cell),
        None => study.parameters.clone(),
    };
    let own_folder = own_folder(study);
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

/// Returns the folder of a study's file as an absolute path.
fn own_folder(study: &Study) -> PathBuf {
    std::path::absolute(study.own_folder()).unwrap_or_else(|_| study.own_folder().to_owned())
}

/// Replaces the placeholders of a text.
pub(super) fn filled(text: &str, values: &BTreeMap<String, String>) -> Result<String> {
    fill(text, values).map_err(|name| Error::Refused(format!("{{{name}}} is neither a factor nor a parameter")))
}

/// Returns the command that makes the data of a cell: without its factors, but for those in placeholders.
///
/// # Errors
///
/// Returns an error if a job file cannot be read.
pub(super) fn prepare(study: &Study, invocation: &Invocation, cell: &Cell, files: &RunFiles) -> Result<RunCommand> {
    let values = values(study, Some(cell), files);
    let filled_in = |text: &String| filled(text, &values).map(|text| text.replace('{', "{{").replace('}', "}}"));
    let subject = match &invocation.subject {
        Subject::Program(file) => Subject::Program(filled_in(file)?),
        Subject::Job(file) => Subject::Job(filled_in(file)?),
        other => other.clone(),
    };
    let arguments = invocation.arguments.iter().map(filled_in).collect::<Result<_>>()?;
    of(
        study,
        &Invocation {
            subject,
            arguments,
            each: Vec::new(),
        },
        None,
        files,
    )
}

/// Returns the command of a cell, or of the preparation if there is none. Job files with other options are written to
/// the folder of the data.
///
/// # Errors
///
/// Returns an error if a job file cannot be read, or its copy not be written.
pub(super) fn of(study: &Study, invocation: &Invocation, cell: Option<&Cell>, files: &RunFiles) -> Result<RunCommand> {
    let values = values(study, cell, files);
    let arguments = invocation.arguments.iter().map(|text| filled(text, &values));
    let arguments: Vec<String> = arguments.collect::<Result<_>>()?;
    let own = own_folder(study);
    let mut building = Building {
        command: RunCommand {
            folder: own.clone(),
            ..RunCommand::default()
        },
        options: Vec::new(),
        job_options: Vec::new(),
    };
    for (factor, &level) in study.factors.iter().zip(cell.into_iter().flatten()) {
        building.change(&factor.change, &factor.levels[level], &invocation.subject);
    }
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let feedrate = text(files.program.clone());
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let mut all = vec![feedrate];
    match &invocation.subject {
        Subject::Program(program) => {
            let program = text(own.join(filled(program, &values)?));
            all.extend(words(&["run", &program, "--json", &text(files.json())]));
            let log = text(files.log());
            all.extend(words(&["--log", &log, "--listing", system::NOWHERE]));
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
            building.command.writes_output = true;
            // Its own arguments stand behind its name.
            let own: Vec<String> = arguments.into_iter().chain(building.options).collect();
            let command = system::to_file(&own, &files.output(), &files.data);
            all.extend(command.map_err(|error| Error::Refused(format!("a run cannot be started: {error}")))?);
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::definition::Overrides;

    /// Returns the commands for two levels of an argument, of which one is a switch.
    fn commands(run: &str) -> [String; 2] {
        let text = format!(
            "title = 't'\n[run]\n{run}\n[[factor]]\nname = 'x'\nargument = '--sysparm'\nlevels = ['--x', 'on']\n"
        );
        let study = Study::parse(Path::new("/f/s.toml"), &text, &Overrides::default()).unwrap();
        let files = RunFiles {
            data: "/d".into(),
            program: "/p".into(),
        };
        [0, 1].map(|level| {
            let command = of(&study, &study.invocation, Some(&vec![level]), &files);
            command.unwrap().words.join(" ")
        })
    }

    #[test]
    fn a_level_that_looks_like_an_option_is_none_of_feedrates_own() {
        let [level, switch] = commands("program = 'p.sas'");
        assert!(level.ends_with(" --sysparm=--x"), "{level}");
        assert!(switch.ends_with(" --sysparm"), "{switch}");
    }

    /// On Windows, they are in a script.
    #[cfg(unix)]
    #[test]
    fn levels_of_a_command_stand_behind_its_name() {
        let [level, _] = commands("command = 'true'");
        assert!(level.ends_with(" true --sysparm --x"), "{level}");
    }
}
