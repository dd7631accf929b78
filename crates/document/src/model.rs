//! The content of a report, independent of its rendering.

mod axis;
mod heat_map;
mod plot;
mod table;
mod timeline;

pub use axis::{Axis, Scale};
pub use heat_map::{Cell, Factor, HeatMap, Mark};
pub use plot::{Kind, Plot, Point, Reference, Series};
pub use table::{Align, Column, Row, Table};
pub use timeline::{Bar, Link, Timeline};

/// A report: a title and blocks in reading order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// The subject of the report.
    pub title: String,
    /// A line beneath the title: when, where, by which version.
    pub subtitle: Option<String>,
    /// The content.
    pub blocks: Vec<Block>,
}

impl Document {
    /// An empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Sets the line beneath the title.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = Some(subtitle.into());
        self
    }

    /// Adds a block at the end.
    #[must_use]
    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.push(block);
        self
    }

    /// Adds blocks at the end: none or one of an option, or several.
    pub fn extend(&mut self, blocks: impl IntoIterator<Item = impl Into<Block>>) {
        self.blocks.extend(blocks.into_iter().map(Into::into));
    }

    /// Adds a section heading at the end.
    #[must_use]
    pub fn heading(self, heading: impl Into<String>) -> Self {
        self.with(Block::Heading(heading.into()))
    }

    /// Adds text at the end; a blank line in it starts a new paragraph.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Block::Text(text.into()))
    }

    /// Adds a block at the end.
    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }
}

/// One piece of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// The main result of the report.
    Verdict(Verdict),
    /// The title of a section.
    Heading(String),
    /// Paragraphs, separated by blank lines.
    Text(String),
    /// Keys with their values.
    Facts(Facts),
    /// Rows and columns.
    Table(Table),
    /// Values plotted against axes.
    Plot(Plot),
    /// Values of all combinations of two factors.
    HeatMap(HeatMap),
    /// Activities on a common time axis.
    Timeline(Timeline),
    /// Text to be copied verbatim.
    Code(Code),
    /// Notes to the reader.
    Notes(Vec<Note>),
}

macro_rules! block_from {
    ($($variant:ident($content:ty)),* $(,)?) => {
        $(impl From<$content> for Block {
            fn from(content: $content) -> Self {
                Self::$variant(content)
            }
        })*
    };
}

block_from!(
    Verdict(Verdict),
    Facts(Facts),
    Table(Table),
    Plot(Plot),
    HeatMap(HeatMap),
    Timeline(Timeline),
    Code(Code),
    Notes(Vec<Note>),
);

/// The outcome of a comparison with a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The requirement is met.
    Pass,
    /// It is not met.
    Fail,
    /// It could not be determined.
    Unknown,
    /// It was measured, but not so that it decides.
    Undecided,
    /// There is no requirement: the result says what to choose.
    Advice,
}

/// A result in one line, and the lines that explain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The result in one word.
    pub outcome: Outcome,
    /// The result in one sentence.
    pub headline: String,
    /// The reasons and consequences.
    pub lines: Vec<String>,
}

impl Verdict {
    /// Creates a verdict without lines.
    pub fn new(outcome: Outcome, headline: impl Into<String>) -> Self {
        Self {
            outcome,
            headline: headline.into(),
            lines: Vec::new(),
        }
    }

    /// Creates a verdict that the requirement is met.
    pub fn pass(headline: impl Into<String>) -> Self {
        Self::new(Outcome::Pass, headline)
    }

    /// Creates a verdict that the requirement is not met.
    pub fn fail(headline: impl Into<String>) -> Self {
        Self::new(Outcome::Fail, headline)
    }

    /// Creates a verdict that says what to choose.
    pub fn advice(headline: impl Into<String>) -> Self {
        Self::new(Outcome::Advice, headline)
    }

    /// Creates a verdict that it could not be determined.
    pub fn unknown(headline: impl Into<String>) -> Self {
        Self::new(Outcome::Unknown, headline)
    }

    /// Adds a line of explanation.
    #[must_use]
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.lines.push(line.into());
        self
    }
}

/// Keys with their values, shown aligned.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// The keys and their values, in order.
    pub entries: Vec<(String, String)>,
}

impl Facts {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key with its value.
    #[must_use]
    pub fn fact(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.push(key, value);
        self
    }

    /// Adds a key with its value.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.entries.push((key.into(), value.into()));
    }
}

/// The rules by which lines of code may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// Long lines are broken anywhere.
    #[default]
    Plain,
    /// Lines of a POSIX shell are broken such that they still run when copied.
    Shell,
}

/// Text to be copied verbatim: a command, a job file, an option line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The caption above it.
    pub caption: Option<String>,
    /// Its language.
    pub language: Language,
    /// The lines.
    pub text: String,
}

impl Code {
    /// Lines in no particular language.
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            caption: None,
            language: Language::Plain,
            text: text.into(),
        }
    }

    /// Shell commands.
    pub fn shell(text: impl Into<String>) -> Self {
        Self {
            caption: None,
            language: Language::Shell,
            text: text.into(),
        }
    }

    /// Sets the caption above it.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }
}

/// The severity of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Information.
    Info,
    /// Something that may invalidate the report.
    Warning,
}

/// A note to the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its severity.
    pub severity: Severity,
    /// Its text.
    pub text: String,
}

impl Note {
    /// Creates an informational note.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Info,
            text: text.into(),
        }
    }

    /// Creates a note on something that may invalidate the report.
    pub fn warning(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            text: text.into(),
        }
    }
}
