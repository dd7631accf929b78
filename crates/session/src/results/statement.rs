//! ODS statements.

use std::fs;
use std::path::{Path, PathBuf};

use feedrate_dataset::WholeFile;
use feedrate_language::tree::{Ods, OdsDestination, OdsFile, OdsOpen};
use feedrate_language::{Diagnostic, Position};
use feedrate_pageio::file_facts;

use super::{Results, refuse_all};
use crate::file_references::FileReferences;
use crate::statement_log::StatementLog;

impl Results<'_> {
    /// Executes an ODS statement.
    pub(crate) fn ods(&mut self, statement: Ods, files: &FileReferences, log: &mut StatementLog<'_, '_>) {
        match statement {
            Ods::Open(open) => {
                if let Err(refused) = self.open(open, files, log) {
                    log.refuse(refused);
                }
            }
            Ods::Close(Some(destination)) => {
                refuse_all(self.destinations.close(destination).err(), log);
            }
            Ods::Close(None) => {
                let failed = self.destinations.close_files();
                let closed = self.destinations.close(OdsDestination::Listing);
                refuse_all(failed.into_iter().chain(closed.err()), log);
            }
            Ods::Output(outputs) => self.requests.add(outputs),
            Ods::NoOutput => drop(self.requests.take()),
            Ods::Choose { shown, tables } => self.selection.set(shown, tables),
            Ods::Trace(on) => self.traces = on,
            Ods::ProcedureTitles(on) => self.has_procedure_titles = on,
            Ods::Graphics(_) => {
                log.note("ODS GRAPHICS has no effect: feedrate makes tables, and no graphs.");
            }
            Ods::Idle(at, what) => {
                let text = format!("{what} has no effect here");
                log.diagnostics(&[Diagnostic::note(at, text)]);
            }
            Ods::Nothing => {}
        }
    }

    /// Opens a destination and replaces the one of its kind.
    fn open(
        &mut self,
        open: OdsOpen,
        files: &FileReferences,
        log: &mut StatementLog<'_, '_>,
    ) -> Result<(), Diagnostic> {
        let name = open.destination.name();
        let ignored = open.ignored.iter().map(|option| {
            let text = format!("{} of ODS {name} has no effect", option.text);
            Diagnostic::note(option.at, text)
        });
        log.diagnostics(&ignored.collect::<Vec<_>>());
        let asks_nothing = open.file.is_none() && open.folder.is_none() && open.title.is_none();
        let is_open = self.destinations.is_open(open.destination);
        if asks_nothing && !open.ignored.is_empty() && is_open {
            return Ok(());
        }
        refuse_all(self.destinations.close(open.destination).err(), log);
        let folder = match &open.folder {
            Some(folder) => path_of(folder, files)?,
            None => PathBuf::new(),
        };
        let (path, at) = match &open.file {
            Some(file) => (folder.join(path_of(file, files)?), file.at),
            None if open.destination == OdsDestination::Listing => {
                self.destinations.listing_mut().open(None);
                return Ok(());
            }
            None => (unused_path(&folder, open.at)?, open.at),
        };
        let real = real_path(&path);
        let mut others = self.destinations.open_paths();
        if others.any(|other| real_path(other) == real) {
            let text = format!("{} is being written by another ODS destination", path.display());
            return Err(Diagnostic::error(at, text).with_hint("close that first, or name another file"));
        }
        drop(others);
        let new = WholeFile::create(&path);
        let new = new.map_err(|error| Diagnostic::error(at, error.to_string()))?;
        if open.destination == OdsDestination::Listing {
            self.destinations.listing_mut().open(Some((new, at)));
        } else {
            let stem = path.file_stem().unwrap_or_default();
            let title = open.title.unwrap_or_else(|| stem.to_string_lossy().into_owned());
            self.destinations.open_file(open.destination, new, title, at);
        }
        log.note(&format!("Writing {name} Body file: {}", path.display()));
        Ok(())
    }
}

/// Returns the path of FILE= or PATH=.
fn path_of(file: &OdsFile, files: &FileReferences) -> Result<PathBuf, Diagnostic> {
    if !file.is_reference {
        return Ok(PathBuf::from(&file.name));
    }
    let path = files.path(&file.name).map(Path::to_path_buf);
    path.ok_or_else(|| {
        let text = format!("FILENAME has named no file {}", file.name.to_ascii_uppercase());
        Diagnostic::error(file.at, text).with_hint("write paths in quotes")
    })
}

/// Returns the path of a page without FILE=: `sashtml.htm`, or the first of `sashtml1.htm` and so on that does not
/// exist.
fn unused_path(folder: &Path, at: Position) -> Result<PathBuf, Diagnostic> {
    /// The most names that are tried.
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

/// Resolves the links of a path, whose file need not exist.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = file_facts::without_links(path) {
        return real;
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let folder = file_facts::without_links(folder).unwrap_or_else(|_| folder.to_owned());
    folder.join(path.file_name().unwrap_or_default())
}
