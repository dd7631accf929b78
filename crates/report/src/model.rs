//! What a report says, apart from how it is shown.

mod plot;
mod table;
mod timeline;

pub use plot::{Axis, Kind, Plot, Point, Reference, Scale, Series};
pub use table::{Align, Column, Row, Table};
pub use timeline::{Bar, Link, Timeline};

/// A report: a title and blocks in reading order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// What the report is about.
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
    /// The answer to the question that the report is about.
    Verdict(Verdict),
    /// The title of a section.
    Heading(String),
    /// Paragraphs, separated by blank lines.
    Text(String),
    /// Keys with their values.
    Facts(Facts),
    /// Rows and columns.
    Table(Table),
    /// Figures drawn against axes.
    Plot(Plot),
    /// What went on at the same time.
    Timeline(Timeline),
    /// Text to be copied as it is.
    Code(Code),
    /// What the reader should know of.
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
    Timeline(Timeline),
    Code(Code),
    Notes(Vec<Note>),
);

/// Whether something is as it was asked to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is.
    Pass,
    /// It is not.
    Fail,
    /// It could not be found out.
    Unknown,
}

/// An answer in one line, and the lines that explain it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The answer in one word.
    pub outcome: Outcome,
    /// The answer in one sentence.
    pub headline: String,
    /// Why, and what follows from it.
    pub lines: Vec<String>,
}

impl Verdict {
    /// A verdict without lines yet.
    pub fn new(outcome: Outcome, headline: impl Into<String>) -> Self {
        Self {
            outcome,
            headline: headline.into(),
            lines: Vec::new(),
        }
    }

    /// It is as it was asked to be.
    pub fn pass(headline: impl Into<String>) -> Self {
        Self::new(Outcome::Pass, headline)
    }

    /// It is not as it was asked to be.
    pub fn fail(headline: impl Into<String>) -> Self {
        Self::new(Outcome::Fail, headline)
    }

    /// It could not be found out.
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
    /// No facts yet.
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

/// How lines of code may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// Anything: long lines are broken where the width ends.
    #[default]
    Plain,
    /// A POSIX shell's: long lines are broken so that they still run when copied.
    Shell,
}

/// Text to be copied as it is: a command, a job file, an option line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// What it is, shown above.
    pub caption: Option<String>,
    /// What it is written in.
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

    /// Says above it what it is.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }
}

/// How much a note matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Good to know.
    Info,
    /// It may spoil what the report says.
    Warning,
}

/// Something that the reader should know of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// What it says.
    pub text: String,
}

impl Note {
    /// A note that is good to know.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Info,
            text: text.into(),
        }
    }

    /// A note of something that may spoil what the report says.
    pub fn warning(text: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            text: text.into(),
        }
    }
}
