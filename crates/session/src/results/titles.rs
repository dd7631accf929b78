//! Titles and footnotes.

/// How many title and footnote lines there are.
const LINES: usize = 10;

/// The lines of TITLE and of FOOTNOTE.
#[derive(Clone, Debug, Default)]
pub(crate) struct Titles {
    titles: TitleLines,
    footnotes: TitleLines,
}

impl Titles {
    /// Carries out TITLE with its number, from 1: `None` clears the line, and those below it go.
    pub(crate) fn set_title(&mut self, number: u8, text: Option<String>) {
        self.titles.set(number, text);
    }

    /// Carries out FOOTNOTE likewise.
    pub(crate) fn set_footnote(&mut self, number: u8, text: Option<String>) {
        self.footnotes.set(number, text);
    }

    /// Returns the title lines, from the first down to the last that is set.
    pub(crate) fn titles(&self) -> Vec<String> {
        self.titles.shown()
    }

    /// Returns the footnote lines likewise.
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
