//! The destinations of ODS: the listing, and files of other kinds.

use std::io::{self, Write};
use std::path::Path;

use feedrate_dataset::WholeFile;
use feedrate_language::Position;
use feedrate_language::tree::OdsDestination;

use super::csv::Csv;
use super::file::{FileFailure, Form, ResultsFile};
use super::html::Html;
use super::listing_lines::ListingLines;
use super::titles::Titles;
use crate::output_error::OutputError;

/// The destinations of results: the listing, and at most one file of each other kind.
pub(super) struct Destinations<'a> {
    listing: ListingLines<'a>,
    files: Vec<ResultsFile>,
}

impl<'a> Destinations<'a> {
    /// Creates the destinations with only a listing.
    pub(super) fn new(listing: Box<dyn Write + 'a>) -> Self {
        Self {
            listing: ListingLines::new(listing),
            files: Vec::new(),
        }
    }

    pub(super) fn listing_mut(&mut self) -> &mut ListingLines<'a> {
        &mut self.listing
    }

    /// Opens a file of a kind other than the listing. `title` is the title of a page.
    pub(super) fn open_file(&mut self, kind: OdsDestination, file: WholeFile, title: String, at: Position) {
        let form: Box<dyn Form> = match kind {
            OdsDestination::Html => Box::new(Html::new(title)),
            _ => Box::new(Csv::new(kind == OdsDestination::CsvAll)),
        };
        self.files.push(ResultsFile::new(kind, form, file, at));
    }

    /// Returns whether a destination of a kind is open.
    pub(super) fn is_open(&self, kind: OdsDestination) -> bool {
        match kind {
            OdsDestination::Listing => self.listing.is_open(),
            _ => self.files.iter().any(|file| file.kind() == kind),
        }
    }

    /// Returns whether any destination is open.
    pub(super) fn is_any_open(&self) -> bool {
        self.listing.is_open() || self.has_files()
    }

    /// Returns whether a destination other than the listing is open.
    pub(super) fn has_files(&self) -> bool {
        !self.files.is_empty()
    }

    /// Closes a destination: its file gets its name. Closing one that is not open is not an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the file could not be written; it is removed then.
    pub(super) fn close(&mut self, kind: OdsDestination) -> Result<(), FileFailure> {
        if kind == OdsDestination::Listing {
            return self.listing.close();
        }
        let open = self.files.iter().position(|file| file.kind() == kind);
        match open {
            Some(place) => self.files.remove(place).close(),
            None => Ok(()),
        }
    }

    /// Closes all files, and returns the failures. The listing is redirected to that of the session.
    pub(super) fn close_files(&mut self) -> Vec<FileFailure> {
        let files = std::mem::take(&mut self.files).into_iter();
        let closed = files.map(ResultsFile::close);
        let closed = closed.chain([self.listing.end_file()]);
        closed.filter_map(Result::err).collect()
    }

    /// Returns the paths of the open files.
    pub(super) fn open_paths(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().map(ResultsFile::path);
        files.chain(self.listing.path())
    }

    /// Closes files that could not be written, and returns their failures. The files are removed.
    pub(super) fn take_failures(&mut self) -> Vec<FileFailure> {
        let mut failures: Vec<_> = self.listing.take_failure().into_iter().collect();
        while let Some(place) = self.files.iter().position(ResultsFile::has_failed) {
            failures.extend(self.files.remove(place).close().err());
        }
        failures
    }

    /// Returns the failure to write the session's own listing, if there was one.
    pub(super) fn listing_failure(&self) -> Option<OutputError> {
        self.listing.failure()
    }

    /// Begins a step, whose first results the titles precede.
    pub(super) fn begin_step(&mut self) {
        self.listing.begin_step();
        for file in &mut self.files {
            file.begin_step();
        }
    }

    /// Ends a step, whose results the footnotes follow, if there were any.
    pub(super) fn end_step(&mut self, footnotes: &[String]) {
        self.listing.end_step(footnotes);
        for file in &mut self.files {
            file.end_step(footnotes);
        }
    }

    /// Writes a line to the listing.
    pub(super) fn line(&mut self, line: &[u8], titles: &Titles) {
        self.listing.line(line, || titles.shown_titles());
    }

    /// Writes results to all files.
    pub(super) fn write(&mut self, titles: &Titles, write: impl Fn(&mut dyn Form, &mut WholeFile) -> io::Result<()>) {
        for file in &mut self.files {
            file.write(|| titles.shown_titles(), &write);
        }
    }
}
