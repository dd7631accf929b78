//! A program with the lines that were published for it.

use std::fs;
use std::path::Path;

use crate::documented::without_texts;
use crate::printed::Printed;

/// The column from which on a log has the text of the program.
const SOURCE: usize = 11;

/// A program, and what it prints by its source.
pub struct PublishedProgram {
    /// The file without its extension.
    pub name: String,
    /// True if feedrate is known to print something else.
    pub differs: bool,
    text: String,
    sections: Vec<Section>,
}

/// Published lines of one of the files that a run writes.
struct Section {
    /// `log` or `listing`.
    file: &'static str,
    lines: Vec<String>,
}

impl PublishedProgram {
    /// Reads a program.
    ///
    /// # Errors
    ///
    /// Says what the file lacks: a source in its first line, or published lines.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let fails = |why: &str| Err(format!("{}: {why}", path.display()));
        if !text.starts_with("/* source: ") {
            return fails("its first line is to be /* source: ... */");
        }
        let sections = sections(&text);
        if sections.iter().all(|section| section.lines.is_empty()) {
            return fails("there is nothing that was published: /* log or /* listing, lines, and */");
        }
        Ok(Self {
            name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            differs: text.lines().any(|line| line.starts_with("/* differs: ")),
            text,
            sections,
        })
    }

    /// Returns the number of its published lines.
    pub fn lines(&self) -> usize {
        self.sections.iter().map(|section| section.lines.len()).sum()
    }

    /// Returns its statements in lower case, without texts, comments and published lines.
    pub fn code(&self) -> String {
        without_texts(&self.text)
    }

    /// Runs it. Returns what is not as its file says.
    pub fn run(&self) -> Vec<String> {
        let printed = Printed::of(&self.text, &[]);
        let missing = self.sections.iter().flat_map(|section| match section.file {
            "log" => section.missing(&printed.log),
            _ => section.missing(&printed.listing),
        });
        let missing: Vec<String> = missing.collect();
        match (missing.is_empty(), self.differs) {
            (true, true) => vec![format!(
                "programs/{}: it is equal now, take its `differs` away",
                self.name
            )],
            (true, false) | (false, true) => Vec::new(),
            (false, false) => missing
                .into_iter()
                .map(|line| format!("programs/{}: {line}", self.name))
                .collect(),
        }
    }
}

impl Section {
    /// Returns the lines that are not in a text, or not behind those before them. Others may stand between; words are
    /// compared, and spaces between them do not count.
    fn missing(&self, printed: &str) -> Vec<String> {
        let is_log = self.file == "log";
        let mut rest = printed.lines().filter(|line| !(is_log && is_source(line)));
        let mut missing = Vec::new();
        for line in &self.lines {
            let before = rest.clone();
            if !rest.any(|printed| printed.split_whitespace().eq(line.split_whitespace())) {
                missing.push(format!("the {} lacks: {line}", self.file));
                rest = before;
            }
        }
        missing
    }
}

/// Returns whether a line of a log shows the program: its number stands before it, in a column of its own.
fn is_source(line: &str) -> bool {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let (digits, spaces) = (line.len() - rest.len(), rest.len() - rest.trim_start().len());
    digits > 0 && spaces > 0 && digits + spaces >= SOURCE
}

/// Returns the published lines of a program: comments that begin with a line `/* log` or `/* listing`.
fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        match line {
            "/* log" | "/* listing" => {
                let file = if line == "/* log" { "log" } else { "listing" };
                sections.push(Section {
                    file,
                    lines: Vec::new(),
                });
                is_open = true;
            }
            "*/" => is_open = false,
            _ if is_open && !line.trim().is_empty() => {
                if let Some(section) = sections.last_mut() {
                    section.lines.push(line.to_owned());
                }
            }
            _ => {}
        }
    }
    sections
}

#[test]
fn lines_are_found_in_their_order() {
    let text = "/* source: s */\nrun;\n/* log\nx=1  y=2\n\nz=3\n*/\n/* listing\na\n*/\n";
    let sections = sections(text);
    assert_eq!((sections[0].file, sections[0].lines.len()), ("log", 2));
    assert_eq!((sections[1].file, sections[1].lines.len()), ("listing", 1));
    let missing = |printed| sections[0].missing(printed).len();
    assert_eq!(missing("x=1 y=2\nNOTE\n  z=3\n"), 0);
    assert_eq!(missing("z=3\nx=1 y=2\n"), 1);
    assert_eq!(missing("x=1 y=2\n12         z=3\n"), 1);
}
