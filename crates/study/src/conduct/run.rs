//! One run: its command, its process, and its figures.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::command::{self, filled, values};
use super::data_folder::DataFolder;
use super::left_running::KeptProcesses;
use super::process::{self, Process};
use super::run_files::RunFiles;
use super::{Conductor, Observer, cache_state};
use crate::definition::{Invocation, Subject};
use crate::error::{Error, Result};
use crate::figures::{self, Figure, of_document, of_measures};
use crate::plan::{Block, Cell};
use crate::store::{Ending, NewRun, now};
use crate::system;

/// Of a longer output of a run, only so many bytes at its beginning and at its end are searched for figures and
/// reasons.
const LONGEST_PART: u64 = 8 << 20;

/// The longest JSON of a run, in bytes.
const LONGEST_JSON: u64 = 256 << 20;

impl Conductor<'_> {
    /// Returns the files of a run.
    pub(super) fn files(&self, data: &DataFolder) -> RunFiles {
        RunFiles {
            data: data.path().to_owned(),
            program: self.program.to_owned(),
        }
    }

    /// Runs what makes the data, if there is such: once, or for each combination of the levels of some factors. Returns
    /// what it has left running, such as a server of the data.
    pub(super) fn prepare(&self, data: &DataFolder, observer: &mut dyn Observer) -> Result<Vec<KeptProcesses>> {
        let Some(invocation) = &self.study.prepare else {
            return Ok(Vec::new());
        };
        let factors: Vec<usize> = invocation
            .each
            .iter()
            .filter_map(|name| self.study.factor(name))
            .collect();
        let mut done: Vec<Vec<usize>> = Vec::new();
        let mut kept = Vec::new();
        for cell in &self.plan.cells {
            let levels: Vec<usize> = factors.iter().map(|&factor| cell[factor]).collect();
            if done.contains(&levels) {
                continue;
            }
            let of = match levels.is_empty() {
                true => String::new(),
                false => {
                    let words = factors.iter().zip(&levels).map(|(&factor, &level)| {
                        let factor = &self.study.factors[factor];
                        format!("{}={}", factor.name, factor.levels[level].text)
                    });
                    format!(" for {}", words.collect::<Vec<_>>().join(", "))
                }
            };
            done.push(levels);
            observer.note(&format!("the data is made{of}"));
            let files = self.files(data);
            let command = command::prepare(self.study, invocation, cell, &files)?;
            let process = process::run(&command, &files, None, true, self.stop)?;
            if let Some(reason) = failure(invocation, &process, &files) {
                return Err(Error::Refused(format!("the preparation failed: {reason}")));
            }
            kept.extend(process.kept);
        }
        Ok(kept)
    }

    /// Runs a cell.
    pub(super) fn run<'a>(
        &self,
        cell: &Cell,
        levels: &'a [(String, String)],
        block: Block,
        position: usize,
        data: &DataFolder,
    ) -> Result<NewRun<'a>> {
        let files = self.files(data);
        for file in files.all() {
            // Of the run before.
            let _ = fs::remove_file(file);
        }
        let values = values(self.study, Some(cell), &files);
        let inputs = self
            .study
            .inputs
            .iter()
            .map(|input| filled(input, &values).map(|input| self.study.own_folder().join(input)));
        let inputs: Vec<PathBuf> = inputs.collect::<Result<_>>()?;
        cache_state::set(self.study.cache, &inputs, self.stop)?;
        let command = command::of(self.study, &self.study.invocation, Some(cell), &files)?;
        let started_at = now();
        let process = process::run(&command, &files, self.study.longest_run, false, self.stop)?;
        let (ended, figures) = match failure(&self.study.invocation, &process, &files) {
            Some(reason) => (Ending::Failed(reason), Vec::new()),
            None => match self.figures(&process, &files) {
                Ok(figures) => (Ending::Finished, figures),
                Err(reason) => (Ending::Failed(reason), Vec::new()),
            },
        };
        let mut notes = process.notes.clone();
        if matches!(self.study.invocation.subject, Subject::Program(_)) && process.code == Some(1) {
            notes.push("the program ran with warnings".to_owned());
        }
        if !inputs.is_empty() && self.study.cache != Default::default() {
            notes.push(format!("the inputs were {} in the page cache", self.study.cache.name()));
        }
        Ok(NewRun {
            levels,
            machine: self.machine,
            block,
            position,
            started_at,
            seconds: process.seconds,
            ended,
            notes,
            figures,
        })
    }

    fn figures(&self, process: &Process, files: &RunFiles) -> Result<Vec<Figure>, String> {
        let document = read_json(&files.json());
        if document.is_none() && self.study.invocation.subject != Subject::Command {
            return Err("the JSON that it writes about itself is not there, or is not understood".to_owned());
        }
        let seen = read_json(&files.seen());
        let mut figures = document.as_ref().map(of_document).unwrap_or_default();
        for figure in seen.as_ref().map(of_document).unwrap_or_default() {
            if !figures
                .iter()
                .any(|other| other.step == figure.step && other.name == figure.name)
            {
                figures.push(figure);
            }
        }
        if !figures
            .iter()
            .any(|figure| figure.step.is_empty() && figure.name == figures::SECONDS)
        {
            figures.push(Figure::new("", figures::SECONDS, process.seconds));
        }
        let output = text_of(&files.output()) + &text_of(&files.errors()) + &text_of(&files.log());
        let output = system::with_plain_lines(output);
        // A command that prints JSON need not be told where to write it.
        let printed = || read_json(&files.output());
        let document = document.or_else(printed);
        figures.extend(of_measures(&self.study.measures, document.as_ref(), &output)?);
        Ok(figures)
    }
}

/// Returns why a process failed; `None` if it did its work.
pub(super) fn failure(invocation: &Invocation, process: &Process, files: &RunFiles) -> Option<String> {
    if let Some(outside) = &process.outside {
        return Some(outside.clone());
    }
    let code = process.code.unwrap_or(-1);
    let is_fine = match invocation.subject {
        // A program may have warnings.
        Subject::Program(_) => code == 0 || code == 1,
        _ => code == 0,
    };
    if is_fine {
        return None;
    }
    let log = text_of(&files.log());
    let said = log.lines().find(|line| line.starts_with("ERROR")).map(str::to_owned);
    let last = |path: PathBuf| {
        let text = text_of(&path);
        text.lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .map(str::to_owned)
    };
    let said = said.or_else(|| last(files.errors())).or_else(|| last(files.output()));
    Some(match said {
        Some(said) => format!("exit code {code}: {}", said.trim()),
        None => format!("exit code {code}, and it said nothing"),
    })
}

pub(super) fn read_json(path: &Path) -> Option<Value> {
    let mut text = String::new();
    let mut file = fs::File::open(path).ok()?.take(LONGEST_JSON);
    file.read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

/// Returns the text of a file; nothing if it is not there. Of a long one, the middle is left out.
fn text_of(path: &Path) -> String {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = fs::File::open(path)?;
        let mut bytes = Vec::new();
        (&file).take(LONGEST_PART).read_to_end(&mut bytes)?;
        let length = file.metadata()?.len();
        if length > 2 * LONGEST_PART {
            file.seek(SeekFrom::Start(length - LONGEST_PART))?;
            bytes.push(b'\n');
        }
        (&file).take(LONGEST_PART).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}
