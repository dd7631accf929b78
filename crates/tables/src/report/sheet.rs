//! The lines of a report: columns under their headings, in several pages if the lines are too short for all columns.

use feedrate_rows::environment::Listing;

use super::expand::ColumnLayout;
use super::headings;
use super::position::{ColumnPosition, put};
use super::request::{ReportLayout, ReportSide};

/// The number of lines of further pages that are kept in memory while the first page is written. After this many the
/// pages are written in turn.
const LINES: usize = 1000;

/// The listing of a report.
#[derive(Debug)]
pub(super) struct Sheet {
    pages: Vec<Page>,
    /// True if the headings precede the next line.
    is_fresh: bool,
    lines: usize,
}

/// A page: columns that are side by side.
#[derive(Debug)]
struct Page {
    /// The columns and their positions.
    columns: Vec<ColumnPosition>,
    /// The heading lines.
    headings: Vec<String>,
    /// The number of blanks before each line.
    margin: usize,
    waiting: Vec<String>,
}

impl Sheet {
    /// Returns the pages for lines of `line_size` characters.
    pub(super) fn new(layout: ReportLayout, expanded: &ColumnLayout<'_>, line_size: usize) -> Self {
        let line_size = layout.line_size.unwrap_or(line_size);
        let pages = pages(expanded, line_size).into_iter().map(|columns| {
            let width = columns.last().map_or(0, |last| last.start + last.width);
            let mut lines = match layout.has_headings {
                true => headings::lines(&expanded.headings, expanded, &columns),
                false => Vec::new(),
            };
            if layout.has_headings && layout.head_line {
                lines.push("-".repeat(width));
            }
            if layout.head_skip {
                lines.push(String::new());
            }
            let margin = match layout.is_centered {
                true => line_size.saturating_sub(width) / 2,
                false => 0,
            };
            Page {
                columns,
                headings: lines.iter().map(|line| indented(line, margin)).collect(),
                margin,
                waiting: Vec::new(),
            }
        });
        Self {
            pages: pages.collect(),
            is_fresh: true,
            lines: 0,
        }
    }

    /// Adds a row: for each column the lines of its cell and their alignment.
    pub(super) fn row(&mut self, cells: &[Vec<String>], sides: impl Fn(usize) -> ReportSide, out: &mut dyn Listing) {
        self.begin(out);
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for line in 0..lines {
            self.each(out, |page| {
                let mut text = String::new();
                for place in &page.columns {
                    let cell = cells.get(place.column).and_then(|cell| cell.get(line));
                    let cell = cell.map_or("", String::as_str);
                    put(&mut text, place, cell, sides(place.column));
                }
                text
            });
        }
        self.end(out);
    }

    /// Adds a rule of this character at the marked columns.
    pub(super) fn rule(&mut self, character: char, marked: &[bool], out: &mut dyn Listing) {
        self.begin(out);
        self.each(out, |page| {
            let mut text = String::new();
            for place in &page.columns {
                if marked.get(place.column).is_some_and(|marked| *marked) {
                    let rule = character.to_string().repeat(place.width);
                    put(&mut text, place, &rule, ReportSide::Left);
                }
            }
            text
        });
        self.end(out);
    }

    /// Adds a line of text, which is on the first page.
    pub(super) fn text(&mut self, text: &str, out: &mut dyn Listing) {
        self.begin(out);
        let several = self.pages.len() > 1;
        if let Some(page) = self.pages.first_mut() {
            let text = indented(text, page.margin);
            match several {
                true => page.waiting.push(text),
                false => out.line(text.as_bytes()),
            }
        }
        self.end(out);
    }

    /// Makes the headings precede the next line.
    pub(super) fn page(&mut self, out: &mut dyn Listing) {
        if !self.is_fresh {
            self.flush(out);
        }
    }

    /// Returns whether the headings precede the next line.
    pub(super) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Writes the pending lines, and an empty line if anything was written.
    pub(super) fn flush(&mut self, out: &mut dyn Listing) {
        if self.is_fresh {
            return;
        }
        if self.pages.len() > 1 {
            for page in &mut self.pages {
                for line in page.headings.iter().chain(&page.waiting) {
                    out.line(line.as_bytes());
                }
                out.line(b"");
                page.waiting.clear();
            }
        } else {
            out.line(b"");
        }
        self.is_fresh = true;
        self.lines = 0;
    }

    fn begin(&mut self, out: &mut dyn Listing) {
        if !std::mem::replace(&mut self.is_fresh, false) {
            return;
        }
        if let [page] = self.pages.as_slice() {
            for line in &page.headings {
                out.line(line.as_bytes());
            }
        }
    }

    fn each(&mut self, out: &mut dyn Listing, line: impl Fn(&Page) -> String) {
        let several = self.pages.len() > 1;
        for page in &mut self.pages {
            let text = indented(&line(page), page.margin);
            match several {
                true => page.waiting.push(text),
                false => out.line(text.as_bytes()),
            }
        }
    }

    fn end(&mut self, out: &mut dyn Listing) {
        self.lines += 1;
        if self.pages.len() > 1 && self.lines >= LINES {
            self.flush(out);
        }
    }
}

/// Returns a line after `margin` blanks, without trailing blanks.
fn indented(line: &str, margin: usize) -> String {
    match line.trim_end() {
        "" => String::new(),
        line => format!("{}{line}", " ".repeat(margin)),
    }
}

/// Distributes columns to pages: ID columns are on each page, each other column is on one.
fn pages(expanded: &ColumnLayout<'_>, line_size: usize) -> Vec<Vec<ColumnPosition>> {
    let shown = || (0..expanded.columns.len()).filter(|&at| expanded.columns[at].column.is_shown);
    // All columns up to the last ID column are on each page.
    let mut identify = shown().filter(|&at| expanded.columns[at].column.identifies);
    let keys: Vec<usize> = match identify.next_back() {
        Some(last) => shown().filter(|&at| at <= last).collect(),
        None => Vec::new(),
    };
    let mut pages: Vec<Vec<ColumnPosition>> = Vec::new();
    let mut page: Vec<ColumnPosition> = Vec::new();
    let place = |page: &[ColumnPosition], column: usize| {
        let facts = expanded.columns[column].column;
        let start = page
            .last()
            .map_or(0, |before| before.start + before.width + facts.spacing);
        ColumnPosition {
            column,
            start,
            width: facts.width,
        }
    };
    for &key in &keys {
        let next = place(&page, key);
        page.push(next);
    }
    let head = page.clone();
    for column in shown().filter(|at| !keys.contains(at)) {
        let mut next = place(&page, column);
        if page.len() > head.len() && next.start + next.width > line_size {
            pages.push(std::mem::replace(&mut page, head.clone()));
            next = place(&page, column);
        }
        page.push(next);
    }
    pages.push(page);
    pages
}
