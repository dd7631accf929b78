//! Rows of a label and its text, within 80 columns.

mod common;

/// The width of a line.
const WIDTH: usize = 80;

/// The width of labels, including the space before the text.
const LABEL: usize = 16;

/// The width of a figure in a row of them.
const FIGURE: usize = 9;

/// A heading with rows below it.
#[derive(Debug)]
pub(crate) struct Rows {
    text: String,
}

impl Rows {
    /// Creates the heading.
    pub(crate) fn new(heading: &str) -> Self {
        Self {
            text: format!("{heading}\n"),
        }
    }

    /// Adds a label and a text, which is wrapped between words.
    pub(crate) fn row(&mut self, label: &str, text: &str) {
        let mut label = label;
        let mut line = String::new();
        for word in text.split_whitespace() {
            let width = line.chars().count() + usize::from(!line.is_empty()) + word.chars().count();
            if !line.is_empty() && LABEL + width > WIDTH {
                self.line(label, &line);
                label = "";
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(label, &line);
    }

    /// Adds a label with figures in columns.
    pub(crate) fn columns(&mut self, label: &str, figures: impl Iterator<Item = String>) {
        let line: String = figures.map(|figure| format!("{figure:>FIGURE$}")).collect();
        self.line(label, &line);
    }

    fn line(&mut self, label: &str, text: &str) {
        let line = format!("{label:<LABEL$}{text}");
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Returns the text.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_page_and_no_word_is_lost() {
        let words = "one transfer at a time ".repeat(12);
        let mut rows = Rows::new("heading");
        rows.row("Label", &words);
        let text = rows.finish();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().count() > 3);
        let all: Vec<_> = text.split_whitespace().skip(2).collect();
        assert_eq!(all, words.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn seven_figures_fit() {
        let mut rows = Rows::new("");
        rows.columns("Latencies", (0..7).map(|_| "1234567 s".to_owned()));
        assert!(rows.finish().lines().all(|line| line.len() <= WIDTH));
    }
}
