//! Titles and footnotes, in which the values of a BY group may stand.

use feedrate_rows::environment::GroupValue;

/// The number of title lines, and of footnote lines.
const LINES: usize = 10;

/// The lines of TITLE and of FOOTNOTE.
#[derive(Clone, Debug, Default)]
pub(crate) struct Titles {
    titles: TitleLines,
    footnotes: TitleLines,
    /// The BY group under the titles; empty without one.
    group: Vec<GroupValue>,
}

impl Titles {
    /// Sets the BY group for which `#BYVAL` and others stand in the lines that are shown.
    pub(super) fn set_group(&mut self, group: &[GroupValue]) {
        self.group = group.to_vec();
    }

    /// Returns the BY group.
    pub(super) fn group(&self) -> &[GroupValue] {
        &self.group
    }

    /// Returns whether the lines differ between BY groups.
    pub(super) fn depend_on_group(&self) -> bool {
        let mut lines = self.titles.0.iter().chain(&self.footnotes.0).flatten();
        lines.any(|line| line.to_ascii_lowercase().contains("#by"))
    }

    /// Returns the title lines as they are shown, for the BY group.
    pub(super) fn shown_titles(&self) -> Vec<String> {
        self.for_group(self.titles())
    }

    /// Returns the footnote lines in the same way.
    pub(super) fn shown_footnotes(&self) -> Vec<String> {
        self.for_group(self.footnotes())
    }

    fn for_group(&self, lines: Vec<String>) -> Vec<String> {
        match &self.group[..] {
            [] => lines,
            group => lines.iter().map(|line| GroupValue::named_in(line, group)).collect(),
        }
    }

    /// Executes TITLE with its number, from 1: `None` clears the line; the lines after it are cleared in any case.
    pub(crate) fn set_title(&mut self, number: u8, text: Option<String>) {
        self.titles.set(number, text);
    }

    /// Executes FOOTNOTE in the same way.
    pub(crate) fn set_footnote(&mut self, number: u8, text: Option<String>) {
        self.footnotes.set(number, text);
    }

    /// Returns the title lines, from the first to the last that is set.
    pub(crate) fn titles(&self) -> Vec<String> {
        self.titles.shown()
    }

    /// Returns the footnote lines in the same way.
    pub(crate) fn footnotes(&self) -> Vec<String> {
        self.footnotes.shown()
    }
}

#[derive(Clone, Debug, Default)]
struct TitleLines([Option<String>; LINES]);

impl TitleLines {
    fn set(&mut self, number: u8, text: Option<String>) {
        let index = usize::from(number.max(1)) - 1;
        for line in self.0.iter_mut().skip(index) {
            *line = None;
        }
        if let Some(line) = self.0.get_mut(index) {
            *line = text;
        }
    }

    fn shown(&self) -> Vec<String> {
        let last = self.0.iter().rposition(Option::is_some);
        self.0[..last.map_or(0, |last| last + 1)]
            .iter()
            .map(|line| line.clone().unwrap_or_default())
            .collect()
    }
}
