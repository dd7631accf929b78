//! Resolves sections to jobs: inheritance, single options, and combinations.

mod entry;
mod together;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::error::{Error, Result};
use crate::job::{Job, Jobs, Location, OptionText, Options, Remark, RemarkKind};
use crate::options::Effect;
use crate::text::{Section, VariableValues};
use crate::value::Value;
use entry::Entry;

/// The settings of resolution.
#[derive(Debug)]
pub struct Reading<'a> {
    /// True if values are parsed exactly as fio does, even if something else was probably intended.
    pub strict: bool,
    /// The names of the resolved sections; empty for all.
    pub only: &'a [String],
    /// The values of variables.
    pub surroundings: &'a VariableValues<'a>,
}

/// Returns the jobs of sections, which are in the order of the command line and the job files.
///
/// # Errors
///
/// Returns an error for the first option that is unknown, unsupported or has an invalid value.
pub fn resolve(sections: &[Section], reading: &Reading<'_>) -> Result<Jobs> {
    let mut resolver = Resolver {
        reading,
        sections,
        jobs: Jobs::default(),
        reported: HashSet::new(),
    };
    resolver.check_selection(sections)?;
    let mut inherited: Vec<Entry> = Vec::new();
    let mut of_command_line = 0;
    let mut file = 0;
    for (number, section) in sections.iter().enumerate() {
        if section.file != file {
            resolver.next_file(&mut inherited, of_command_line, section);
            file = section.file;
        }
        let own = resolver.entries(section, number)?;
        if section.is_global() {
            for entry in &own {
                merge(&mut resolver.jobs.global_options, &entry.text);
            }
            inherited.extend(own);
            if section.location == Location::COMMAND_LINE {
                of_command_line = inherited.len();
            }
            resolver.note_useless(section, &sections[number + 1..]);
        } else if reading.only.is_empty() || reading.only.contains(&section.name) {
            let job = resolver.job(section, &inherited, own)?;
            resolver.jobs.jobs.push(job);
        }
    }
    if resolver.jobs.jobs.is_empty() {
        return Err(Error::NoJobs);
    }
    together::waits(&resolver.jobs.jobs)?;
    Ok(resolver.jobs)
}

struct Resolver<'a> {
    reading: &'a Reading<'a>,
    sections: &'a [Section],
    jobs: Jobs,
    reported: HashSet<(Location, String)>,
}

