//! The macro variables and macros of a program, lent to a text that runs within it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::Input;
use crate::macros::code::Macro;
use crate::macros::{Name, Symbols};
use crate::source::Sources;

/// The macro variables and macros of a program, and the texts that define them.
#[derive(Debug, Default)]
pub struct MacroState {
    pub(crate) sources: Sources,
    symbols: Symbols,
    macros: BTreeMap<Name, Arc<Macro>>,
    autocalled: BTreeMap<Name, PathBuf>,
}

impl Input {
    /// Takes the variables and macros, which are to be given back before reading goes on.
    pub fn take_macros(&mut self) -> MacroState {
        MacroState {
            sources: std::mem::take(&mut self.sources),
            symbols: std::mem::take(&mut self.symbols),
            macros: std::mem::take(&mut self.macros),
            autocalled: std::mem::take(&mut self.autocalled),
        }
    }

    /// Gives the variables and macros back.
    pub fn give_macros(&mut self, state: MacroState) {
        self.sources = state.sources;
        self.symbols = state.symbols;
        self.macros = state.macros;
        self.autocalled = state.autocalled;
    }

    /// Gives the variables and macros of the program around this text, whose running macros go on after it.
    pub fn lend_macros(&mut self, state: MacroState) {
        self.outer_tables = state.symbols.depth();
        self.give_macros(state);
    }

    /// Returns the variables and macros that were lent, without the tables of macros of this text.
    pub fn into_macros(mut self) -> MacroState {
        self.symbols.leave_to(self.outer_tables);
        self.take_macros()
    }
}
