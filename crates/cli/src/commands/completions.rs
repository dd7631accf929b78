//! `feedrate completions`.

use std::sync::Arc;

use clap::Args;
use clap_complete::Shell;

use crate::command::{Execute, Invocation};
use crate::exit::{CommandResult, Exit};
use crate::output;

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

impl Execute for CompletionsArguments {
    fn execute(&self, invocation: &Invocation<'_>) -> CommandResult {
        let mut definition = (invocation.definition)();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition, "feedrate", &mut script);
        output::to_stdout(&script, &Arc::default())?;
        Ok(Exit::Success)
    }
}
