//! Parses a command line to a request.

mod options;
mod program_values;

#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::path::PathBuf;

use self::program_values::take;
use feedrate_workload::dash;

use crate::error::{Error, Result};
use crate::job::Location;
use crate::options::{named, nearest_of};
use crate::request::{Action, Eta, Format, Request, Run};
use crate::text::{Line, Section};

pub(crate) use options::PROGRAM_OPTIONS;

/// The default of `--max-jobs`, as in fio.
const MOST_JOBS: u32 = 4096;

/// Parses the arguments that follow the program's name.
///
/// # Errors
///
/// Returns an error if an option is unknown or lacks its value, or if there is no job.
pub fn parse(arguments: &[OsString]) -> Result<Request> {
    let mut reader = Reader::default();
    let mut arguments = arguments.iter();
    let mut only_files = false;
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        // One dash before an option is as valid as two; alone it is standard input.
        let option = text
            .strip_prefix("--")
            .or_else(|| text.strip_prefix('-').filter(|rest| !rest.is_empty()));
        match option {
            _ if only_files => reader.files.push(argument.into()),
            None => match dash::complaint(argument) {
                Some(what) => return Err(Error::CommandLine(what)),
                None => reader.files.push(argument.into()),
            },
            Some("") => only_files = true,
            Some(option) => {
                readable(argument)?;
                let (name, value) = match option.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (option, None),
                };
                let mut next = || match arguments.next() {
                    Some(value) => readable(value).map(|value| Some(value.to_owned())),
                    None => Ok(None),
                };
                if let Some(request) = reader.option(name, value, &mut next)? {
                    return Ok(request);
                }
            }
        }
    }
    reader.finish()
}

/// Returns an option's text. Text that is not UTF-8 would name another file than the intended one.
fn readable(argument: &OsString) -> Result<&str> {
    argument.to_str().ok_or_else(|| {
        Error::CommandLine(format!(
            "'{}' is not UTF-8, as options are; for a file of such a name, make a link with another",
            argument.display()
        ))
    })
}

#[derive(Default)]
struct Reader {
    files: Vec<PathBuf>,
    sections: Vec<Section>,
    seen: Vec<(&'static str, Option<String>)>,
}

impl Reader {
    /// Takes an option of the program or of a job. Returns the request if the option is one of its own.
    fn option(
        &mut self,
        name: &str,
        value: Option<String>,
        next: &mut dyn FnMut() -> Result<Option<String>>,
    ) -> Result<Option<Request>> {
        let mut required = || {
            let missing = || Error::CommandLine(format!("--{name} needs a value; write it as --{name}=VALUE"));
            next()?.ok_or_else(missing)
        };
        if let Some(option) = PROGRAM_OPTIONS.iter().find(|option| option.name == name) {
            if let Some(advice) = option.refused {
                return Err(Error::CommandLine(format!("--{name} is not supported: {advice}")));
            }
            let value = match (option.value, value) {
                (Some(_), None) if !option.value_is_optional => Some(required()?),
                (None, Some(_)) => {
                    return Err(Error::CommandLine(format!("--{name} takes no value; leave it out")));
                }
                (_, value) => value,
            };
            return self.program_option(option.name, value);
        }
        let Some(definition) = named(name) else {
            let names = PROGRAM_OPTIONS.iter().map(|option| option.name);
            return Err(Error::UnknownOption {
                location: Location::COMMAND_LINE,
                given: format!("--{name}"),
                nearest: nearest_of(name, names.chain(crate::options::all().map(|option| option.name))),
            });
        };
        // An option with an optional value takes it only with =, as in other programs.
        let value = match value {
            None if !definition.form.is_empty() => Some(required()?),
            value => value,
        };
        self.job_option(definition.name, value);
        Ok(None)
    }

    /// Takes an option of the program.
    fn program_option(&mut self, name: &'static str, value: Option<String>) -> Result<Option<Request>> {
        Ok(Some(match name {
            "help" | "h" | "?" => Request::Help,
            "version" | "v" => Request::Version,
            "cmdhelp" => command_help(value)?,
            "enghelp" => Request::EngineHelp,
            "inflate-log" => Request::InflateLog(value.unwrap_or_default().into()),
            _ => {
                self.seen.push((name, value));
                return Ok(None);
            }
        }))
    }

