//! Results of steps and their destinations: the listing, files, data sets.
//!
//! | module | contents |
//! |---|---|
//! | [`Results`] | the receiver of the results of steps |
//! | [`statement`] | ODS statements |
//! | [`step`] | the results of one step, distributed to the destinations |
//! | [`destinations`] | the listing and the open files |
//! | [`listing_lines`], [`titles`] | the listing: lines of text under titles |
//! | [`mod@file`] | a result file of any kind |
//! | [`csv`], [`html`] | the kinds of files |
//! | [`output`] | ODS OUTPUT: tables that become data sets |
//! | [`selection`] | ODS SELECT: the tables that are shown |
//! | [`step_tables`] | the tables that a step produced, for ODS TRACE |
//! | [`spans`] | cells that span columns and rows |

mod csv;
mod destinations;
mod file;
mod html;
mod listing_lines;
mod output;
mod selection;
mod spans;
mod statement;
mod step;
mod step_tables;
#[cfg(test)]
mod tests;
mod titles;

use std::fs::File;
use std::io::{BufWriter, Write};

use crate::output_error::OutputError;
use crate::statement_log::StatementLog;
use destinations::Destinations;
use file::FileFailure;
use output::OutputRequests;
use selection::Selection;
use step::ResultsOfStep;

pub(crate) use output::{Datum, OutputRequest, OutputRows};
pub(crate) use titles::Titles;

/// The receiver of the results of steps.
pub(crate) struct Results<'a> {
    destinations: Destinations<'a>,
    titles: Titles,
    /// ODS OUTPUT.
    requests: OutputRequests,
    /// ODS SELECT and ODS EXCLUDE.
    selection: Selection,
    /// ODS TRACE.
    traces: bool,
    /// ODS PROCTITLE.
    has_procedure_titles: bool,
    /// MISSING=: the character for missing figures.
    missing: char,
    /// BYLINE: whether there is a line above each BY group.
    shows_by_lines: bool,
    step: ResultsOfStep,
}

impl<'a> Results<'a> {
    /// Creates results with only a listing.
    pub(crate) fn new(listing: Box<dyn Write + 'a>) -> Self {
        Self {
            destinations: Destinations::new(listing),
            titles: Titles::default(),
            requests: OutputRequests::default(),
            selection: Selection::default(),
            traces: false,
            has_procedure_titles: true,
            missing: '.',
            shows_by_lines: true,
            step: ResultsOfStep::default(),
        }
    }

    pub(crate) fn titles(&self) -> &Titles {
        &self.titles
    }

    pub(crate) fn titles_mut(&mut self) -> &mut Titles {
        &mut self.titles
    }

    /// Applies LINESIZE= and CENTER.
    pub(crate) fn lay_out(&mut self, width: u32, center: bool) {
        self.destinations.listing_mut().lay_out(width, center);
    }

    /// Applies MISSING=.
    pub(crate) fn show_missing_as(&mut self, character: char) {
        self.missing = character;
    }

    /// Applies BYLINE.
    pub(crate) fn show_by_lines(&mut self, shows: bool) {
        self.shows_by_lines = shows;
    }

    /// Copies the listing of a server session into the listing.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        self.destinations.listing_mut().copy(bytes);
    }

    /// Directs the listing of the session to a file, or back.
    pub(crate) fn redirect(&mut self, file: Option<BufWriter<File>>) {
        self.destinations.listing_mut().redirect(file);
    }

    /// Flushes the listing.
    pub(crate) fn flush(&mut self) {
        self.destinations.listing_mut().flush();
    }

    /// Returns the failure to write the session's own listing, if there was one.
    pub(crate) fn failure(&self) -> Option<OutputError> {
        self.destinations.listing_failure()
    }

    /// Closes all files at the end of the program. Those of an interrupted program are incomplete and are removed.
    pub(crate) fn end(&mut self, log: &mut StatementLog<'_, '_>) {
        if !log.execution.is_stopped() {
            refuse_all(self.destinations.close_files(), log);
            return;
        }
        for path in self.destinations.open_paths() {
            log.warning(&format!(
                "{} was not written because the program was interrupted.",
                path.display()
            ));
        }
    }

    /// Closes the files that could not be written, and returns the errors.
    pub(crate) fn take_failures(&mut self) -> Vec<FileFailure> {
        self.destinations.take_failures()
    }
}

/// Logs the errors of files that could not be written.
pub(crate) fn refuse_all(failures: impl IntoIterator<Item = FileFailure>, log: &mut StatementLog<'_, '_>) {
    for failure in failures {
        log.refuse(failure.into());
    }
}

impl std::fmt::Debug for Results<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Results")
            .field("titles", &self.titles)
            .finish_non_exhaustive()
    }
}
