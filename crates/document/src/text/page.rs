//! Lines of a given width, with or without style.

use anstyle::{AnsiColor, Style};
use textwrap::core::Word;
use textwrap::{Options, WordSeparator};
use unicode_width::UnicodeWidthStr;

/// The role of a piece of text, which determines its style if colour is enabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Strong,
    Faint,
    Good,
    Bad,
    Caution,
}

impl Tone {
    fn style(self) -> Style {
        let style = Style::new();
        match self {
            Self::Plain => style,
            Self::Strong => style.bold(),
            Self::Faint => style.dimmed(),
            Self::Good => style.bold().fg_color(Some(AnsiColor::Green.into())),
            Self::Bad => style.bold().fg_color(Some(AnsiColor::Red.into())),
            Self::Caution => style.bold().fg_color(Some(AnsiColor::Yellow.into())),
        }
    }
}

/// Returns the columns of a terminal that a text takes.
pub(super) fn width_of(text: &str) -> usize {
    text.width()
}

/// The rules for breaking lines: at spaces, within lists that are separated only by commas (`rw,noatime`), and anywhere
/// in a word that is still too long.
fn wrapping(width: usize) -> Options<'static> {
    Options::new(width).word_separator(WordSeparator::Custom(words))
}

fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut rest = line;
    Box::new(std::iter::from_fn(move || {
        let ends = |(at, c): (usize, char)| {
            let next = rest[at + c.len_utf8()..].chars().next()?;
            let ends = match c {
                ' ' => next != ' ',
                ',' => next.is_alphabetic(),
                _ => false,
            };
            ends.then_some(at + c.len_utf8())
        };
        let end = rest.char_indices().find_map(ends).unwrap_or(rest.len());
        let word = Word::from(&rest[..end]);
        rest = &rest[end..];
        (end > 0).then_some(word)
    }))
}

/// The text written so far.
pub(super) struct Page {
    width: usize,
    colour: bool,
    joined: bool,
    out: String,
}

impl Page {
    pub(super) fn new(width: usize, colour: bool) -> Self {
        Self {
            width,
            colour,
            joined: true,
            out: String::new(),
        }
    }

    /// Returns the width limit.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Begins a new block: one empty line, unless there is one already.
    pub(super) fn gap(&mut self) {
        if !self.joined {
            self.out.push('\n');
            self.joined = true;
        }
    }

    /// Makes the next block follow without an empty line.
    pub(super) fn join(&mut self) {
        self.joined = true;
    }

    /// Writes a line that fits.
    pub(super) fn line(&mut self, text: &str, tone: Tone) {
        let text = text.trim_end();
        let styled = self.styled(text, tone);
        self.put(&styled);
    }

    /// Writes text over as many lines as it needs.
    pub(super) fn wrapped(&mut self, text: &str, tone: Tone) {
        for line in textwrap::wrap(text, wrapping(self.width)) {
            self.line(&line, tone);
        }
    }

    /// Writes text after a label; its further lines are indented to the first. The label takes the same width in every
    /// style.
    pub(super) fn labelled(&mut self, label: &str, label_tone: Tone, text: &str, tone: Tone) {
        let indent = " ".repeat(width_of(label));
        let options = wrapping(self.width).initial_indent(&indent).subsequent_indent(&indent);
        for (index, line) in textwrap::wrap(text, options).iter().enumerate() {
            let text = self.styled(line.trim(), tone);
            let lead = if index == 0 {
                self.styled(label.trim_end(), label_tone)
            } else {
                String::new()
            };
            let used = if index == 0 { width_of(label.trim_end()) } else { 0 };
            let space = if line.trim().is_empty() { 0 } else { indent.len() - used };
            self.put(&format!("{lead}{}{text}", " ".repeat(space)));
        }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    fn styled(&self, text: &str, tone: Tone) -> String {
        let style = tone.style();
        if self.colour && !text.is_empty() && style != Style::new() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    fn put(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
        self.joined = false;
    }
}