impl Resolver<'_> {
    fn check_selection(&self, sections: &[Section]) -> Result<()> {
        let known = || {
            sections
                .iter()
                .filter(|section| !section.is_global())
                .map(|section| section.name.as_str())
        };
        match self
            .reading
            .only
            .iter()
            .find(|name| !known().any(|known| known == **name))
        {
            None => Ok(()),
            Some(name) => Err(Error::NoSuchSection {
                name: name.clone(),
                known: known().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Begins a job file without the defaults of the one before. fio also forgets those of the command line after the
    /// first file.
    fn next_file(&mut self, inherited: &mut Vec<Entry>, of_command_line: usize, section: &Section) {
        inherited.truncate(of_command_line);
        if of_command_line == 0 {
            return;
        }
        let text = if self.reading.strict {
            inherited.clear();
            "options before the job files hold for the first of them only, as in fio"
        } else {
            "options before the job files hold for this one too; in fio they hold for the first only"
        };
        self.remark(RemarkKind::Trap, section.location.clone(), "", text.to_owned());
    }

    fn note_useless(&mut self, section: &Section, below: &[Section]) {
        let has_jobs = below
            .iter()
            .any(|other| other.file == section.file && !other.is_global());
        if !has_jobs && section.location != Location::COMMAND_LINE {
            let text = "no job stands below this global section, so it does nothing; move it up";
            self.remark(RemarkKind::Warning, section.location.clone(), "", text.to_owned());
        }
    }

    fn remark(&mut self, kind: RemarkKind, location: Location, option: &'static str, text: String) {
        if self.reported.insert((location.clone(), text.clone())) {
            self.jobs.remarks.push(Remark {
                kind,
                location,
                option,
                text,
            });
        }
    }

    fn job(&mut self, section: &Section, inherited: &[Entry], own: Vec<Entry>) -> Result<Job> {
        let mut job = Job {
            name: section.name.clone(),
            section: section.name.clone(),
            location: section.location.clone(),
            file: section.file,
            own_options: Vec::new(),
            given: Vec::new(),
            options: Options::default(),
        };
        self.take_behind(section, &mut job);
        for entry in &own {
            merge(&mut job.own_options, &entry.text);
            // In `global` it names no job, as in fio.
            if entry.text.name == "name" {
                job.name = entry.text.value.clone().unwrap_or_default();
            }
        }
        let entries: Vec<Entry> = inherited.iter().cloned().chain(own).collect();
        let entries = self.without_inherited_lists(entries);
        for entry in &entries {
            merge(&mut job.given, &entry.text);
        }
        self.apply(&mut job, &entries)?;
        together::settle(&mut job)?;
        for remark in together::remarks(&job) {
            self.remark(remark.kind, remark.location, remark.option, remark.text);
        }
        Ok(job)
    }

    /// Handles the text after the bracket: fio expects the bracket at the end of the line, and removes the last letter,
    /// whatever it is.
    fn take_behind(&mut self, section: &Section, job: &mut Job) {
        let behind = section.behind.trim_start();
        if behind.is_empty() {
            return;
        }
        let mut fios = format!("{}]{}", section.name, section.behind);
        fios.pop();
        let text = if self.reading.strict {
            format!("'{behind}' behind the section name makes it '{fios}', as in fio")
        } else {
            format!("'{behind}' behind the section name is left out; to fio the name is '{fios}'")
        };
        if self.reading.strict {
            job.name.clone_from(&fios);
            job.section = fios;
        }
        self.remark(RemarkKind::Trap, section.location.clone(), "", text);
    }

    /// Removes inherited file names of a job that has its own: fio adds them, but only the job's are intended.
    fn without_inherited_lists(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut kept: Vec<Entry> = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let later = entries[index + 1..].iter().find(|later| {
                entry.definition.is_list && later.text.name == entry.text.name && later.section != entry.section
            });
            match later {
                None => kept.push(entry.clone()),
                Some(later) => {
                    let value = entry.text.value.as_deref().unwrap_or_default();
                    let name = entry.text.name;
                    let text = if self.reading.strict {
                        kept.push(entry.clone());
                        format!("{name}={value} of {} is used as well, as in fio", entry.text.location)
                    } else {
                        format!(
                            "stands in the place of {name}={value} of {}; fio would use both",
                            entry.text.location
                        )
                    };
                    self.remark(RemarkKind::Trap, later.text.location.clone(), name, text);
                }
            }
        }
        kept
    }

    fn apply(&mut self, job: &mut Job, entries: &[Entry]) -> Result<()> {
        // The meaning of an option may depend on a later one.
        let rank = |entry: &&Entry| match entry.text.name {
            "kb_base" => 0,
            "ioengine" => 1,
            "ba" => 3,
            _ => 2,
        };
        let mut ordered: Vec<&Entry> = entries.iter().collect();
        ordered.sort_by_key(rank);
        for entry in ordered {
            let value = entry.text.value.as_deref().map(str::trim);
            if let Some(advice) = entry.definition.refusal(value) {
                return Err(Error::Unsupported {
                    location: entry.text.location.clone(),
                    job: job.name.clone(),
                    option: entry.shown(),
                    advice: advice.to_owned(),
                });
            }
            match entry.definition.effect {
                Effect::Refused { .. } => {}
                Effect::Ignored(why) => {
                    let text = format!("{} is accepted and does nothing: {why}", entry.shown());
                    let location = entry.text.location.clone();
                    self.remark(RemarkKind::Ignored, location, entry.text.name, text);
                }
                Effect::Takes => {
                    let strict = self.reading.strict;
                    let mut value = Value::new(entry.raw.as_deref(), strict, job.options.reports.kb_base);
                    job.options
                        .set(entry.text.name, &mut value)
                        .map_err(|reason| Error::Value {
                            location: entry.text.location.clone(),
                            job: job.name.clone(),
                            option: entry.text.name,
                            given: entry.text.value.clone().unwrap_or_default(),
                            reason: entry.with_undefined(reason),
                        })?;
                    for trap in value.into_traps() {
                        let text = format!("{}: {trap}", entry.text.name);
                        let location = entry.text.location.clone();
                        self.remark(RemarkKind::Trap, location, entry.text.name, text);
                    }
                }
            }
        }
        Ok(())
    }
}

/// Adds an option, or replaces an earlier one of the same name.
fn merge(texts: &mut Vec<OptionText>, text: &OptionText) {
    match texts.iter_mut().find(|other| other.name == text.name) {
        Some(other) => *other = text.clone(),
        None => texts.push(text.clone()),
    }
}
