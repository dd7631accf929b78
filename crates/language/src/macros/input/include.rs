//! `%include`: reads another file in place of the statement.

use std::path::{Path, PathBuf};

use encoding_rs::WINDOWS_1252;

use super::{Frame, MacroProcessor};
use crate::error::{Error, Problem, Result};
use crate::macros::code::{Code, TextRange};
use crate::macros::mask;
use crate::macros::name::leading_name;
use crate::source::Sources;
use crate::surroundings::Surroundings;

/// The deepest nesting of included files.
const DEEPEST_FILE: usize = 32;

impl MacroProcessor<'_> {
    pub(super) fn include(&mut self, code: &Code, files: &TextRange) -> Result<()> {
        if self.input.expansions > 0 {
            let reason = "its text would become part of a value";
            let problem = Problem::Misplaced {
                statement: "%INCLUDE".to_owned(),
                reason,
            };
            return Err(self.error(problem));
        }
        let text = self.expand_range(code, files)?;
        let text = mask::unmask(&text).into_owned();
        if self.input.for_session {
            // The file is read by the session that runs the block.
            let text = format!("{};\n", mask::mask(&format!("%include {text}")));
            let call = self.input.place();
            return self.input.push_value(text, call);
        }
        let mut paths = Vec::new();
        let mut rest = text.trim();
        // Options after a slash only affect the listing of the file's lines.
        while !rest.is_empty() && !rest.starts_with('/') {
            let (path, after) = self.file(rest)?;
            paths.push(path);
            rest = after.trim_start();
        }
        if paths.is_empty() {
            let (statement, form) = ("%INCLUDE".to_owned(), "%include 'file';");
            return Err(self.error(Problem::Malformed { statement, form }));
        }
        // The last one pushed is read first.
        for path in paths.into_iter().rev() {
            self.include_file(&path)?;
        }
        Ok(())
    }

    /// Returns the first file that a text names, and the rest of the text.
    fn file<'t>(&self, text: &'t str) -> Result<(PathBuf, &'t str)> {
        if let Some(quote @ ('\'' | '"')) = text.chars().next() {
            let inner = &text[1..];
            let Some(end) = inner.find(quote) else {
                return Err(self.error(Problem::UnclosedText { quote }));
            };
            return Ok((PathBuf::from(&inner[..end]), &inner[end + 1..]));
        }
        let name = leading_name(text);
        let fail = |what: &str, reason: &str| {
            let (what, reason) = (what.to_owned(), reason.to_owned());
            self.error(Problem::Include { what, reason })
        };
        if name.is_empty() {
            return Err(fail(text, "write its path in quotes, or a file reference"));
        }
        let Some(mut path) = self.surroundings.file_of(name) else {
            return Err(fail(name, "there is no such file reference; assign it with FILENAME"));
        };
        let mut after = &text[name.len()..];
        if let Some(inner) = after.strip_prefix('(') {
            let Some((member, rest)) = inner.split_once(')') else {
                return Err(fail(text, "the `(` is never closed"));
            };
            let member = member.trim().trim_matches(['\'', '"']);
            path.push(member);
            if path.extension().is_none() {
                path.set_extension("sas");
            }
            after = rest;
        }
        Ok((path, after))
    }

    /// Pushes a file.
    fn include_file(&mut self, path: &Path) -> Result<()> {
        let fail = |reason: String| Problem::Include {
            what: path.display().to_string(),
            reason,
        };
        let depth = self.input.stack.iter().filter(|frame| Frame::is_file(frame)).count();
        if depth > DEEPEST_FILE {
            let reason =
                format!("files include one another more than {DEEPEST_FILE} deep; one probably includes itself");
            return Err(self.error(fail(reason)));
        }
        let bytes = included(&self.input.sources, self.surroundings, path);
        let bytes = bytes.map_err(|problem| self.error(problem))?;
        self.input
            .push_text(&path.display().to_string(), &decode(&bytes))
            .map_err(|problem| Error::new(self.input.place(), problem))
    }
}

/// Reads a file to be included.
pub(crate) fn included(
    sources: &Sources,
    surroundings: &mut dyn Surroundings,
    path: &Path,
) -> std::result::Result<Vec<u8>, Problem> {
    let fail = |reason: String| Problem::Include {
        what: path.display().to_string(),
        reason,
    };
    let all = surroundings.text_bytes();
    let most = all.saturating_sub(sources.bytes());
    let bytes = surroundings.read(path, most);
    let bytes = bytes.map_err(|error| fail(error.to_string()))?;
    match bytes.len() as u64 > most {
        true => Err(fail(format!(
            "the texts of the program would take more than the {}K that MEMSIZE= leaves for them; raise MEMSIZE=, or \
             include less",
            all.div_ceil(1 << 10)
        ))),
        false => Ok(bytes),
    }
}

/// Decodes a file: UTF-8 if it is valid, and otherwise Windows-1252, the commonest encoding of older programs.
pub(crate) fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

impl super::Input {
    /// Adds a text and pushes it, to be read next.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has 4 GiB or more.
    pub fn push_text(&mut self, name: &str, text: &str) -> std::result::Result<(), Problem> {
        self.push_part(name, text, 1)
    }

    /// Adds a part of a text whose first line has the number `first_line`, and pushes it.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has 4 GiB or more.
    pub fn push_part(&mut self, name: &str, text: &str, first_line: u32) -> std::result::Result<(), Problem> {
        let source = self.sources.add_part(name, text, first_line)?;
        self.push_source(source);
        Ok(())
    }
}
