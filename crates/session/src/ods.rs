//! ODS statements, and what becomes of the results of a step when it has ended.

use std::fs;
use std::path::{Path, PathBuf};

use feedrate_dataset::WholeFile;
use feedrate_language::tree::{Ods, OdsDestination, OdsFile, OdsOpen};
use feedrate_language::{Diagnostic, Position, Reader, Sources};
use feedrate_steps::data::Outcome;

use crate::log::Severity;
use crate::results::{Failure, StepResults, Wanted};
use crate::session::Session;

impl Session<'_> {
    /// An ODS statement.
    pub(crate) fn ods(&mut self, statement: Ods, sources: &Sources) {
        match statement {
            Ods::Open(open) => {
                if let Err(refused) = self.open_destination(open, sources) {
                    self.refuse_at(refused, sources);
                }
            }
            Ods::Close(Some(destination)) => {
                let closed = self.listing.close(destination);
                self.tell_failures(closed.err(), sources);
            }
            Ods::Close(None) => {
                let failed = self.listing.end();
                let closed = self.listing.close(OdsDestination::Listing);
                self.tell_failures(failed.into_iter().chain(closed.err()), sources);
            }
            Ods::Output(outputs) => self.listing.want(outputs),
            Ods::NoOutput => self.listing.want_nothing(),
            Ods::Choose { shown, tables } => self.listing.choose(shown, tables),
            Ods::Trace(on) => self.listing.trace(on),
            Ods::ProcedureTitles(on) => self.listing.show_procedure_titles(on),
            Ods::Graphics(_) => {
                let text = "ODS GRAPHICS has no effect: feedrate makes tables, and no graphs.";
                self.log.message(Severity::Note, text);
            }
            Ods::Idle(at, what) => {
                let text = format!("{what} has no effect here");
                self.tell(&[Diagnostic::note(at, text)], sources);
            }
            Ods::Nothing => {}
        }
    }

    fn open_destination(&mut self, open: OdsOpen, sources: &Sources) -> Result<(), Diagnostic> {
        let name = open.destination.name();
        let ignored = open.ignored.iter().map(|option| {
            let text = format!("{} of ODS {name} has no effect", option.text);
            Diagnostic::note(option.at, text)
        });
        self.tell(&ignored.collect::<Vec<_>>(), sources);
        let asks_nothing = open.file.is_none() && open.folder.is_none() && open.title.is_none();
        if asks_nothing && !open.ignored.is_empty() && self.listing.is_open(open.destination) {
            return Ok(());
        }
        // One of a kind is open at a time.
        let closed = self.listing.close(open.destination);
        self.tell_failures(closed.err(), sources);
        let folder = match &open.folder {
            Some(folder) => self.path_of(folder)?,
            None => PathBuf::new(),
        };
        let (path, at) = match &open.file {
            Some(file) => (folder.join(self.path_of(file)?), file.at),
            None if open.destination == OdsDestination::Listing => {
                self.listing.open_listing(None);
                return Ok(());
            }
            None => (unused(&folder, open.at)?, open.at),
        };
        let real = real_path(&path);
        let mut others = self.listing.open_paths();
        if others.any(|other| real_path(other) == real) {
            let text = format!(
                "{} is being written by another ODS destination",
                path.display()
            );
            return Err(
                Diagnostic::error(at, text).with_hint("close that first, or name another file")
            );
        }
        drop(others);
        let new = WholeFile::create(&path);
        let new = new.map_err(|error| Diagnostic::error(at, error.to_string()))?;
        if open.destination == OdsDestination::Listing {
            self.listing.open_listing(Some((new, at)));
        } else {
            let stem = path.file_stem().unwrap_or_default();
            let title = open
                .title
                .unwrap_or_else(|| stem.to_string_lossy().into_owned());
            self.listing.open_file(open.destination, new, title, at);
        }
        let text = format!("Writing {name} Body file: {}", path.display());
        self.log.message(Severity::Note, &text);
        Ok(())
    }

    /// The path that FILE= or PATH= means.
    fn path_of(&self, file: &OdsFile) -> Result<PathBuf, Diagnostic> {
        if !file.is_reference {
            return Ok(PathBuf::from(&file.name));
        }
        let key = file.name.to_ascii_uppercase();
        self.files.get(&key).cloned().ok_or_else(|| {
            let text = format!("FILENAME has named no file {key}");
            Diagnostic::error(file.at, text).with_hint("write paths in quotes")
        })
    }

    /// Tells of files that could not be written.
    fn tell_failures(&mut self, failures: impl IntoIterator<Item = Failure>, sources: &Sources) {
        for Failure { at, text } in failures {
            self.refuse_at(Diagnostic::error(at, text), sources);
        }
    }

    /// The program is at its end, and so are the files of its results. Those of one that was interrupted are not
    /// whole, and go.
    pub(crate) fn end_results(&mut self, sources: &Sources) {
        if self.is_stopped() {
            let paths = self.listing.open_paths();
            let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
            for path in paths {
                let text = format!("{path} was not written because the program was interrupted.");
                self.log.message(Severity::Warning, &text);
            }
            return;
        }
        let failed = self.listing.end();
        self.tell_failures(failed, sources);
    }

    /// A step that ran has ended: what ODS was asked for of its results. What it made is added to `outcome`.
    pub(crate) fn settle_results(&mut self, outcome: &mut Outcome, reader: &mut Reader) {
        let failures = self.listing.take_failures();
        // The statements of PROC SQL are steps of their own, and ODS means the first that gives a table.
        if self.is_by_statement && !self.listing.has_given() {
            self.tell_failures(failures, reader.sources());
            return;
        }
        let StepResults {
            wanted,
            not_given,
            trace,
            went_nowhere,
        } = self.listing.take_results();
        for text in trace {
            self.log.message(Severity::Note, &text);
        }
        if outcome.is_failed() {
            if !wanted.is_empty() && !outcome.is_interrupted() {
                let text =
                    "The data sets of ODS OUTPUT were not made because this step was stopped.";
                self.log.message(Severity::Warning, text);
            }
        } else {
            let mut missing: Vec<_> = not_given.iter().collect();
            missing.extend(
                wanted
                    .iter()
                    .filter(|own| own.is_missing())
                    .map(|own| &own.table),
            );
            let missing = missing.into_iter().map(|table| {
                let text = format!("Output '{}' was not created", table.text);
                let hint =
                    "ODS TRACE ON names the tables that a step gives, and NOPRINT keeps it from giving any";
                Diagnostic::warning(table.at, text).with_hint(hint)
            });
            self.tell(&missing.collect::<Vec<_>>(), reader.sources());
            self.make_data_sets(wanted, outcome, reader);
        }
        if went_nowhere {
            let text = "No output destinations active.";
            self.log.message(Severity::Warning, text);
        }
        self.tell_failures(failures, reader.sources());
    }

    fn make_data_sets(&mut self, wanted: Vec<Wanted>, outcome: &mut Outcome, reader: &mut Reader) {
        for wanted in wanted {
            let Wanted {
                table,
                data_set,
                collected,
                too_much,
            } = wanted;
            if let Some(bytes) = too_much {
                let text = format!(
                    "the rows of {} take more than the {}K that MEMSIZE= leaves for data sets of ODS OUTPUT",
                    table.text,
                    bytes.div_ceil(1024)
                );
                let error = Diagnostic::error(table.at, text);
                let error = error.with_hint("raise MEMSIZE=, or use OUT= of the procedure");
                self.refuse_at(error, reader.sources());
            }
            if let Some(collected) = collected {
                self.make_data_set(data_set, &collected, outcome, reader);
            }
        }
    }
}

/// The path of a page that was given none: `sashtml.htm`, or the first of `sashtml1.htm` and so on that is not there.
fn unused(folder: &Path, at: Position) -> Result<PathBuf, Diagnostic> {
    /// Names that are tried.
    const MOST: u32 = 10_000;
    let names = (0..MOST).map(|number| match number {
        0 => "sashtml.htm".to_owned(),
        number => format!("sashtml{number}.htm"),
    });
    let mut paths = names.map(|name| folder.join(name));
    let free = paths.find(|path| fs::symlink_metadata(path).is_err());
    free.ok_or_else(|| {
        let text = format!("{MOST} files called sashtml.htm, sashtml1.htm and so on are there");
        Diagnostic::error(at, text).with_hint("name one with file='path'")
    })
}

/// A path without links, of a file that need not be there.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = fs::canonicalize(path) {
        return real;
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}
