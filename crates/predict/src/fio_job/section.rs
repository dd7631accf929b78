//! The text of a job file: sections, comments, names of files, sizes.

use std::fmt::Write as _;

use super::{FioOptions, Form};

/// The characters of a line of comments.
const WIDTH: usize = 100;

/// The longest name of a file that fio reads from a recording.
const LONGEST_NAME: usize = 255;

/// A section of a job file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) name: String,
    /// The comments above it.
    pub(super) remarks: Vec<String>,
    /// Its options in their order; without a value, those that are switches.
    pub(super) options: Vec<(&'static str, String)>,
    /// The bytes that it moves, all its clones together.
    pub(super) bytes: u64,
}

impl Section {
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Adds an option.
    pub(super) fn set(&mut self, name: &'static str, value: impl ToString) {
        self.options.push((name, value.to_string()));
    }

    /// Puts an option before all others.
    pub(super) fn set_first(&mut self, name: &'static str, value: impl ToString) {
        self.options.insert(0, (name, value.to_string()));
    }

    /// Returns its lines, with an empty one before them.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("\n");
        self.remarks.iter().for_each(|it| text.push_str(&comment(it)));
        let _ = writeln!(text, "[{}]", self.name);
        for (name, value) in &self.options {
            let _ = match value.is_empty() {
                true => writeln!(text, "{name}"),
                false => writeln!(text, "{name}={value}"),
            };
        }
        text
    }
}

/// Texts for a person, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(Vec<String>);

impl Texts {
    pub(super) fn push(&mut self, text: String) {
        if !self.0.contains(&text) {
            self.0.push(text);
        }
    }

    pub(super) fn extend(&mut self, texts: impl IntoIterator<Item = String>) {
        texts.into_iter().for_each(|text| self.push(text));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &String> {
        self.0.iter()
    }

    pub(super) fn into_vec(self) -> Vec<String> {
        self.0
    }
}

/// Returns a text as lines of comments.
pub(super) fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if word.is_empty() {
            continue;
        }
        if line.len() > 1 && line.len() + 1 + word.len() > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from("# ");
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push_str(&line);
    lines.push('\n');
    lines
}

/// Returns the options that all sections have.
pub(super) fn global(form: Form, names: &Names) -> String {
    let mut section = Section::new("global");
    section.set("ioengine", "psync");
    section.set("fallocate", "none");
    section.set("randrepeat", 1);
    match form {
        Form::Exact => {
            // Files that a step makes are not laid out before the first step.
            section.set("create_on_open", 1);
            section.set("invalidate", 0);
        }
        Form::Mix => section.set("directory", names.directory()),
    }
    section.text()
}

/// Returns a size as fio reads it: `64k` for 65536.
pub(super) fn size(bytes: u64) -> String {
    for (unit, shift) in [("g", 30), ("m", 20), ("k", 10)] {
        if bytes > 0 && bytes.trailing_zeros() >= shift {
            return format!("{}{unit}", bytes >> shift);
        }
    }
    bytes.to_string()
}

/// Returns a word that may stand in names of sections and files: with a dash for each other character.
pub(super) fn plain_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    let word: String = text.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    match word.is_empty() {
        true => "job".to_owned(),
        false => word,
    }
}

/// The names of files, in a job file and in its recordings.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// `None` if fio could not read it.
    directory: Option<String>,
    stem: String,
}

impl Names {
    pub(super) fn new(options: &FioOptions) -> Self {
        let stem = plain_word(&options.stem);
        let directory = match options.directory.trim_end_matches('/') {
            "" if options.directory.starts_with('/') => "/",
            "" => ".",
            directory => directory,
        };
        // Recordings have blanks between their words; elsewhere, other characters have a meaning.
        let is_plain = |c: char| c.is_alphanumeric() || "/._-+@~,".contains(c);
        let is_short = directory.len() + stem.len() + 16 <= LONGEST_NAME;
        Self {
            directory: (directory.chars().all(is_plain) && is_short).then(|| directory.to_owned()),
            stem,
        }
    }

    /// Says that the folder cannot be named.
    pub(super) fn note(&self) -> Option<String> {
        self.directory.is_none().then(|| {
            "the name of the folder is too long for fio or has characters that mean something to it, such as blanks: \
             the files are in the folder that fio is run in."
                .to_owned()
        })
    }

    pub(super) fn stem(&self) -> &str {
        &self.stem
    }

    pub(super) fn directory(&self) -> &str {
        self.directory.as_deref().unwrap_or(".")
    }

    /// Returns the path of a file of the job. fio does not put `directory` before the names in recordings, so that
    /// every name has it.
    pub(super) fn file(&self, index: usize) -> String {
        match self.directory() {
            "." => format!("{}.f{index}", self.stem),
            "/" => format!("/{}.f{index}", self.stem),
            directory => format!("{directory}/{}.f{index}", self.stem),
        }
    }

    /// Returns the name of the recording of a step, or of one of its threads.
    pub(super) fn log(&self, step: usize, thread: Option<u32>) -> String {
        let thread = thread.map_or_else(String::new, |it| format!(".t{}", it + 1));
        format!("{}.step-{}{thread}.iolog", self.stem, step + 1)
    }
}
