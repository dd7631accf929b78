//! A result file of any kind.

use std::io;
use std::path::Path;

use feedrate_dataset::{Error, WholeFile};
use feedrate_language::tree::OdsDestination;
use feedrate_language::{Diagnostic, Position};
use feedrate_rows::environment::{Cell, TableOfResults};

/// Writes results in the format of a kind of file, in order.
pub(super) trait Form {
    /// Begins the results of a step, under these titles.
    fn titles(&mut self, titles: &[String], out: &mut WholeFile) -> io::Result<()>;

    /// Names the procedure of the results that follow.
    fn heading(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()>;

    /// Names the BY group of the tables that follow, as a line.
    fn group(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()>;

    /// Writes a note that is part of no table.
    fn note(&mut self, text: &str, out: &mut WholeFile) -> io::Result<()>;

    /// Begins a table.
    fn begin_table(&mut self, table: &TableOfResults, out: &mut WholeFile) -> io::Result<()>;

    /// Writes the next row of the table.
    fn row(&mut self, cells: &[Cell], out: &mut WholeFile) -> io::Result<()>;

    /// Ends the table.
    fn end_table(&mut self, out: &mut WholeFile) -> io::Result<()>;

    /// Ends the results of a step that had some, with these footnotes.
    fn end_step(&mut self, footnotes: &[String], out: &mut WholeFile) -> io::Result<()>;

    /// Ends the file.
    fn end(&mut self, out: &mut WholeFile) -> io::Result<()>;
}

/// The failure to write a file.
#[derive(Debug)]
pub(crate) struct FileFailure {
    /// The position of the statement that opened it.
    at: Position,
    /// The error, with the path.
    text: String,
}

impl From<FileFailure> for Diagnostic {
    fn from(FileFailure { at, text }: FileFailure) -> Self {
        Self::error(at, text)
    }
}

impl FileFailure {
    pub(super) fn of(at: Position, error: Error) -> Self {
        Self {
            at,
            text: error.to_string(),
        }
    }
}

/// An open result file.
pub(super) struct ResultsFile {
    kind: OdsDestination,
    form: Box<dyn Form>,
    file: WholeFile,
    at: Position,
    failure: Option<io::Error>,
    /// True if the step has produced nothing yet.
    fresh: bool,
}

impl ResultsFile {
    pub(super) fn new(kind: OdsDestination, form: Box<dyn Form>, file: WholeFile, at: Position) -> Self {
        Self {
            kind,
            form,
            file,
            at,
            failure: None,
            fresh: true,
        }
    }

    /// Returns the kind of the file.
    pub(super) fn kind(&self) -> OdsDestination {
        self.kind
    }

    /// Returns its path.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns whether it could not be written.
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    pub(super) fn begin_step(&mut self) {
        self.fresh = true;
    }

    /// Writes results, after the titles if they are the first of the step.
    pub(super) fn write(
        &mut self,
        titles: impl FnOnce() -> Vec<String>,
        write: impl FnOnce(&mut dyn Form, &mut WholeFile) -> io::Result<()>,
    ) {
        if self.failure.is_some() {
            return;
        }
        let mut written = Ok(());
        if std::mem::take(&mut self.fresh) {
            written = self.form.titles(&titles(), &mut self.file);
        }
        let written = written.and_then(|()| write(&mut *self.form, &mut self.file));
        self.failure = written.err();
    }

    pub(super) fn end_step(&mut self, footnotes: &[String]) {
        if !self.fresh && self.failure.is_none() {
            self.failure = self.form.end_step(footnotes, &mut self.file).err();
        }
        self.fresh = true;
    }

    /// Ends the file and gives it its name. A file that could not be written is removed.
    pub(super) fn close(mut self) -> Result<(), FileFailure> {
        if self.failure.is_none() {
            self.failure = self.form.end(&mut self.file).err();
        }
        match self.failure {
            Some(source) => Err(FileFailure::of(self.at, self.file.failure(source))),
            None => {
                let placed = self.file.put_in_place();
                placed.map_err(|error| FileFailure::of(self.at, error))
            }
        }
    }
}