    /// Takes an option of a job; `name` begins one.
    fn job_option(&mut self, option: &'static str, value: Option<String>) {
        if option == "name" || self.sections.is_empty() {
            let name = match (&value, option) {
                (Some(value), "name") => value.clone(),
                _ => "global".to_owned(),
            };
            self.sections.push(Section {
                name,
                location: Location::COMMAND_LINE,
                file: 0,
                behind: String::new(),
                lines: Vec::new(),
            });
        }
        if let Some(section) = self.sections.last_mut() {
            section.lines.push(Line {
                key: option.to_owned(),
                value,
                location: Location::COMMAND_LINE,
            });
        }
    }

    fn finish(mut self) -> Result<Request> {
        let mut run = Run {
            files: std::mem::take(&mut self.files),
            sections: std::mem::take(&mut self.sections),
            action: Action::Run,
            only: Vec::new(),
            strict: false,
            readonly: false,
            overwrite_foreign: false,
            aux_path: PathBuf::new(),
            client_name: None,
            max_size: None,
            max_jobs: MOST_JOBS,
            warnings_fatal: false,
            require: None,
            output: None,
            formats: vec![Format::Normal],
            append_terse: false,
            status_interval: None,
            interval: None,
            bandwidth_log: false,
            eta: Eta::Auto,
            eta_newline: None,
            eta_interval: None,
            quiet: false,
            ignored: Vec::new(),
        };
        run.strict = self.seen.iter().any(|&(name, _)| name == "strict-fio");
        for (name, value) in &self.seen {
            take(&mut run, name, value.as_deref())
                .map_err(|reason| Error::CommandLine(format!("--{name}: {reason}")))?;
        }
        if run.files.is_empty() && run.sections.iter().all(Section::is_global) {
            // The program adds --quiet itself if it is called by fio's name.
            let is_bare = self.seen.iter().all(|&(name, _)| name == "quiet");
            return match is_bare && run.sections.is_empty() {
                true => Ok(Request::Help),
                // As in fio, no job is no fault of those that are there.
                false if run.action == Action::ParseOnly => Ok(Request::Run(Box::new(run))),
                false => Err(Error::NoJobs),
            };
        }
        Ok(Request::Run(Box::new(run)))
    }
}

/// The destination and the form of results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultTarget {
    /// True if JSON is requested, among other formats.
    pub json: bool,
    /// `--output`.
    pub output: Option<PathBuf>,
    /// `--overwrite-foreign`.
    pub overwrite_foreign: bool,
}

/// Returns the requested destination of results for arguments that [`parse`] rejects.
pub fn result_target(arguments: &[OsString]) -> ResultTarget {
    let mut target = ResultTarget::default();
    let mut arguments = arguments.iter().map(|argument| argument.to_string_lossy());
    while let Some(argument) = arguments.next() {
        let Some(option) = argument.strip_prefix('-') else {
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        let mut value = || value.clone().or_else(|| Some(arguments.next()?.into_owned()));
        match name {
            "output-format" => {
                let formats = value().unwrap_or_default();
                target.json = formats.split(',').any(|name| name.starts_with("json"));
            }
            "output" => target.output = value().map(PathBuf::from),
            "overwrite-foreign" => target.overwrite_foreign = true,
            _ => {}
        }
    }
    target
}

fn command_help(value: Option<String>) -> Result<Request> {
    match value.as_deref() {
        None | Some("all") => Ok(Request::CommandHelp(None)),
        Some(name) => match named(name) {
            Some(definition) => Ok(Request::CommandHelp(Some(definition.name.to_owned()))),
            None => Err(Error::UnknownOption {
                location: Location::COMMAND_LINE,
                given: name.to_owned(),
                nearest: crate::options::nearest(name),
            }),
        },
    }
}
