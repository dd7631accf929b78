//! The listing: results as lines of text, under centered titles.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use feedrate_dataset::WholeFile;

use super::file::FileFailure;
use crate::output_error::OutputError;
use feedrate_language::Position;

/// The listing.
pub(super) struct ListingLines<'a> {
    /// The session's own listing.
    own: Box<dyn Write + 'a>,
    /// The file of PROC PRINTTO, which replaces it.
    redirected: Option<BufWriter<File>>,
    /// The first failure to write to it, which ends the program.
    failure: Option<io::Error>,
    /// FILE= of ODS LISTING, which replaces it.
    file: Option<ListingFile>,
    /// True if it is open.
    is_open: bool,
    /// The columns of a line, within which titles are centered.
    width: usize,
    center: bool,
    /// True if the current step has not printed anything yet.
    fresh: bool,
}

/// The file of ODS LISTING.
struct ListingFile {
    file: WholeFile,
    at: Position,
    failure: Option<io::Error>,
}

impl<'a> ListingLines<'a> {
    /// Creates an open listing that is written to `own`.
    pub(super) fn new(own: Box<dyn Write + 'a>) -> Self {
        Self {
            own,
            redirected: None,
            failure: None,
            file: None,
            is_open: true,
            width: 80,
            center: true,
            fresh: true,
        }
    }

    /// Sets LINESIZE= and CENTER.
    pub(super) fn lay_out(&mut self, width: u32, center: bool) {
        self.width = width as usize;
        self.center = center;
    }

    /// Opens the listing for ODS LISTING, with the file of FILE=. What was open before must have been closed.
    pub(super) fn open(&mut self, file: Option<(WholeFile, Position)>) {
        self.is_open = true;
        if let Some((file, at)) = file {
            self.file = Some(ListingFile {
                file,
                at,
                failure: None,
            });
        }
    }

    /// Closes the listing for ODS LISTING CLOSE: a file of its own gets its name.
    pub(super) fn close(&mut self) -> Result<(), FileFailure> {
        self.is_open = false;
        self.end_file()
    }

    /// Redirects the listing to that of the session, and gives a file its name.
    pub(super) fn end_file(&mut self) -> Result<(), FileFailure> {
        let Some(ListingFile { file, at, failure }) = self.file.take() else {
            return Ok(());
        };
        match failure {
            Some(source) => Err(FileFailure::of(at, file.failure(source))),
            None => file.put_in_place().map_err(|error| FileFailure::of(at, error)),
        }
    }

    /// Returns whether the listing has a destination.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Returns the path of its file, if it has one.
    pub(super) fn path(&self) -> Option<&std::path::Path> {
        self.file.as_ref().map(|file| file.file.path())
    }

    /// Begins a step, whose output the titles precede.
    pub(super) fn begin_step(&mut self) {
        self.fresh = true;
    }

    /// Ends a step, whose output the footnotes follow.
    pub(super) fn end_step(&mut self, footnotes: &[String]) {
        if !self.fresh && !footnotes.is_empty() {
            self.titles(footnotes);
        }
    }

    /// Returns the line of a BY group between rules that fill the line.
    pub(super) fn by_line(&self, text: &str) -> String {
        let room = self.width.saturating_sub(text.chars().count() + 2);
        match room < 2 {
            true => text.to_owned(),
            false => format!("{} {text} {}", "-".repeat(room / 2), "-".repeat(room - room / 2)),
        }
    }

    /// Writes a line, below the titles if it is the first of the step.
    pub(super) fn line(&mut self, line: &[u8], titles: impl FnOnce() -> Vec<String>) {
        if !self.is_open {
            return;
        }
        if std::mem::take(&mut self.fresh) {
            let titles = titles();
            if !titles.is_empty() {
                self.titles(&titles);
            }
        }
        self.write(line);
    }

    /// Copies lines of another session, which have titles of their own.
    pub(super) fn copy(&mut self, bytes: &[u8]) {
        if self.is_open {
            self.write_bytes(&[bytes]);
        }
    }

    /// Flushes the listing.
    pub(super) fn flush(&mut self) {
        let flushed = self.destination().flush();
        self.keep(flushed);
    }

    /// Directs the session's own listing to a file, or back.
    pub(super) fn redirect(&mut self, file: Option<BufWriter<File>>) {
        self.flush();
        self.redirected = file;
    }

    fn destination(&mut self) -> &mut dyn Write {
        match &mut self.redirected {
            Some(file) => file,
            None => &mut *self.own,
        }
    }

    /// Returns the failure to write the session's own listing, if there was one.
    pub(super) fn failure(&self) -> Option<OutputError> {
        self.failure.as_ref().map(OutputError::listing)
    }

    /// Returns the failure to write its file, which is then closed.
    pub(super) fn take_failure(&mut self) -> Option<FileFailure> {
        let has_failed = self.file.as_ref().is_some_and(|file| file.failure.is_some());
        match has_failed {
            true => self.end_file().err(),
            false => None,
        }
    }

    /// Writes title or footnote lines, and a blank one.
    fn titles(&mut self, lines: &[String]) {
        for line in lines {
            let room = self.width.saturating_sub(line.chars().count());
            let indent = if self.center { room / 2 } else { 0 };
            let text = format!("{}{line}", " ".repeat(indent));
            self.write(text.trim_end().as_bytes());
        }
        self.write(b"");
    }

    fn write(&mut self, line: &[u8]) {
        self.write_bytes(&[line, b"\n"]);
    }

    fn write_bytes(&mut self, parts: &[&[u8]]) {
        if let Some(ListingFile { file, failure, .. }) = &mut self.file {
            if failure.is_none() {
                let written = parts.iter().try_for_each(|part| file.write_all(part));
                *failure = written.err();
            }
        } else if self.failure.is_none() {
            let out = self.destination();
            let written = parts.iter().try_for_each(|part| out.write_all(part));
            self.keep(written);
        }
    }

    fn keep(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.failure.get_or_insert(error);
        }
    }
}
