//! Where the results of steps go, and what ODS statements change of it.

use std::io::Write;
use std::path::Path;

use feedrate_dataset::WholeFile;
use feedrate_language::Position;
use feedrate_language::tree::{OdsDestination, OdsOutput, OdsTables};
use feedrate_steps::environment::GroupValue;

use super::choice::Choice;
use super::csv::Csv;
use super::data_sets::DataSets;
use super::destination::{Destination, Failure, Form};
use super::given::OpenTable;
use super::html::Html;
use super::lines::Lines;
use super::titles::TitleLines;
use super::trace::Given;
use crate::ending::Unwritten;

/// Where the results of steps go.
pub(crate) struct Listing<'a> {
    pub(super) lines: Lines<'a>,
    pub(super) files: Vec<Destination>,
    pub(super) data_sets: DataSets,
    pub(super) titles: TitleLines,
    pub(super) footnotes: TitleLines,
    pub(super) choice: Choice,
    /// ODS TRACE.
    pub(super) traces: bool,
    /// ODS PROCTITLE.
    pub(super) has_procedure_titles: bool,
    pub(super) given: Given,
    /// Whether something was to be shown.
    pub(super) is_any_shown: bool,
    /// What is to stand above the next results of the step: which procedure they are of, and which BY group.
    pub(super) heading: Option<String>,
    pub(super) group: Option<String>,
    /// The BY group at hand.
    pub(super) groups: Vec<GroupValue>,
    /// The tables at hand: one, and within it one for data sets.
    pub(super) tables: Vec<OpenTable>,
}

impl<'a> Listing<'a> {
    /// Results that go to a listing alone.
    pub(crate) fn new(out: Box<dyn Write + 'a>) -> Self {
        Self {
            lines: Lines::new(out),
            files: Vec::new(),
            data_sets: DataSets::default(),
            titles: TitleLines::default(),
            footnotes: TitleLines::default(),
            choice: Choice::default(),
            traces: false,
            has_procedure_titles: true,
            given: Given::default(),
            is_any_shown: false,
            heading: None,
            group: None,
            groups: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// TITLE.
    pub(crate) fn set_title(&mut self, number: u8, text: Option<String>) {
        self.titles.set(number, text);
    }

    /// FOOTNOTE.
    pub(crate) fn set_footnote(&mut self, number: u8, text: Option<String>) {
        self.footnotes.set(number, text);
    }

    /// The title lines, from the first down to the last that is set, and the footnote lines likewise.
    pub(crate) fn titles_and_footnotes(&self) -> (Vec<String>, Vec<String>) {
        (self.titles.shown(), self.footnotes.shown())
    }

    /// LINESIZE= and CENTER.
    pub(crate) fn lay_out(&mut self, width: u32, center: bool) {
        self.lines.lay_out(width, center);
    }

    /// ODS SELECT, or ODS EXCLUDE.
    pub(crate) fn choose(&mut self, shown: bool, tables: OdsTables) {
        self.choice.set(shown, tables);
    }

    /// ODS TRACE.
    pub(crate) fn trace(&mut self, on: bool) {
        self.traces = on;
    }

    /// ODS PROCTITLE.
    pub(crate) fn show_procedure_titles(&mut self, on: bool) {
        self.has_procedure_titles = on;
    }

    /// ODS OUTPUT.
    pub(crate) fn want(&mut self, outputs: Vec<OdsOutput>) {
        self.data_sets.want(outputs);
    }

    /// ODS OUTPUT CLOSE.
    pub(crate) fn want_nothing(&mut self) {
        self.data_sets.take();
    }

    /// ODS LISTING, with its file.
    pub(crate) fn open_listing(&mut self, file: Option<(WholeFile, Position)>) {
        self.lines.open(file);
    }

    /// Opens a file of results of a kind other than the listing. `title` is what a browser calls it.
    pub(crate) fn open_file(
        &mut self,
        kind: OdsDestination,
        file: WholeFile,
        title: String,
        at: Position,
    ) {
        let form: Box<dyn Form> = match kind {
            OdsDestination::Html => Box::new(Html::new(title)),
            _ => Box::new(Csv::new(kind == OdsDestination::CsvAll)),
        };
        self.files.push(Destination::new(kind, form, file, at));
    }

    /// Closes a destination: its file gets its name. That one which is not open is closed is no error.
    /// Whether results go to a destination of a kind.
    pub(crate) fn is_open(&self, kind: OdsDestination) -> bool {
        match kind {
            OdsDestination::Listing => self.lines.is_open(),
            _ => self.files.iter().any(|file| file.kind() == kind),
        }
    }

    pub(crate) fn close(&mut self, kind: OdsDestination) -> Result<(), Failure> {
        if kind == OdsDestination::Listing {
            return self.lines.close();
        }
        let open = self.files.iter().position(|file| file.kind() == kind);
        match open {
            Some(place) => self.files.remove(place).close(),
            None => Ok(()),
        }
    }

    /// Puts the files that are open in place: the session ends.
    pub(crate) fn end(&mut self) -> Vec<Failure> {
        let files = std::mem::take(&mut self.files).into_iter();
        let closed = files.map(Destination::close);
        let closed = closed.chain([self.lines.end_file()]);
        closed.filter_map(Result::err).collect()
    }

    /// The paths of the files that are open.
    pub(crate) fn open_paths(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().map(Destination::path);
        files.chain(self.lines.path())
    }

    /// Files that could not be written. They are closed, and nothing of them is left.
    pub(crate) fn take_failures(&mut self) -> Vec<Failure> {
        let mut failures: Vec<Failure> = self.lines.take_failure().into_iter().collect();
        while let Some(place) = self.files.iter().position(Destination::has_failed) {
            failures.extend(self.files.remove(place).close().err());
        }
        failures
    }

    /// What another session has listed, as it stands.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        self.lines.copy(bytes);
    }

    /// Hands on what is still in memory.
    pub(crate) fn flush(&mut self) {
        self.lines.flush();
    }

    /// The failure to write the session's own listing, if there was one.
    pub(crate) fn failure(&self) -> Option<Unwritten> {
        self.lines.failure()
    }
}

impl std::fmt::Debug for Listing<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Listing")
            .field("titles", &self.titles)
            .finish_non_exhaustive()
    }
}
