//! Autocall: an undefined macro is looked up in a file of its name.

use std::path::Path;
use std::sync::Arc;

use feedrate_values::Severity;

use super::MacroProcessor;
use super::include::{decode, included};
use crate::error::{Problem, Result};
use crate::macros::Name;
use crate::macros::code::Macro;
use crate::surroundings::Event;
use crate::token::{Lexer, Symbol};

/// The deepest nesting of autocall files that are compiled for each other.
const DEEPEST_AUTOCALL: usize = 16;

impl MacroProcessor<'_> {
    /// Returns an undefined macro from its autocall file.
    pub(super) fn autocall(&mut self, name: Name) -> Result<Option<Arc<Macro>>> {
        // A file that did not define it when it was compiled would not define it the next time.
        if self.input.autocalled.contains_key(&name) {
            return Ok(None);
        }
        let Some(path) = self.surroundings.autocall(name.as_str()) else {
            return Ok(None);
        };
        self.input.autocalled.insert(name, path.clone());
        self.compile_file(&path)?;
        let found = self.input.macros.get(&name).cloned();
        if found.is_some() {
            self.input.autocalled.insert(name, path);
        } else {
            let path = path.display();
            self.warn(&format!("{path} does not define the macro {name}."));
        }
        Ok(found)
    }

    /// Executes the macro statements of a file. Its other text is not inserted at the call.
    pub(super) fn compile_file(&mut self, path: &Path) -> Result<()> {
        if self.input.autocalls >= DEEPEST_AUTOCALL {
            let (limit, name) = (DEEPEST_AUTOCALL, "an autocall file".to_owned());
            return Err(self.error(Problem::TooDeep { limit, name }));
        }
        let bytes = included(&self.input.sources, self.surroundings, path);
        let bytes = bytes.map_err(|problem| self.error(problem))?;
        let base = self.input.stack.len();
        let text = decode(&bytes);
        let name = path.display().to_string();
        let pushed = self.input.push_text(&name, &text);
        pushed.map_err(|problem| self.error(problem))?;
        let floor = std::mem::replace(&mut self.input.floor, base);
        self.input.autocalls += 1;
        // An error leaves the stack as it is, for its position.
        let (mut lexer, mut at_start, mut has_more) = (Lexer::default(), true, false);
        while let Some(token) = lexer.next(self, at_start)? {
            at_start = token.is_symbol(Symbol::Semicolon);
            has_more |= !at_start;
        }
        self.input.floor = floor;
        self.input.autocalls -= 1;
        if has_more {
            self.warn(&format!(
                "Statements outside of macros in {name} are not run, as it is an autocall file; %INCLUDE runs them."
            ));
        }
        Ok(())
    }

    /// Logs the file of an autocall macro that is called, if MAUTOLOCDISPLAY is on.
    pub(super) fn tell_autocall(&mut self, name: Name) {
        if !self.input.options.mautolocdisplay {
            return;
        }
        let Some(path) = self.input.autocalled.get(&name) else {
            return;
        };
        let text = format!("The macro {name} is from the autocall file {}.", path.display());
        let position = self.input.place();
        self.surroundings.say(Event::Message {
            severity: Severity::Note,
            text: &text,
            position,
        });
    }
}
