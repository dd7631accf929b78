//! The macro language within a running step.

use super::Reader;
use crate::error::Result;
use crate::macros::MacroState;
use crate::macros::input::{Input, MacroProcessor};
use crate::source::TooLong;
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

    /// Creates a reader of a text that runs within a program, with the variables and macros of that.
    ///
    /// # Errors
    ///
    /// Returns the state with [`TooLong`] if the text has 4 GiB or more.
    pub fn within(
        name: &str,
        text: &str,
        mut state: MacroState,
    ) -> std::result::Result<Self, Box<(MacroState, TooLong)>> {
        let source = match state.sources.add(name, text) {
            Ok(source) => source,
            Err(error) => return Err(Box::new((state, error))),
        };
        let mut input = Input::new(state.sources.clone(), source);
        input.lend_macros(state);
        Ok(Self::of_input(input))
    }

    /// Returns the variables and macros of a reader that was created [within](Self::within) a program.
    pub fn into_macros(self) -> MacroState {
        self.input.into_macros()
    }

    /// Takes the variables and macros for a text that runs within the program.
    pub fn take_macros(&mut self) -> MacroState {
        self.input.take_macros()
    }

    /// Gives them back.
    pub fn give_macros(&mut self, state: MacroState) {
        self.input.give_macros(state);
    }
}
