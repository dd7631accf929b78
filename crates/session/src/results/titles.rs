//! Titles and footnotes.

/// How many title and footnote lines there are.
const LINES: usize = 10;

/// Title or footnote lines.
#[derive(Clone, Debug, Default)]
pub(super) struct TitleLines([Option<String>; LINES]);

impl TitleLines {
    /// Sets one, from 1; what stands below it goes.
    pub(super) fn set(&mut self, number: u8, text: Option<String>) {
        let index = usize::from(number.max(1)) - 1;
        for line in self.0.iter_mut().skip(index) {
            *line = None;
        }
        if let Some(line) = self.0.get_mut(index) {
            *line = text;
        }
    }

    /// The lines down to the last that is set.
    pub(super) fn shown(&self) -> Vec<String> {
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
