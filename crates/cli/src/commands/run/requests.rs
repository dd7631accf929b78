//! The programs that are to run at once: those of the command line, or the lines of a list.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Parser;
use feedrate_pageio::named_text::TextKind;
use feedrate_runs::jobs::list::{self, ListError, MOST_JOBS};
use feedrate_runs::jobs::names;
use feedrate_runs::program::reason;

use super::job_arguments::JobArguments;
use crate::arguments::{ProgramFiles, ProgramSettings};
use crate::{complaint, say};

const LIST: TextKind = TextKind {
    name: "list of jobs",
    longest: 1 << 20,
};

/// The programs of a command line: those that it names, or those of a list.
#[derive(Clone, Copy, Debug)]
pub struct RequestedPrograms<'a> {
    /// Those that it names.
    pub programs: &'a [PathBuf],
    /// The list.
    pub list: Option<&'a Path>,
    /// The settings of all.
    pub settings: &'a ProgramSettings,
    /// The files of one, which several cannot have.
    pub files: &'a ProgramFiles,
    /// The folder of the logs and listings.
    pub log_dir: Option<&'a Path>,
}

/// A program that is to run at the same time as others.
#[derive(Clone, Debug)]
pub struct JobRequest {
    /// Its place in the list, with which messages begin, or nothing.
    pub place: String,
    /// Its name, which no other has.
    pub name: String,
    /// The name of its class: of the same program, or of the same name in a list.
    pub class: String,
    /// The file of the program.
    pub program: PathBuf,
    pub settings: ProgramSettings,
    /// The file of its log.
    pub log: PathBuf,
    /// The file of its listing.
    pub listing: PathBuf,
}

/// A program before it has its name.
struct UnnamedRequest {
    place: String,
    name: Option<String>,
    program: PathBuf,
    settings: ProgramSettings,
    files: ProgramFiles,
}

/// Returns what is to run at once, in its order.
pub fn of(arguments: &RequestedPrograms<'_>) -> Result<Vec<JobRequest>, String> {
    let wanted = match arguments.list {
        Some(list) => of_list(list, arguments)?,
        None => of_command_line(arguments)?,
    };
    if wanted.len() > MOST_JOBS {
        let jobs = wanted.len();
        return Err(format!(
            "{jobs} jobs are more than the {MOST_JOBS} that run at once; start fewer"
        ));
    }
    for (option, file) in [("--log", &arguments.files.log), ("--listing", &arguments.files.listing)] {
        if file.is_some() {
            return Err(format!(
                "{option} names one file, and each of several programs has its own; name a folder with --log-dir FOLDER"
            ));
        }
    }
    let classes = classes_of(&wanted);
    let names = names::unique(&classes);
    let requests = wanted.into_iter().zip(classes).zip(names);
    Ok(requests
        .map(|((wanted, class), name)| wanted.named(class, name, arguments.log_dir))
        .collect())
}

/// Returns the class of each: of one program, or of one name in a list. Different programs that are called alike get a
/// number.
fn classes_of(wanted: &[UnnamedRequest]) -> Vec<String> {
    let mut numbers = HashMap::<(String, Option<PathBuf>), usize>::new();
    let mut bases = Vec::new();
    let mut files = HashMap::<&Path, PathBuf>::new();
    let of_wanted: Vec<usize> = wanted
        .iter()
        .map(|request| {
            // One file may have several names.
            let real = || request.program.canonicalize().unwrap_or(request.program.clone());
            let file = || files.entry(&request.program).or_insert_with(real).clone();
            let base = request.base_name();
            let file = request.name.is_none().then(file);
            *numbers.entry((base.clone(), file)).or_insert_with(|| {
                bases.push(base);
                bases.len() - 1
            })
        })
        .collect();
    let classes = names::unique(&bases);
    of_wanted.into_iter().map(|number| classes[number].clone()).collect()
}

impl UnnamedRequest {
    fn base_name(&self) -> String {
        let stem = || self.program.file_stem().unwrap_or_default();
        let of_program = || say::one_line(&stem().to_string_lossy());
        self.name.clone().unwrap_or_else(of_program)
    }

    fn named(self, class: String, name: String, log_folder: Option<&Path>) -> JobRequest {
        let folder = log_folder.or(self.program.parent()).unwrap_or(Path::new(""));
        let file = |given: Option<PathBuf>, extension: &str| {
            given.unwrap_or_else(|| folder.join(format!("{name}.{extension}")))
        };
        JobRequest {
            log: file(self.files.log, "log"),
            listing: file(self.files.listing, "lst"),
            place: self.place,
            program: self.program,
            settings: self.settings,
            class,
            name,
        }
    }
}

