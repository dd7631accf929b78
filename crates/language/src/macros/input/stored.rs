//! Stored macros: `%macro … / store`, `%copy` and `%sysmstoreclear`.

use std::sync::Arc;

use super::{Input, MacroProcessor};
use crate::error::{Problem, Result};
use crate::macros::code::{Code, Macro, Storage, TextRange};
use crate::macros::name::leading_name;
use crate::macros::{Name, mask, nest};

impl Input {
    /// Sets the library of stored macros. Those of another library are forgotten.
    pub fn set_macro_store(&mut self, library: &str) {
        if self.macro_store != library {
            self.clear_stored();
            library.clone_into(&mut self.macro_store);
        }
    }

    /// Forgets the stored macros that were called.
    pub fn clear_stored(&mut self) {
        for name in std::mem::take(&mut self.stored) {
            self.macros.remove(&name);
        }
    }
}

impl MacroProcessor<'_> {
    /// Returns a macro that is not defined from the library of stored macros.
    pub(super) fn stored(&mut self, name: Name) -> Result<Option<Arc<Macro>>> {
        if !self.input.options.mstored || self.input.is_loading {
            return Ok(None);
        }
        let Some(path) = self.surroundings.stored_macro(name.as_str()) else {
            return Ok(None);
        };
        self.input.is_loading = true;
        let compiled = self.compile_file(&path);
        self.input.is_loading = false;
        compiled?;
        let found = self.input.macros.get(&name).cloned();
        if found.is_some() {
            self.input.stored.insert(name);
        } else {
            let path = path.display();
            self.warn(&format!("{path} does not define the macro {name}."));
        }
        Ok(found)
    }

    /// Stores a macro. Returns whether it is also to be defined, which one that is defined without STORE prevents.
    pub(super) fn store(&mut self, defined: &Macro, storage: &Storage) -> Result<bool> {
        if self.input.is_loading {
            return Ok(true);
        }
        if !self.input.options.mstored {
            let text = "The MSTORED option must be set to use the /STORE macro statement option.";
            return Err(self.error(Problem::Stored(text.to_owned())));
        }
        let text = &defined.code.text[defined.text.clone()];
        let (has_source, description) = (storage.has_source, storage.description.as_str());
        let stored = self
            .surroundings
            .store_macro(defined.name.as_str(), text, has_source, description);
        stored.map_err(|reason| self.error(Problem::Stored(reason)))?;
        let is_defined = self.input.macros.contains_key(&defined.name);
        Ok(self.input.stored.contains(&defined.name) || !is_defined && self.input.stored.insert(defined.name))
    }

    /// `%copy name / source library=libref outfile='path';`
    pub(super) fn copy_stored(&mut self, code: &Code, part: &TextRange) -> Result<()> {
        let text = self.expand_range(code, part)?;
        let text = mask::unmask(&text).into_owned();
        let malformed = || {
            let (statement, form) = ("%COPY".to_owned(), "%copy name / source library=libref outfile='path';");
            Problem::Malformed { statement, form }
        };
        let (name, mut rest) = text.split_once('/').ok_or_else(|| self.error(malformed()))?;
        let name = Name::new(nest::trim(name)).ok_or_else(|| self.error(malformed()))?;
        let (mut library, mut out, mut has_source) = (None, None, false);
        while !rest.trim().is_empty() {
            rest = rest.trim_start();
            let word = leading_name(rest).to_ascii_lowercase();
            rest = rest[word.len()..].trim_start();
            let mut value = None;
            if let Some(after) = rest.strip_prefix('=') {
                let (given, after) = value_of(after.trim_start()).ok_or_else(|| self.error(malformed()))?;
                value = Some(given);
                rest = after;
            }
            match (word.as_str(), value) {
                ("source" | "src", None) => has_source = true,
                ("library" | "lib", Some(given)) => library = Some(given),
                ("outfile" | "out", Some(given)) => out = Some(given),
                _ => return Err(self.error(malformed())),
            }
        }
        if !has_source {
            return Err(self.error(malformed()));
        }
        let copied = self.surroundings.copy_macro(name.as_str(), library, out);
        copied.map_err(|reason| self.error(Problem::Stored(reason)))
    }
}

/// Returns the word or the text in quotes at the beginning, with its quotes, and what follows it.
fn value_of(text: &str) -> Option<(&str, &str)> {
    let end = match text.chars().next()? {
        quote @ ('\'' | '"') => text[1..].find(quote)? + 2,
        _ => text.find(char::is_whitespace).unwrap_or(text.len()),
    };
    Some(text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::value_of;

    #[test]
    fn values_keep_their_quotes() {
        assert_eq!(value_of("'a b' source"), Some(("'a b'", " source")));
        assert_eq!(value_of("lib source"), Some(("lib", " source")));
        assert_eq!(value_of("'a"), None);
        assert_eq!(value_of(""), None);
    }
}
