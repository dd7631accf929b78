//! Titles and footnotes.

/// The number of title lines, and of footnote lines.
const LINES: usize = 10;

/// The lines of TITLE and of FOOTNOTE.
#[derive(Clone, Debug, Default)]
pub(crate) struct Titles {
    titles: TitleLines,
    footnotes: TitleLines,
}

impl Titles {
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
