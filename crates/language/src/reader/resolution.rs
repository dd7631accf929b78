//! The macro language within a running step.

use super::Reader;
use crate::error::Result;
use crate::macros::input::MacroProcessor;
use crate::surroundings::Surroundings;

impl Reader {
    /// Resolves the macro references and calls of a text at once, for a running step: the function RESOLVE and CALL
    /// EXECUTE. Macro statements in it are executed.
    ///
    /// # Errors
    ///
    /// Returns an error in a macro. Reading goes on as if the text had not been resolved.
    pub fn resolve(&mut self, text: &str, surroundings: &mut dyn Surroundings) -> Result<String> {
        let mut processor = MacroProcessor {
            input: &mut self.input,
            surroundings,
        };
        processor.resolve(text)
    }
}
