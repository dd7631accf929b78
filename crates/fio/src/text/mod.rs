//! Splits job files into sections of lines, without knowledge of options.

mod variables;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use variables::VariableValues;

use crate::error::{Error, Result};
use crate::job::Location;

/// The deepest nesting of included files: deeper than any in practice, and within the stack. fio has no limit.
const DEEPEST: usize = 200;

/// The most inclusions of a job file, including those of included files.
const MOST_INCLUDED: usize = 1000;

/// The longest name of a section.
const LONGEST_NAME: usize = 255;

/// A section of a job file, or a job of the command line.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The text in the brackets.
    pub name: String,
    /// Its location.
    pub location: Location,
    /// The number of its file.
    pub file: usize,
    /// The text after the bracket, without a comment, but with the blank before it.
    pub behind: String,
    /// Its options.
    pub lines: Vec<Line>,
}

impl Section {
    /// Returns whether it sets defaults for those below it. fio compares only the first six letters.
    pub fn is_global(&self) -> bool {
        self.name.starts_with("global")
    }
}

/// An option as written, including comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text before `=`.
    pub key: String,
    /// The text after it, if there is one.
    pub value: Option<String>,
    /// Its location.
    pub location: Location,
}

/// Returns the text of an included file.
pub type ReadFile<'a> = &'a mut dyn FnMut(&Path) -> std::io::Result<String>;

/// Splits a job file into sections.
///
/// # Errors
///
/// Returns an error if a line is neither an option nor a section, or if an included file cannot be read.
pub fn sections(text: &str, path: &Path, file: usize, read: ReadFile<'_>) -> Result<Vec<Section>> {
    let path: Arc<Path> = path.into();
    let mut sections: Vec<Section> = Vec::new();
    let mut left = MOST_INCLUDED;
    for (location, line) in lines(text, &path) {
        check(line, &location)?;
        if let Some(rest) = line.strip_prefix('[') {
            sections.push(header(rest, location, file)?);
            continue;
        }
        let Some(section) = sections.last_mut() else {
            return Err(Error::OutsideSection {
                location,
                option: without_comment(line).to_owned(),
            });
        };
        match included(line) {
            Some(name) => include(&mut section.lines, name, &path, &location, 1, &mut left, read)?,
            None => section.lines.extend(option(line, location)),
        }
    }
    Ok(sections)
}

/// Returns lines that are not empty, with their locations.
fn lines<'a>(text: &'a str, path: &Arc<Path>) -> impl Iterator<Item = (Location, &'a str)> {
    let path = Arc::clone(path);
    text.lines().enumerate().filter_map(move |(index, line)| {
        let line = line.trim();
        let location = Location {
            file: Some(Arc::clone(&path)),
            line: index + 1,
        };
        (!line.is_empty() && !line.starts_with([';', '#'])).then_some((location, line))
    })
}

/// Checks that a line is valid.
fn check(line: &str, location: &Location) -> Result<()> {
    if line.starts_with('=') {
        return Err(Error::NoName {
            location: location.clone(),
            line: line.chars().take(40).collect(),
        });
    }
    if line.contains('\r') {
        return Err(Error::CarriageReturn {
            location: location.clone(),
        });
    }
    Ok(())
}

fn header(rest: &str, location: Location, file: usize) -> Result<Section> {
    let Some((name, behind)) = rest.split_once(']') else {
        return Err(Error::NoBracket {
            location,
            name: without_comment(rest).chars().take(40).collect(),
        });
    };
    if name.is_empty() || name.len() > LONGEST_NAME {
        return Err(Error::SectionName {
            location,
            given: name.len(),
        });
    }
    Ok(Section {
        name: name.to_owned(),
        location,
        file,
        behind: without_comment(behind).to_owned(),
        lines: Vec::new(),
    })
}

/// Returns the name of the file if the line includes one.
fn included(line: &str) -> Option<&str> {
    let name = line.strip_prefix("include")?;
    let name = without_comment(name.strip_prefix([' ', '\t'])?).trim();
    (!name.is_empty() && !name.starts_with('=')).then_some(name)
}

/// Includes a file, which is searched in the working directory and then beside the including one.
fn include(
    into: &mut Vec<Line>,
    name: &str,
    from: &Path,
    location: &Location,
    depth: usize,
    left: &mut usize,
    read: ReadFile<'_>,
) -> Result<()> {
    if depth > DEEPEST {
        return Err(Error::IncludedTooDeep {
            location: location.clone(),
            path: name.into(),
            depth: DEEPEST,
        });
    }
    *left = left.checked_sub(1).ok_or_else(|| Error::IncludedTooOften {
        location: location.clone(),
        most: MOST_INCLUDED,
    })?;
    let mut path = PathBuf::from(name);
    let text = read(&path).or_else(|error| {
        let beside = from.parent().map(|folder| folder.join(name));
        match beside.filter(|beside| *beside != path) {
            Some(beside) => read(&beside).inspect(|_| path = beside).map_err(|_| error),
            None => Err(error),
        }
    });
    let text = text.map_err(|source| Error::UnreadableInclude {
        location: location.clone(),
        path: path.clone(),
        source,
    })?;
    let path: Arc<Path> = path.into();
    for (location, line) in lines(&text, &path) {
        check(line, &location)?;
        if let Some(rest) = line.strip_prefix('[') {
            return Err(Error::SectionInInclude {
                location,
                name: rest.split(']').next().unwrap_or(rest).to_owned(),
            });
        }
        match included(line) {
            Some(name) => include(into, name, &path, &location, depth + 1, left, read)?,
            None => into.extend(option(line, location)),
        }
    }
    Ok(())
}

fn option(line: &str, location: Location) -> Option<Line> {
    let bare = without_comment(line);
    let (key, value) = match line.split_once('=') {
        // A comment that begins before the sign contains it.
        Some((key, value)) if key.len() < bare.len() => (key, Some(value.to_owned())),
        _ => (bare, None),
    };
    let key = key.trim_end();
    (!key.is_empty()).then(|| Line {
        key: key.to_owned(),
        value,
        location,
    })
}

/// Returns the text before a comment: fio cuts at the first `;`, and the rest at the first `#`.
pub fn without_comment(text: &str) -> &str {
    text[..comment(text)].trim_end()
}

/// Returns the offset of a comment, or the length of the text.
fn comment(text: &str) -> usize {
    text.find([';', '#']).unwrap_or(text.len())
}

/// Returns the text before a comment with a blank on one side of its sign, so that `#` and `;` can be letters of a file
/// name.
pub fn without_spaced_comment(text: &str) -> &str {
    let is_blank = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    let comment = text.char_indices().find(|&(index, letter)| {
        matches!(letter, ';' | '#')
            && (is_blank(text[..index].chars().next_back()) || is_blank(text[index + 1..].chars().next()))
    });
    text[..comment.map_or(text.len(), |(index, _)| index)].trim_end()
}
