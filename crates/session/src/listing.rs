//! The listing: what procedures print for people, under the titles of the program.

use std::io::{self, Write};

use feedrate_steps::environment;

/// How many title and footnote lines there are.
const LINES: usize = 10;

/// The listing of a program.
pub struct Listing<'a> {
    out: Box<dyn Write + 'a>,
    failure: Option<io::Error>,
    titles: Lines,
    footnotes: Lines,
    /// Columns of a line, within which titles stand in the middle.
    width: usize,
    center: bool,
    /// Whether the step at hand has not printed anything yet.
    fresh: bool,
}

/// Title or footnote lines.
#[derive(Clone, Debug, Default)]
struct Lines([Option<String>; LINES]);

impl Lines {
    /// Sets one, from 1; what stands below it goes.
    fn set(&mut self, number: u8, text: Option<String>) {
        let index = usize::from(number.max(1)) - 1;
        for line in self.0.iter_mut().skip(index) {
            *line = None;
        }
        if let Some(line) = self.0.get_mut(index) {
            *line = text;
        }
    }

    /// The lines down to the last that is set.
    fn shown(&self) -> Vec<String> {
        let count = self
            .0
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        self.0[..count]
            .iter()
            .map(|line| line.clone().unwrap_or_default())
            .collect()
    }
}

impl<'a> Listing<'a> {
    /// A listing that goes to `out`.
    pub fn new(out: Box<dyn Write + 'a>) -> Self {
        Self {
            out,
            failure: None,
            titles: Lines::default(),
            footnotes: Lines::default(),
            width: 80,
            center: true,
            fresh: true,
        }
    }

    /// TITLE.
    pub fn set_title(&mut self, number: u8, text: Option<String>) {
        self.titles.set(number, text);
    }

    /// FOOTNOTE.
    pub fn set_footnote(&mut self, number: u8, text: Option<String>) {
        self.footnotes.set(number, text);
    }

    /// The title lines, from the first down to the last that is set, and the footnote lines likewise.
    pub fn titles_and_footnotes(&self) -> (Vec<String>, Vec<String>) {
        (self.titles.shown(), self.footnotes.shown())
    }

    /// LINESIZE= and CENTER.
    pub fn lay_out(&mut self, width: u32, center: bool) {
        self.width = width as usize;
        self.center = center;
    }

    /// A step begins: the titles come before what it prints.
    pub fn begin_step(&mut self) {
        self.fresh = true;
    }

    /// It ends: the footnotes come after what it printed.
    pub fn end_step(&mut self) {
        if self.fresh {
            return;
        }
        let lines = self.footnotes.shown();
        if !lines.is_empty() {
            self.lines(&lines);
        }
    }

    /// Hands on what is still in memory.
    pub fn flush(&mut self) {
        let flushed = self.out.flush();
        self.keep(flushed);
    }

    /// The failure to write the listing, if there was one.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
    }

    /// Title or footnote lines, and a blank one.
    fn lines(&mut self, lines: &[String]) {
        for line in lines {
            let room = self.width.saturating_sub(line.chars().count());
            let indent = if self.center { room / 2 } else { 0 };
            let text = format!("{}{line}", " ".repeat(indent));
            self.write(text.trim_end().as_bytes());
        }
        self.write(b"");
    }

    fn write(&mut self, line: &[u8]) {
        if self.failure.is_none() {
            let written = self
                .out
                .write_all(line)
                .and_then(|()| self.out.write_all(b"\n"));
            self.keep(written);
        }
    }

    fn keep(&mut self, outcome: io::Result<()>) {
        if let Err(error) = outcome {
            self.failure.get_or_insert(error);
        }
    }
}

impl environment::Listing for Listing<'_> {
    fn line(&mut self, line: &[u8]) {
        if std::mem::take(&mut self.fresh) {
            let titles = self.titles.shown();
            if !titles.is_empty() {
                self.lines(&titles);
            }
        }
        self.write(line);
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

#[cfg(test)]
mod tests {
    use feedrate_steps::environment::Listing as _;

    use super::*;

    #[test]
    fn titles_come_before_what_a_step_prints_and_only_then() {
        let mut bytes = Vec::new();
        let mut listing = Listing::new(Box::new(&mut bytes));
        listing.lay_out(20, true);
        listing.set_title(1, Some("One".into()));
        listing.set_title(3, Some("Three".into()));
        listing.set_footnote(1, Some("End".into()));
        listing.begin_step();
        listing.end_step();
        listing.begin_step();
        listing.line(b"x");
        listing.end_step();
        listing.set_title(1, None);
        listing.lay_out(20, false);
        listing.begin_step();
        listing.line(b"y");
        drop(listing);
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, "        One\n\n       Three\n\nx\n        End\n\ny\n");
    }
}