fn of_command_line(arguments: &RequestedPrograms<'_>) -> Result<Vec<UnnamedRequest>, String> {
    let mut all = Vec::new();
    for word in arguments.programs {
        if word == Path::new("-") {
            return Err("a program on standard input runs alone; name files".to_owned());
        }
        // A name that is not text can have no repetition.
        let programs = match word.to_str() {
            Some(word) => list::programs(word, Path::new("")).map_err(|error| error.to_string())?,
            None => vec![(word.clone(), 1)],
        };
        for (program, times) in programs {
            all.extend((0..times).map(|_| UnnamedRequest {
                place: String::new(),
                name: None,
                program: program.clone(),
                settings: arguments.settings.clone(),
                files: ProgramFiles::default(),
            }));
        }
    }
    Ok(all)
}

/// Reads a list. Its programs, folders and files are named from the folder of the list.
fn of_list(path: &Path, arguments: &RequestedPrograms<'_>) -> Result<Vec<UnnamedRequest>, String> {
    let (shown, folder) = match path == Path::new("-") {
        true => ("the list on standard input".to_owned(), Path::new("")),
        false => (path.display().to_string(), path.parent().unwrap_or(Path::new(""))),
    };
    let text = text_of(path).map_err(|reason| format!("--jobs: cannot read {shown}: {reason}"))?;
    let lines = list::lines(&text).map_err(|error| format!("{shown}: {error}"))?;
    let mut all = Vec::new();
    for line in lines {
        let place = format!("{shown}:{}: ", line.number);
        let failed = |what: String| format!("{place}{what}");
        let words = line.words.into_iter().map(OsString::from);
        let job = JobArguments::try_parse_from(words).map_err(|error| failed(complaint::without_help(&error)))?;
        if let Some(name) = job.name.as_deref()
            && (name.is_empty() || name.contains('/') || say::one_line(name) != name)
        {
            return Err(failed(format!(
                "--name {name}: a name has letters, and neither / nor control characters"
            )));
        }
        let told = |error: ListError| failed(error.to_string());
        let times = match &job.times {
            Some(word) => list::repetition_alone(word)
                .map_err(told)?
                .ok_or_else(|| failed(format!("{word} is no *N; give each program a line of its own")))?,
            None => 1,
        };
        let from_here = |path: Option<PathBuf>| path.map(|path| folder.join(path));
        let own = ProgramSettings {
            work: from_here(job.settings.work),
            ..job.settings
        };
        let settings = arguments.settings.then(own);
        for (program, in_word) in list::programs(&job.program, folder).map_err(told)? {
            all.extend(
                (0..times.saturating_mul(in_word).min(MOST_JOBS + 1)).map(|_| UnnamedRequest {
                    place: place.clone(),
                    name: job.name.clone(),
                    program: program.clone(),
                    settings: settings.clone(),
                    files: ProgramFiles {
                        log: from_here(job.files.log.clone()),
                        listing: from_here(job.files.listing.clone()),
                    },
                }),
            );
        }
        if all.len() > MOST_JOBS {
            break;
        }
    }
    Ok(all)
}

fn text_of(path: &Path) -> Result<String, String> {
    let bytes = LIST.read_or_input(path).map_err(|error| reason(&error))?;
    String::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(program: &str, name: Option<&str>) -> UnnamedRequest {
        UnnamedRequest {
            place: String::new(),
            name: name.map(str::to_owned),
            program: program.into(),
            settings: ProgramSettings::default(),
            files: ProgramFiles::default(),
        }
    }

    #[test]
    fn a_class_is_a_program_or_a_name_and_different_programs_are_told_apart() {
        let wanted = [
            request("d1/m.sas", None),
            request("d2/m.sas", None),
            request("d1/m.sas", None),
            request("m-7.sas", None),
            request("a.sas", Some("night")),
            request("b.sas", Some("night")),
        ];
        let classes = classes_of(&wanted);
        assert_eq!(classes, ["m-1", "m-2", "m-1", "m-7", "night", "night"]);
        assert_eq!(
            names::unique(&classes),
            ["m-1-1", "m-2", "m-1-2", "m-7", "night-1", "night-2"]
        );
    }
}
